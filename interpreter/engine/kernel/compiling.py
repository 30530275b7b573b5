"""From a verified module to LLVM assembly.

Every function becomes an internal LLVM function; locals are stack slots, which LLVM's optimiser turns into registers,
and so are local arrays whose indices are known. Each exported function gets one entry that follows the C calling
convention with 64-bit words only: an int or bool is one word, a set its words from low to high, an array its address;
one int or bool is returned, anything else written to the words at the address given last.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from interpreter.engine.kernel.assembling import OPERATIONS, Lines, Value, bit_of_word
from interpreter.engine.kernel.language import (
    ARRAYS,
    ELEMENT,
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
    Kind,
    Let,
    LetMany,
    Module,
    NewArray,
    Operation,
    Return,
    Shortcut,
    Statement,
    Store,
    Table,
    Update,
    Variable,
    While,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["assembly", "returns_directly"]

# The k-th bit of a word by halving: count the lower half, go on in the half that holds the bit.
_PICK64 = """
define internal i64 @pick64(i64 %word, i64 %k) nounwind {
  br label %loop
loop:
  %half = phi i64 [ 32, %0 ], [ %next, %loop ]
  %rest = phi i64 [ %word, %0 ], [ %rest2, %loop ]
  %left = phi i64 [ %k, %0 ], [ %left2, %loop ]
  %at = phi i64 [ 0, %0 ], [ %at2, %loop ]
  %one = shl i64 1, %half
  %mask = sub i64 %one, 1
  %low = and i64 %rest, %mask
  %count = call i64 @llvm.ctpop.i64(i64 %low)
  %beyond = icmp uge i64 %left, %count
  %moved = lshr i64 %rest, %half
  %rest2 = select i1 %beyond, i64 %moved, i64 %low
  %taken = select i1 %beyond, i64 %count, i64 0
  %left2 = sub i64 %left, %taken
  %step = select i1 %beyond, i64 %half, i64 0
  %at2 = add i64 %at, %step
  %next = lshr i64 %half, 1
  %done = icmp eq i64 %next, 0
  br i1 %done, label %out, label %loop
out:
  %first = icmp eq i64 %left2, 0
  %bit = and i64 %rest2, 1
  %set = icmp ne i64 %bit, 0
  %found = and i1 %first, %set
  %single = shl i64 1, %at2
  %result = select i1 %found, i64 %single, i64 0
  ret i64 %result
}
"""


def returns_directly(results: tuple[Kind, ...]) -> bool:
    """Whether an entry returns its result instead of writing it to memory."""
    return len(results) == 1 and results[0] != "bits"


def assembly(module: Module, exported: tuple[str, ...], *, pdep: bool) -> str:
    """The module as LLVM assembly; `pdep` if the processor deposits bits quickly."""
    reached: dict[str, None] = {}
    pending = list(exported)
    while pending:
        name = pending.pop()
        if name not in reached:
            reached[name] = None
            pending.extend(module.functions[name].calls)
    parts = [_table(table, module.width) for table in module.tables.values()]
    parts.extend(_Writer(module, name, pdep=pdep).function() for name in module.functions if name in reached)
    parts.extend(_entry(module, name, pdep=pdep) for name in exported)
    if not pdep and any("@pick64" in part for part in parts):
        parts.append(_PICK64)
    size = (module.width + 63) // 64 * 64
    declarations = [
        "declare i64 @llvm.smin.i64(i64, i64)",
        "declare i64 @llvm.smax.i64(i64, i64)",
        "declare i1 @llvm.expect.i1(i1, i1)",
        "declare i64 @llvm.ctpop.i64(i64)",
        "declare i64 @llvm.cttz.i64(i64, i1)",
        "declare i64 @llvm.ctlz.i64(i64, i1)",
    ]
    if size > 64:
        declarations += [
            f"declare i{size} @llvm.ctpop.i{size}(i{size})",
            f"declare i{size} @llvm.cttz.i{size}(i{size}, i1)",
            f"declare i{size} @llvm.ctlz.i{size}(i{size}, i1)",
        ]
    if pdep:
        declarations.append("declare i64 @llvm.x86.bmi.pdep.64(i64, i64)")
    return "\n".join(chain(declarations, parts)) + "\n"


def _table(table: Table, width: int) -> str:
    words = 1 if table.kind == "ints" else (width + 63) // 64
    flat = [value >> (64 * i) & ((1 << 64) - 1) for value in table.values for i in range(words)]
    items = ", ".join(f"i64 {value}" for value in flat)
    return f"@c.{table.name} = internal unnamed_addr constant [{len(flat)} x i64] [{items}], align 8"


def _result_type(out: Lines, results: tuple[Kind, ...]) -> str:
    if not results:
        return "void"
    if len(results) == 1:
        return out.type(results[0])
    return "{ " + ", ".join(out.type(kind) for kind in results) + " }"


class _Writer:
    """Writes one function."""

    def __init__(self, module: Module, name: str, *, pdep: bool) -> None:
        self.module = module
        self.function_ = module.functions[name]
        self.out = Lines(module.width, pdep)
        self._loops: list[tuple[str, str]] = []  # (where `continue` goes, where `break` goes)
        self._block = "entry"
        self._open = True

    def function(self) -> str:
        """The text of the function."""
        function, out = self.function_, self.out
        parameters = ", ".join(
            f"ptr noalias nocapture align 8 %p.{name}" if kind in ARRAYS else f"{out.type(kind)} %p.{name}"
            for name, kind in function.parameters
        )
        for name, kind in function.locals.items():
            out.lines.append(f"  %v.{name} = alloca {out.type(kind)}, align 8")
        for array in function.arrays.values():
            out.lines.append(f"  %a.{array.name} = alloca [{self._length(array)} x i64], align 8")
        for name, kind in function.parameters:
            if kind not in ARRAYS:
                out.lines.append(f"  store {out.type(kind)} %p.{name}, ptr %v.{name}, align 8")
        self._statements(function.body)
        if self._open:
            out.lines.append("  ret void")
        marks = {"inline": " alwaysinline", "never_inline": " noinline", "": ""}[function.inlining]
        head = (
            f"define internal {_result_type(out, function.results)} @f.{function.name}({parameters}) nounwind{marks} {{"
        )
        return "\n".join([head, "entry:", *out.lines, "}"])

    def _length(self, array: Array) -> int:
        return array.size if array.kind == "ints" else array.size * self.out.words

    # Blocks

    def _start(self, label: str) -> None:
        self.out.lines.append(f"{label}:")
        self._block = label
        self._open = True

    def _jump(self, label: str) -> None:
        if self._open:
            self.out.lines.append(f"  br label %{label}")
            self._open = False

    def _branch(self, condition: Expression, yes: str, no: str) -> None:
        """Go on at `yes` or `no`, evaluating only as much as needed."""
        if isinstance(condition, Shortcut):
            middle = self.out.label()
            if condition.name == "and":
                self._branch(condition.left, middle, no)
            else:
                self._branch(condition.left, yes, middle)
            self._start(middle)
            self._branch(condition.right, yes, no)
            return
        if isinstance(condition, Operation) and condition.name == "bool.not":
            self._branch(condition.arguments[0], no, yes)
            return
        if isinstance(condition, Constant):
            self._jump(yes if condition.value else no)
            return
        self.out.lines.append(f"  br i1 {self._text(condition)}, label %{yes}, label %{no}")
        self._open = False

    # Expressions

    def _text(self, expression: Expression) -> str:
        """The text of a value, clean if it is a set."""
        value = self._value(expression)
        return self.out.clean(value) if expression.kind == "bits" else value.text

    def _value(self, expression: Expression) -> Value:
        out = self.out
        match expression:
            case Constant(kind, number):
                return Value(("true" if number else "false") if kind == "bool" else str(number))
            case Variable(kind, name):
                return Value(out.emit(f"load {out.type(kind)}, ptr %v.{name}, align 8"))
            case Operation():
                return self._operation(expression)
            case Element(kind, array, index):
                return Value(out.emit(f"load {out.type(kind)}, ptr {self._address(array, self._text(index))}, align 8"))
            case Shortcut():
                return self._shortcut(expression)
            case Choice():
                return self._choice(expression)
            case Array(_, name, role):
                return Value({"local": "%a.", "parameter": "%p.", "table": "@c."}[role] + name)
            case Call():
                return Value(self._call(expression))

    def _operation(self, operation: Operation) -> Value:
        out = self.out
        name, arguments = operation.name, operation.arguments
        if name == "bit" and isinstance(arguments[0], Operation) and arguments[0].name == "nth":
            name, arguments = "pick", arguments[0].arguments
        if name == "has" and isinstance(arguments[0], Element) and out.words > 1:
            return self._has_in_memory(arguments[0], arguments[1])
        return OPERATIONS[name](out, *[self._value(argument) for argument in arguments])

    def _has_in_memory(self, element: Element, index: Expression) -> Value:
        """One bit of a set in an array: load the word it is in and no other."""
        out = self.out
        address = self._address(element.array, self._text(element.index))
        i = self._text(index)
        inside = out.emit(f"icmp ult i64 {i}, {out.width}")
        number = out.emit(f"lshr i64 {i}, 6")
        safe = out.emit(f"select i1 {inside}, i64 {number}, i64 0")
        word = out.emit(f"load i64, ptr {out.emit(f'getelementptr inbounds i64, ptr {address}, i64 {safe}')}, align 8")
        return Value(out.emit(f"select i1 {inside}, i1 {bit_of_word(out, word, i).text}, i1 false"))

    def _address(self, array: Array, index: str) -> str:
        base = self._value(array).text
        unit = "i64" if array.kind == "ints" or self.out.words == 1 else f"[{self.out.words} x i64]"
        return self.out.emit(f"getelementptr inbounds {unit}, ptr {base}, i64 {index}")

    def _shortcut(self, shortcut: Shortcut) -> Value:
        out = self.out
        if _is_plain(shortcut.right):
            left, right = self._text(shortcut.left), self._text(shortcut.right)
            both = f"i1 {right}, i1 false" if shortcut.name == "and" else f"i1 true, i1 {right}"
            return Value(out.emit(f"select i1 {left}, {both}"))
        return self._merge(shortcut, Constant("bool", 1), Constant("bool", 0), "bool")

    def _choice(self, choice: Choice) -> Value:
        out = self.out
        if _is_plain(choice.yes) and _is_plain(choice.no):
            condition = self._text(choice.condition)
            yes, no = self._value(choice.yes), self._value(choice.no)
            kind = out.type(choice.kind)
            text = out.emit(f"select i1 {condition}, {kind} {yes.text}, {kind} {no.text}")
            return Value(text, yes.clean and no.clean)
        return self._merge(choice.condition, choice.yes, choice.no, choice.kind)

    def _merge(self, condition: Expression, yes: Expression, no: Expression, kind: Kind) -> Value:
        out = self.out
        then, other, after = out.label(), out.label(), out.label()
        self._branch(condition, then, other)
        ways = []
        for label, expression in ((then, yes), (other, no)):
            self._start(label)
            text = self._text(expression)
            ways.append(f"[ {text}, %{self._block} ]")
            self._jump(after)
        self._start(after)
        return Value(out.emit(f"phi {out.type(kind)} {', '.join(ways)}"))

    def _call(self, call: Call) -> str:
        out = self.out
        function = self.module.functions[call.function]
        arguments = ", ".join([f"{out.type(each.kind)} {self._text(each)}" for each in call.arguments])
        text = f"call {_result_type(out, function.results)} @f.{call.function}({arguments})"
        if function.results:
            return out.emit(text)
        out.lines.append(f"  {text}")
        return ""

    # Statements

    def _statements(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            _STATEMENTS[type(statement)](self, statement)

    def _let(self, let: Let) -> None:
        self.out.lines.append(
            f"  store {self.out.type(let.value.kind)} {self._text(let.value)}, ptr %v.{let.name}, align 8"
        )

    def _let_many(self, let: LetMany) -> None:
        out = self.out
        results = self.module.functions[let.call.function].results
        whole = self._call(let.call)
        for position, (name, kind) in enumerate(zip(let.names, results, strict=True)):
            part = out.emit(f"extractvalue {_result_type(out, results)} {whole}, {position}")
            out.lines.append(f"  store {out.type(kind)} {part}, ptr %v.{name}, align 8")

    def _new_array(self, new: NewArray) -> None:
        length = self._length(new.array)
        self.out.lines.append(f"  store [{length} x i64] zeroinitializer, ptr %a.{new.array.name}, align 8")

    def _store(self, store: Store) -> None:
        value = self._text(store.value)
        address = self._address(store.array, self._text(store.index))
        self.out.lines.append(f"  store {self.out.type(ELEMENT[store.array.kind])} {value}, ptr {address}, align 8")

    def _update(self, update: Update) -> None:
        out = self.out
        kind = out.type(ELEMENT[update.array.kind])
        address = self._address(update.array, self._text(update.index))
        before = Value(out.emit(f"load {kind}, ptr {address}, align 8"))
        value = OPERATIONS[update.operation](out, before, self._value(update.value))
        out.lines.append(f"  store {kind} {out.clean(value)}, ptr {address}, align 8")

    def _if(self, statement: If) -> None:
        yes, no, after = self.out.label(), self.out.label(), self.out.label()
        self._branch(statement.condition, yes, no if statement.no else after)
        self._start(yes)
        self._statements(statement.yes)
        reached = self._open or not statement.no
        self._jump(after)
        if statement.no:
            self._start(no)
            self._statements(statement.no)
            reached = reached or self._open
            self._jump(after)
        if reached:
            self._start(after)

    def _loop(self, body: Sequence[Statement], again: str, after: str) -> None:
        self._loops.append((again, after))
        self._statements(body)
        self._loops.pop()
        self._jump(again)

    def _while(self, statement: While) -> None:
        again, body, after = self.out.label(), self.out.label(), self.out.label()
        self._jump(again)
        self._start(again)
        self._branch(statement.condition, body, after)
        self._start(body)
        self._loop(statement.body, again, after)
        self._start(after)
        if isinstance(statement.condition, Constant) and statement.condition.value and not _leaves(statement.body):
            self.out.lines.append("  unreachable")
            self._open = False

    def _for(self, statement: For) -> None:
        out = self.out
        body, again, onward, after = out.label(), out.label(), out.label(), out.label()
        start, stop = self._text(statement.start), self._text(statement.stop)
        up, step = statement.step > 0, abs(statement.step)
        enters = out.emit(f"icmp {'slt' if up else 'sgt'} i64 {start}, {stop}")
        before = self._block
        out.lines.append(f"  br i1 {enters}, label %{body}, label %{after}")
        self._start(body)
        counter, moved = f"%i.{body}", f"%n.{body}"
        out.lines.append(f"  {counter} = phi i64 [ {start}, %{before} ], [ {moved}, %{onward} ]")
        out.lines.append(f"  store i64 {counter}, ptr %v.{statement.name}, align 8")
        self._loop(statement.body, again, after)
        # One more turn if the stop lies further off than one step: no sum can wrap around.
        self._start(again)
        if step == 1:
            out.lines.append(f"  {moved} = add nsw i64 {counter}, {statement.step}")
            more = out.emit(f"icmp {'slt' if up else 'sgt'} i64 {moved}, {stop}")
        else:
            left = out.emit(f"sub i64 {stop}, {counter}" if up else f"sub i64 {counter}, {stop}")
            more = out.emit(f"icmp ugt i64 {left}, {step}")
        out.lines.append(f"  br i1 {more}, label %{onward}, label %{after}")
        self._start(onward)
        if step != 1:
            out.lines.append(f"  {moved} = add nsw i64 {counter}, {statement.step}")
        out.lines.append(f"  br label %{body}")
        self._start(after)

    def _break(self, _: Break) -> None:
        self._jump(self._loops[-1][1])

    def _continue(self, _: Continue) -> None:
        self._jump(self._loops[-1][0])

    def _return(self, statement: Return) -> None:
        out = self.out
        results = self.function_.results
        texts = [self._text(value) for value in statement.values]
        if not texts:
            out.lines.append("  ret void")
        elif len(texts) == 1:
            out.lines.append(f"  ret {out.type(results[0])} {texts[0]}")
        else:
            whole, kind = "poison", _result_type(out, results)
            for position, text in enumerate(texts):
                whole = out.emit(f"insertvalue {kind} {whole}, {out.type(results[position])} {text}, {position}")
            out.lines.append(f"  ret {kind} {whole}")
        self._open = False

    def _evaluate(self, statement: Evaluate) -> None:
        self._call(statement.call)


_STATEMENTS: dict[type[Statement], Callable[..., None]] = {
    Let: _Writer._let,
    LetMany: _Writer._let_many,
    NewArray: _Writer._new_array,
    Store: _Writer._store,
    Update: _Writer._update,
    If: _Writer._if,
    While: _Writer._while,
    For: _Writer._for,
    Break: _Writer._break,
    Continue: _Writer._continue,
    Return: _Writer._return,
    Evaluate: _Writer._evaluate,
}


def _leaves(statements: Sequence[Statement]) -> bool:
    """Whether a `break` here leaves the loop around."""
    for statement in statements:
        if isinstance(statement, Break):
            return True
        if isinstance(statement, If) and (_leaves(statement.yes) or _leaves(statement.no)):
            return True
    return False


def _is_plain(expression: Expression) -> bool:
    """Whether evaluating it for nothing is harmless and cheap: no call, no element of an array, no division."""
    match expression:
        case Constant() | Variable():
            return True
        case Operation(_, name, arguments):
            return name not in {"int.div", "int.mod"} and all(_is_plain(argument) for argument in arguments)
        case Shortcut(_, _, left, right):
            return _is_plain(left) and _is_plain(right)
        case Choice(_, condition, yes, no):
            return _is_plain(condition) and _is_plain(yes) and _is_plain(no)
        case _:
            return False


def _entry(module: Module, name: str, *, pdep: bool) -> str:
    """The C entry of an exported function."""
    function = module.functions[name]
    out = Lines(module.width, pdep)
    parameters: list[str] = []
    arguments: list[str] = []
    for position, (_, kind) in enumerate(function.parameters):
        if kind in ARRAYS:
            parameters.append(f"ptr %p{position}")
            text = f"%p{position}"
        elif kind == "bits":
            parameters += [f"i64 %p{position}.{i}" for i in range(out.words)]
            text = out.join([f"%p{position}.{i}" for i in range(out.words)])
        else:
            parameters.append(f"i64 %p{position}")
            text = f"%p{position}" if kind == "int" else out.emit(f"trunc i64 %p{position} to i1")
        arguments.append(f"{out.type(kind)} {text}")
    results = function.results
    kind_ = _result_type(out, results)
    call = f"call {kind_} @f.{name}({', '.join(arguments)})"
    result = out.emit(call) if results else ""
    if not results:
        out.lines.append(f"  {call}")
    if returns_directly(results):
        text = result if results[0] == "int" else out.emit(f"zext i1 {result} to i64")
        out.lines.append(f"  ret i64 {text}")
        return "\n".join([f"define i64 @{name}({', '.join(parameters)}) nounwind {{", *out.lines, "}"])
    if results:
        parameters.append("ptr %results")
    place = 0
    for position, kind in enumerate(results):
        text = result if len(results) == 1 else out.emit(f"extractvalue {kind_} {result}, {position}")
        words = [text]
        if kind == "bits":
            words = [out.word(text, i) for i in range(out.words)]
        elif kind == "bool":
            words = [out.emit(f"zext i1 {text} to i64")]
        for word in words:
            address = out.emit(f"getelementptr i64, ptr %results, i64 {place}")
            out.lines.append(f"  store i64 {word}, ptr {address}, align 8")
            place += 1
    out.lines.append("  ret void")
    return "\n".join([f"define void @{name}({', '.join(parameters)}) nounwind {{", *out.lines, "}"])
