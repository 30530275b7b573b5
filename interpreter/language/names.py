"""A bare name in an expression: what it means in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggesting import closest
from interpreter.language.functions import FUNCTIONS
from interpreter.language.members import ambiguous
from interpreter.language.scope import RELATIVE, STEP_WORDS, WORDS
from interpreter.language.terms import Kind, Term, number, site_set, truth
from interpreter.language.typing import unknown
from interpreter.source.versions import WORD, since, too_new

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.language.elaboration import Elaborator
    from interpreter.language.syntax import Syntax

ME = Term("me", Kind.PLAYER)
EMPTY = Term("empty", Kind.SITES)
OCCUPIED = Term("occupied", Kind.SITES)
GRID_SITE = re.compile("[A-Z]?[a-z]{1,2}[0-9]{1,3}")
COUNTERS = ("turn", "passes", "quiet")
ELSEWHERE = {"true": "yes", "false": "no", "everywhere": "not nowhere", "anywhere": "not nowhere"}
"""What other languages have words for, in words of this one."""


def only_empty(term: Term | None) -> bool:
    """Whether a set holds empty sites only; a target that the file does not name is one."""
    if term is None or term == EMPTY:
        return True
    return term.op == "meet" and any(only_empty(part) for part in term.args)


def enemy(players: int) -> Term:
    """The other player, or all others where there are more than two."""
    return Term("enemy", Kind.PLAYER) if players == 2 else Term("enemies", Kind.PLAYERS)


def elaborate_name(elaborator: Elaborator, syntax: Syntax, wanted: Kind | str | None) -> Term:
    """The term of a name."""
    name, span, scope = syntax.text, syntax.span, elaborator.scope
    local = scope.locals.get(name)
    if isinstance(local, Term):
        return Term(local.op, local.kind, local.args, value=local.value, span=span)
    if local is not None:  # an argument of a definition: read in the scope of the call
        return local.elaborator.term(local.syntax, wanted)
    later = since(WORD, name) > scope.language
    if wanted is Kind.DIRECTIONS and not later:
        direction = _direction(elaborator, syntax)
        if direction is not None:
            return direction
    if name in WORDS and not later:
        return _word(elaborator, syntax)
    if name in scope.definitions:
        return elaborator.expand(scope.definitions[name], syntax, wanted)
    if name in scope.pieces:
        return Term("piece", Kind.SITES, value=scope.pieces.index(name), span=span)
    region = scope.regions.get(name)
    if region is not None:
        if isinstance(region.bits, int):
            return site_set(region.bits, span)
        return elaborator.fail(
            Diagnostic(
                "wrong-arguments",
                f"the region `{name}` is a different one for each player",
                span,
                help=f"write `{name}(me)` or `{name}(enemy)`",
            )
        )
    if name in scope.board.regions:
        return site_set(scope.board.regions[name], span)
    if name in scope.memory:
        remembered = scope.memory[name]
        return Term("memory", remembered.kind, value=remembered.index, span=span)
    if name in scope.numbers:
        return number(scope.numbers[name], span)
    if name in scope.players:
        return Term("player", Kind.PLAYER, value=scope.players.index(name), span=span)
    if name in scope.board.index:
        return site_set(1 << scope.board.index[name], span, Kind.SITE)
    return elaborator.fail(_unknown(elaborator, syntax, wanted))


def _direction(elaborator: Elaborator, syntax: Syntax) -> Term | None:
    name, scope = syntax.text, elaborator.scope
    if name in scope.board.classes:
        return Term("directions", Kind.DIRECTIONS, value=tuple(scope.board.classes[name]), span=syntax.span)
    if name not in RELATIVE and name not in scope.board.tracks:
        return None
    if not all(name in facing for facing in scope.facing):
        if name in scope.board.tracks:  # it has been said that a player has none
            return unknown(syntax.span)
        return elaborator.fail(
            Diagnostic(
                "no-facing",
                f"`{name}` needs to know which way each player faces",
                syntax.span,
                help=f"give each player a direction: `{scope.players[0]}: {{faces: north}}`",
            )
        )
    return Term(
        "relative", Kind.DIRECTIONS, value=tuple(tuple(facing[name]) for facing in scope.facing), span=syntax.span
    )


def _without_dice(name: str, span: Span) -> Diagnostic:
    if name == "roll":
        return Diagnostic(
            "word-without-meaning",
            "`roll` is the number thrown, and this game has no dice",
            span,
            help="add `dice:` at the top level, and a move that throws them, such as `throw: {roll: die}`",
        )
    return Diagnostic(
        "word-without-meaning",
        f"`{name}` speaks of dice that are used one by one, and this game has none",
        span,
        help="say so where dice are declared: `dice: {pair: {faces: 6, number: 2, apart: yes}}`",
    )


def _word(elaborator: Elaborator, syntax: Syntax) -> Term:
    name, span, scope = syntax.text, syntax.span, elaborator.scope
    players = len(scope.players)
    fixed = {
        "yes": truth(span, value=True),
        "no": truth(span, value=False),
        "width": number(scope.board.width, span),
        "height": number(scope.board.height, span),
        "nowhere": site_set(0, span),
    }
    if name in fixed:
        return fixed[name]
    if scope.static:
        what, way_out = (
            f"`{name}` changes during the game, and this set is fixed",
            "name sites, ranks, files or regions",
        )
        if name == "it":
            what = "`those` tests its members during the game, and this set is fixed"
            way_out = "join and cut sets instead, as in `corners and rank(1)`"
        return elaborator.fail(Diagnostic("needs-position", what, span, help=way_out))
    if name in STEP_WORDS or name == "heading":
        if name not in scope.words:
            return elaborator.fail(_unavailable(elaborator, syntax))
        return (
            Term("heading", Kind.DIRECTIONS, span=span)
            if name == "heading"
            else Term("word", WORDS[name], value=name, span=span)
        )
    if name in {"it", "amount"}:
        return _it_or_amount(elaborator, syntax)
    if (name == "roll" and not scope.dice) or (name in {"die", "dice", "pips"} and not scope.apart):
        return elaborator.fail(_without_dice(name, span))
    if name in {"enemy", "theirs"} and players == 1:
        return elaborator.fail(
            Diagnostic(
                "no-enemy", f"`{name}` has no meaning in a game for one player", span, help="the only player is `me`"
            )
        )
    if name == "enemy":
        term = enemy(players)
        return Term(term.op, term.kind, span=span)
    if name == "mine":
        return Term("owned", Kind.SITES, (ME,), span=span)
    if name == "theirs":
        return Term("owned", Kind.SITES, (enemy(players),), span=span)
    if name in COUNTERS:
        return Term("counter", Kind.NUMBER, value=name, span=span)
    if name == "repeats":
        return Term("repeats", Kind.NUMBER, value="position", span=span)
    # empty, occupied, unmoved, me, next, last-to, last-heading, stuck, roll, die, dice, pips: the same for the engines
    return Term(name, WORDS[name], span=span)


def _it_or_amount(elaborator: Elaborator, syntax: Syntax) -> Term:
    name, span, scope = syntax.text, syntax.span, elaborator.scope
    if name == "it" and len(scope.meanings) > 1:
        return elaborator.fail(ambiguous(scope.meanings, span))
    if name == "it" and scope.it is not None:
        return replace(scope.it, span=span)
    if name not in scope.words:
        return elaborator.fail(_unavailable(elaborator, syntax))
    return Term(name, WORDS[name], span=span)


def _unavailable(elaborator: Elaborator, syntax: Syntax) -> Diagnostic:
    name, scope = syntax.text, elaborator.scope
    offered = sorted(scope.words)
    if name == "amount":
        return Diagnostic(
            "word-without-meaning",
            f"`amount` has no meaning {scope.place}",
            syntax.span,
            help="it is how many pieces of a pile a player takes, in a move where he chooses: `amount: [1, any]`",
        )
    if name == "it":
        return Diagnostic(
            "word-without-meaning",
            f"`it` has no meaning {scope.place}",
            syntax.span,
            help="it is a member in the test of `those(list, test)`, and the player in `score`",
        )
    return Diagnostic(
        "word-without-meaning",
        f"`{name}` has no meaning {scope.place}",
        syntax.span,
        help=f"the words of the step that may stand here: {', '.join(offered)}"
        if offered
        else "no word of the step is known here",
    )


def _unknown(elaborator: Elaborator, syntax: Syntax, wanted: Kind | str | None) -> Diagnostic:
    name, scope = syntax.text, elaborator.scope
    if (came := since(WORD, name)) > scope.language:
        return too_new(name, came, scope.language, syntax.span)
    if name in FUNCTIONS:
        return Diagnostic(
            "wrong-arguments",
            f"`{name}` needs something in brackets",
            syntax.span,
            help=f"for example `{FUNCTIONS[name].example}`",
        )
    known = (
        (*scope.board.classes, *scope.board.tracks, *RELATIVE, *scope.known())
        if wanted is Kind.DIRECTIONS
        else scope.known()
    )
    near = ELSEWHERE.get(name) or closest(name, known)
    what = (
        "direction"
        if wanted is Kind.DIRECTIONS
        else "player"
        if wanted in {Kind.PLAYER, Kind.PLAYERS}
        else "piece, region or definition"
    )
    if near:
        way_out = f"did you mean `{near}`?"
    elif wanted is Kind.DIRECTIONS:
        way_out = f"this board has {', '.join(scope.board.classes)}"
    elif wanted in {Kind.PLAYER, Kind.PLAYERS}:
        way_out = f"the players are {', '.join(scope.players)}; or `me`, `enemy`"
    else:
        way_out = (
            f"pieces: {', '.join(scope.pieces)}; new names come from `define:`"
            if scope.pieces
            else "new names come from `define:`"
        )
    sites = scope.board.sites
    if wanted is not Kind.DIRECTIONS and not near and GRID_SITE.fullmatch(name) and GRID_SITE.fullmatch(sites[0]):
        what, way_out = "site of this board", f"its sites go from {sites[0]} to {sites[-1]}"
    return Diagnostic(
        "unknown-name",
        f'no {what} is called "{name}"',
        syntax.span,
        label=way_out if near else "",
        help="" if near else way_out,
    )
