"""The options of a game: what may be chosen, what is chosen, and what that does to the tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggesting import closest, listing
from interpreter.source.merging import KeyPath, equal, merge, shown_path, without, writes
from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.source.variants import UNCHANGEABLE

if TYPE_CHECKING:
    from collections.abc import Mapping as Choices

    from interpreter.diagnostics import Span

NOT_NUMBERED = ("about", "scenarios", "options", "game")
"""Keys under which the name of a number option is a text like any other."""


@dataclass(frozen=True)
class Option:
    """A question the file leaves to the players: one of several choices, or a number (then `choices` is empty)."""

    name: str
    span: Span
    choices: tuple[str, ...]
    default: str | int
    low: int | None
    high: int | None
    about: str = ""


def read_options(node: Node | None, found: list[Diagnostic]) -> tuple[Option, ...]:
    """The options a file declares, in its order. What is not of their form is left to the schema."""
    if not isinstance(node, Mapping):
        return ()
    options: list[Option] = []
    for entry in node.entries:
        if not isinstance(entry.value, Mapping) or not entry.value.entries:
            continue
        number = entry.value.get("number")
        if number is None and any(
            isinstance(value, Scalar) and value.value is not None for _, value in entry.value.items()
        ):
            continue
        if isinstance(number, Scalar):
            option = _number_option(entry.key, entry.value, number, found)
        else:
            choices = tuple(choice.key.text for choice in entry.value.entries)
            option = Option(entry.key.text, entry.key.span, choices, choices[0], None, None)
        if option:
            options.append(option)
    return tuple(options)


def choose(options: tuple[Option, ...], wanted: Choices[str, object], found: list[Diagnostic]) -> dict[str, str | int]:
    """The value of every option: what is wanted, else the default."""
    chosen: dict[str, str | int] = {option.name: option.default for option in options}
    known = {option.name: option for option in options}
    for name, value in wanted.items():
        option = known.get(str(name))
        if option is None:
            found.append(_unknown_option(str(name), known))
            continue
        picked = _pick_number(option, value, found) if not option.choices else _pick_choice(option, value, found)
        if picked is not None:
            chosen[option.name] = picked
    return chosen


def preset(options: tuple[Option, ...], wanted: list[Node | None], found: list[Diagnostic]) -> tuple[Option, ...]:
    """The options with the defaults that variants choose under `choose`, parents first."""
    for node in wanted:
        for entry in node.entries if isinstance(node, Mapping) else ():
            if isinstance(entry.value, Scalar) and entry.value.value is not None:
                problems: list[Diagnostic] = []
                # `true` stands for the choice `yes`, as on the command line; all else counts as it is written.
                wish = entry.value.value if isinstance(entry.value.value, bool) else entry.value.text
                value = choose(options, {entry.key.text: wish}, problems).get(entry.key.text)
                for problem in problems:
                    known = problem.code != "unknown-option"  # then it is the value that is wrong
                    span, label = (entry.value.span, "") if known else (entry.key.span, problem.label)
                    found.append(replace(problem, span=span, label=label))
                options = tuple(
                    replace(option, default=value) if value is not None and option.name == entry.key.text else option
                    for option in options
                )
    return options


def apply_choices(
    root: Mapping, options: tuple[Option, ...], chosen: Choices[str, str | int], found: list[Diagnostic]
) -> Mapping:
    """The tree with the chosen patches laid over it, in the order of the file; every choice is tried by itself too."""
    declared = root.get("options")
    patches: list[tuple[Option, Mapping]] = []
    for option in options:
        for position, choice in enumerate(option.choices):
            patch = patch_of(declared, option.name, choice)
            problems: list[Diagnostic] = []
            if position and (patch is None or equal(merge(root, patch, problems), root)) and not problems:
                found.append(_changes_nothing(option, choice, declared))
            elif patch is not None and not position:
                merge(root, patch, problems)
            if patch is not None and patch.span.source != root.span.source:
                way_out = _worded_anew(root, option, choice)
                problems = [replace(problem, help=way_out) for problem in problems]
            found.extend(problems)
            if patch is not None and chosen[option.name] == choice and not problems:
                patches.append((option, patch))
    found.extend(_overlaps(patches))
    for _, patch in patches:
        # A deletion that fails only because another option deleted the same has been told as an overlap.
        merged = merge(root, patch, [])
        root = merged if isinstance(merged, Mapping) else root
    return root


def _worded_anew(root: Mapping, option: Option, choice: str) -> str:
    """The way out where a variant replaced what an inherited choice deletes a part of."""
    return (
        f"the variant {root.span.source.name} replaced what this choice of its parent changes; word the choice anew "
        f"there, as in `options: {{{option.name}: {{{choice}: ...}}}}`"
    )


def patch_of(declared: Node | None, option: str, choice: str) -> Mapping | None:
    """The patch of a choice; None where the file says nothing."""
    choices = declared.get(option) if isinstance(declared, Mapping) else None
    patch = choices.get(choice) if isinstance(choices, Mapping) else None
    return without(patch, *UNCHANGEABLE) if isinstance(patch, Mapping) else None


def put_numbers(root: Mapping, numbers: Choices[str, int]) -> Mapping:
    """The tree with numbers where the names of number options stood."""
    if not numbers:
        return root
    return Mapping(
        tuple(
            entry if entry.key.text in NOT_NUMBERED else Entry(entry.key, _numbered(entry.value, numbers))
            for entry in root.entries
        ),
        root.span,
    )


def _numbered(node: Node, numbers: Choices[str, int]) -> Node:
    if isinstance(node, Scalar):
        number = numbers.get(node.text)
        return node if number is None else Scalar(number, str(number), node.span)
    if isinstance(node, Sequence):
        return Sequence(tuple(_numbered(item, numbers) for item in node.items), node.span)
    return Mapping(tuple(Entry(entry.key, _numbered(entry.value, numbers)) for entry in node.entries), node.span)


def _number_option(key: Scalar, node: Mapping, number: Scalar, found: list[Diagnostic]) -> Option | None:
    low, high = _whole(node.get("from")), _whole(node.get("to"))
    default = _whole(number)
    if default is None:
        return None
    if (low is not None and default < low) or (high is not None and default > high):
        found.append(
            Diagnostic(
                "wrong-option",
                f"the option `{key.text}` starts with {default}, which is not {_range(low, high)}",
                number.span,
                label=f"must be {_range(low, high)}",
                help="change the number, or the range `from` and `to`",
            )
        )
    return Option(key.text, key.span, (), default, low, high)


def _whole(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _range(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"from {low} to {high}"
    return f"at least {low}" if low is not None else f"at most {high}" if high is not None else "a whole number"


def _unknown_option(name: str, known: Choices[str, Option]) -> Diagnostic:
    near = closest(name, known)
    has = f"it has {listing(known)}" if known else "it has no options"
    return Diagnostic(
        "unknown-option",
        f'the game has no option "{name}"',
        help=f'did you mean "{near}"? ({has})' if near else has,
    )


def _pick_choice(option: Option, value: object, found: list[Diagnostic]) -> str | None:
    text = _words(value)
    for wanted in (text, text.casefold()):
        if wanted in option.choices:
            return wanted
    near = closest(text, option.choices)
    choices = f"the choices are {listing(option.choices)}"
    found.append(
        Diagnostic(
            "unknown-choice",
            f'the option `{option.name}` has no choice "{text}"',
            option.span,
            label="the option",
            help=f'did you mean "{near}"? ({choices})' if near else choices,
        )
    )
    return None


def _pick_number(option: Option, value: object, found: list[Diagnostic]) -> int | None:
    text = _words(value)
    number = (
        int(text)
        if text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal() and len(text) <= 18
        else None
    )
    low, high = option.low, option.high
    if number is not None and (low is None or number >= low) and (high is None or number <= high):
        return number
    what = f"must be {_range(low, high)}" if number is not None else "takes a whole number"
    found.append(
        Diagnostic(
            "option-out-of-range",
            f'the option `{option.name}` {what}, not "{text[:40]}"',
            option.span,
            label="the option",
            help=f"write a number {_range(low, high)}; without it {option.default} is taken"
            if low is not None or high is not None
            else f"without it {option.default} is taken",
        )
    )
    return None


def _words(value: object) -> str:
    """A chosen value as the text an author would have written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _changes_nothing(option: Option, choice: str, declared: Node | None) -> Diagnostic:
    choices = declared.get(option.name) if isinstance(declared, Mapping) else None
    key = choices.key(choice) if isinstance(choices, Mapping) else None
    return Diagnostic(
        "choice-changes-nothing",
        f"the choice `{choice}` of the option `{option.name}` changes nothing",
        key.span if key else option.span,
        help=f"the file as it stands is the first choice, `{option.choices[0]}`; "
        "write here what is different, or delete the choice",
    )


