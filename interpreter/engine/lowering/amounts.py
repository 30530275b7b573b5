"""How many pieces of a pile go: a number, or one of those from which a player chooses."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.scene import number_of

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.language.terms import Term
    from interpreter.machine.piles import Setting
    from interpreter.machine.rules import Move, Rules

MOST = 100  # pieces that a player may be able to choose: each number is written for itself
LEAST = 8  # up to here a choice is written in any case, for positions that are set up by hand
NO_END = 1 << 62


def endless(rules: Rules) -> bool:
    """Whether pieces come to piles from no hand, so that there may be any number of them."""
    placed = [kind for move in rules.moves if move.verb == "place" for own in move.pieces for kind in own]
    grows = any(rules.pieces[kind].hand is None for kind in placed)
    return rules.piling and (grows or any(effect.action == "place" for effect in rules.effects()))


def pieces_of(rules: Rules) -> int:
    """How many pieces there are on the board and in the hands at the start."""
    return sum(sum(piece.hand or ()) for piece in rules.pieces) + pieces_on(rules.setting)


def pieces_on(setting: Setting) -> int:
    """How many pieces there are on the board."""
    return sum(len(pile) for pile in setting.below) + sum(bits.bit_count() for bits in setting.kinds)


def tallest(rules: Rules) -> int:
    """How many pieces a pile may have for kernels to know all choices; 0 where it may have any number."""
    choices = [move.amount for move in rules.moves if move.amount is not None and move.chooses_amount]
    if all(isinstance(high.value, int) and high.value <= LEAST for _, high in (amount.args for amount in choices)):
        return 0
    return max(LEAST, _largest(rules))


def _largest(rules: Rules) -> int:
    """How many pieces a pile may come to have.

    Those that it has, where piles only become smaller; those of a sort, where they stay what they are and lie on their
    like.
    """
    if not _any_arrives(rules):
        return max(map(len, rules.setting.below)) + 1
    intos = [*(move.into for move in rules.moves), *(effect.into for effect in rules.effects())]
    change = any(effect.action in {"flip", "promote"} for effect in rules.effects())
    change = change or any(into.place in {"me", "under"} for into in intos)
    if change or any(piece.pile == "mixed" for piece in rules.pieces):
        return pieces_of(rules)
    sizes = Counter(piece for pile in rules.setting.below for piece in pile)
    for (owner, own), (kind, those) in product(enumerate(rules.setting.owned), enumerate(rules.setting.kinds)):
        sizes[owner, kind] += (own & those).bit_count()
    for kind, piece in enumerate(rules.pieces):
        for player, held in enumerate(piece.hand or ()):
            sizes[player if piece.owner is None else piece.owner, kind] += held
    return max(sizes.values())


def _any_arrives(rules: Rules) -> bool:
    """Whether a piece may ever come to a site."""
    verbs = {move.verb for move in rules.moves}
    actions = {effect.action for effect in rules.effects()}
    places = {move.into.place for move in rules.moves} | {effect.into.place for effect in rules.effects()}
    return bool(verbs & {"place", "move", "sow"} or actions & {"place", "shift"} or places & {"on", "under"})


def choices(rules: Rules, move: Move) -> range:
    """The numbers of pieces that a player may be able to choose from in a move. Raises UnloweredError."""
    assert move.amount is not None  # noqa: S101 - the caller has asked
    low, high = (end.value if isinstance(end.value, int) else None for end in move.amount.args)
    most = tallest(rules) or LEAST
    most = most if high is None else min(most, high)
    if most > MOST:
        raise UnloweredError(
            f"a choice of more than {MOST} pieces is not compiled (say how many may go, as in `amount: [1, {MOST}]`)"
        )
    return range(max(1, low or 1), most + 1)


def amount(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """How many pieces go, as a name, or as the number that was chosen."""
    if term.op == "range":
        return number_of(scene.amount)
    if term.op == "number" and isinstance(term.value, int):
        return str(term.value)
    number = expressions.number(writer, scene, term)
    return writer.name(number if expressions.scale == 1 else f"{number} // {expressions.scale}", "h")


def listed(expressions: Expressions, writer: Writer, scene: Scene, move: Move, site: str) -> str:
    """How many pieces of a pile go as a step tells it: 0 where it is all of them, unless they were chosen."""
    assert move.amount is not None  # noqa: S101 - the caller has asked
    number = amount(expressions, writer, scene, move.amount)
    return (
        number
        if move.chooses_amount
        else f"(0 if {number} == {expressions.many(scene).size(scene, site)} else {number})"
    )


def allowing(expressions: Expressions, writer: Writer, scene: Scene, move: Move, origins: str) -> str:
    """Those of some origins from which the pieces that go can be taken."""
    term, many = move.amount, expressions.many(scene)
    if term is None:
        return origins
    if not term.words:
        if move.chooses_amount:
            least = str(int(str(scene.amount)) * expressions.scale)
            fits = _within(expressions, writer, scene, term)
        elif term.op == "number" and term.value == 1:  # where pieces stand, there is one
            return origins
        else:
            least = writer.name(expressions.number(writer, scene, term), "h")
            fits = f"{least} > 0"
        large = many.least(writer, scene, origins, least)
        return writer.name(f"{large} if {fits} else NOWHERE" if fits else large)
    found = writer.fresh("f")
    writer.line(f"{found} = {expressions.program.constant(0)}")
    with writer.members(origins) as origin:
        bound = scene.after(words={"at" if move.verb == "remove" else "from": origin})
        number = amount(expressions, writer, bound, term)
        within = _within(expressions, writer, bound, term) if move.chooses_amount else f"0 < {number}"
        fits = f"{within or 'True'} and {number} <= {many.size(bound, origin)}"
        writer.line(f"{found} = {found} | ({origin} if {fits} else NOWHERE)")
    return found


def _within(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """Whether the number that is chosen lies within bounds that are computed; "" where neither is."""
    number = number_of(scene.amount)
    low, high = ("" if end.op == "number" else amount(expressions, writer, scene, end) for end in term.args)
    return " and ".join([*([f"{low} <= {number}"] if low else []), *([f"{number} <= {high}"] if high else [])])
