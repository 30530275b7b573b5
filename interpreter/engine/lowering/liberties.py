"""Groups of a player's pieces kept from step to step with their liberties, where rules take groups that have none.

A liberty is an empty site beside a group. It is counted once for each piece beside it: then groups that are joined have
the sum, and a group has none where the count is 0. Every piece knows the number of its group, and every group its
pieces, so that what is taken need not be found; of two groups that a new piece joins, the smaller one is renumbered.

A step asks about the position after it, while what is kept is of the position before: what the new piece takes from
each group beside it is told by how many of its neighbours are of that group.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.engine.lowering.disc import beside_of
from interpreter.engine.lowering.forest import MINE
from interpreter.engine.lowering.growing import TAKING, grows_singly
from interpreter.engine.lowering.reaching import place as place_of
from interpreter.language.terms import Kind, Term

if TYPE_CHECKING:
    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Effect, Move, Rules

MOST_AROUND = 8  # neighbours of a site, of which each pair is compared
STOOD = "stood"  # the pieces that have been counted
ALONE = Term("alone", Kind.SITE)  # known where nothing has changed since but that a piece came to `to`
TAKEN = Term("taken", Kind.SITE)  # known where it also has taken what it may take beside it
FORMS = ({"touching", "clear-of", "along"}, {"through", "clear-of", "along"})
TO = Term("word", Kind.SITE, value="to")
EMPTY = Term("empty", Kind.SITES)


@dataclass(frozen=True, slots=True)
class Liberties:
    """The groups of each player along some directions, in arrays of a playout."""

    program: Program
    along: tuple[int, ...]
    players: int

    def head(self) -> list[str]:
        """The lines that begin a playout on an empty board."""
        size = max(self.program.numbering.place) + 2
        lines = [f"{STOOD} = {self.program.constant(0)}"]
        for player in range(self.players):
            number, free, part = self.arrays(player)
            lines += [f"{number} = ints({size})", f"{free} = ints({size})", f"{part} = sets({size})"]
        return lines

    def arrays(self, player: int) -> tuple[str, str, str]:
        """For each site of a player, one behind its place, its group; for each group its liberties, and its pieces.

        A group has the number of one of its sites; 0 stands for none, which has no liberties.
        """
        return f"group_{player}", f"free_{player}", f"part_{player}"

    # --- what is asked

    def taken(self, player: int, place: str) -> str:
        """The pieces of a player that lose their last liberty to another's piece at a place."""
        return f"{self._asked('taken', '==')}({', '.join([place, *self.arrays(player)])})"

    def breathes(self, player: int, place: str, empty: str) -> str:
        """Whether the group of a player's new piece has a liberty: an empty site beside it, or one of a group there."""
        near = self.program.near_place(place, self.along)
        call = f"{self._asked('breathes', '>')}({', '.join([place, *self.arrays(player)[:2]])})"
        return f"({near} & {empty} != 0 or {call})"

    def _asked(self, name: str, compared: str) -> str:
        """The name of a function that compares the liberties of each group beside a place with its pieces there."""
        table, most = self._beside()
        number = range(most)
        lines = [f"    at{i} = group[{table}[{most} * place + {i}]]" for i in number]
        lines += [f"    same{i}{j} = int(at{i} == at{j})" for i, j in combinations(number, 2)]
        counts = [" + ".join(["1", *(f"same{min(i, j)}{max(i, j)}" for j in number if j != i)]) for i in number]
        lines += [f"    found{i} = free[at{i}] {compared} {count}" for i, count in enumerate(counts)]
        any_found = f"{' | '.join(f'int(found{i})' for i in number)} != 0"
        head = f"def {name}_{self._name}(place: int, group: ints, free: ints"
        if name == "breathes":
            lines = ["@inline", f"{head}) -> bool:", *lines, f"    return {any_found}"]
        else:
            lines = ["@inline", f"{head}, part: sets) -> bits:", *lines, "    pieces = NOWHERE", f"    if {any_found}:"]
            for i in number:
                lines += [f"        if found{i}:", f"            pieces = pieces | part[at{i}]"]
            lines.append("    return pieces")
        return self.program.helper(f"{name}_{self._name}", lambda _: lines)

    # --- what is brought up to date

    def stepped(self, writer: Writer, expressions: Expressions, scene: Scene) -> Scene:
        """Writes what a step changes that has been made; gives the scene in which the groups are those after it."""
        site, done = scene.words.get("to", ""), replace(scene, liberties=None)
        if isinstance(scene.made, str):  # of several moves, some of which may place nothing
            with writer.block(f"if {site} != 0:"):
                self._come(writer, expressions, scene, site)
        elif scene.made is not None and expressions.rules.moves[scene.made].verb == "place":
            self._come(writer, expressions, scene, site)
        return done

    def _come(self, writer: Writer, expressions: Expressions, scene: Scene, site: str) -> None:
        place = place_of(writer, scene, site)
        standing = writer.name(expressions.occupied(scene), "s")
        writer.line(f"{STOOD} = {STOOD} | {site}")
        gone = writer.name(f"{STOOD} & ~{standing}", "gone")
        self.came(writer, scene.me, place, site)
        with writer.block(f"if {gone} != 0:"):
            for player in range(self.players):
                writer.line(f"{self._left()}({', '.join([gone, *self.arrays(player)[:2]])})")
            writer.line(f"{STOOD} = {standing}")

    def came(self, writer: Writer, player: int, place: str, site: str) -> None:
        """Writes that a piece of a player came, which stands among those counted already."""
        free = f"count({self.program.near_place(place, self.along)} & {self.program.every} & ~{STOOD})"
        for other in range(self.players):
            if other != player:
                writer.line(f"{self._hemmed()}({', '.join([place, *self.arrays(other)[:2]])})")
        writer.line(f"{self._joined()}({', '.join([place, site, free, *self.arrays(player)])})")

    def loaded(self, writer: Writer, player: int, standing: tuple[str, str]) -> None:
        """Writes how pieces of a player come that stand in a position: an array of their places, and their number."""
        places, number = standing
        site = writer.fresh("t")
        with writer.block(f"for i in range({number}):"):
            writer.line(f"{site} = bit({places}[i])")
            writer.line(f"{STOOD} = {STOOD} | {site}")
            self.came(writer, player, f"{places}[i]", site)

    def _beside(self) -> tuple[str, int]:
        """A table of the neighbours of each place, one behind it and 0 for none; how many a place has there."""
        place, beside = self.program.numbering.place, beside_of(self.program.board, self.along)
        most = max(map(len, beside))
        rows = [0] * (most * (max(place) + 1))
        for site, found in enumerate(beside):
            for i, other in enumerate(sorted(found)):
                rows[most * place[site] + i] = place[other] + 1
        return self.program.table(f"BESIDE_{self._name}", rows), most

    def _hemmed(self) -> str:
        """The name of a function that takes a liberty of the groups beside a place."""
        table, most = self._beside()
        return self.program.helper(
            f"hemmed_{self._name}",
            lambda name: [
                "@inline",
                f"def {name}(place: int, group: ints, free: ints) -> None:",
                f"    for i in range({most}):",
                f"        at = group[{table}[{most} * place + i]]",
                "        free[at] = free[at] - 1",
                "    free[0] = 0",
            ],
        )

    def _joined(self) -> str:
        """The name of a function that joins a new piece to the groups beside it, with so many empty sites beside it."""
        table, most = self._beside()
        renumbered = self.program.helper(
            "renumbered",
            lambda name: [
                f"def {name}(pieces: bits, number: int, group: ints) -> None:",
                "    rest = pieces",
                "    while rest != 0:",
                "        group[lowest(rest) + 1] = number",
                "        rest = rest ^ (rest & -rest)",
            ],
        )
        return self.program.helper(
            f"grouped_{self._name}",
            lambda name: [
                "@inline",
                f"def {name}(place: int, site: bits, around: int, group: ints, free: ints, part: sets) -> None:",
                "    whole = 0",
                f"    for i in range({most}):",
                f"        other = group[{table}[{most} * place + i]]",
                "        free[other] = free[other] - 1",
                "        whole = other if other != 0 else whole",
                "    free[0] = 0",
                "    if whole != 0:",
                f"        for i in range({most}):",
                f"            other = group[{table}[{most} * place + i]]",
                "            if other * (other - whole) != 0:",  # one condition, which seldom holds
                "                if count(part[whole]) < count(part[other]):",
                "                    smaller = whole",
                "                    whole = other",
                "                    other = smaller",
                f"                {renumbered}(part[other], whole, group)",
                "                part[whole] = part[whole] | part[other]",
                "                free[whole] = free[whole] + free[other]",
                "    if whole == 0:",
                "        whole = place + 1",
                "        part[whole] = site",
                "        free[whole] = around",
                "    else:",
                "        part[whole] = part[whole] | site",
                "        free[whole] = free[whole] + around",
                "    group[place + 1] = whole",
            ],
        )

    def _left(self) -> str:
        """The name of a function that takes off groups that have left, and gives liberties to those beside them."""
        table, most = self._beside()
        return self.program.helper(
            f"left_{self._name}",
            lambda name: [
                f"def {name}(gone: bits, group: ints, free: ints) -> None:",
                "    rest = gone",
                "    while rest != 0:",
                "        place = lowest(rest)",
                "        rest = rest ^ (rest & -rest)",
                "        group[place + 1] = 0",
                f"        for i in range({most}):",
                f"            at = group[{table}[{most} * place + i]]",
                "            free[at] = free[at] + 1",
                "    free[0] = 0",
            ],
        )

    @property
    def _name(self) -> str:
        return "_".join(map(str, self.along))


