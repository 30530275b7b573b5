"""The verifier: the text of a kernel to a typed module, or a `KernelError` that names the line and the reason.

A module holds constants (`NAME = 3`, `NAME: bits = 0x1f`), constant tables (`NAME: ints = (1, 2)`, `NAME: sets = (..)`)
and functions with annotated parameters and results. Constants are worked out exactly and must fit; an int constant may
be written unsigned, as in 0x9E3779B97F4A7C15. `ALL` is the set of all W bits, `WIDTH` is W.

A function never calls itself, not even through others, so that the depth of a run is bounded by the text. Arrays are
named once: no array is passed twice in one call, and no table to a function that writes to it, so that compiled code
may take them to lie apart.

A function marked `@abreast(N)` is written for one of N lanes, whose number is its last parameter. A call leaves that
out and gives the values of all lanes, which are computed side by side. Such a function takes sets and gives one, and
holds nothing but assignments and a `return`, joined by `& | ^ ~` and shifts; what differs from lane to lane is looked
up in tables, as in `b << SHIFTS[lane]`.
"""

from __future__ import annotations

import ast
import gc
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from interpreter.engine.kernel.arithmetic import wrap
from interpreter.engine.kernel.expressions import MAX_DEPTH, RESERVED, Names, Scope, refuse
from interpreter.engine.kernel.kinds import ARRAYS, KernelError, Kind, Signature
from interpreter.engine.kernel.language import (
    Array,
    Constant,
    Element,
    Function,
    Let,
    Module,
    Operation,
    Return,
    Table,
    Variable,
)
from interpreter.engine.kernel.statements import Body, is_docstring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from interpreter.engine.kernel.language import Expression, Statement

__all__ = ["verify"]

_KINDS: tuple[Kind, ...] = ("int", "bool", "bits", "ints", "sets")
_MAX_WIDTH = 4096
_MAX_TEXT = 8_000_000
_MAX_LANES = 16


