"""The functions of the language: one table for the checker, the manual and the editor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

COUNTABLE = "sites or list"  # a set of sites or a list of them
SITE_SETS = "sets"  # one set, or several in square brackets
PIECE, MOVE, STEP, STEP_OR_MOVE = "piece", "move", "step", "step or move"  # the bare name of one
NAME = "name"  # another bare name
FIXED = "fixed number"  # written down, or a number option
BARE = (PIECE, MOVE, STEP, STEP_OR_MOVE, NAME, FIXED)


@dataclass(frozen=True, slots=True)
class Function:
    """`required` and `optional` operands in order, `named` ones by name, and what comes out."""

    name: str
    gives: Kind
    required: tuple[Kind | str, ...]
    optional: tuple[Kind | str, ...] = ()
    named: Mapping[str, Kind | str] | None = None
    example: str = ""


FILTERS: Mapping[str, Kind | str] = {
    "through": Kind.SITES,
    "touching": Kind.SITES,
    "clear-of": Kind.SITES,
    "inside": Kind.SITES,
    "including": SITE_SETS,
    "length": Kind.NUMBER,
    "min": Kind.NUMBER,
    "max": Kind.NUMBER,
}
OF_PILES: Mapping[str, Kind | str] = {"of": Kind.PLAYERS, "kind": PIECE}
SIZES: Mapping[str, Kind | str] = {"size": Kind.NUMBER, "min": Kind.NUMBER, "max": Kind.NUMBER, **OF_PILES}
ALONG: Mapping[str, Kind | str] = {"along": Kind.DIRECTIONS}

_TABLE = (
    Function("rows", Kind.LIST, (Kind.SITES,), named={**FILTERS, **ALONG}, example="rows(mine, through=to, length=3)"),
    Function("groups", Kind.LIST, (Kind.SITES,), named={**FILTERS, **ALONG}, example="groups(theirs, clear-of=empty)"),
    Function(
        "between",
        Kind.LIST,
        (Kind.SITES, Kind.SITES),
        named={**FILTERS, **ALONG, "of": Kind.SITES},
        example="between(to, mine, of=theirs)",
    ),
    Function("near", Kind.SITES, (Kind.SITES,), named=ALONG, example="near(mine)"),
    Function(
        "reach",
        Kind.SITES,
        (Kind.SITES,),
        named={**ALONG, "distance": "distance", "through": Kind.SITES},
        example="reach(last-to, along=any, distance=any)",
    ),
    Function(
        "run", Kind.SITES, (Kind.SITES,), named={**ALONG, "of": Kind.SITES}, example="run(to, of=theirs, along=heading)"
    ),
    Function("distance", Kind.NUMBER, (Kind.SITES, Kind.SITES), named=ALONG, example="distance(to, corners)"),
    *(
        Function(
            name,
            Kind.SITES,
            (Kind.DIRECTIONS,),
            named={"distance": "distance", "through": Kind.SITES},
            example=f"{name}(north, distance=2)",
        )
        for name in ("entering", "leaving")
    ),
    Function("group", Kind.SITES, (Kind.SITE,), named={**ALONG, "of": Kind.SITES}, example="group(to, of=mine)"),
    Function("sites", Kind.SITES, (Kind.SITES,), example="sites(groups(empty))"),
    Function("connected", Kind.YES_NO, (Kind.SITES,), named=ALONG, example="connected(mine)"),
    Function("count", Kind.NUMBER, (COUNTABLE,), example="count(theirs)"),
    Function("size", Kind.NUMBER, (Kind.SITES,), named=OF_PILES, example="size(to)"),
    Function("piles", Kind.SITES, (Kind.SITES,), named=SIZES, example="piles(mine, min=2)"),
    Function("value", Kind.NUMBER, (Kind.SITES,), example="value(theirs)"),
    Function("different", Kind.NUMBER, (Kind.SITES,), example="different(mine)"),
    Function("sides", Kind.NUMBER, (Kind.SITES,), example="sides(group(to, of=mine))"),
    Function(
        "those", Kind.LIST, (COUNTABLE, Kind.YES_NO), example="those(groups(mine), count(near(it) and empty) is 1)"
    ),
    Function("largest", Kind.NUMBER, (Kind.LIST,), example="largest(groups(mine))"),
    Function("remainder", Kind.NUMBER, (Kind.NUMBER, FIXED), example="remainder(count(mine), 2)"),
    Function("any", Kind.YES_NO, (COUNTABLE,), example="any(mine and corners)"),
    Function("no", Kind.YES_NO, (COUNTABLE,), example="no(theirs)"),
    Function("of", Kind.SITES, (Kind.PLAYERS,), example="of(enemy)"),
    Function("hand", Kind.NUMBER, (Kind.PLAYERS,), (PIECE,), example="hand(me)"),
    Function("points", Kind.NUMBER, (Kind.PLAYER,), example="points(me)"),
    Function("lost", Kind.NUMBER, (Kind.PLAYERS,), example="lost(enemy)"),
    Function("can", Kind.YES_NO, (STEP_OR_MOVE,), (Kind.PLAYER,), example="can(take)"),
    Function("made", Kind.YES_NO, (MOVE,), example="made(jump)"),
    Function("attacks", Kind.SITES, (Kind.PLAYERS,), example="attacks(enemy)"),
    Function("stuck", Kind.YES_NO, (), (Kind.PLAYER,), example="stuck(enemy)"),
    Function("repeats", Kind.NUMBER, (), (NAME,), example="repeats(sites)"),
    Function("rank", Kind.SITES, (NAME,), example="rank(1)"),
    Function("file", Kind.SITES, (NAME,), example="file(a)"),
    Function("level", Kind.SITES, (NAME,), example="level(A)"),
    Function("opposite", Kind.DIRECTIONS, (Kind.DIRECTIONS,), example="opposite(heading)"),
)
FUNCTIONS: Mapping[str, Function] = {function.name: function for function in _TABLE}
