"""Random kernels that end: every loop is short, every index is inside."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.kernel.arithmetic import BINARY, COMPARE, INTRINSICS

if TYPE_CHECKING:
    from interpreter.engine.kernel import Kind

SIZE = 8
CONSTANTS = (0, 1, 2, 3, 5, 7, 31, 63, 64, -1, -2, -64, (1 << 63) - 1, -(1 << 63), 0x9E3779B97F4A7C15)
SIGNS = {"FloorDiv": "//", "Mod": "%", "Add": "+", "Sub": "-", "Mult": "*", "BitAnd": "&", "BitOr": "|", "BitXor": "^"}
SIGNS |= {"LShift": "<<", "RShift": ">>", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}


@dataclass
class Program:
    """A module while it is being made up."""

    chance: random.Random
    width: int
    functions: list[tuple[str, tuple[Kind, ...], tuple[Kind, ...]]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


@dataclass
class Writer:
    """A function while it is being made up."""

    program: Program
    kinds: dict[str, Kind]  # what certainly has a value
    known: dict[str, Kind]  # the kind of every local there ever was
    frozen: set[str] = field(default_factory=set)
    number: int = 0
    budget: int = 30

    def pick(self, *choices: str) -> str:
        return self.program.chance.choice(choices)

    def of(self, kind: Kind) -> list[str]:
        return [name for name, each in self.kinds.items() if each == kind]

    def index(self, depth: int) -> str:
        return self.pick(
            f"{self.program.chance.randrange(SIZE)}",
            f"({self.value('int', depth + 2)} & 7)",
            f"({self.value('int', depth + 2)} % 8)",
        )

    def leaf(self, kind: Kind) -> str:
        chance = self.program.chance
        choices = self.of(kind) * 3
        if kind == "int":
            choices += [f"({chance.choice(CONSTANTS)})", "WIDTH", str(chance.randrange(100)), "SEVEN"]
        elif kind == "bits":
            choices += ["ALL", "SOME", "bit(3)", f"bit({chance.randrange(self.program.width)})"]
        else:
            choices += ["True", "False"]
        return chance.choice(choices)

    def value(self, kind: Kind, depth: int = 0) -> str:
        chance = self.program.chance
        if depth > 3 or chance.random() < 0.15:
            return self.leaf(kind)
        way = chance.random()
        if way < 0.08:
            return (
                f"({self.value(kind, depth + 1)} if {self.value('bool', depth + 1)} else {self.value(kind, depth + 1)})"
            )
        if way < 0.2 and kind != "bool":
            arrays = self.of("ints" if kind == "int" else "sets") + (["TABLE"] if kind == "int" else ["SETS"])
            return f"{chance.choice(arrays)}[{self.index(depth)}]"
        if way < 0.28:
            call = self.call((kind,), depth)
            if call:
                return call
        if way < 0.5:
            fitting = [(name, kinds) for name, (kinds, result) in INTRINSICS.items() if result == kind]
            name, kinds = chance.choice(fitting)
            return f"{name}({', '.join(self.value(each, depth + 1) for each in kinds)})"
        if kind == "bool":
            return self.condition(depth)
        if way < 0.58:
            return f"({self.pick('-', '~')}{self.value(kind, depth + 1)})"
        sign = chance.choice([sign for sign, of in BINARY if of == kind])
        right: Kind = "int" if sign.endswith("Shift") else kind
        other = str(chance.randrange(70)) if right != kind and chance.random() < 0.6 else self.value(right, depth + 1)
        return f"({self.value(kind, depth + 1)} {SIGNS[sign]} {other})"

    def condition(self, depth: int) -> str:
        way = self.program.chance.random()
        if way < 0.3:
            left, word = self.value("bool", depth + 1), self.pick("and", "or", "&", "|", "^")
            return f"({left} {word} {self.value('bool', depth + 1)})"
        if way < 0.4:
            return f"(not {self.value('bool', depth + 1)})"
        sign, kind = self.program.chance.choice(list(COMPARE))
        left, right = self.value(kind, depth + 1), self.value(kind, depth + 1)
        if kind == "bits" and self.program.chance.random() < 0.3:
            right = "0"
        return f"({left} {SIGNS[sign]} {right})"

    def call(self, results: tuple[Kind, ...], depth: int) -> str:
        fitting = [(name, kinds) for name, kinds, gives in self.program.functions if gives == results]
        if not fitting:
            return ""
        name, kinds = self.program.chance.choice(fitting)
        arguments: list[str] = []
        for kind in kinds:
            if kind in ("ints", "sets"):
                free = [array for array in self.of(kind) if array not in arguments]
                if not free:
                    return ""
                arguments.append(self.program.chance.choice(free))
            else:
                arguments.append(self.value(kind, depth + 2))
        return f"{name}({', '.join(arguments)})"

    def target(self, kind: Kind) -> str:
        choices = [name for name, each in self.known.items() if each == kind and name not in self.frozen]
        self.number += 1
        name = self.program.chance.choice([*choices, f"v{self.number}"])
        self.known.setdefault(name, kind)
        return name

    def block(self, indent: int, *, loop: bool) -> list[str]:
        lines = []
        for _ in range(self.program.chance.randrange(1, 4)):
            lines += self.statement(indent, loop=loop)
        if loop and self.program.chance.random() < 0.2:
            lines.append("    " * indent + self.pick("break", "continue"))
        return lines or ["    " * indent + "pass"]

    def inner(self, indent: int, *, loop: bool) -> tuple[list[str], dict[str, Kind]]:
        """A block whose assignments may not happen; what has a value at its end."""
        before = dict(self.kinds)
        lines = self.block(indent, loop=loop)
        after, self.kinds = self.kinds, before
        return lines, after

    def statement(self, indent: int, *, loop: bool) -> list[str]:
        self.budget -= 1
        chance, pad = self.program.chance, "    " * indent
        way = chance.random()
        kind: Kind = chance.choice(["int", "int", "bits", "bool"])
        if self.budget < 0 or indent > 4 or way < 0.35:
            value = self.value(kind)
            name = self.target(kind)
            self.kinds[name] = kind
            mark = f": {kind}" if chance.random() < 0.3 else ""
            return [f"{pad}{name}{mark} = {value}"]
        if way < 0.45:
            own = [name for name in self.of(kind) if name not in self.frozen]
            if own:
                signs = [sign for sign, of in BINARY if of == kind]
                sign = chance.choice(signs)
                return [
                    f"{pad}{chance.choice(own)} {SIGNS[sign]}= {self.value('int' if sign.endswith('Shift') else kind)}"
                ]
        if way < 0.6:
            array: Kind = chance.choice(["ints", "sets"])
            element: Kind = "int" if array == "ints" else "bits"
            if self.of(array):
                sign = chance.choice(["", "+" if element == "int" else "&", "|", "^"])
                return [f"{pad}{chance.choice(self.of(array))}[{self.index(0)}] {sign}= {self.value(element)}"]
        if way < 0.66:
            self.number += 1
            array = chance.choice(["ints", "sets"])
            self.kinds[f"a{self.number}"] = array
            return [f"{pad}a{self.number} = {array}({SIZE})"]
        if way < 0.72:
            name, _, gives = chance.choice([*self.program.functions, ("", (), ())])
            call = self.call(gives, 0) if name else ""
            if call and len(gives) > 1:
                names = []
                for each in gives:
                    self.number += 1
                    names.append(f"v{self.number}")
                    self.known[names[-1]] = self.kinds[names[-1]] = each
                return [f"{pad}{', '.join(names)} = {call}"]
            if call:
                return [f"{pad}{call}"]
        if way < 0.86:
            return self.branch(indent, loop=loop)
        return self.loop(indent)

    def branch(self, indent: int, *, loop: bool) -> list[str]:
        pad = "    " * indent
        lines = [f"{pad}if {self.value('bool')}:"]
        yes, after_yes = self.inner(indent + 1, loop=loop)
        lines += yes
        if self.program.chance.random() < 0.5:
            no, after_no = self.inner(indent + 1, loop=loop)
            lines += [f"{pad}else:", *no]
            if not (yes[-1].strip() in ("break", "continue") or no[-1].strip() in ("break", "continue")):
                self.kinds |= {name: kind for name, kind in after_yes.items() if name in after_no}
            elif yes[-1].strip() in ("break", "continue") and no[-1].strip() in ("break", "continue"):
                lines[-1] = "    " * (indent + 1) + "pass"
        return lines

    def loop(self, indent: int) -> list[str]:
        chance, pad = self.program.chance, "    " * indent
        self.number += 1
        name = f"i{self.number}"
        self.frozen.add(name)
        if chance.random() < 0.6:
            ranges = (
                str(chance.randrange(5)),
                f"{self.value('int', 2)} & 3",
                "5, -3, -2",
                "-4, 9, 5",
                "(1 << 63) - 9, 0x7FFFFFFFFFFFFFFF, 5",
            )
            lines = [f"{pad}for {name} in range({chance.choice(ranges)}):"]
            before = dict(self.kinds)
            self.kinds[name] = self.known[name] = "int"
            body, _ = self.inner(indent + 1, loop=True)
            self.kinds = before
            return lines + body
        further = self.pick("", " and " + self.value("bool", 2))
        lines = [f"{pad}{name} = {chance.randrange(5)}", f"{pad}while {name} > 0{further}:"]
        self.kinds[name] = self.known[name] = "int"
        body, _ = self.inner(indent + 1, loop=True)
        return [*lines, f"{pad}    {name} -= 1", *body]


def function(program: Program, name: str, kinds: tuple[Kind, ...], results: tuple[Kind, ...], budget: int) -> None:
    parameters: dict[str, Kind] = {f"p{number}": kind for number, kind in enumerate(kinds)}
    writer = Writer(
        program, dict(parameters), {n: k for n, k in parameters.items() if k not in ("ints", "sets")}, budget=budget
    )
    body = []
    while writer.budget > 0:
        body += writer.statement(1, loop=False)
    values = ", ".join(writer.value(kind) for kind in results)
    told = "None" if not results else results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"
    mark = program.chance.choice(["", "", "@inline\n", "@never_inline\n"])
    head = ", ".join(f"{parameter}: {kind}" for parameter, kind in parameters.items())
    program.text.append(
        f"{mark}def {name}({head}) -> {told}:\n" + "\n".join([*body, f"    return {values}".rstrip()]) + "\n"
    )
    program.functions.append((name, kinds, results))


def random_program(seed: int, width: int) -> str:
    """A module whose `main(int, bits, bool, ints, sets) -> (int, bits, bool)` calls some of its other functions."""
    chance = random.Random(seed)
    program = Program(chance, width)
    numbers = ", ".join(str(chance.choice(CONSTANTS)) for _ in range(SIZE))
    sets = ", ".join(hex(chance.getrandbits(width)) for _ in range(SIZE))
    program.text.append(
        f"SEVEN = 7\nSOME: bits = {chance.getrandbits(width)}\nTABLE: ints = ({numbers})\nSETS: sets = ({sets})\n"
    )
    every: list[Kind] = ["int", "bits", "bool", "ints", "sets"]
    for number in range(chance.randrange(2, 6)):
        kinds = tuple(chance.choice(every) for _ in range(chance.randrange(4)))
        results = tuple(chance.choice(every[:3]) for _ in range(chance.choice((0, 1, 1, 1, 2, 3))))
        function(program, f"f{number}", kinds, results, chance.randrange(1, 8))
    function(program, "main", tuple(every), ("int", "bits", "bool"), 30)
    return "\n".join(program.text)
