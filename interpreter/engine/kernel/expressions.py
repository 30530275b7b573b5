"""Typing of expressions: Python's syntax tree to the nodes of `language`, or a `KernelError`."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.engine.kernel.arithmetic import BINARY, COMPARE, INTRINSICS, UNARY, operations, wrap
from interpreter.engine.kernel.kinds import ARRAYS, ELEMENT, KernelError, Kind, Signature
from interpreter.engine.kernel.language import (
    Array,
    Call,
    Choice,
    Constant,
    Element,
    Expression,
    Operation,
    Shortcut,
    Table,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["MAX_DEPTH", "RESERVED", "Names", "Scope", "Typing", "refuse"]

RESERVED = frozenset(INTRINSICS) | {
    "range",
    "ints",
    "sets",
    "bits",
    "bool",
    "tuple",
    "ALL",
    "WIDTH",
    "inline",
    "abreast",
}
"""Names with a meaning of their own, which no constant, function or local may take."""

MAX_DEPTH = 90
"""Levels of statements and expressions inside each other."""

_EMPTY = Constant("bits", 0)


@dataclass
class Names:
    """What the module gives names to, while it is being read."""

    name: str
    lines: list[str]
    width: int
    constants: dict[str, Constant] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)


@dataclass
class Scope:
    """What a function gives names to. `assigned` holds the names that certainly have a value here."""

    kinds: dict[str, Kind]
    arrays: dict[str, Array]
    assigned: set[str]
    calls: dict[str, int] = field(default_factory=dict)
    """How often the text calls each function."""
    passed: list[tuple[str, int, str]] = field(default_factory=list)
    """(function, position, own array): the arrays handed on."""


def refuse(names: Names, node: ast.AST | int, message: str) -> NoReturn:
    """Raise the error for a place of the text."""
    line = node if isinstance(node, int) else int(getattr(node, "lineno", 0))
    text = names.lines[line - 1] if 0 < line <= len(names.lines) else ""
    raise KernelError(message, line, text, names.name)


class Typing:
    """Types the expressions of one function (or, without a scope, of the module's constants)."""

    def __init__(self, names: Names, scope: Scope | None) -> None:
        self.names = names
        self.scope = scope
        self.depth = 0
        self.operations: Mapping[str, Callable[..., int]] = operations(names.width)

    def value(self, node: ast.expr, expected: Kind | None = None) -> Expression:
        """The typed form of an expression that is one value; `expected` refuses any other kind."""
        typed = self._typed(node)
        if isinstance(typed, Array):
            refuse(self.names, node, f"{typed.name} is a whole array; write an element or pass it to a function")
        if expected is not None and typed.kind != expected:
            typed = self._fit(node, typed, expected)
        return typed

    def _typed(self, node: ast.expr) -> Expression:
        typing = _TYPING.get(type(node))
        if typing is None:
            refuse(self.names, node, f"an expression of the form {type(node).__name__} is not in the kernel language")
        self.go_deeper(node)
        typed = typing(self, node)
        self.depth -= 1
        return typed

    def go_deeper(self, node: ast.AST) -> None:
        """Counts one more level of what is nested; more than any lowering writes would exhaust the stack later."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            refuse(self.names, node, f"nested more than {MAX_DEPTH} deep")

    def _fit(self, node: ast.expr, typed: Expression, expected: Kind) -> Expression:
        if expected == "bits" and _is_zero(node):
            return _EMPTY
        hint = "; compare it, as in `b != 0`" if expected == "bool" else ""
        refuse(self.names, node, f"this is of kind {typed.kind}, where {expected} is needed{hint}")

    def pair(self, left_node: ast.expr, right_node: ast.expr) -> tuple[Expression, Expression]:
        """Two values of one kind; a literal 0 is the empty set beside a set."""
        left, right = self.value(left_node), self.value(right_node)
        if left.kind != right.kind:
            if left.kind == "bits":
                right = self._fit(right_node, right, "bits")
            elif right.kind == "bits":
                left = self._fit(left_node, left, "bits")
            else:
                refuse(
                    self.names, right_node, f"{left.kind} on the left and {right.kind} on the right do not go together"
                )
        return left, right

    def operation(self, kind: Kind, name: str, *arguments: Expression) -> Expression:
        """An operation, carried out at once if all is known."""
        values = [argument.value for argument in arguments if isinstance(argument, Constant)]
        if len(values) < len(arguments):
            return Operation(kind, name, arguments)
        return Constant(kind, int(self.operations[name](*values)))

    def _constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, bool):
            return Constant("bool", int(value))
        if not isinstance(value, int):
            refuse(self.names, node, f"{value!r:.40} is no int and no bool")
        if value >= 1 << 64:
            refuse(self.names, node, "the number does not fit 64 bits; name a set as a constant of the module")
        return Constant("int", wrap(value))

    def _name(self, node: ast.Name) -> Expression:
        name = node.id
        scope = self.scope
        if scope is not None:
            if name in scope.arrays:
                if name not in scope.assigned:
                    refuse(self.names, node, f"{name} may be read before it has a value")
                return scope.arrays[name]
            if name in scope.kinds:
                if name not in scope.assigned:
                    refuse(self.names, node, f"{name} may be read before it has a value")
                return Variable(scope.kinds[name], name)
        if name in self.names.constants:
            return self.names.constants[name]
        if name in self.names.tables:
            table = self.names.tables[name]
            return Array(table.kind, name, "table", len(table.values))
        refuse(self.names, node, f"{name} has no value here")

    def _unary(self, node: ast.UnaryOp) -> Expression:
        operand = self.value(node.operand)
        operator = type(node.op).__name__
        name = UNARY.get((operator, operand.kind))
        if name is None:
            refuse(self.names, node, f"{_SIGNS.get(operator, operator)} does not apply to {operand.kind}")
        return self.operation(operand.kind, name, operand)

    def binary(self, node: ast.AST, operator: str, left_node: ast.expr, right_node: ast.expr) -> Expression:
        """`left operator right`, the operator by the name of its class in Python's syntax tree."""
        if operator in {"LShift", "RShift"}:
            left, right = self.value(left_node), self.value(right_node, "int")
        else:
            left, right = self.pair(left_node, right_node)
        name = BINARY.get((operator, left.kind))
        if name is None:
            refuse(self.names, node, f"{_SIGNS.get(operator, operator)} does not apply to {left.kind}")
        return self.operation(left.kind, name, left, right)

    def _compare(self, node: ast.Compare) -> Expression:
        if len(node.ops) > 1:
            refuse(self.names, node, "comparisons are not chained; join them with `and`")
        left, right = self.pair(node.left, node.comparators[0])
        operator = type(node.ops[0]).__name__
        name = COMPARE.get((operator, left.kind))
        if name is None:
            refuse(self.names, node, f"{_SIGNS.get(operator, operator)} does not compare {left.kind}")
        return self.operation("bool", name, left, right)

    def _logic(self, node: ast.BoolOp) -> Expression:
        *before, last = [self.value(value, "bool") for value in node.values]
        word = "and" if isinstance(node.op, ast.And) else "or"
        for left in reversed(before):
            last = Shortcut("bool", "and" if word == "and" else "or", left, last)
        return last

    def _choice(self, node: ast.IfExp) -> Expression:
        condition = self.value(node.test, "bool")
        yes, no = self.pair(node.body, node.orelse)
        return Choice(yes.kind, condition, yes, no)

    def _binary(self, node: ast.BinOp) -> Expression:
        return self.binary(node, type(node.op).__name__, node.left, node.right)

    def _element(self, node: ast.Subscript) -> Expression:
        array, index = self.place(node)
        return Element(ELEMENT[array.kind], array, index)

    def place(self, node: ast.Subscript) -> tuple[Array, Expression]:
        """The array and the index of `array[index]`; an index known beforehand must be inside."""
        array = self.array(node.value)
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            refuse(self.names, node, "an array is read one element at a time")
        index = self.value(node.slice, "int")
        if isinstance(index, Constant) and (index.value < 0 or 0 < array.size <= index.value):
            refuse(self.names, node, f"index {index.value} is outside {array.name}, which has {array.size} elements")
        return array, index

    def array(self, node: ast.expr) -> Array:
        """An array by name."""
        if isinstance(node, ast.Name):
            typed = self._name(node)
            if isinstance(typed, Array):
                return typed
        refuse(self.names, node, "this is no array")

    def _call(self, node: ast.Call) -> Expression:
        call = self.call(node)
        if isinstance(call, Call):
            results = self.names.signatures[call.function].results
            if len(results) != 1:
                refuse(self.names, node, f"{call.function} gives {len(results)} values where one is needed")
        return call

    def call(self, node: ast.Call) -> Expression:
        """A call of a function, whatever it gives, or of an operation."""
        if not isinstance(node.func, ast.Name) or node.keywords:
            refuse(self.names, node, "only functions of this module are called, without keywords")
        name = node.func.id
        if name in INTRINSICS:
            kinds, result = INTRINSICS[name]
            self._number(node, name, kinds)
            values = [self.value(argument, kind) for argument, kind in zip(node.args, kinds, strict=True)]
            return self.operation(result, name, *values)
        signature = self.names.signatures.get(name)
        if signature is None or self.scope is None:
            refuse(self.names, node, f"no function is called {name}")
        self._number(node, name, signature.parameters)
        arguments: list[Expression] = []
        for position, (argument, kind) in enumerate(zip(node.args, signature.parameters, strict=True)):
            if kind not in ARRAYS:
                arguments.append(self.value(argument, kind))
                continue
            array = self.array(argument)
            if array.kind != kind:
                refuse(self.names, argument, f"{array.name} is of kind {array.kind}, where {kind} is needed")
            if array in arguments:
                refuse(self.names, argument, f"{array.name} is passed twice in one call")
            self.scope.passed.append((name, position, array.name))
            arguments.append(array)
        self.scope.calls[name] = self.scope.calls.get(name, 0) + 1
        results = signature.results
        return Call(results[0] if len(results) == 1 else "int", name, tuple(arguments))

    def _number(self, node: ast.Call, name: str, kinds: tuple[Kind, ...]) -> None:
        if len(node.args) != len(kinds):
            refuse(self.names, node, f"{name} takes {len(kinds)} arguments, not {len(node.args)}")


_TYPING: dict[type[ast.expr], Callable[[Typing, Any], Expression]] = {
    ast.Name: Typing._name,  # noqa: SLF001 - the table stands for a method that looks at what it is given
    ast.Constant: Typing._constant,  # noqa: SLF001
    ast.BinOp: Typing._binary,  # noqa: SLF001
    ast.Compare: Typing._compare,  # noqa: SLF001
    ast.Subscript: Typing._element,  # noqa: SLF001
    ast.Call: Typing._call,  # noqa: SLF001
    ast.UnaryOp: Typing._unary,  # noqa: SLF001
    ast.BoolOp: Typing._logic,  # noqa: SLF001
    ast.IfExp: Typing._choice,  # noqa: SLF001
}

_SIGNS = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "MatMult": "@",
    "BitAnd": "&",
    "BitOr": "|",
    "BitXor": "^",
    "LShift": "<<",
    "RShift": ">>",
    "USub": "-",
    "UAdd": "+",
    "Invert": "~",
    "Not": "not",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
    "Is": "is",
    "IsNot": "is not",
    "In": "in",
    "NotIn": "not in",
}


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 0
