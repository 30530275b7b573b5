"""The kernel language: typed expressions and statements, functions, modules.

A kernel is one module of a small typed subset of Python. `verifying` turns its text into the nodes below, `running`
runs them under CPython, `compiling` hands them to LLVM. What every operation means is told in `arithmetic`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from interpreter.engine.kernel.kinds import KernelError, Kind, Signature, Signatures

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "Array",
    "Break",
    "Call",
    "Choice",
    "Constant",
    "Continue",
    "Element",
    "Evaluate",
    "Expression",
    "For",
    "Function",
    "If",
    "Let",
    "LetMany",
    "Module",
    "NewArray",
    "Operation",
    "Return",
    "Shortcut",
    "Statement",
    "Store",
    "Table",
    "Update",
    "Variable",
    "While",
    "is_plain",
    "leaves_loop",
]

# Expressions. `kind` is that of the value.


@dataclass(frozen=True, slots=True)
class Constant:
    """A value known beforehand: an int, 0 or 1 of a bool, or a set as a number."""

    kind: Kind
    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """A parameter or local that holds one value."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that takes values to a value and touches nothing else; `name` is a key of `arithmetic`."""

    kind: Kind
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Shortcut:
    """`left and right`, `left or right`: the right side only where it matters."""

    kind: Kind
    name: Literal["and", "or"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Choice:
    """`yes if condition else no`."""

    kind: Kind
    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True, slots=True)
class Array:
    """A whole array by name; `size` is 0 for a parameter, whose size the caller knows."""

    kind: Kind
    name: str
    role: Literal["local", "parameter", "table"]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Element:
    """`array[index]`, read."""

    kind: Kind
    array: Array
    index: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the module; `kind` is that of its only result, or int if it has none or several."""

    kind: Kind
    function: str
    arguments: tuple[Expression, ...]


Expression: TypeAlias = Constant | Variable | Operation | Shortcut | Choice | Array | Element | Call


# Statements. `line` is the line of the module's text.


@dataclass(frozen=True, slots=True)
class Let:
    """`name = value`."""

    line: int
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class LetMany:
    """`a, b = call`."""

    line: int
    names: tuple[str, ...]
    call: Call


@dataclass(frozen=True, slots=True)
class NewArray:
    """`array = ints(N)`: an array of N zeros."""

    line: int
    array: Array


@dataclass(frozen=True, slots=True)
class Store:
    """`array[index] = value`."""

    line: int
    array: Array
    index: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Update:
    """`array[index] operation= value`: index, element, value, in this order, then the store."""

    line: int
    array: Array
    index: Expression
    operation: str
    value: Expression


@dataclass(frozen=True, slots=True)
class If:
    """`if condition: yes else: no`."""

    line: int
    condition: Expression
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class While:
    """`while condition: body`."""

    line: int
    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class For:
    """`for name in range(start, stop, step): body`."""

    line: int
    name: str
    start: Expression
    stop: Expression
    step: int
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """`break`."""

    line: int


@dataclass(frozen=True, slots=True)
class Continue:
    """`continue`."""

    line: int


@dataclass(frozen=True, slots=True)
class Return:
    """`return values`."""

    line: int
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A call for what it does."""

    line: int
    call: Call


Statement: TypeAlias = (
    Let | LetMany | NewArray | Store | Update | If | While | For | Break | Continue | Return | Evaluate
)


@dataclass(frozen=True, slots=True)
class Function:
    """A verified function.

    `locals` has the kind of every parameter and local that holds one value, `arrays` the local arrays, `writes` the
    positions of array parameters it may write to, itself or through the functions in `calls`, which tells how often the
    text calls each. `lanes` is 0, or the number of lanes of which a call gives the values; the last parameter is then
    the number of the lane, which a call leaves out.
    """

    name: str
    line: int
    parameters: tuple[tuple[str, Kind], ...]
    results: tuple[Kind, ...]
    inlining: Literal["", "inline", "never_inline"]
    locals: Mapping[str, Kind]
    arrays: Mapping[str, Array]
    body: tuple[Statement, ...]
    calls: Mapping[str, int]
    writes: frozenset[int]
    lanes: int = 0

    @property
    def signature(self) -> Signature:
        """The kinds that a call takes and gives."""
        if self.lanes:
            return Signature(tuple(kind for _, kind in self.parameters[:-1]), self.results * self.lanes)
        return Signature(tuple(kind for _, kind in self.parameters), self.results)


@dataclass(frozen=True, slots=True)
class Table:
    """A constant array; `passed` if some function is given it whole, so that it must look like any other array."""

    name: str
    kind: Kind
    values: tuple[int, ...] = field(repr=False)
    passed: bool = False

    @property
    def bits(self) -> int:
        """The bits that hold one of its ints in memory, as few as hold them all."""
        if self.passed or self.kind == "sets":
            return 64
        return next(bits for bits in (8, 16, 32, 64) if all(-1 << bits - 1 <= v < 1 << bits - 1 for v in self.values))


@dataclass(frozen=True, slots=True)
class Module:
    """A verified kernel; `width` is the number of bits of a set."""

    name: str
    source: str = field(repr=False)
    width: int
    tables: Mapping[str, Table] = field(repr=False)
    functions: Mapping[str, Function] = field(repr=False)

    def signatures(self, exported: tuple[str, ...]) -> Signatures:
        """What callers of the exported functions must know."""
        missing = [name for name in exported if name not in self.functions]
        if missing:
            raise KernelError(f"no function is called {missing[0]}", 0, name=self.name)
        return Signatures(self.width, {name: self.functions[name].signature for name in exported})


def leaves_loop(statements: Sequence[Statement]) -> bool:
    """Whether a `break` here leaves the loop around."""
    for statement in statements:
        if isinstance(statement, Break):
            return True
        if isinstance(statement, If) and (leaves_loop(statement.yes) or leaves_loop(statement.no)):
            return True
    return False


def is_plain(expression: Expression) -> bool:
    """Whether evaluating it for nothing is harmless and cheap: no call, no element of an array, no division."""
    match expression:
        case Constant() | Variable():
            return True
        case Operation(_, name, arguments):
            return name not in {"int.div", "int.mod"} and all(is_plain(argument) for argument in arguments)
        case Shortcut(_, _, left, right):
            return is_plain(left) and is_plain(right)
        case Choice(_, condition, yes, no):
            return is_plain(condition) and is_plain(yes) and is_plain(no)
        case _:
            return False
