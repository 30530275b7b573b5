"""A kernel under CPython: the typed module written out as Python, with the meaning of `arithmetic`.

A checked run looks at every index, at the kinds of what it is given, and at its fuel; an unchecked one is the fast way
without a compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.engine.kernel.arithmetic import operations, wrap
from interpreter.engine.kernel.kinds import ARRAYS, KernelFault, Signature
from interpreter.engine.kernel.language import (
    Array,
    Break,
    Call,
    Choice,
    Constant,
    Continue,
    Element,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Let,
    LetMany,
    Module,
    NewArray,
    Operation,
    Return,
    Shortcut,
    Statement,
    Store,
    Update,
    Variable,
    While,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["python_source", "run_python"]

_LOW, _HIGH = -(1 << 63), (1 << 63) - 1

_PLAIN = {
    "int.and": "({0} & {1})",
    "int.or": "({0} | {1})",
    "int.xor": "({0} ^ {1})",
    "int.shr": "({0} >> ({1} & 63))",
    "int.not": "(~{0})",
    "int.eq": "({0} == {1})",
    "int.ne": "({0} != {1})",
    "int.lt": "({0} < {1})",
    "int.le": "({0} <= {1})",
    "int.gt": "({0} > {1})",
    "int.ge": "({0} >= {1})",
    "int": "int({0})",
    "likely": "{0}",
    "unlikely": "{0}",
    "bool.and": "({0} & {1})",
    "bool.or": "({0} | {1})",
    "bool.xor": "({0} ^ {1})",
    "bool.not": "(not {0})",
    "bool.eq": "({0} == {1})",
    "bool.ne": "({0} != {1})",
    "bits.and": "({0} & {1})",
    "bits.or": "({0} | {1})",
    "bits.xor": "({0} ^ {1})",
    "bits.neg": "(-{0} & all__)",
    "bits.not": "({0} ^ all__)",
    "bits.eq": "({0} == {1})",
    "bits.ne": "({0} != {1})",
    "count": "({0}).bit_count()",
}
"""Operations that Python's own operators carry out as they are."""

_WRAPPED = {"int.add": "+", "int.sub": "-", "int.mul": "*"}
"""Operations of Python whose result may have to be wrapped around."""


def run_python(
    module: Module,
    *,
    checked: bool = True,
    fuel: int | None = None,
    given: Mapping[str, Callable[..., Any]] | None = None,
) -> dict[str, Callable[..., Any]]:
    """Every function of the module under CPython.

    Arrays are lists or those of `arrays`. `fuel` bounds the turns of loops of a checked run, all calls together;
    without it the run goes on as long as it takes. Functions of Python that are `given` take the place of those of the
    module that have their names.
    """
    source, lines = python_source(module, checked=checked)
    names = {f"{name.replace('.', '_')}__": function for name, function in operations(module.width).items()}
    left = [fuel]

    def burn() -> None:
        if left[0] is not None:
            left[0] -= 1
            if left[0] < 0:
                raise KernelFault(f"the run took more than {fuel} turns of loops")

    namespace: dict[str, Any] = {
        **names,
        "wrap__": wrap,
        "all__": (1 << module.width) - 1,
        "index__": _index,
        "burn__": burn,
    }
    namespace.update({f"{name}__t": table.values for name, table in module.tables.items()})
    file_name = f"<{module.name}>"
    exec(compile(source, file_name, "exec"), namespace)  # noqa: S102 - written from a verified module
    namespace.update({f"{name}__f": function for name, function in (given or {}).items()})
    functions = {name: namespace[f"{name}__f"] for name in module.functions}
    if not checked:
        return functions
    return {
        name: _guarded(functions[name], module.functions[name].signature, module.width, file_name, lines)
        for name in functions
    }


def _index(index: int, size: int) -> int:
    if 0 <= index < size:
        return index
    raise KernelFault(f"index {index} is outside an array of {size}")


def _guarded(
    function: Callable[..., Any], signature: Signature, width: int, file_name: str, lines: Sequence[int]
) -> Callable[..., Any]:
    """A function that looks at what it is given and says where in the kernel a fault arose."""

    def call(*arguments: Any) -> Any:
        if len(arguments) != len(signature.parameters):
            raise TypeError(f"{len(signature.parameters)} arguments are needed, not {len(arguments)}")
        for position, (kind, argument) in enumerate(zip(signature.parameters, arguments, strict=True)):
            for value in argument if kind in ARRAYS else (argument,):
                low, high = (0, (1 << width) - 1) if kind in {"bits", "sets"} else (_LOW, _HIGH)
                if not isinstance(value, int) or not low <= value <= high or (kind == "bool" and value not in (0, 1)):
                    raise KernelFault(f"argument {position + 1} has {value!r}, which is no {kind}")
        try:
            return function(*arguments)
        except KernelFault as fault:
            trace, where, name = fault.__traceback__, 0, ""
            while trace is not None:
                if trace.tb_frame.f_code.co_filename == file_name:
                    where, name = trace.tb_lineno, trace.tb_frame.f_code.co_name
                trace = trace.tb_next
            raise KernelFault(fault.message, name.removesuffix("__f"), lines[where - 1] if where else 0) from None

    return call


