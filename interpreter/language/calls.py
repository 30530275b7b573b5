"""A name with brackets in an expression: a function, a region of a player, or a definition with parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import beginnings
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggesting import closest, known_names
from interpreter.language import folding, members
from interpreter.language.functions import FUNCTIONS, PIECE, SITE_SETS, Function
from interpreter.language.names import EMPTY, ME, OCCUPIED
from interpreter.language.scope import WORDS
from interpreter.language.terms import Kind, Term, number, site_set
from interpreter.language.typing import unknown
from interpreter.language.worth import WRITTEN_OUT
from interpreter.source.versions import FUNCTION, since, too_new

if TYPE_CHECKING:
    from interpreter.board import Board
    from interpreter.language.elaboration import Elaborator
    from interpreter.language.syntax import Syntax

MAX_DISTANCE = 1000
ONE_STEP = {"distance": Term("range", Kind.NUMBER, (number(1), number(1))), "through": EMPTY}


def elaborate_call(elaborator: Elaborator, syntax: Syntax, wanted: Kind | str | None) -> Term:
    """The term of a call."""
    name, scope = syntax.text, elaborator.scope
    if name in scope.definitions:
        return elaborator.expand(scope.definitions[name], syntax, wanted)
    if name in scope.regions:
        return _region(elaborator, syntax)
    function = FUNCTIONS.get(name)
    if function is None:
        if name in WORDS or name in scope.known():
            return elaborator.fail(
                Diagnostic(
                    "wrong-arguments", f"`{name}` takes nothing in brackets", syntax.span, help=f"write `{name}`"
                )
            )
        near = closest(name, (*FUNCTIONS, *scope.definitions, *scope.regions))
        return elaborator.fail(
            Diagnostic(
                "unknown-name",
                f'no function or definition is called "{name}"',
                syntax.span,
                label=f"did you mean `{near}`?" if near else "",
                help="" if near else f"functions: {', '.join(FUNCTIONS)}",
            )
        )
    if (came := since(FUNCTION, name)) > scope.language:
        return elaborator.fail(too_new(name, came, scope.language, syntax.span))
    return _function(elaborator, syntax, function)


def _counted(number: int) -> str:
    return "there is one" if number == 1 else "there is none" if number == 0 else f"there are {number}"


def _region(elaborator: Elaborator, syntax: Syntax) -> Term:
    region = elaborator.scope.regions[syntax.text]
    if isinstance(region.bits, int):
        return elaborator.fail(
            Diagnostic(
                "wrong-arguments",
                f"the region `{region.name}` is the same for all players",
                syntax.span,
                help=f"write `{region.name}`",
            )
        )
    if len(syntax.parts) != 1 or syntax.parts[0].form == "named":
        return elaborator.fail(
            Diagnostic(
                "wrong-arguments", f"`{region.name}` needs one player", syntax.span, help=f"write `{region.name}(me)`"
            )
        )
    player = elaborator.term(syntax.parts[0], Kind.PLAYER)
    if player.kind is Kind.UNKNOWN:
        return player
    if player.op == "player":
        return site_set(region.bits[int(str(player.value))], syntax.span)
    return Term("chosen", Kind.SITES, (player,), value=region.bits, span=syntax.span)


def _function(elaborator: Elaborator, syntax: Syntax, function: Function) -> Term:
    positional = [part for part in syntax.parts if part.form != "named"]
    least, most = len(function.required), len(function.required) + len(function.optional)
    if not least <= len(positional) <= most:
        counts = f"{least} or {most} values" if least != most else "one value" if least == 1 else f"{least} values"
        return elaborator.fail(
            Diagnostic(
                "wrong-arguments",
                f"`{function.name}` wants {counts} in its brackets, and {_counted(len(positional))}",
                syntax.span,
                help=f"for example `{function.example}`",
            )
        )
    named = _named(elaborator, syntax, function)
    if named is None:
        return unknown(syntax.span)
    if function.name in _SPECIAL:
        return _SPECIAL[function.name](elaborator, syntax, positional)
    kinds = (*function.required, *function.optional)
    args = tuple(elaborator.term(part, kind) for part, kind in zip(positional, kinds, strict=False))
    if any(term.kind is Kind.UNKNOWN for term in args):
        return unknown(syntax.span)
    return _assemble(elaborator, syntax, function, args, named)


def _named(elaborator: Elaborator, syntax: Syntax, function: Function) -> dict[str, Term] | None:
    result: dict[str, Term] = {}
    wrong = False
    for part in syntax.parts:
        if part.form != "named":
            continue
        kind = (function.named or {}).get(part.text)
        if kind is None or part.text in result:
            near = closest(part.text, function.named or {})
            way_out = f"did you mean `{near}`?" if near else f"it knows {', '.join(function.named or {}) or 'none'}"
            problem = "is given twice" if kind else f"is not an argument of `{function.name}`"
            elaborator.fail(
                Diagnostic(
                    "wrong-arguments",
                    f"`{part.text}=` {problem}",
                    part.span,
                    help="keep one of them" if kind else way_out,
                )
            )
            wrong = True
            continue
        if (came := since(FUNCTION, part.text, function.name)) > elaborator.scope.language:
            elaborator.fail(too_new(f"{part.text}=", came, elaborator.scope.language, part.span))
            wrong = True
            continue
        value = part.parts[0]
        if kind == SITE_SETS:
            sets = value.parts if value.form == "sequence" else (value,)
            members = tuple(elaborator.term(item, Kind.SITES) for item in sets)
            wrong = wrong or any(term.kind is Kind.UNKNOWN for term in members)
            result[part.text] = Term("sets", Kind.LIST, members, span=part.span)
        elif kind == "distance":
            result[part.text] = distance(elaborator, value)
        elif kind == PIECE:
            name = _bare_name(elaborator, value, "piece", elaborator.scope.pieces)
            number_of = -1 if name is None else elaborator.scope.pieces.index(name)
            known = Kind.UNKNOWN if name is None else Kind.SITES
            result[part.text] = Term("piece", known, value=number_of, span=part.span)
        else:
            result[part.text] = elaborator.term(value, kind)
            if result[part.text].op == "number" and not isinstance(result[part.text].value, int):
                help_ = f"for example `{part.text}=3`"
                elaborator.fail(Diagnostic("wrong-kind", f"`{part.text}=` is a whole number", part.span, help=help_))
                wrong = True
        wrong = wrong or result[part.text].kind is Kind.UNKNOWN
    return None if wrong else result


def distance(elaborator: Elaborator, syntax: Syntax, what: str = "a distance") -> Term:
    """`n`, `[least, most]` or `any` as a term with two numbers; without an upper end the second is MAX_DISTANCE.

    `what` is how messages call the range.
    """
    if syntax.form == "name" and syntax.text == "any":
        ends = (number(1), number(MAX_DISTANCE))
    elif syntax.form == "sequence" and len(syntax.parts) == 2:
        first, second = syntax.parts
        if first.form == "name" and first.text == "any":
            return elaborator.fail(
                Diagnostic(
                    "wrong-value",
                    f"{what} begins with a number; only its larger end may be `any`",
                    first.span,
                    help=f"write `[1, {second.span.text}]`",
                )
            )
        low = elaborator.term(first, Kind.NUMBER)
        unlimited = second.form == "name" and second.text == "any"
        ends = (low, number(MAX_DISTANCE) if unlimited else elaborator.term(second, Kind.NUMBER))
    else:
        exact = elaborator.term(syntax, Kind.NUMBER)
        ends = (exact, exact)
    if any(term.kind is Kind.UNKNOWN for term in ends):
        return unknown(syntax.span)
    if any(end.op == "number" and not isinstance(end.value, int) for end in ends):
        return elaborator.fail(
            Diagnostic(
                "wrong-kind", f"{what} is a whole number", syntax.span, help="for example `2`, `[1, 3]` or `any`"
            )
        )
    told = [end.value for end in ends if end.op == "number" and isinstance(end.value, int)]
    if len(told) == len(ends) and max(1, told[0]) > told[1]:
        return elaborator.fail(
            Diagnostic(
                "wrong-value",
                f"no number is in this range: {what} is at least 1, and the smaller end stands first",
                syntax.span,
                help="for example `2`, `[1, 3]` or `any`",
            )
        )
    if isinstance(ends[0].value, int) and ends[0].op == "number" and ends[0].value < 1:
        return elaborator.fail(
            Diagnostic(
                "wrong-value",
                f"{what} is at least 1, and this range begins with {ends[0].value}",
                syntax.span,
                help=f"write `[1, {syntax.parts[1].span.text}]`",
            )
        )
    return Term("range", Kind.NUMBER, ends, span=syntax.span)


def _assemble(
    elaborator: Elaborator, syntax: Syntax, function: Function, args: tuple[Term, ...], named: dict[str, Term]
) -> Term:
    scope, span = elaborator.scope, syntax.span
    board = scope.board
    if "along" in (function.named or {}) and "along" not in named:
        touching = function.name in {"near", "groups", "group", "connected", "distance"}
        numbers = board.adjacent if touching else board.classes["any"]
        named = {"along": Term("directions", Kind.DIRECTIONS, value=tuple(numbers)), **named}
    match function.name:
        case "sites":
            return args[0]
        case "count":
            return Term("length" if args[0].kind is Kind.LIST else "count", Kind.NUMBER, args, span=span)
        case "any" | "no":
            op = "exists" if args[0].kind is Kind.LIST else "any"
            there = Term(op, Kind.YES_NO, args, span=span)
            return there if function.name == "any" else Term("negate", Kind.YES_NO, (there,), span=span)
        case "of":
            return Term("owned", Kind.SITES, args, span=span)
        case "near":
            return folding.near(args[0], named["along"], board, span)
        case "group":
            named = {"of": OCCUPIED, **named}
        case "between" | "run" if "of" not in named:
            what = "what stands between the two ends" if function.name == "between" else "what the run is made of"
            return elaborator.fail(
                Diagnostic(
                    "wrong-arguments",
                    f"`{function.name}` needs `of=`: {what}",
                    span,
                    help=f"for example `{function.example}`",
                )
            )
        case "run":
            of = named.pop("of")
            named |= {"distance": Term("range", Kind.NUMBER, (number(1), number(MAX_DISTANCE))), "through": of}
            met = Term("reach", Kind.SITES, args, named=tuple(sorted(named.items())), span=span)
            return folding.sets("meet", (of, met), board, span)
        case "value" | "different" | "sides":
            return WRITTEN_OUT[function.name](elaborator, args[0], span)
        case "piles" if not named.keys() & {"size", "min", "max"}:
            named["min"] = number(1)
        case "reach":
            named = {**ONE_STEP, **named}
        case "entering" | "leaving":
            if args[0].op == "directions" and not any(_begins(board, way) for way in args[0].value):  # type: ignore[attr-defined]
                return elaborator.fail(
                    Diagnostic(
                        "wrong-arguments",
                        "this way is closed, so nothing can come onto it or off it at an end",
                        args[0].span or span,
                        help="name a track, or a direction, that begins somewhere and ends somewhere",
                    )
                )
            named = {**ONE_STEP, "along": args[0], **named}
            args = ()
        case _:
            pass
    return Term(function.name, function.gives, args, named=tuple(sorted(named.items())), span=span)


def _begins(board: Board, direction: int) -> bool:
    return beginnings(board.steps[direction], board.walks[direction]) != 0


def _bare_name(elaborator: Elaborator, part: Syntax, what: str, names: tuple[str, ...]) -> str | None:
    if part.form == "name" and part.text in names:
        return part.text
    near = closest(part.text, names)
    elaborator.fail(
        Diagnostic(
            "unknown-name",
            f'no {what} is called "{part.span.text}"',
            part.span,
            label=f"did you mean `{near}`?" if near else "",
            help="" if near else known_names(names) or f"there is no {what} yet",
        )
    )
    return None


def _can(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    steps, moves = elaborator.scope.steps, elaborator.scope.moves
    name = _bare_name(elaborator, parts[0], "step or move", tuple(dict.fromkeys((*steps, *moves))))
    player = elaborator.term(parts[1], Kind.PLAYER) if len(parts) > 1 else ME
    if name is None or player.kind is Kind.UNKNOWN:
        return unknown(syntax.span)
    if name in steps and player.op == "me":
        return Term("can", Kind.YES_NO, value=name, span=syntax.span)
    return Term("may", Kind.YES_NO, (player,), value=name, span=syntax.span)


def _made(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    move = _bare_name(elaborator, parts[0], "move", elaborator.scope.moves)
    if move is None:
        return unknown(syntax.span)
    return Term("made", Kind.YES_NO, value=elaborator.scope.moves.index(move), span=syntax.span)


def _hand(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    player = elaborator.term(parts[0], Kind.PLAYERS)
    piece: int | None = None
    if len(parts) == 2:
        name = _bare_name(elaborator, parts[1], "piece", elaborator.scope.pieces)
        if name is None:
            return unknown(syntax.span)
        piece = elaborator.scope.pieces.index(name)
    return (
        player if player.kind is Kind.UNKNOWN else Term("hand", Kind.NUMBER, (player,), value=piece, span=syntax.span)
    )


def _repeats(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    if parts and _bare_name(elaborator, parts[0], "way to compare positions", ("sites", "position")) is None:
        return unknown(syntax.span)
    return Term("repeats", Kind.NUMBER, value=parts[0].text if parts else "position", span=syntax.span)


def _remainder(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    of, by = (elaborator.term(part, Kind.NUMBER) for part in parts)
    if by.kind is not Kind.UNKNOWN and not (by.op == "number" and isinstance(by.value, int) and by.value > 0):
        by = elaborator.fail(
            Diagnostic(
                "wrong-value",
                "what is divided by is a whole number above 0, or a number option",
                parts[1].span,
                help=f"for example `{FUNCTIONS['remainder'].example}`",
            )
        )
    return folding.arithmetic("remainder", (of, by), syntax.span)


def _rank(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    term = elaborator.term(parts[0], Kind.NUMBER)
    if term.kind is Kind.UNKNOWN:
        return term
    if term.op != "number":
        return elaborator.fail(
            Diagnostic("wrong-kind", "a rank is a fixed number", parts[0].span, help="for example `rank(1)`")
        )
    return _line_of_grid(elaborator, syntax, "rank", elaborator.scope.board.ranks, str(term.value))


def _file(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    return _line_of_grid(elaborator, syntax, "file", elaborator.scope.board.files, parts[0].text)


def _level(elaborator: Elaborator, syntax: Syntax, parts: list[Syntax]) -> Term:
    return _line_of_grid(elaborator, syntax, "level", elaborator.scope.board.levels, parts[0].text)


def _line_of_grid(elaborator: Elaborator, syntax: Syntax, what: str, table: dict[str, int], name: str) -> Term:
    if name in table:
        return site_set(table[name], syntax.span)
    names = list(table)
    known = f"this board has {what}s {names[0]} to {names[-1]}" if names else f"this board has no {what}s"
    return elaborator.fail(Diagnostic("unknown-name", f"there is no {what} {name}", syntax.span, help=known))


_SPECIAL = {
    "those": members.those,
    "can": _can,
    "made": _made,
    "hand": _hand,
    "repeats": _repeats,
    "remainder": _remainder,
    "rank": _rank,
    "file": _file,
    "level": _level,
}
