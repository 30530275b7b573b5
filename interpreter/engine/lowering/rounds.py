"""Paths that are walked from place to place: along directions that go round, and tracks that come to a site twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.lowering.program import Program


def passed(program: Program, direction: int) -> str:
    """The name of a function that gives the sites strictly between two sites of a path in a direction."""
    table = following(program, direction)
    program.constant(0)
    lines = [
        "    over = NOWHERE",
        f"    at = {table}[lowest(origin)]",
        "    while at >= 0 and not has(target | over, at):",
        "        over = over | bit(at)",
        f"        at = {table}[at]",
        "    return over",
    ]
    return program.helper(
        f"passed_{direction}", lambda name: [f"def {name}(origin: bits, target: bits) -> bits:", *lines]
    )


def round_ends(program: Program, direction: int) -> str:
    """The name of a function that gives where the paths of pieces end, which may come round to where they began.

    Along a track that comes to a site twice they may be several pieces; else it is one.
    """
    program.constant(0)
    lines = _track(program, direction) if program.board.walks[direction] else _line(program, direction)
    head = "origin: bits, through: bits, least: int, most: int"
    return program.helper(f"round_ends_{direction}", lambda name: [f"def {name}({head}) -> bits:", *lines])


def following(program: Program, direction: int) -> str:
    """A table of the place that a direction leads to from each place, or -1."""
    values = [-1] * (max(program.numbering.place) + 1)
    for site, to in enumerate(program.board.steps[direction]):
        values[program.numbering.place[site]] = program.numbering.place[to] if to >= 0 else -1
    return program.table(f"NEXT_{direction}", values)


def crossing(program: Program, direction: int) -> tuple[str, int, bool]:
    """A table of the sites of a track that comes to a site twice, in order; their number; and whether it is closed."""
    walk = program.board.walks[direction]
    closed = walk[0] == walk[-1]
    sites = [1 << program.numbering.place[site] for site in (walk[:-1] if closed else walk)]
    return program.table(f"WALK_{direction}", sites, "sets"), len(sites), closed


def _line(program: Program, direction: int) -> list[str]:
    table = following(program, direction)
    return [
        "    found = NOWHERE",
        "    over = NOWHERE",
        f"    at = {table}[lowest(origin)]",
        "    length = 1",
        "    while at >= 0 and length <= most:",
        "        if length >= least:",
        "            found = found | bit(at)",
        "        if has(over, at) or not has(through, at):",
        "            break",
        "        over = over | bit(at)",
        f"        at = {table}[at]",
        "        length = length + 1",
        "    return found",
    ]


def _track(program: Program, direction: int) -> list[str]:
    """From each place where the track comes to a piece, to its end or once around."""
    table, number, closed = crossing(program, direction)
    return [
        "    found = NOWHERE",
        f"    for start in range({number}):",
        f"        at = start if {table}[start] & origin != 0 else -1",
        "        length = 0",
        f"        while at >= 0 and length < min(most, {number if closed else f'{number - 1} - start'}):",
        f"            at = {f'0 if at == {number - 1} else at + 1' if closed else 'at + 1'}",
        "            length = length + 1",
        "            if length >= least:",
        f"                found = found | {table}[at]",
        f"            if {table}[at] & through == 0:",
        "                at = -1",
        "    return found",
    ]
