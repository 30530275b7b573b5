"""`boardwright why`: why a step is not legal, or why a game ended, with the rule and its place in the file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Argument
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import Changes, FromPosition, Json, Options, Steps  # noqa: TC001 (read when the command is called)
from interpreter.cli.positions import At, RecordOrGame, position_of
from interpreter.cli.reading import spelt
from interpreter.cli.screen import coloured, say, say_json, width, wrapped

if TYPE_CHECKING:
    from interpreter.explaining.explanation import Explanation
    from interpreter.play.position import Position

INDENT = "  "


def why(
    what: RecordOrGame,
    step: Annotated[str | None, Argument("[STEP]", "A step; without one, why the game ended.")] = None,
    *,
    steps: Steps = "",
    from_position: FromPosition = None,
    at: At = None,
    option: Options = None,
    change: Changes = None,
    as_json: Json = False,
) -> None:
    """Say why a step is not legal, or how a game came to its end: the rule, its place, and the sites behind it."""
    position = position_of(what, steps, option, change, at, text=from_position)
    if step is None and position.outcome is None:
        raise UsageFault("the game is not over; name a step to ask about: boardwright why GAME STEP")
    found = position.why(None if step is None else spelt(position, step))
    if as_json:
        say_json(_plain(found))
    else:
        say(reason_shown(position, found))


def reason_shown(position: Position, found: Explanation) -> str:
    """An explanation for people: the sentence, the board with the sites marked, and the line of the file."""
    from interpreter.cli.picture import board_picture  # noqa: PLC0415
    from interpreter.diagnostics.excerpt import excerpt, printable  # noqa: PLC0415

    begins_with_site = found.text.partition(" ")[0] in position.game.board.index
    parts = [wrapped((found.text if begins_with_site else found.text[:1].upper() + found.text[1:]) + ".")]
    if found.sites:
        parts.append(board_picture(position, reason=found.sites))
    if found.better:
        parts.append(f"Preferred: {', '.join(found.better)}.")
    if found.span is not None:
        shown = excerpt(found.span, width() - len(INDENT))
        mark = "^" * shown.width
        if coloured(sys.stdout):
            mark = f"\033[1;31m{mark}\033[0m"
        name = f"the move {found.move}, " if found.move else ""
        lines = f"{INDENT}{shown.line.rstrip()}\n{INDENT}{' ' * shown.start}{mark}"
        parts.append(f"The rule is in {name}{printable(str(found.span))}\n\n{lines}")
    return "\n\n".join(parts)


def _plain(found: Explanation) -> dict[str, object]:
    span = found.span
    return {
        "legal": found.legal,
        "text": found.text,
        "rule": found.rule,
        "move": found.move,
        "file": span.source.name if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "sites": list(found.sites),
        "better": list(found.better),
    }
