"""Throws of dice: the numbers that they come to, the draw of one by its chance, and dice that are used one by one."""

from __future__ import annotations

from itertools import accumulate
from math import gcd
from typing import TYPE_CHECKING

from interpreter.engine.lowering.layout import die_name, faces
from interpreter.engine.lowering.program import UnloweredError
from interpreter.engine.lowering.scene import Runtime

if TYPE_CHECKING:
    from interpreter.engine.lowering.program import Program
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import Rules

MOST_WAYS = 1 << 32  # of dice to fall: up to here a draw below so many is off by less than one part in 2**32

BESIDE = 48  # kinds, or pieces of a pile, that the number on a die stands beside


def result(program: Program, rules: Rules, dice: int, number: str) -> str:
    """What a throw comes to, by the number of its result."""
    return f"{program.table(f'RESULTS_{dice}', [value for value, _ in rules.dice[dice].results])}[{number}]"


def ways(rules: Rules, dice: int) -> list[int]:
    """In how many of all equally likely ways a throw comes to each result, and to those before it."""
    each = [ways for _, ways in rules.dice[dice].results]
    found = list(accumulate(way // gcd(*each) for way in each))
    if found[-1] > MOST_WAYS:
        raise UnloweredError("dice that fall in more than 2**32 ways are not compiled (throw fewer at once)")
    return found


def drawn(program: Program, writer: Writer, rules: Rules, dice: int, number: str) -> str:
    """Writes the draw of a result by a number below that of all ways; gives the name of the result's number."""
    found, upto = writer.fresh("d"), ways(rules, dice)
    if upto == list(range(1, len(upto) + 1)):
        writer.line(f"{found} = {number}")
        return found
    table = program.table(f"WAYS_{dice}", upto)
    writer.line(f"{found} = 0")
    with writer.block(f"while {number} >= {table}[{found}]:"):
        writer.line(f"{found} = {found} + 1")
    return found


def throws(rules: Rules, phase: int, step: int, player: int) -> bool:
    """Whether chance makes a step."""
    offered = rules.phases[phase].steps[step].offered(player) if step >= 0 else ()
    return any(rules.moves[move].by_chance for move in offered)


# --- dice that are used one by one


def fall(program: Program, rules: Rules, dice: int, number: str) -> dict[int, str]:
    """How many dice there are to be used of each number, by the number of the result of a throw."""
    falls = rules.dice[dice].falls
    return {
        face: f"{program.table(f'DICE_{dice}_{face}', [one.count(face) for one in falls])}[{number}]" if falls else "0"
        for face in faces(rules)
    }


def used_up(writer: Writer, scene: Scene) -> None:
    """Writes that the die of a step is used."""
    die = scene.die
    for face in die.values if isinstance(die, Runtime) else (die,) if die else ():
        name = scene.names[die_name(face)]
        writer.line(f"{name} = {name} - {f'int({die.name} == {face})' if isinstance(die, Runtime) else 1}")


def of_unused(rules: Rules, scene: Scene, word: str) -> str:
    """The value of `die`, `dice` or `pips`."""
    if word == "die":
        return scene.die.name if isinstance(scene.die, Runtime) else str(scene.die)
    parts = [(face, scene.names[die_name(face)]) for face in faces(rules)]
    return f"({' + '.join(name if word == 'dice' else f'{face} * {name}' for face, name in parts)})"


def beside_kind(kind: int, die: int) -> int:
    """The kind of a step, or what is listed in its place, and the number on its die as one number."""
    return kind + die * BESIDE


def apart_from_kind(number: int) -> tuple[int, int]:
    """The kind and the number on the die of such a number."""
    die, kind = divmod(number + 1, BESIDE)
    return kind - 1, die