def liberties_of(program: Program, rules: Rules) -> Liberties | None:
    """The groups that are worth keeping: pieces come one at a time, and leave in whole groups without liberties."""
    taking = [effect for effect in rules.effects() if effect.action in TAKING]
    placing = [move for move in rules.moves if move.verb == "place"]
    of_steps = [effect for move in placing for effect in move.effects]
    along = {_along(effect.sites) for effect in taking}
    of_the_mover = all(rules.pieces[kind].owner is None for move in placing for kinds in move.pieces for kind in kinds)
    if (
        not program.wide
        or len(along) != 1
        or not (of_the_mover and grows_singly(rules))
        or any(phase.best for phase in rules.phases)
        or not all(effect in of_steps and _whole(effect) for effect in taking)
    ):
        return None
    (found,) = along
    if not found or not program.mutual(found) or any(program.board.walks[direction] for direction in found):
        return None
    most = max(map(len, beside_of(program.board, found)))
    return Liberties(program, found, len(rules.players)) if 0 < most <= MOST_AROUND else None


def _whole(effect: Effect) -> bool:
    """Whether what a consequence takes leaves the board, whoever owns it and however much it is."""
    return effect.amount is None and effect.of is None and effect.into.site is None


def _along(sites: Term | None) -> tuple[int, ...]:
    """The directions of `groups(S, touching=to, clear-of=empty)`, or `through=to`, for a player's pieces; else none."""
    if sites is None or sites.op != "flatten" or sites.args[0].op != "groups":
        return ()
    groups, named = sites.args[0], dict(sites.args[0].named)
    asked = (named.get("touching", named.get("through")), named.get("clear-of"))
    if set(named) not in FORMS or asked != (TO, EMPTY) or not _of_a_player(groups.args[0]):
        return ()
    along = named["along"].value
    return along if isinstance(along, tuple) else ()


