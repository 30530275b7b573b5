"""Typing of statements: the kind of every local is that of its first assignment, and nothing is read before it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.engine.kernel.expressions import RESERVED, Names, Scope, Typing, refuse
from interpreter.engine.kernel.kinds import ARRAYS, ELEMENT, Kind
from interpreter.engine.kernel.language import (
    Array,
    Break,
    Call,
    Constant,
    Continue,
    Evaluate,
    Expression,
    For,
    If,
    Let,
    LetMany,
    NewArray,
    Operation,
    Return,
    Statement,
    Store,
    Update,
    While,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Body", "is_docstring"]

_MAX_ARRAY = 1 << 16
"""Bytes of one local array: they lie on the stack of the thread that runs the kernel."""


class Body:
    """Types the body of one function. `written` holds the arrays it stores to."""

    def __init__(self, names: Names, scope: Scope, results: tuple[Kind, ...]) -> None:
        self.names = names
        self.scope = scope
        self.results = results
        self.typing = Typing(names, scope)
        self.written: set[str] = set()
        self._reached = True
        self._loops: list[list[set[str]]] = []  # of each loop around: what has a value at each `break`
        self._counters: list[str] = []  # the variables of the `for` loops around

    def function(self, definition: ast.FunctionDef) -> tuple[Statement, ...]:
        """The typed statements; a function with a result must return on every path."""
        statements = self._block(definition.body, docstring=True)
        if self._reached and self.results:
            refuse(self.names, definition, f"{definition.name} may end without returning a value")
        return statements

    def _block(self, nodes: Sequence[ast.stmt], *, docstring: bool = False) -> tuple[Statement, ...]:
        statements: list[Statement] = []
        for position, node in enumerate(nodes):
            if not self._reached:
                refuse(self.names, node, "this statement is never reached")
            if isinstance(node, ast.Pass) or (docstring and position == 0 and is_docstring(node)):
                continue
            self.typing.go_deeper(node)
            statements.append(self._statement(node))
            self.typing.depth -= 1
        return tuple(statements)

    def _statement(self, node: ast.stmt) -> Statement:
        match node:
            case ast.Assign():
                return self._assign(node)
            case ast.AnnAssign():
                return self._annotated(node)
            case ast.AugAssign():
                return self._augmented(node)
            case ast.If():
                return self._if(node)
            case ast.While():
                return self._while(node)
            case ast.For():
                return self._for(node)
            case ast.Break():
                return self._break(node)
            case ast.Continue():
                return self._continue(node)
            case ast.Return():
                return self._return(node)
            case ast.Expr():
                return self._expression(node)
            case _:
                return refuse(
                    self.names, node, f"a statement of the form {type(node).__name__} is not in the kernel language"
                )

    def _assign(self, node: ast.Assign) -> Statement:
        if len(node.targets) != 1:
            refuse(self.names, node, "one assignment at a time")
        target = node.targets[0]
        if isinstance(target, ast.Tuple):
            return self._unpack(node, target)
        if isinstance(target, ast.Subscript):
            array, index = self._writable(target)
            return Store(node.lineno, array, index, self.typing.value(node.value, ELEMENT[array.kind]))
        if not isinstance(target, ast.Name):
            refuse(self.names, node, "only a local or an element of an array is assigned")
        size = self._array_size(node.value)
        if size is not None:
            return self._new_array(node, target.id, *size)
        return self._let(node, target.id, node.value, None)

    def _let(self, node: ast.stmt, name: str, value: ast.expr, kind: Kind | None) -> Statement:
        known = self.scope.kinds.get(name, kind)
        if kind is not None and known != kind:
            refuse(self.names, node, f"{name} is of kind {known}, not {kind}")
        typed = self.typing.value(value, known)
        self._bind(node, name, typed.kind)
        return Let(node.lineno, name, typed)

    def _annotated(self, node: ast.AnnAssign) -> Statement:
        annotation = node.annotation
        if not isinstance(node.target, ast.Name) or node.value is None or not isinstance(annotation, ast.Name):
            refuse(self.names, node, "a kind is given as in `b: bits = 0`")
        kinds: dict[str, Kind] = {"int": "int", "bool": "bool", "bits": "bits"}
        if annotation.id not in kinds:
            refuse(self.names, node, "a local is of kind int, bool or bits; an array is made by ints(N) or sets(N)")
        return self._let(node, node.target.id, node.value, kinds[annotation.id])

    def _bind(self, node: ast.AST, name: str, kind: Kind) -> None:
        """Give a local a value of a kind."""
        names, scope = self.names, self.scope
        if name in names.constants or name in names.tables or name in names.signatures or name in RESERVED:
            refuse(names, node, f"{name} is no local, so it is not assigned")
        if not name.isascii() or "__" in name:
            refuse(names, node, f"the name {name} is not plain ASCII without two underscores in a row")
        if name in self._counters:
            refuse(names, node, f"{name} counts the loop around; it is not assigned in its body")
        if name in scope.arrays:
            refuse(names, node, f"{name} is an array; an array is not assigned as a whole")
        if scope.kinds.setdefault(name, kind) != kind:
            refuse(names, node, f"{name} is of kind {scope.kinds[name]}, not {kind}")
        scope.assigned.add(name)

    def _unpack(self, node: ast.Assign, target: ast.Tuple) -> Statement:
        if not isinstance(node.value, ast.Call):
            refuse(self.names, node, "several values come from a call only")
        call = self.typing.call(node.value)
        if not isinstance(call, Call):
            refuse(self.names, node, "this call gives one value")
        results = self.names.signatures[call.function].results
        if len(results) != len(target.elts):
            refuse(self.names, node, f"{call.function} gives {len(results)} values, not {len(target.elts)}")
        bound = []
        for element, kind in zip(target.elts, results, strict=True):
            if not isinstance(element, ast.Name):
                refuse(self.names, element, "values are unpacked into locals")
            if element.id in bound:
                refuse(self.names, element, f"{element.id} takes two of the values")
            self._bind(element, element.id, kind)
            bound.append(element.id)
        return LetMany(node.lineno, tuple(bound), call)

    def _array_size(self, value: ast.expr) -> tuple[Kind, int] | None:
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name) or value.func.id not in ARRAYS:
            return None
        kind: Kind = "ints" if value.func.id == "ints" else "sets"
        size = self.typing.value(value.args[0], "int") if len(value.args) == 1 and not value.keywords else None
        if not isinstance(size, Constant):
            refuse(self.names, value, f"the size is one constant: {kind}(8)")
        bytes_each = 8 if kind == "ints" else (self.names.width + 63) // 64 * 8
        if not 1 <= size.value <= _MAX_ARRAY // bytes_each:
            refuse(self.names, value, f"a local array has 1 to {_MAX_ARRAY // bytes_each} elements, not {size.value}")
        return kind, size.value

    def _new_array(self, node: ast.Assign, name: str, kind: Kind, size: int) -> Statement:
        array = Array(kind, name, "local", size)
        if name in self.scope.kinds or self.scope.arrays.get(name, array) != array:
            refuse(self.names, node, f"{name} is something else already")
        if name not in self.scope.arrays:
            self._bind(node, name, kind)
            del self.scope.kinds[name]
            self.scope.arrays[name] = array
        self.scope.assigned.add(name)
        return NewArray(node.lineno, array)

    def _writable(self, target: ast.Subscript) -> tuple[Array, Expression]:
        array, index = self.typing.place(target)
        if array.role == "table":
            refuse(self.names, target, f"{array.name} is a table; it is not written to")
        self.written.add(array.name)
        return array, index

    def _augmented(self, node: ast.AugAssign) -> Statement:
        operator = type(node.op).__name__
        if isinstance(node.target, ast.Name):
            loaded = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            typed = self.typing.binary(node, operator, loaded, node.value)
            self._bind(node, node.target.id, typed.kind)
            return Let(node.lineno, node.target.id, typed)
        if not isinstance(node.target, ast.Subscript):
            refuse(self.names, node, "only a local or an element of an array is assigned")
        array, index = self._writable(node.target)
        typed = self.typing.binary(node, operator, node.target, node.value)
        if not isinstance(typed, Operation):
            refuse(self.names, node, "this changes nothing")
        return Update(node.lineno, array, index, typed.name, typed.arguments[1])

    def _if(self, node: ast.If) -> Statement:
        condition = self.typing.value(node.test, "bool")
        before = set(self.scope.assigned)
        yes = self._block(node.body)
        after_yes, reached_yes = self.scope.assigned, self._reached
        self.scope.assigned, self._reached = before, True
        no = self._block(node.orelse)
        if reached_yes and self._reached:
            self.scope.assigned = self.scope.assigned & after_yes
        elif reached_yes:
            self.scope.assigned = after_yes
        self._reached = self._reached or reached_yes
        return If(node.lineno, condition, yes, no)

    def _loop(self, body: Sequence[ast.stmt], exits: list[set[str]]) -> tuple[Statement, ...]:
        """The body of a loop that is left with one of `exits` having values, or by a `break`."""
        self._loops.append(exits)
        statements = self._block(body)
        self._loops.pop()
        self._reached = bool(exits)
        self.scope.assigned = set.intersection(*exits) if exits else self.scope.assigned
        return statements

    def _while(self, node: ast.While) -> Statement:
        if node.orelse:
            refuse(self.names, node, "a loop has no else")
        condition = self.typing.value(node.test, "bool")
        endless = isinstance(condition, Constant) and bool(condition.value)
        exits = [] if endless else [set(self.scope.assigned)]
        return While(node.lineno, condition, self._loop(node.body, exits))

    def _for(self, node: ast.For) -> Statement:
        names = self.names
        call = node.iter
        if node.orelse:
            refuse(names, node, "a loop has no else")
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "range":
            refuse(names, node, "a for loop runs over range(...)")
        if not isinstance(node.target, ast.Name) or call.keywords or not 1 <= len(call.args) <= 3:
            refuse(names, node, "a for loop is written `for i in range(start, stop, step)`")
        values = [self.typing.value(argument, "int") for argument in call.args]
        step = values[2] if len(values) == 3 else Constant("int", 1)
        if not isinstance(step, Constant) or step.value == 0:
            refuse(names, node, "the step of a range is a constant other than 0")
        start = Constant("int", 0) if len(values) == 1 else values[0]
        stop = values[0] if len(values) == 1 else values[1]
        name = node.target.id
        empty = set(self.scope.assigned)  # a range may be empty: after it, only what had a value before has one
        self._bind(node, name, "int")
        self._counters.append(name)
        body = self._loop(node.body, [empty])
        self._counters.pop()
        return For(node.lineno, name, start, stop, step.value, body)

    def _break(self, node: ast.Break) -> Statement:
        self._inside(node)
        self._loops[-1].append(set(self.scope.assigned))
        self._reached = False
        return Break(node.lineno)

    def _continue(self, node: ast.Continue) -> Statement:
        self._inside(node)
        self._reached = False
        return Continue(node.lineno)

    def _inside(self, node: ast.stmt) -> None:
        if not self._loops:
            refuse(self.names, node, "this stands outside any loop")

    def _return(self, node: ast.Return) -> Statement:
        value = node.value
        if value is None:
            nodes: list[ast.expr] = []
        elif isinstance(value, ast.Tuple) and len(self.results) != 1:
            nodes = value.elts
        else:
            nodes = [value]
        if len(nodes) != len(self.results):
            refuse(self.names, node, f"{len(self.results)} values are returned, not {len(nodes)}")
        values = tuple(self.typing.value(each, kind) for each, kind in zip(nodes, self.results, strict=True))
        self._reached = False
        return Return(node.lineno, values)

    def _expression(self, node: ast.Expr) -> Statement:
        call = self.typing.call(node.value) if isinstance(node.value, ast.Call) else None
        if not isinstance(call, Call):
            refuse(self.names, node, "an expression by itself does nothing unless it calls a function")
        return Evaluate(node.lineno, call)


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is nothing but a text."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
