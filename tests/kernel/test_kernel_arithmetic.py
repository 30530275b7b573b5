"""Every operation, on its own, has one meaning in every way of running, on values at the edges and between."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest
from kernel_ways import WIDTHS, outcomes, runners

from interpreter.engine.kernel import verify
from interpreter.engine.kernel.arithmetic import BINARY, COMPARE, INTRINSICS, UNARY, operations

if TYPE_CHECKING:
    from interpreter.engine.kernel import Kind

LEAST, MOST = -(1 << 63), (1 << 63) - 1
INTS = (
    0,
    1,
    -1,
    2,
    -2,
    3,
    5,
    31,
    35,
    36,
    62,
    63,
    64,
    65,
    120,
    121,
    127,
    128,
    361,
    -64,
    1 << 32,
    LEAST,
    LEAST + 1,
    MOST,
)
SIGNS = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "FloorDiv": "//",
    "Mod": "%",
    "BitAnd": "&",
    "BitOr": "|",
    "BitXor": "^",
    "LShift": "<<",
    "RShift": ">>",
    "Eq": "==",
    "NotEq": "!=",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
    "USub": "-",
    "Invert": "~",
    "Not": "not ",
}
FORMS: list[tuple[str, tuple[Kind, ...], Kind, str]] = [
    *[
        (name, (kind, "int" if sign in {"LShift", "RShift"} else kind), kind, f"{{}} {SIGNS[sign]} {{}}")
        for (sign, kind), name in BINARY.items()
    ],
    *[(name, (kind, kind), "bool", f"{{}} {SIGNS[sign]} {{}}") for (sign, kind), name in COMPARE.items()],
    *[(name, (kind,), kind, f"{SIGNS[sign]}{{}}") for (sign, kind), name in UNARY.items()],
    *[(name, kinds, kind, f"{name}({', '.join('{}' for _ in kinds)})") for name, (kinds, kind) in INTRINSICS.items()],
]


def values(kind: Kind, width: int, chance: random.Random) -> list[int]:
    if kind == "bool":
        return [False, True]
    everything = (1 << width) - 1
    if kind == "bits":
        edges = {0, 1, everything, 1 << width - 1, everything ^ 1, everything >> 1}
        return sorted(
            edges
            | {chance.getrandbits(width) & chance.choice([everything, chance.getrandbits(width)]) for _ in range(9)}
        )
    return [*INTS, width, width - 1, *(chance.randrange(LEAST, MOST) for _ in range(6))]


def literal(kind: Kind, value: int) -> str:
    return str(bool(value)) if kind == "bool" else f"({value})"


@pytest.mark.parametrize("width", WIDTHS)
def test_operations(width: int):
    chance = random.Random(width)
    text, tries = [], []
    meaning = operations(width)
    for number, (name, kinds, result, form) in enumerate(FORMS):
        parameters = ", ".join(f"{letter}: {kind}" for letter, kind in zip("ab", kinds, strict=False))
        text.append(f"def f{number}({parameters}) -> {result}:\n    return {form.format('a', 'b')}\n")
        choices = [values(kind, width, chance) for kind in kinds]
        every = list(product(*choices))
        tries += [(f"f{number}", name, each) for each in (every if len(every) < 80 else chance.sample(every, 80))]
        if kinds[-1] == "int" and len(kinds) == 2:  # the last one known to the compiler
            for extra, value in enumerate((0, -1, 3, 8, -8, 64, width - 1, width, LEAST)):
                known = form.format("a", literal("int", value))
                text.append(f"def f{number}_{extra}(a: {kinds[0]}) -> {result}:\n    return {known}\n")
                tries += [(f"f{number}_{extra}", name, (a, value)) for a in choices[0][:15]]
    exported = tuple(dict.fromkeys(function for function, _, _ in tries))
    module = verify("\n".join(text), width)
    choosing = tuple(dict.fromkeys(function for function, name, _ in tries if name in {"nth", "pick"}))
    ways = runners(module, *exported, choosing=choosing)
    for function, name, arguments in tries:
        given = arguments[: len(module.functions[function].parameters)]
        expected = meaning[name](*arguments)
        for way, (found, _) in outcomes(ways, function, *given).items():
            assert found == expected, (way, name, arguments)
            assert type(found) is (bool if module.functions[function].results == ("bool",) else int), (way, name)


def test_the_meaning_of_the_edges():
    meaning = operations(36)
    assert meaning["int.add"](MOST, 1) == LEAST
    assert meaning["int.mul"](LEAST, -1) == LEAST
    assert meaning["int.div"](-7, 2) == -4
    assert meaning["int.mod"](-7, 2) == 1
    assert meaning["int.div"](5, 0) == meaning["int.mod"](5, 0) == 0
    assert meaning["int.div"](LEAST, -1) == LEAST
    assert meaning["int.mod"](LEAST, -1) == 0
    assert meaning["int.shl"](1, 64) == 1
    assert meaning["int.shr"](-8, 1) == -4
    assert meaning["ushr"](-1, 60) == 15
    assert meaning["umulhi"](-1, -1) == -2
    assert meaning["bits.shl"](1 << 35, 1) == meaning["bits.shl"](1, 36) == meaning["bits.shl"](1, -1) == 0
    assert meaning["bits.not"](0) == (1 << 36) - 1
    assert meaning["bits.neg"](4) & 4 == 4
    assert meaning["lowest"](0) == meaning["highest"](0) == meaning["nth"](7, 3) == meaning["nth"](7, -1) == 36
    assert [meaning["nth"](0b10110, k) for k in range(3)] == [1, 2, 4]
    assert meaning["pick"](0b10110, 2) == 16
    assert meaning["pick"](0b10110, 3) == meaning["bit"](36) == meaning["bit"](-1) == 0
    assert not meaning["has"](5, -1)
    assert operations(121)["word"](1 << 127 - 7, 1) == 1 << 56
    assert operations(128)["word"](1 << 127, 1) == LEAST