def _overlaps(patches: list[tuple[Option, Mapping]]) -> list[Diagnostic]:
    """Chosen options that write one path, or one of them a part of what another writes."""
    # What was written so far by path, and every path on the way to it.
    written: dict[KeyPath, tuple[Option, Scalar]] = {}
    passed: dict[KeyPath, tuple[Option, Scalar]] = {}
    told: dict[tuple[str, str], Diagnostic] = {}
    for option, patch in patches:
        mine = list(writes(patch))
        for path, key in mine:
            ways = [path[:length] for length in range(1, len(path) + 1)]
            clash = next((written[way] for way in ways if way in written), passed.get(path))
            if clash:
                told.setdefault((clash[0].name, option.name), _overlap(path, option, key, *clash))
        for path, key in mine:
            written[path] = option, key
            passed.update((path[:length], (option, key)) for length in range(1, len(path)))
    return list(told.values())


def _overlap(path: KeyPath, option: Option, key: Scalar, other: Option, other_key: Scalar) -> Diagnostic:
    return Diagnostic(
        "options-overlap",
        f"the options `{other.name}` and `{option.name}`, as chosen, both change `{shown_path(path)}`",
        key.span,
        label=f"changed by `{option.name}`",
        help="let each option change something of its own, for example a definition with a name of its own",
        related=((other_key.span, f"changed by `{other.name}`"),),
    )
