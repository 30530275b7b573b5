"""The parts of the board on which rules of their own hold: a throne, corners, a palace, the banks of a river."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.board import everything, union
from interpreter.board.tracks import BACK
from interpreter.explaining.nouns import joined, nouns_of, spoken
from interpreter.language.terms import site_set
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.board import Board
    from interpreter.explaining.nouns import Nouns
    from interpreter.language.terms import Term
    from interpreter.machine.rules import Rules
    from interpreter.play.game import Game

FEW = 4  # a set of more than one site in four is no exception on the board
SIDES = ("north", "south", "east", "west")


@dataclass(frozen=True)
class Zone:
    """A part of the board: what it is called, and its sites, those of each player where it is a different one for each.

    Few sites are an exception on the board; of a `large` part it matters where it ends.
    """

    name: str
    parts: tuple[int, ...]
    large: bool

    @property
    def sites(self) -> int:
        """The sites of all players."""
        return union(self.parts)

    def lies_in(self, other: Zone) -> bool:
        """Whether it is a part of another zone of its size, which is what is to be seen."""
        if len(self.parts) != len(other.parts) or self.parts == other.parts or self.large != other.large:
            return False
        return all(not part & ~around for part, around in zip(self.parts, other.parts, strict=True))


def zones(game: Game) -> tuple[Zone, ...]:
    """The parts of the board that decide where a piece may go, how a turn goes on, or when the game ends."""
    rules = game.rules
    every, borders = everything(rules.board), rules.board.regions.get("borders", 0)
    found = [zone for zone in (*_of_all(game), *_of_players(game)) if not zone.sites & borders]
    found = [zone for zone in found if not borders or zone.sites != every & ~borders]  # cells are no part of the board
    small = union(zone.sites for zone in found if not zone.large)
    found = [zone for zone in found if not zone.large or not small or zone.sites != every & ~small]
    return tuple(zone for zone in found if not any(map(zone.lies_in, found)))


def special_sites(game: Game) -> int:
    """The sites of the parts that are exceptions on the board."""
    return union(zone.sites for zone in zones(game) if not zone.large)


def _of_all(game: Game) -> Iterator[Zone]:
    """The parts that are the same for all players; where one has no name, what it is in words."""
    rules = game.rules
    board, every = rules.board, everything(rules.board)
    nouns = nouns_of(game)
    own = {name: region.bits for name, region in game.scope.regions.items() if isinstance(region.bits, int)}
    ends = _sets(end.condition for end in rules.every_end())
    edge = _edge(board)
    asked = {bits for bits in ends | _sets(_deciding(rules)) if bits in ends or bits & ~edge}
    large = [name for name, bits in own.items() if bits in asked and _is_large(bits, every)]
    yield from (Zone(spoken(name), (own[name],), large=True) for name in large)
    few = {side for bits in asked for side in (bits, every & ~bits) if side and not _is_large(side, every)}
    known: dict[str, int] = {}
    players = union(union(region.bits) for region in game.scope.regions.values() if isinstance(region.bits, tuple))
    for bits in sorted(few, key=lambda bits: (bits.bit_count(), bits)):
        for name, part in own.items():
            if part and not part & ~bits:
                known[spoken(name)] = part
        rest = bits & ~union(known.values())
        if rest & ~players:
            name = _called(nouns, rest)
            known[name] = known.get(name, 0) | rest
    yield from (Zone(name, (bits,), large=False) for name, bits in known.items())


def _edge(board: Board) -> int:
    """The sites at the edge, where others lie within."""
    edge = board.regions.get("edges", 0)
    return edge if edge != everything(board) else 0


def _called(nouns: Nouns, bits: int) -> str:
    """What a set that the file gives no name is called: as the board calls it, or in words."""
    board = nouns.rules.board
    if bits.bit_count() > 1 and not bits & ~_edge(board) and bits != board.regions.get("corners"):
        return "edge"
    region = nouns.region(site_set(bits))
    if region is None or region[1]:
        return ""
    return region[0].removeprefix("the ").removeprefix("an ").removeprefix("a ")


def _of_players(game: Game) -> Iterator[Zone]:
    """The parts that are different ones for each player, unless the edge of the board shows them."""
    rules = game.rules
    every, edge = everything(rules.board), _edge(rules.board)
    deciding = _chosen([*(end.condition for end in rules.every_end()), *_deciding(rules)])
    asked = deciding | _chosen(effect_terms(rules.effects()))
    found = [
        Zone(spoken(name), region.bits, large=_is_large(union(region.bits), every))
        for name, region in game.scope.regions.items()
        if isinstance(region.bits, tuple) and region.bits in asked
    ]
    for zone in found:
        single = max(map(int.bit_count, zone.parts)) == 1
        if single or zone.sites & ~edge:
            yield zone


def _is_large(bits: int, every: int) -> bool:
    return bits.bit_count() * FEW > every.bit_count()


def _sets(terms: Iterable[Term]) -> set[int]:
    return {int(str(part.value)) for term in terms for part in term.walk() if part.op == "sites"}


def _chosen(terms: Iterable[Term]) -> set[object]:
    return {part.value for term in terms for part in term.walk() if part.op == "chosen"}


def _deciding(rules: Rules) -> Iterator[Term]:
    """What decides where a piece may go and how a turn goes on."""
    for move in rules.moves:
        yield from (term for term in (move.target, move.onto, move.through, move.when) if term is not None)
    steps = (step for phase in rules.phases for step in phase.steps)
    yield from (entry.condition for step in steps for entry in step.next if entry.condition is not None)


def tracks_one_way(rules: Rules) -> tuple[int, ...]:
    """The tracks along which pieces move, or are sown, one way only; as numbers of directions."""
    names = rules.board.directions
    going = {
        names[number]
        for move in rules.moves
        if move.along is not None
        for part in move.along.walk()
        if part.op == "directions" and isinstance(part.value, tuple)
        for number in part.value
    }
    tracks = {name for name in names if f"{name}{BACK}" in names}
    one_way = [name for name in going if f"{name}{BACK}" not in going and name.removesuffix(BACK) not in going - {name}]
    return tuple(names.index(name) for name in sorted(one_way) if name.removesuffix(BACK) in tracks)


def sides(game: Game) -> tuple[Zone | None, ...]:
    """What ends ask for of each player's own, where it lies at the edge of the board: the sides to join or to reach."""
    rules = game.rules
    edge, found = rules.board.regions.get("edges", 0), [0] * len(rules.players)
    names: dict[str, None] = {}
    for end in rules.every_end():
        for part in end.condition.walk():
            bits = part.value if part.op == "chosen" and isinstance(part.value, tuple) else ()
            if bits and not union(bits) & ~edge:
                found = [known | own for known, own in zip(found, bits, strict=True)]
                names |= {name: None for name, region in game.scope.regions.items() if region.bits == bits}
    name = joined([spoken(name) for name in names])
    return tuple(Zone(name, (bits,), large=False) if bits else None for bits in found)
