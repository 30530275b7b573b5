"""LLVM assembly of one function: its statements and expressions, block by block.

Locals that are given values in several places are stack slots, which LLVM's optimiser turns into registers, and so are
local arrays whose indices are known. What such a local holds is loaded only where it is not known from before: of the
text of a large kernel every fourth line was such a load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.kernel.assembling import OPERATIONS
from interpreter.engine.kernel.kinds import ARRAYS, ELEMENT, Kind
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
    Table,
    Update,
    Variable,
    While,
    is_plain,
    leaves_loop,
)
from interpreter.engine.kernel.lines import Value, single
from interpreter.engine.kernel.members import bit_of_word
from interpreter.engine.kernel.once import given_once, names_given
from interpreter.engine.kernel.results import given, result_type, returned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.engine.kernel.lines import Lines, Parts

__all__ = ["FunctionWriter"]


class FunctionWriter:
    """Writes one function. Its loops are numbered from `first_loop` on; `next_loop` is the number after the last."""

    def __init__(self, module: Module, name: str, out: Lines, *, inlined: bool, first_loop: int) -> None:
        self.module = module
        self.function_ = module.functions[name]
        self.out = out
        self.next_loop = first_loop
        self._inlined = inlined
        self._once = given_once(self.function_)
        self._values: dict[str, Parts] = {}  # of the locals that are given a value once
        self._held: dict[str, Parts] = {}  # by the other locals, where that is known in the block being written
        self._loops: list[tuple[str, str]] = []  # (where `continue` goes, where `break` goes)
        self._block = "entry"
        self._open = True

    def function(self) -> str:
        """The text of the function."""
        function, out = self.function_, self.out
        parameters = ", ".join(
            f"ptr noalias nocapture align 8 {part}" if kind in ARRAYS else f"{out.type(kind)} {part}"
            for name, kind in function.parameters
            for part in out.parts(f"%p.{name}", kind)
        )
        for name, kind in function.locals.items():
            if name not in self._once:
                out.lines += [f"  {part} = alloca {out.type(kind)}, align 8" for part in out.parts(f"%v.{name}", kind)]
        for array in function.arrays.values():
            out.lines.append(f"  %a.{array.name} = alloca [{self._length(array)} x i64], align 8")
        for name, kind in function.parameters:
            if kind not in ARRAYS:
                self._give(name, kind, out.parts(f"%p.{name}", kind))
        self._statements(function.body)
        if self._open:
            out.lines.append("  ret void")
        marks = " alwaysinline" if self._inlined else " noinline" if function.inlining == "never_inline" else ""
        head = (
            f"define internal {result_type(out, function.results)} @f.{function.name}({parameters}) nounwind{marks} {{"
        )
        return "\n".join([head, "entry:", *out.lines, "}"])

    def _length(self, array: Array) -> int:
        return array.size if array.kind == "ints" else array.size * self.out.words

    # Blocks

    def _start(self, label: str, held: Mapping[str, Parts]) -> None:
        """Begin a block, in which locals hold what they are known to hold wherever it is come from."""
        self.out.lines.append(f"{label}:")
        self._block = label
        self._held = dict(held)
        self._open = True

    def _jump(self, label: str) -> None:
        if self._open:
            self.out.lines.append(f"  br label %{label}")
            self._open = False

    def _branch(self, condition: Expression, yes: str, no: str) -> None:
        """Go on at `yes` or `no`, evaluating only as much as needed; `_held` is then what is held at both."""
        if isinstance(condition, Shortcut):
            middle = self.out.label()
            if condition.name == "and":
                self._branch(condition.left, middle, no)
            else:
                self._branch(condition.left, yes, middle)
            held = self._held
            self._start(middle, held)
            self._branch(condition.right, yes, no)
            self._held = held
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
        """The text of a value that is no set."""
        return self._value(expression).text

    def _parts(self, expression: Expression) -> Parts:
        """The text of a value, or the texts of a set's parts, which are clean."""
        value = self._value(expression)
        return self.out.clean(value) if expression.kind == "bits" else value.parts

    def _value(self, expression: Expression) -> Value:
        out = self.out
        match expression:
            case Constant("bits", number):
                return Value(out.constant(number))
            case Constant(kind, number):
                return single(("true" if number else "false") if kind == "bool" else str(number))
            case Variable(kind, name):
                known = self._values.get(name) or self._held.get(name)
                if known is None:
                    known = self._held[name] = self._loaded(out.type(kind), out.parts(f"%v.{name}", kind))
                return Value(known)
            case Operation():
                return self._operation(expression)
            case Element(_, Array("ints", name, "table"), index):
                return self._table_int(self.module.tables[name], self._text(index))
            case Element(kind, array, index):
                return Value(self._loaded(out.type(kind), self._places(array, self._text(index))))
            case Shortcut():
                return self._shortcut(expression)
            case Choice():
                return self._choice(expression)
            case Array(_, name, role):
                return single({"local": "%a.", "parameter": "%p.", "table": "@c."}[role] + name)
            case Call():
                (parts,) = self._called(expression)
                return Value(parts)

    def _loaded(self, kind: str, places: Parts) -> Parts:
        return tuple([self.out.emit(f"load {kind}, ptr {place}, align 8") for place in places])

    def _stored(self, kind: str, parts: Parts, places: Parts) -> None:
        self.out.lines += [
            f"  store {kind} {text}, ptr {place}, align 8" for text, place in zip(parts, places, strict=True)
        ]

    def _operation(self, operation: Operation) -> Value:
        out = self.out
        name, arguments = operation.name, operation.arguments
        if name == "bit" and isinstance(arguments[0], Operation) and arguments[0].name == "nth":
            name, arguments = "pick", arguments[0].arguments
        if name == "has" and isinstance(arguments[0], Element) and out.words > 1:
            return self._has_in_memory(arguments[0], arguments[1])
        return OPERATIONS[name](out, *[self._value(argument) for argument in arguments])

    def _table_int(self, table: Table, index: str) -> Value:
        """An int of a table, with what is known of it: the least and the most there is in the whole table."""
        out, kind = self.out, f"i{table.bits}"
        address = out.emit(f"getelementptr inbounds {kind}, ptr @c.{table.name}, i64 {index}")
        least, beyond = min(table.values), max(table.values) + 1
        known = f", !range !{{{kind} {least}, {kind} {beyond}}}" if beyond < 1 << table.bits - 1 else ""
        text = out.emit(f"load {kind}, ptr {address}{known}")
        return single(text if table.bits == 64 else out.emit(f"sext {kind} {text} to i64"))

    def _has_in_memory(self, element: Element, index: Expression) -> Value:
        """One bit of a set in an array: load the word it is in and no other."""
        out = self.out
        address = self._address(element.array, self._text(element.index))
        i = self._text(index)
        inside = out.emit(f"icmp ult i64 {i}, {out.width}")
        number = out.emit(f"lshr i64 {i}, 6")
        safe = out.emit(f"select i1 {inside}, i64 {number}, i64 0")
        word = out.emit(f"load i64, ptr {out.emit(f'getelementptr inbounds i64, ptr {address}, i64 {safe}')}, align 8")
        return single(out.emit(f"select i1 {inside}, i1 {bit_of_word(out, word, i).text}, i1 false"))

    def _address(self, array: Array, index: str) -> str:
        base = self._value(array).text
        unit = "i64" if array.kind == "ints" or self.out.words == 1 else f"[{self.out.words} x i64]"
        return self.out.emit(f"getelementptr inbounds {unit}, ptr {base}, i64 {index}")

    def _places(self, array: Array, index: str) -> Parts:
        """Where the parts of an element are."""
        first = self._address(array, index)
        parts = 1 if array.kind == "ints" else self.out.count
        return (
            first,
            *[self.out.emit(f"getelementptr inbounds i64, ptr {first}, i64 {i}") for i in range(1, parts)],
        )

    def _shortcut(self, shortcut: Shortcut) -> Value:
        out = self.out
        if is_plain(shortcut.right):
            left, right = self._text(shortcut.left), self._text(shortcut.right)
            both = f"i1 {right}, i1 false" if shortcut.name == "and" else f"i1 true, i1 {right}"
            return single(out.emit(f"select i1 {left}, {both}"))
        return self._merge(shortcut, Constant("bool", 1), Constant("bool", 0), "bool")

    def _choice(self, choice: Choice) -> Value:
        out = self.out
        if is_plain(choice.yes) and is_plain(choice.no):
            condition = self._text(choice.condition)
            yes, no = self._value(choice.yes), self._value(choice.no)
            parts = out.chosen(condition, out.type(choice.kind), yes.parts, no.parts)
            return Value(parts, yes.clean and no.clean)
        return self._merge(choice.condition, choice.yes, choice.no, choice.kind)

    def _merge(self, condition: Expression, yes: Expression, no: Expression, kind: Kind) -> Value:
        out = self.out
        then, other, after = out.label(), out.label(), out.label()
        self._branch(condition, then, other)
        held, ways = self._held, []  # no expression gives a local another value
        for label, expression in ((then, yes), (other, no)):
            self._start(label, held)
            parts = self._parts(expression)
            ways.append([f"[ {text}, %{self._block} ]" for text in parts])
            self._jump(after)
        self._start(after, held)
        return Value(tuple([out.emit(f"phi {out.type(kind)} {a}, {b}") for a, b in zip(*ways, strict=True)]))

    def _called(self, call: Call) -> list[Parts]:
        """The values that a call gives."""
        out = self.out
        results = self.module.functions[call.function].signature.results
        arguments = ", ".join(
            [f"{out.type(each.kind)} {text}" for each in call.arguments for text in self._parts(each)]
        )
        text = f"call {result_type(out, results)} @f.{call.function}({arguments})"
        if results:
            return given(out, results, out.emit(text))
        out.lines.append(f"  {text}")
        return []

    # Statements

    def _statements(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Let():
                self._let(statement)
            case LetMany():
                self._let_many(statement)
            case NewArray():
                self._new_array(statement)
            case Store():
                self._store(statement)
            case Update():
                self._update(statement)
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case For():
                self._for(statement)
            case Break():
                self._jump(self._loops[-1][1])
            case Continue():
                self._jump(self._loops[-1][0])
            case Return():
                self._return(statement)
            case Evaluate():
                self._called(statement.call)

    def _let(self, let: Let) -> None:
        self._give(let.name, let.value.kind, self._parts(let.value))

    def _give(self, name: str, kind: Kind, parts: Parts) -> None:
        """A local gets a value."""
        if name in self._once:
            self._values[name] = parts
        else:
            self._held[name] = parts
            self._stored(self.out.type(kind), parts, self.out.parts(f"%v.{name}", kind))

    def _let_many(self, let: LetMany) -> None:
        results = self.module.functions[let.call.function].signature.results
        for name, kind, parts in zip(let.names, results, self._called(let.call), strict=True):
            self._give(name, kind, parts)

    def _new_array(self, new: NewArray) -> None:
        size = 8 * self._length(new.array)
        self.out.lines.append(
            f"  call void @llvm.memset.p0.i64(ptr align 8 %a.{new.array.name}, i8 0, i64 {size}, i1 false)"
        )

    def _store(self, store: Store) -> None:
        parts = self._parts(store.value)
        places = self._places(store.array, self._text(store.index))
        self._stored(self.out.type(ELEMENT[store.array.kind]), parts, places)

    def _update(self, update: Update) -> None:
        out = self.out
        kind = out.type(ELEMENT[update.array.kind])
        places = self._places(update.array, self._text(update.index))
        before = Value(self._loaded(kind, places))
        value = OPERATIONS[update.operation](out, before, self._value(update.value))
        self._stored(kind, out.clean(value), places)

    def _if(self, statement: If) -> None:
        yes, no, after = self.out.label(), self.out.label(), self.out.label()
        self._branch(statement.condition, yes, no if statement.no else after)
        held = self._held
        ends = [] if statement.no else [held]
        for label, statements in ((yes, statement.yes), (no, statement.no)):
            if label == yes or statements:
                self._start(label, held)
                self._statements(statements)
                ends += [self._held] if self._open else []
                self._jump(after)
        if ends:
            same = {name for name, parts in held.items() if all(end.get(name) is parts for end in ends)}
            self._start(after, {name: held[name] for name in same})

    def _held_throughout(self, loop: While | For) -> dict[str, Parts]:
        """What is held by the locals that a loop gives no value."""
        changed = set(names_given([loop]))
        return {name: parts for name, parts in self._held.items() if name not in changed}

    def _loop(self, body: Sequence[Statement], again: str, after: str) -> None:
        self._loops.append((again, after))
        self._statements(body)
        self._loops.pop()

    def _loop_number(self) -> int:
        self.next_loop += 1
        return self.next_loop - 1

    def _while(self, statement: While) -> None:
        again, body, after = self.out.label(), self.out.label(), self.out.label()
        held = self._held_throughout(statement)
        self._jump(again)
        self._start(again, held)
        self._branch(statement.condition, body, after)
        self._start(body, self._held)
        turn = self.out.label()
        self._loop(statement.body, turn, after)
        self._jump(turn)
        self._start(turn, held)
        self.out.lines.append(f"  br label %{again}, !llvm.loop !{self._loop_number()}")
        self._start(after, held)
        if isinstance(statement.condition, Constant) and statement.condition.value and not leaves_loop(statement.body):
            self.out.lines.append("  unreachable")
            self._open = False

    def _for(self, statement: For) -> None:
        out = self.out
        body, again, onward, after = out.label(), out.label(), out.label(), out.label()
        start, stop = self._text(statement.start), self._text(statement.stop)
        up, step = statement.step > 0, abs(statement.step)
        enters = out.emit(f"icmp {'slt' if up else 'sgt'} i64 {start}, {stop}")
        before, held = self._block, self._held_throughout(statement)
        out.lines.append(f"  br i1 {enters}, label %{body}, label %{after}")
        self._start(body, held)
        counter, moved = f"%i.{body}", f"%n.{body}"
        out.lines.append(f"  {counter} = phi i64 [ {start}, %{before} ], [ {moved}, %{onward} ]")
        self._give(statement.name, "int", (counter,))
        self._loop(statement.body, again, after)
        self._jump(again)
        # One more turn if the stop lies further off than one step: no sum can wrap around.
        self._start(again, held)
        if step == 1:
            out.lines.append(f"  {moved} = add nsw i64 {counter}, {statement.step}")
            more = out.emit(f"icmp {'slt' if up else 'sgt'} i64 {moved}, {stop}")
        else:
            left = out.emit(f"sub i64 {stop}, {counter}" if up else f"sub i64 {counter}, {stop}")
            more = out.emit(f"icmp ugt i64 {left}, {step}")
        out.lines.append(f"  br i1 {more}, label %{onward}, label %{after}")
        self._start(onward, held)
        if step != 1:
            out.lines.append(f"  {moved} = add nsw i64 {counter}, {statement.step}")
        out.lines.append(f"  br label %{body}, !llvm.loop !{self._loop_number()}")
        self._start(after, held)

    def _return(self, statement: Return) -> None:
        returned(self.out, self.function_.results, [self._parts(value) for value in statement.values])
        self._open = False