def python_source(module: Module, *, checked: bool) -> tuple[str, tuple[int, ...]]:
    """The module as Python, and for each of its lines the line of the kernel it stands for."""
    writer = _Writer(module, checked=checked)
    for function in module.functions.values():
        writer.function(function)
    return "\n".join(writer.lines) + "\n", tuple(writer.origins)


class _Writer:
    """Writes Python."""

    def __init__(self, module: Module, *, checked: bool) -> None:
        self.module = module
        self.checked = checked
        self.lines: list[str] = []
        self.origins: list[int] = []

    def _write(self, depth: int, line: int, text: str) -> None:
        self.lines.append("    " * depth + text)
        self.origins.append(line)

    def function(self, function: Function) -> None:
        """Write a function."""
        parameters = ", ".join(f"{name}_" for name, _ in function.parameters)
        self._write(0, function.line, f"def {function.name}__{'l' if function.lanes else 'f'}({parameters}):")
        self._block(function.body, 1, function.line)
        if function.lanes:
            passed = ", ".join(f"{name}_" for name, _ in function.parameters[:-1])
            lanes = ", ".join(f"{function.name}__l({passed}, {lane})" for lane in range(function.lanes))
            self._write(0, function.line, f"def {function.name}__f({passed}):")
            self._write(1, function.line, f"return {lanes}")

    def _block(self, statements: Sequence[Statement], depth: int, line: int, *, loop: bool = False) -> None:
        if loop and self.checked:
            self._write(depth, line, "burn__()")
        elif not statements:
            self._write(depth, line, "pass")
        for statement in statements:
            self._statement(statement, depth)

    def _statement(self, statement: Statement, depth: int) -> None:
        line = statement.line
        match statement:
            case Let(_, name, value):
                self._write(depth, line, f"{name}_ = {self._text(value)}")
            case LetMany(_, names, call):
                self._write(depth, line, f"{', '.join(f'{name}_' for name in names)} = {self._text(call)}")
            case NewArray(_, array):
                self._write(depth, line, f"{array.name}_ = [0] * {array.size}")
            case Store(_, array, index, value):
                self._write(depth, line, f"{self._element(array, index)} = {self._text(value)}")
            case Update():
                self._update(statement, depth)
            case If():
                self._if(statement, depth)
            case While(_, condition, body):
                self._write(depth, line, f"while {self._text(condition)}:")
                self._block(body, depth + 1, line, loop=True)
            case For(_, name, start, stop, step, body):
                steps = "" if step == 1 else f", {step}"
                self._write(depth, line, f"for {name}_ in range({self._text(start)}, {self._text(stop)}{steps}):")
                self._block(body, depth + 1, line, loop=True)
            case Break():
                self._write(depth, line, "break")
            case Continue():
                self._write(depth, line, "continue")
            case Return(_, values):
                self._write(depth, line, f"return {', '.join(self._text(value) for value in values)}".rstrip())
            case Evaluate(_, call):
                self._write(depth, line, self._text(call))

    def _if(self, statement: If, depth: int) -> None:
        word = "if"
        while True:
            self._write(depth, statement.line, f"{word} {self._text(statement.condition)}:")
            self._block(statement.yes, depth + 1, statement.line)
            if len(statement.no) != 1 or not isinstance(statement.no[0], If):
                break
            word, statement = "elif", statement.no[0]
        if statement.no:
            self._write(depth, statement.line, "else:")
            self._block(statement.no, depth + 1, statement.line)

    def _update(self, update: Update, depth: int) -> None:
        array, line = update.array, update.line
        self._write(depth, line, f"i__ = {self._checked_index(array, update.index)}")
        self._write(depth, line, f"e__ = {array.name}_[i__]")
        value = self._applied(update.operation, ["e__", self._text(update.value)])
        self._write(depth, line, f"{array.name}_[i__] = {value}")

    def _text(self, expression: Expression) -> str:
        match expression:
            case Constant(kind, value):
                return str(bool(value)) if kind == "bool" else f"({value})" if value < 0 else str(value)
            case Variable(_, name):
                return f"{name}_"
            case Array(_, name, role):
                return f"{name}__t" if role == "table" else f"{name}_"
            case Operation(_, name, arguments):
                return self._applied(name, [self._text(argument) for argument in arguments])
            case Shortcut(_, name, left, right):
                return f"({self._text(left)} {name} {self._text(right)})"
            case Choice(_, condition, yes, no):
                return f"({self._text(yes)} if {self._text(condition)} else {self._text(no)})"
            case Element(_, array, index):
                return self._element(array, index)
            case Call(_, function, arguments):
                return f"{function}__f({', '.join(self._text(argument) for argument in arguments)})"

    def _applied(self, name: str, arguments: list[str]) -> str:
        if name in _PLAIN:
            return _PLAIN[name].format(*arguments)
        if name in _WRAPPED:
            exact = f"(t__ := {arguments[0]} {_WRAPPED[name]} {arguments[1]})"
            return f"(t__ if {_LOW} <= {exact} <= {_HIGH} else wrap__(t__))"
        return f"{name.replace('.', '_')}__({', '.join(arguments)})"

    def _element(self, array: Array, index: Expression) -> str:
        return f"{self._text(array)}[{self._checked_index(array, index)}]"

    def _checked_index(self, array: Array, index: Expression) -> str:
        text = self._text(index)
        known = isinstance(index, Constant) and array.size > 0
        return f"index__({text}, len({self._text(array)}))" if self.checked and not known else text