def noted(scene: Scene, move: Move, *, taken: bool) -> dict[Term, str]:
    """What is known right after a step's verb, or once its consequences have been; each stands for itself."""
    if scene.liberties is None or move.verb != "place":
        return {}
    if not taken:
        return {ALONE: "", TAKEN: ""}
    others = all(effect.action not in TAKING or _of_others(effect.sites) for effect in move.effects)
    return {TAKEN: ""} if others else {}


def _of_a_player(sites: Term) -> bool:
    return sites.op == "owned" and sites.args[0].op in {"me", "enemy"}


def _of_others(sites: Term | None) -> bool:
    """Whether what is taken touches the new piece, so that it leaves an empty site there."""
    return sites is not None and "touching" in dict(sites.args[0].named) and sites.args[0].args[0].args[0].op != "me"


def shut_in(expressions: Expressions, writer: Writer, scene: Scene, term: Term) -> str:
    """The pieces of all groups of a list of groups without liberties at the new piece; "" for other lists."""
    if scene.liberties is None or ALONE not in scene.known or _along(flat := _flat(term)) != scene.liberties.along:
        return ""
    if flat in scene.known:
        return scene.known[flat]
    owner, named = term.args[0].args[0], dict(term.named)
    if (owner.op == "me") != ("through" in named):
        return ""
    site = scene.words["to"]
    place = place_of(writer, scene, site)
    if "touching" in named:
        found = writer.name(scene.liberties.taken(1 - scene.me, place))
    else:
        found, inside = writer.fresh("t"), expressions.clean(writer, scene, term.args[0])
        writer.line(f"{found} = {expressions.program.constant(0)}")
        with writer.block(f"if not {scene.liberties.breathes(scene.me, place, _empty(expressions, scene))}:"):
            writer.line(f"{found} = {expressions.program.fill(site, inside, scene.liberties.along)}")
    scene.known[flat] = found
    return found


def breathes(expressions: Expressions, writer: Writer, scene: Scene, term: Term, along: tuple[int, ...]) -> str:
    """Whether the group that a term gives has a liberty, if it is that of the new piece; "" for others."""
    of = term.option("of")
    known = scene.liberties is not None and TAKEN in scene.known and scene.liberties.along == along
    if scene.liberties is None or not known or term.args[0] != TO or of != MINE:
        return ""
    place = place_of(writer, scene, scene.words["to"])
    return scene.liberties.breathes(scene.me, place, _empty(expressions, scene))


def whole(scene: Scene, of: Term, place: str, along: tuple[int, ...]) -> str:
    """The group of a piece of a set that stands at a place; "" where it is not kept."""
    kept = scene.kept.liberties if scene.kept is not None else None
    if kept is None or kept.along != along or of != MINE:
        return ""
    number, _, part = kept.arrays(scene.me)
    return f"{part}[{number}[{place} + 1]]"


def _flat(term: Term) -> Term:
    return Term("flatten", Kind.SITES, (term,))


def _empty(expressions: Expressions, scene: Scene) -> str:
    return f"{expressions.program.every} & ~{expressions.occupied(scene)}"
