"""Groups joined by union-find while pieces come and none leaves: a disjoint-set forest in flat arrays, for each player.

The root of a group has a word with a bit for each set of sites that rules ask of groups, set where the group meets it.
A new piece joins the groups beside it, and what is asked of its group is read from the word; see `belonging`.

Paths are halved (Havannah of side 8 takes 26 ns a step with it, 28 without; of side 12, 45 and 49). The smaller group
is not sought to be put under the larger: a new piece has a root beside it most often, and it takes longer (27 and 54).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering.belonging import Question, questions_of
from interpreter.engine.lowering.disc import beside_of, disc_of, orders_of
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Rules

MINE = Term("owned", Kind.SITES, (Term("me", Kind.PLAYER),))
WORD = 63  # bits of a word, none of which is the sign
MOST_AROUND = 8  # neighbours of which every pattern has a place in a table
CHUNK = 8  # bits that are counted by one look into a table
CONNECTED = 2  # sets to be joined for which it is faster to keep what is connected to the first of them


@dataclass(frozen=True)
class Forest:
    """The groups of each player along some directions; `fields` has the number of the first bit of a row of sets."""

    along: tuple[int, ...]
    questions: dict[Term, tuple[Question, ...]]
    players: int
    fields: dict[tuple[int, ...], int] = field(default_factory=dict)

    def head(self, program: Program) -> list[str]:
        """The lines that begin a playout on an empty board."""
        size = max(program.numbering.place) + 2
        return [f"{name} = ints({size})" for player in range(self.players) for name in self.arrays(player)]

    def arrays(self, player: int) -> tuple[str, str]:
        """For each site of a player's pieces, one behind its place, the one above it; and the words of the roots."""
        name = "_".join(map(str, self.along))
        return f"above_{player}_{name}", f"met_{player}_{name}"

    def joined(self, writer: Writer, program: Program, player: int, place: str) -> tuple[str, str]:
        """Writes how a piece at a place joins the groups beside it; gives its group's word, and whether it closes it.

        It closes it where two neighbours that do not touch each other, nor others in a row between them, belong to one
        group already.
        """
        word, closes = writer.fresh("w"), writer.fresh("closes")
        arguments = ", ".join([place, *self.arrays(player)])
        writer.line(f"{word}, {closes} = {self._join(program)}({arguments})")
        return word, closes

    def loaded(self, writer: Writer, program: Program, player: int, standing: tuple[str, str]) -> None:
        """Writes how pieces of a player join that stand in a position: an array of their places, and their number."""
        places, number = standing
        with writer.block(f"for i in range({number}):"):
            self.joined(writer, program, player, f"{places}[i]")

    def _join(self, program: Program) -> str:
        """The name of a function that joins a new piece to the groups beside it."""
        top, name = _top(program), "_".join(map(str, self.along))
        bits = [0] * (max(program.numbering.place) + 1)
        for row, first in self.fields.items():
            for bit, sites in enumerate(row, start=first):
                for site, place in enumerate(program.numbering.place):
                    bits[place] |= (sites >> site & 1) << bit
        table = program.table(f"MEETS_{name}", bits)
        around, firsts, most = _around(program, self.along)
        pattern = " | ".join(f"(int(above[{around}[row + {i}]] != 0) << {i})" for i in range(most))
        return program.helper(
            f"join_{name}",
            lambda name: [
                "@inline",
                f"def {name}(place: int, above: ints, met: ints) -> tuple[int, bool]:",
                "    root = place + 1",
                f"    meets = {table}[place]",
                "    closes = False",
                f"    row = {most} * place",
                f"    rest = {firsts}[{pattern}]",
                "    while rest != 0:",
                f"        other = {top}({around}[row + (rest & 7)], above)",
                "        rest = rest >> 4",
                "        if root == place + 1:",
                "            root = other",
                "            meets = meets | met[other]",
                "        elif root == other:",
                "            closes = True",
                "        else:",
                "            above[other] = root",
                "            meets = meets | met[other]",
                "    above[place + 1] = root",
                "    met[root] = meets",
                "    return meets, closes",
            ],
        )


def forests_of(program: Program, rules: Rules) -> tuple[Forest, ...]:
    """The forests that are worth keeping (see `passes` for what was measured)."""
    found = []
    for along, questions in questions_of(rules).items():
        asked = [question for told in questions.values() for question in told]
        if not any(_pays(question, wide=program.wide) for question in asked):
            continue
        forest, count = Forest(along, questions, len(rules.players)), 0
        for question in asked:
            if question.form != "filled" and question.sets not in forest.fields:
                forest.fields[question.sets] = count
                count += len(question.sets)
        if count <= WORD and max(map(len, orders_of(program.board, along))) <= MOST_AROUND:
            found.append(forest)
    return tuple(found)