def verify(source: str, width: int, name: str = "kernel") -> Module:
    """The typed module of a text, for sets of `width` bits; `KernelError` says what is not in the language."""
    if not 1 <= width <= _MAX_WIDTH:
        raise KernelError(f"sets have 1 to {_MAX_WIDTH} bits, not {width}", 0, name=name)
    with _uncollected():
        return _verified(source, Names(name, source.splitlines(), width))


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for circles of garbage: trees have none, and a long one would be searched again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _verified(source: str, names: Names) -> Module:
    width = names.width
    names.constants["ALL"] = Constant("bits", (1 << width) - 1)
    names.constants["WIDTH"] = Constant("int", width)
    definitions = []
    for statement in _parse(source, names).body:
        if isinstance(statement, ast.FunctionDef):
            _new_name(names, statement, statement.name)
            names.signatures[statement.name] = _signature(names, statement)
            definitions.append(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            _constant(names, statement)
        elif not is_docstring(statement):
            refuse(names, statement, "a module holds constants, tables and functions only")
    functions = {}
    handed: dict[str, list[tuple[str, int, str]]] = {}
    for definition in definitions:
        functions[definition.name], handed[definition.name] = _function(names, definition)
    order = _callees_first(names, functions)
    _trace_writes(names, functions, handed, order)
    passed = {array for uses in handed.values() for _, _, array in uses}
    tables = {table.name: replace(table, passed=table.name in passed) for table in names.tables.values()}
    return Module(names.name, source, width, tables, {function: functions[function] for function in order})


def _parse(source: str, names: Names) -> ast.Module:
    if len(source) > _MAX_TEXT:
        refuse(names, 0, f"a kernel has at most {_MAX_TEXT} characters")
    try:
        return ast.parse(source)
    except SyntaxError as error:
        refuse(names, error.lineno or 0, f"not Python: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        refuse(names, 0, f"not Python: {error}")


def _new_name(names: Names, node: ast.AST, name: str) -> None:
    if name in names.constants or name in names.tables or name in names.signatures or name in RESERVED:
        refuse(names, node, f"the name {name} is taken")
    if not name.isascii() or "__" in name:
        refuse(names, node, f"the name {name} is not plain ASCII without two underscores in a row")


def _constant(names: Names, statement: ast.Assign | ast.AnnAssign) -> None:
    target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
    if not isinstance(target, ast.Name) or statement.value is None:
        refuse(names, statement, "a constant is written NAME = value")
    if isinstance(statement, ast.Assign) and len(statement.targets) > 1:
        refuse(names, statement, "one name for one constant")
    _new_name(names, statement, target.id)
    kind = _kind(names, statement.annotation) if isinstance(statement, ast.AnnAssign) else "int"
    if kind in ARRAYS:
        if not isinstance(statement.value, ast.Tuple) or not statement.value.elts:
            refuse(names, statement, "a table is written as a tuple of at least one number")
        of: Kind = "int" if kind == "ints" else "bits"
        values = tuple(_fitting(names, element, of) for element in statement.value.elts)
        names.tables[target.id] = Table(target.id, kind, values)
    elif kind == "bool":
        refuse(names, statement, "a constant is an int or a set")
    else:
        names.constants[target.id] = Constant(kind, _fitting(names, statement.value, kind))


def _fitting(names: Names, node: ast.expr, kind: Kind) -> int:
    value = _exact(names, node)
    if kind == "bits":
        if not 0 <= value < 1 << names.width:
            refuse(names, node, f"{value:#x} is no set of {names.width} bits")
        return value
    if not -(1 << 63) <= value < 1 << 64:
        refuse(names, node, f"{value:#x} does not fit 64 bits")
    return wrap(value)


def _exact(names: Names, node: ast.expr, depth: int = 1) -> int:
    """The value of a constant expression in unbounded integers."""
    if depth > MAX_DEPTH:
        refuse(names, node, f"nested more than {MAX_DEPTH} deep")
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name) and node.id in names.constants:
        return names.constants[node.id].value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        value = _exact(names, node.operand, depth + 1)
        return -value if isinstance(node.op, ast.USub) else ~value
    if isinstance(node, ast.BinOp):
        left, right = _exact(names, node.left, depth + 1), _exact(names, node.right, depth + 1)
        kind = type(node.op).__name__
        if kind in {"LShift", "RShift"} and not 0 <= right <= _MAX_WIDTH:
            refuse(names, node, "the shift of a constant is out of reason")
        if kind in {"FloorDiv", "Mod"} and right == 0:
            refuse(names, node, "a constant is divided by zero")
        if kind in _EXACT:
            return _EXACT[kind](left, right)
    return refuse(names, node, "a constant is made of numbers and earlier constants")


_EXACT: dict[str, Callable[[int, int], int]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mult": lambda a, b: a * b,
    "FloorDiv": lambda a, b: a // b,
    "Mod": lambda a, b: a % b,
    "BitAnd": lambda a, b: a & b,
    "BitOr": lambda a, b: a | b,
    "BitXor": lambda a, b: a ^ b,
    "LShift": lambda a, b: a << b,
    "RShift": lambda a, b: a >> b,
}


def _kind(names: Names, node: ast.expr | None) -> Kind:
    for kind in _KINDS:
        if isinstance(node, ast.Name) and node.id == kind:
            return kind
    return refuse(names, node or 0, f"a kind is one of {', '.join(_KINDS)}")


def _signature(names: Names, definition: ast.FunctionDef) -> Signature:
    arguments = definition.args
    if (
        arguments.posonlyargs
        or arguments.kwonlyargs
        or arguments.vararg
        or arguments.kwarg
        or arguments.defaults
        or getattr(definition, "type_params", None)
    ):
        refuse(names, definition, "parameters are plain: no defaults, no stars, no keywords")
    parameters = []
    for argument in arguments.args:
        if argument.annotation is None:
            refuse(names, argument, f"{argument.arg} needs its kind: {argument.arg}: int")
        parameters.append(_kind(names, argument.annotation))
    whole, lanes = Signature(tuple(parameters), _results(names, definition)), _lanes(names, definition)
    if not lanes:
        return whole
    every = whole.results * lanes
    if set(parameters[:-1]) != {"bits"} or parameters[-1] != "int" or whole.results != ("bits",):
        refuse(names, definition, "a function of lanes takes sets and, last, the int of its lane, and gives a set")
    return Signature(whole.parameters[:-1], every)


def _results(names: Names, definition: ast.FunctionDef) -> tuple[Kind, ...]:
    returns = definition.returns
    if returns is None:
        refuse(names, definition, f"{definition.name} needs the kind of its result, `-> None` if it has none")
    if isinstance(returns, ast.Constant) and returns.value is None:
        return ()
    results: tuple[Kind, ...]
    if isinstance(returns, ast.Subscript) and isinstance(returns.value, ast.Name) and returns.value.id == "tuple":
        elements = returns.slice.elts if isinstance(returns.slice, ast.Tuple) else []
        results = tuple(_kind(names, element) for element in elements)
        if len(results) < 2:
            refuse(names, returns, "a tuple has at least two kinds")
    else:
        results = (_kind(names, returns),)
    if any(kind in ARRAYS for kind in results):
        refuse(names, returns, "arrays are not returned; let the caller pass one to be written to")
    return results


def _function(names: Names, definition: ast.FunctionDef) -> tuple[Function, list[tuple[str, int, str]]]:
    signature, lanes = names.signatures[definition.name], _lanes(names, definition)
    kinds, results = signature.parameters, signature.results
    if lanes:
        kinds, results = (*kinds, "int"), results[:1]
    scope = Scope({}, {}, set())
    parameters = []
    for argument, kind in zip(definition.args.args, kinds, strict=True):
        name = argument.arg
        _new_name(names, argument, name)
        if name in scope.assigned:
            refuse(names, argument, f"two parameters are called {name}")
        parameters.append((name, kind))
        scope.assigned.add(name)
        if kind in ARRAYS:
            scope.arrays[name] = Array(kind, name, "parameter")
        else:
            scope.kinds[name] = kind
    body = Body(names, scope, results)
    statements = body.function(definition)
    if lanes:
        _straight(names, statements, parameters[-1][0], lanes)
    positions = {name: position for position, (name, _) in enumerate(parameters)}
    function = Function(
        name=definition.name,
        line=definition.lineno,
        parameters=tuple(parameters),
        results=results,
        inlining=_inlining(names, definition),
        locals=scope.kinds,
        arrays={name: array for name, array in scope.arrays.items() if array.role == "local"},
        body=statements,
        calls=scope.calls,
        writes=frozenset(positions[name] for name in body.written if name in positions),
        lanes=lanes,
    )
    return function, scope.passed


def _inlining(names: Names, definition: ast.FunctionDef) -> Literal["", "inline", "never_inline"]:
    marks = [mark.id if isinstance(mark, ast.Name) else "" for mark in definition.decorator_list]
    if _lanes(names, definition):
        marks = marks[:-1]
    if marks not in ([], ["inline"], ["never_inline"]):
        refuse(names, definition, "a function may be marked @inline or @never_inline, then @abreast(N), nothing else")
    return cast("Literal['', 'inline', 'never_inline']", marks[0] if marks else "")


def _lanes(names: Names, definition: ast.FunctionDef) -> int:
    """The lanes that a function is marked with, or 0."""
    mark = definition.decorator_list[-1] if definition.decorator_list else None
    if not isinstance(mark, ast.Call) or not isinstance(mark.func, ast.Name) or mark.func.id != "abreast":
        return 0
    number = mark.args[0] if len(mark.args) == 1 and not mark.keywords else None
    value = number.value if isinstance(number, ast.Constant) else None
    if type(value) is not int or not 2 <= value <= _MAX_LANES:
        refuse(names, mark, f"the lanes are 2 to {_MAX_LANES}, as in @abreast(4)")
    return value


def _straight(names: Names, statements: tuple[Statement, ...], lane: str, lanes: int) -> None:
    """Refuse what a function of lanes may not hold."""
    for statement in statements:
        match statement:
            case Let(_, _, value) | Return(_, (value,)) if _of_lanes(names, value, lane, lanes):
                continue
        refuse(names, statement.line, "a function of lanes joins and shifts sets, nothing else")


def _of_lanes(names: Names, value: Expression, lane: str, lanes: int) -> bool:
    """Whether a set is written with what a function of lanes may hold."""
    match value:
        case Constant("bits") | Variable("bits"):
            return True
        case Operation(_, "bits.shl" | "bits.shr", (one, amount)):
            shifts = _amounts(names, amount, lane, lanes)
            return _of_lanes(names, one, lane, lanes) and min(shifts, default=-1) >= 0
        case Operation(_, "bits.and" | "bits.or" | "bits.xor" | "bits.not", parts):
            return all(_of_lanes(names, part, lane, lanes) for part in parts)
    return value.kind == "bits" and bool(_amounts(names, value, lane, lanes))


def _amounts(names: Names, value: Expression, lane: str, lanes: int) -> tuple[int, ...]:
    """What is looked up for each lane, or is the same for all; nothing where it is neither."""
    match value:
        case Constant(_, amount):
            return (amount,)
        case Element(_, Array(_, table, "table", size), Variable(_, index)) if index == lane and size == lanes:
            return names.tables[table].values
    return ()


def _callees_first(names: Names, functions: Mapping[str, Function]) -> list[str]:
    """The functions in an order in which each follows those it calls; a circle of calls is refused."""
    done: dict[str, None] = {}
    for root in functions:
        path: dict[str, None] = {}
        pending = [(root, False)]
        while pending:
            name, finished = pending.pop()
            if finished:
                path.pop(name)
                done[name] = None
                continue
            if name in done:
                continue
            if name in path:
                refuse(names, functions[name].line, f"{name} calls itself, perhaps through others")
            path[name] = None
            pending.append((name, True))
            pending.extend((callee, False) for callee in functions[name].calls)
    return list(done)


def _trace_writes(
    names: Names,
    functions: dict[str, Function],
    handed: Mapping[str, list[tuple[str, int, str]]],
    order: list[str],
) -> None:
    """Carry what each function writes to over to its callers; tables must stay as they are."""
    for name in order:
        function = functions[name]
        positions = {parameter: position for position, (parameter, _) in enumerate(function.parameters)}
        writes = set(function.writes)
        for callee, position, array in handed[name]:
            if position not in functions[callee].writes:
                continue
            if array in names.tables:
                refuse(names, function.line, f"{name} passes the table {array} to {callee}, which writes to it")
            if array in positions:
                writes.add(positions[array])
        functions[name] = replace(function, writes=frozenset(writes))
