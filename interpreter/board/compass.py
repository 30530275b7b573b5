"""The names of directions, and what they mean on squares and among hexagons."""

from __future__ import annotations

import math
from itertools import permutations, product

HEXAGONAL_SHAPES = ("hexagon", "rhombus", "triangle", "star")
LETTERED_ROWS = ("hexagon", "triangle", "star")  # where a letter names the row, and a number the place in it

# Steps on a square lattice, (columns, rows); straight ones first.
SQUARE = {
    "north": (0, 1),
    "south": (0, -1),
    "east": (1, 0),
    "west": (-1, 0),
    "north-east": (1, 1),
    "north-west": (-1, 1),
    "south-east": (1, -1),
    "south-west": (-1, -1),
}
ORTHOGONAL = ("north", "south", "east", "west")
DIAGONAL = ("north-east", "north-west", "south-east", "south-west")

# Steps on a lattice of several levels, (columns, rows, levels); straight ones first, then those on the slant of two of
# these, then those of all three.
VERTICAL = {"up": 1, "down": -1}
SOLID: dict[str, tuple[int, int, int]] = dict(
    sorted(
        {
            **{name: (across, along, 0) for name, (across, along) in SQUARE.items()},
            **{name: (0, 0, rise) for name, rise in VERTICAL.items()},
            **{
                f"{way}-{name}": (across, along, rise)
                for way, rise in VERTICAL.items()
                for name, (across, along) in SQUARE.items()
            },
        }.items(),
        key=lambda named: sum(map(abs, named[1])),
    )
)

# Steps among hexagons, whose rows lie level: (along the row, rows up), the axis of rows leaning to the right.
HEXAGONAL = {
    "east": (1, 0),
    "west": (-1, 0),
    "north-east": (0, 1),
    "north-west": (-1, 1),
    "south-east": (1, -1),
    "south-west": (0, -1),
}

OPPOSITE = {
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
    "north-east": "south-west",
    "south-west": "north-east",
    "north-west": "south-east",
    "south-east": "north-west",
}
_BY_STEP = {step: name for name, step in SOLID.items()}
OPPOSITE |= {name: _BY_STEP[-across, -along, -rise] for name, (across, along, rise) in SOLID.items()}

# Degrees, counted from east against the clock.
SQUARE_ANGLES = {
    "east": 0,
    "north-east": 45,
    "north": 90,
    "north-west": 135,
    "west": 180,
    "south-west": 225,
    "south": 270,
    "south-east": 315,
}
HEXAGONAL_ANGLES = {
    "east": 0,
    "north-east": 60,
    "north-west": 120,
    "west": 180,
    "south-west": 240,
    "south-east": 300,
}


def span(direction: str, *, hexagonal: bool) -> tuple[float, float]:
    """How far across and how far up one step in a direction of the compass leads in a drawing."""
    if not hexagonal:
        return SQUARE[direction]
    angle = math.radians(HEXAGONAL_ANGLES[direction])
    return math.cos(angle), math.sin(angle)


_BY_SIGNS = {step: name for name, step in SQUARE.items()}


def sense(across: float, up: float) -> str | None:
    """The compass name of a difference of places, by its signs alone; None if there is no difference."""
    return _BY_SIGNS.get((_sign(across), _sign(up)))


def turned(leap: tuple[int, int], *, hexagonal: bool) -> tuple[tuple[int, int], ...]:
    """A leap with all its turns and reflections, each once: eight at most on squares, twelve among hexagons."""
    found: dict[tuple[int, int], None] = {}
    for across, up in (leap, leap[::-1]):
        step = across, up
        for _ in range(6 if hexagonal else 4):
            found[step] = None
            step = (-step[1], step[0] + step[1]) if hexagonal else (-step[1], step[0])
    return tuple(found)


def turned_in_space(leap: tuple[int, int, int]) -> tuple[tuple[int, int, int], ...]:
    """A leap on a lattice of several levels with all its turns and reflections, each once: 48 at most."""
    signs = tuple(product((1, -1), repeat=3))
    return tuple(dict.fromkeys((a * x, b * y, c * z) for x, y, z in permutations(leap) for a, b, c in signs))


def _sign(number: float) -> int:
    return 0 if abs(number) < 1e-9 else 1 if number > 0 else -1