def _pays(question: Question, *, wide: bool) -> bool:
    """Whether a question is answered faster by a forest than in other ways."""
    if question.form == "every":
        return wide and len(question.sets) > CONNECTED
    return question.form != "filled"


def joined(expressions: Expressions, writer: Writer, scene: Scene, forests: tuple[Forest, ...]) -> Scene:
    """The scene after a piece was placed, in which all is known that is asked of its group."""
    if not forests:
        return scene
    program, site = expressions.program, scene.words["to"]
    place, known = scene.places.get(site) or f"lowest({site})", dict(scene.known)
    for forest in forests:
        place = writer.name(place, "p")
        word, closes = forest.joined(writer, program, scene.me, place)
        for term, told in forest.questions.items():
            question = told[scene.me]
            match question.form:
                case "ring":
                    known[term] = closes
                case "filled":
                    inside = writer.name(expressions.clean(writer, scene, MINE))
                    known[term] = _filled(program, question, place, inside)
                case _:
                    known[term] = _read(program, question, word, forest.fields[question.sets], expressions.scale)
    return replace(scene, known=known)


def _read(program: Program, question: Question, word: str, first: int, scale: int) -> str:
    """The answer to a question, of whose sets a word has the bits from one on."""
    size = len(question.sets)
    bits = ((1 << size) - 1) << first
    if question.form == "any":
        return f"({word} & {bits} != 0)"
    if question.form == "every":
        return f"({word} & {bits} == {bits})"
    parts = []
    for at in range(first, first + size, CHUNK):
        most = (1 << min(CHUNK, first + size - at)) - 1
        table = program.table(f"MEMBERS_{most}", [number.bit_count() for number in range(most + 1)])
        parts.append(f"{table}[({word} >> {at}) & {most}]")
    text = f"({' + '.join(parts) or 0})"
    return text if scale == 1 else f"({text} * {scale})"


def _filled(program: Program, question: Question, place: str, inside: str) -> str:
    """Whether some site came to have the group on it and all around it: the new piece's, or one beside it.

    Then the group is also on all that is beside both, which is counted before anything is looked at in earnest.
    """
    board, along, (sites,) = program.board, question.along, question.sets
    beside = beside_of(board, along)
    fewest = min(
        (
            min(len(beside[site]), *(len(beside[site] & beside[other]) + 1 for other in beside[site]))
            for site in range(len(board.sites))
            if sites >> site & 1
        ),
        default=0,
    )
    near, own = program.near_place(place, along), f"{inside} & {program.board_set(sites)}"
    around = program.near(f"{program.every} & ~{inside}", along)
    return f"(count({near} & {inside}) >= {fewest} and {own} & ~{around} & ({near} | bit({place})) != 0)"


def _top(program: Program) -> str:
    """The name of a function that finds the root above a site; whatever it passes moves up by one."""
    return program.helper(
        "top",
        lambda name: [
            "@inline",
            f"def {name}(at: int, above: ints) -> int:",
            "    up = above[at]",
            "    while up != at:",
            "        up = above[up]",
            "        above[at] = up",
            "        at = up",
            "        up = above[at]",
            "    return at",
        ],
    )


def _around(program: Program, along: tuple[int, ...]) -> tuple[str, str, int]:
    """A table of the neighbours of each place, one of those of them to be looked up, and how many a place has at most.

    The second has for every pattern of neighbours with a piece the numbers of some, in four bits each, with the fourth.
    On a disc these are the first of those that touch, in their order round the place: what lies outside the board is a
    neighbour as well, on which nothing stands, and a short row ends with its last neighbour again and again.
    """
    disc, orders, place = disc_of(program.board, along), orders_of(program.board, along), program.numbering.place
    most = max(map(len, orders))
    rows = [0] * (most * (max(place) + 1))
    for site, order in enumerate(orders):
        indices = [place[other] + 1 if other >= 0 else 0 for other in order]
        indices += (indices[-1:] if disc is not None else [0]) * (most - len(indices))
        rows[most * place[site] : most * (place[site] + 1)] = indices
    looked = [_packed(pattern, most, touching=disc is not None) for pattern in range(1 << most)]
    kind = "FIRSTS" if disc is not None else "EACH"
    table = program.table(f"AROUND_{'_'.join(map(str, along))}", rows)
    return table, program.table(f"{kind}_{most}", looked), most


def _packed(pattern: int, most: int, *, touching: bool) -> int:
    """The numbers of the set bits, or of the first of each row of them in a closed line, in four bits each."""
    found = [i for i in range(most) if pattern >> i & 1]
    if touching:
        found = [i for i in found if not pattern >> (i - 1) % most & 1] or found[:1]
    return sum((8 | i) << 4 * number for number, i in enumerate(found))
