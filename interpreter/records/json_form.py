"""A record as JSON, for programs.

    {"format": "boardwright record 1", "game": "wali", "language": 1, "hash": "...",
     "options": {"dropping": "no three"}, "changes": {"board.size": "[6, 5]"}, "seed": 7,
     "outcome": "black (nothing left to take)", "comment": "",
     "steps": [{"step": "d4", "turn": 1, "comment": "the middle",
                "variations": [{"comment": "", "steps": [{"step": "c3", "turn": 1}]}]}]}

`game` and `steps` must be there; a step may be a text alone.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from interpreter.errors import RecordError
from interpreter.records.record import DEEPEST, UNKNOWN, Record, RecordStep, Variation, one_line, shortened
from interpreter.records.text_form import FIRST_LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["as_json", "from_json"]

KEYS = ("format", "game", "language", "hash", "options", "changes", "seed", "outcome", "comment", "steps")
NAMES = {str: "a text", int: "a whole number", list: "a list", dict: "a map"}
REQUIRED = object()


def as_json(record: Record) -> str:
    """The record as JSON."""
    told = {
        "format": FIRST_LINE,
        "game": record.game,
        "language": record.language,
        "hash": record.hash,
        "options": dict(record.options),
        "changes": dict(record.changes),
        "seed": record.seed,
        "outcome": record.outcome,
        "comment": one_line(record.comment),
        "steps": _plain(record.steps),
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _plain(steps: Sequence[RecordStep]) -> list[dict[str, object]]:
    return [
        {"step": step.text, "turn": step.turn}
        | ({"comment": one_line(step.comment)} if step.comment else {})
        | (
            {
                "variations": [
                    {"comment": one_line(variation.comment), "steps": _plain(variation.steps)}
                    for variation in step.variations
                ]
            }
            if step.variations
            else {}
        )
        for step in steps
    ]


def from_json(text: str, place: str = "") -> Record:
    """The record that a JSON text holds. Raises RecordError that names the part that is wrong."""
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise RecordError("the JSON is nested too deeply", place=place, way_out="take the innermost out") from None
    except json.JSONDecodeError as error:
        raise RecordError(
            f"this is not JSON: {error.msg.lower()}",
            place=place,
            line=error.lineno,
            way_out="mend it there, or export the record again",
        ) from None
    except ValueError:
        raise RecordError("a number in it has too many digits", place=place, way_out="write a shorter one") from None
    return _Reader(place).record(found)


class _Reader:
    """Reads parts of a JSON text; each has a name, by which messages tell it."""

    def __init__(self, place: str) -> None:
        self.place = place

    def record(self, found: Any) -> Record:
        parts = self.map_of(found, "the record", KEYS, needed=("game", "steps"))
        if parts.get("format", FIRST_LINE) != FIRST_LINE:
            raise self.wrong("`format`", parts["format"], f'"{FIRST_LINE}"')
        options, changes = (self.of(parts, key, dict, {}) for key in ("options", "changes"))
        return Record(
            game=self.of(parts, "game", str),
            language=self.of(parts, "language", int, 1),
            hash=self.of(parts, "hash", str, UNKNOWN),
            options=tuple((key, self.value(value, f"`options.{key}`")) for key, value in options.items()),
            changes=tuple((key, self.value(value, f"`changes.{key}`")) for key, value in changes.items()),
            seed=self.of(parts, "seed", int, None),
            outcome=self.of(parts, "outcome", str, None if "outcome" in parts else UNKNOWN),
            comment=one_line(self.of(parts, "comment", str, "")),
            steps=self.steps(self.of(parts, "steps", list), "steps"),
            place=self.place,
        )

    def steps(self, found: list[Any], name: str, deep: int = 0) -> tuple[RecordStep, ...]:
        if deep > DEEPEST:
            raise RecordError(
                f"variations stand in variations more than {DEEPEST} deep",
                place=self.place,
                way_out="take the innermost out",
            )
        return tuple(self.step(one, f"{name}[{number}]", deep) for number, one in enumerate(found))

    def step(self, found: Any, name: str, deep: int) -> RecordStep:
        if isinstance(found, str):
            return RecordStep(found, 0)
        parts = self.map_of(found, f"`{name}`", ("step", "turn", "comment", "variations"), needed=("step",))
        variations = []
        for number, one in enumerate(self.of(parts, "variations", list, [], name)):
            inner = f"{name}.variations[{number}]"
            told = self.map_of(one, f"`{inner}`", ("comment", "steps"), needed=("steps",))
            steps = self.steps(self.of(told, "steps", list, within=inner), f"{inner}.steps", deep + 1)
            if not steps:
                raise RecordError(f"`{inner}.steps` is empty", place=self.place, way_out="delete the variation")
            variations.append(Variation(steps, one_line(self.of(told, "comment", str, "", inner))))
        return RecordStep(
            self.of(parts, "step", str, within=name),
            self.of(parts, "turn", int, 0, name),
            comment=one_line(self.of(parts, "comment", str, "", name)),
            variations=tuple(variations),
        )

    def map_of(self, found: Any, name: str, keys: Sequence[str], needed: Sequence[str]) -> dict[str, Any]:
        if not isinstance(found, dict):
            raise self.wrong(name, found, "a map")
        for key in found:
            if key not in keys:
                raise RecordError(
                    f"{name} has an unknown key `{shortened(key)}`",
                    place=self.place,
                    way_out=f"the keys are {', '.join(keys)}",
                )
        for key in needed:
            if key not in found:
                raise RecordError(f"{name} has no `{key}`", place=self.place, way_out="add it")
        return found

    def of(self, parts: dict[str, Any], key: str, kind: type, default: Any = REQUIRED, within: str = "") -> Any:
        """What stands under a key, of one kind; `default` where there is nothing."""
        value = parts.get(key)
        if value is None and default is not REQUIRED:
            return default
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.wrong(f"`{f'{within}.{key}' if within else key}`", value, NAMES[kind])
        return value

    def value(self, found: Any, name: str) -> str:
        """The value of an option or a change, as YAML text."""
        if isinstance(found, str):
            return found
        if isinstance(found, int | float | bool):
            return json.dumps(found)
        raise self.wrong(name, found, "a text or a number")

    def wrong(self, name: str, value: Any, wanted: str) -> RecordError:
        shown = shortened(json.dumps(value, ensure_ascii=False), 40)
        return RecordError(f"{name} is {shown}", place=self.place, way_out=f"write {wanted} there")
