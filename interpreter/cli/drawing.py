"""`boardwright draw`: a position, or a whole game in motion, as a picture."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from interpreter.cli.declaring import Option
from interpreter.cli.faults import UsageFault
from interpreter.cli.parameters import Changes, FromPosition, Options, Steps  # noqa: TC001 (read when the command is called)
from interpreter.cli.positions import Along, At, RecordOrGame, standing
from interpreter.cli.screen import say

if TYPE_CHECKING:
    from interpreter.play.position import Position

LONGEST = 400  # positions of an animated game


class Looks(StrEnum):
    """The colours."""

    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"


def draw(  # noqa: PLR0913 (each is an option of the command)
    what: RecordOrGame,
    *,
    out: Annotated[
        str | None, Option("--out", "-O", metavar="FILE", help="Write here: an .svg, a .png, or a moving .gif.")
    ] = None,
    steps: Steps = "",
    from_position: FromPosition = None,
    at: At = None,
    variation: Along = None,
    colours: Annotated[Looks, Option("--look", help="light, dark or print.")] = Looks.LIGHT,
    seen_by: Annotated[str | None, Option("--from", metavar="PLAYER", help="Draw it as this player sees it.")] = None,
    targets: Annotated[
        str | None, Option("--targets", metavar="SITE", help="Mark where the piece there may go.")
    ] = None,
    animate: Annotated[bool, Option("--animate", help="The whole game in motion.")] = False,
    option: Options = None,
    change: Changes = None,
) -> None:
    """Draw a position as SVG or PNG, or a game in motion as SVG or GIF."""
    from interpreter.drawing.look import LOOKS  # noqa: PLC0415
    from interpreter.explaining.pictures import game_svg, game_svgs, position_svg  # noqa: PLC0415

    ending = Path(out).suffix.casefold() if out else ".svg"
    if ending not in {".svg", ".png", ".gif"}:
        raise UsageFault(f"--out {out}: the name of a picture ends in .svg, .png or .gif")
    position, comments = standing(what, steps, option, change, at, text=from_position, variation=variation)
    if seen_by is not None and seen_by not in position.game.players:
        raise UsageFault(f"--from {seen_by}: the players are {', '.join(position.game.players)}")
    marks = {} if targets is None else _targets(position, targets)
    look = LOOKS[colours.value]
    if ending == ".gif":
        from interpreter.drawing.raster import save_gif  # noqa: PLC0415

        save_gif(str(out), game_svgs(_game(position), look=look, seen_by=seen_by, captions=comments))
    elif animate:
        if ending == ".png":
            raise UsageFault("a .png does not move; write a .svg or a .gif")
        _write(out, game_svg(_game(position), look=look, seen_by=seen_by, captions=comments))
    else:
        caption = comments[-1] if comments else ""
        picture = position_svg(position, look=look, seen_by=seen_by, marks=marks, caption=caption)
        if ending == ".png":
            from interpreter.drawing.raster import save_png  # noqa: PLC0415

            save_png(str(out), picture)
        else:
            _write(out, picture)
    if out:
        say(f"Drawn: {out}")


def _write(out: str | None, picture: str) -> None:
    if out is None:
        say(picture.rstrip("\n"))
        return
    from interpreter.saving import save_text  # noqa: PLC0415

    save_text(out, picture)


def _game(position: Position) -> list[Position]:
    """The positions that led here, the first one first."""
    found = [position]
    while found[-1].previous is not None:
        found.append(found[-1].previous)
    if len(found) > LONGEST:
        raise UsageFault(
            f"{len(found)} positions are too many for a picture; --step {LONGEST - 1} draws the first ones"
        )
    return found[::-1]


def _targets(position: Position, site: str) -> dict[str, str]:
    """A dot on each site that the piece on a site may go to; with `all`, on each where a step may end."""
    names = position.game.board.index
    if site != "all" and site not in names:
        alike = [name for name in names if name.casefold() == site.casefold()]
        if not alike:
            raise UsageFault(f"--targets {site}: the board has no such site; `all` marks every target")
        site = alike[0]
    moves = [move for move in position.legal_moves if site in ("all", move.origin)]
    marks = {move.target: "dot" for move in moves if move.target is not None}
    return marks if site == "all" else {site: "ring", **marks}
