"""LLVM assembly of functions whose lanes are computed side by side, in vectors of 64-bit words.

A set of W bits is a vector for each of its words, with an element a lane. Where the processor does not shift the
elements of a vector by amounts of their own, the lanes are computed one after the other, each with vectors of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.kernel.language import Constant, Element, Let, Operation, Return, Variable
from interpreter.engine.kernel.results import result_type, returned

if TYPE_CHECKING:
    from interpreter.engine.kernel.language import Expression, Function, Module
    from interpreter.engine.kernel.lines import Lines, Parts

__all__ = ["abreast"]

_WORD = (1 << 64) - 1
_JOINT = {"bits.and": "and", "bits.or": "or", "bits.xor": "xor"}


def abreast(module: Module, name: str, out: Lines, *, vectors: bool) -> str:
    """The text of a function that gives the values of all its lanes; `vectors` computes them at the same time."""
    function = module.functions[name]
    groups = [tuple(range(function.lanes))] if vectors else [(lane,) for lane in range(function.lanes)]
    found = [parts for lanes in groups for parts in _Lanes(module, function, out, lanes).values()]
    results = function.signature.results
    returned(out, results, found)
    parameters = ", ".join(
        f"{out.bits} {part}" for name, _ in function.parameters[:-1] for part in out.parts(f"%p.{name}", "bits")
    )
    marks = " noinline" if function.inlining == "never_inline" else " alwaysinline"
    head = f"define internal {result_type(out, results)} @f.{name}({parameters}) nounwind{marks} {{"
    return "\n".join([head, *out.lines, "}"])


class _Lanes:
    """Writes the values of some lanes; each value is a list of vectors, one for each word of a set."""

    def __init__(self, module: Module, function: Function, out: Lines, lanes: tuple[int, ...]) -> None:
        self.module, self.function, self.out, self.lanes = module, function, out, lanes
        self.type = f"<{len(lanes)} x i64>"
        self.named = {name: self._spread(out.parts(f"%p.{name}", "bits")) for name, _ in function.parameters[:-1]}

    def values(self) -> list[Parts]:
        """What each lane gives."""
        for statement in self.function.body:
            if isinstance(statement, Let):
                self.named[statement.name] = self._value(statement.value)
            elif isinstance(statement, Return):
                return self._taken(self._clean(self._value(statement.values[0])))
        raise AssertionError("the verifier saw to it that a value is returned")

    def _spread(self, parts: Parts) -> list[str]:
        """A set that is the same in all lanes."""
        vectors = []
        for number in range(self.out.words):
            word = self.out.word(parts, number)
            one = self.out.emit(f"insertelement {self.type} poison, i64 {word}, i64 0")
            mask = f"<{len(self.lanes)} x i32> zeroinitializer"
            vectors.append(self.out.emit(f"shufflevector {self.type} {one}, {self.type} poison, {mask}"))
        return vectors

    def _taken(self, vectors: list[str]) -> list[Parts]:
        return [
            self.out.of_words(
                [self.out.emit(f"extractelement {self.type} {vector}, i64 {place}") for vector in vectors]
            )
            for place in range(len(self.lanes))
        ]

    def _known(self, values: list[int]) -> str:
        """A vector that is known, by its elements."""
        return f"<{', '.join(f'i64 {value}' for value in values)}>"

    def _sets(self, values: list[int]) -> list[str]:
        """A set of each lane that is known."""
        return [self._known([value >> 64 * word & _WORD for value in values]) for word in range(self.out.words)]

    def _clean(self, vectors: list[str]) -> list[str]:
        """Without bits at W or above."""
        over = self.out.width % 64
        if not over:
            return vectors
        mask = self._known([(1 << over) - 1] * len(self.lanes))
        return [*vectors[:-1], self.out.emit(f"and {self.type} {vectors[-1]}, {mask}")]

    def _value(self, expression: Expression) -> list[str]:
        match expression:
            case Constant(_, value):
                return self._sets([value] * len(self.lanes))
            case Variable(_, name):
                return self.named[name]
            case Element(_, array, _):
                values = self.module.tables[array.name].values
                return self._sets([values[lane] for lane in self.lanes])
            case Operation(_, "bits.not", (one,)):
                full = self._known([_WORD] * len(self.lanes))
                return [self.out.emit(f"xor {self.type} {vector}, {full}") for vector in self._value(one)]
            case Operation(_, "bits.shl" | "bits.shr" as name, (one, amount)):
                return self._shifted(name, self._value(one), self._amounts(amount))
            case Operation(_, name, (one, other)):
                pairs = zip(self._value(one), self._value(other), strict=True)
                return [self.out.emit(f"{_JOINT[name]} {self.type} {a}, {b}") for a, b in pairs]
        raise AssertionError("the verifier saw to it that nothing else is there")

    def _amounts(self, expression: Expression) -> list[int]:
        """By how much each lane is shifted."""
        if isinstance(expression, Constant):
            return [expression.value] * len(self.lanes)
        assert isinstance(expression, Element)  # noqa: S101 - the verifier saw to it
        values = self.module.tables[expression.array.name].values
        return [values[lane] for lane in self.lanes]

    def _shifted(self, name: str, vectors: list[str], amounts: list[int]) -> list[str]:
        """Sets shifted by amounts of their own, word by word."""
        left = name == "bits.shl"
        if not left:
            vectors = self._clean(vectors)
        found = []
        for word in range(self.out.words):
            parts = []
            for source, vector in enumerate(vectors):
                distance = word - source if left else source - word
                near = [amount % 64 if amount // 64 == distance else -1 for amount in amounts]
                far = [64 - amount % 64 if amount // 64 == distance - 1 else -1 for amount in amounts]
                parts += self._moved("shl" if left else "lshr", vector, near)
                parts += self._moved("lshr" if left else "shl", vector, [-1 if by == 64 else by for by in far])
            found.append(self._joined(parts))
        return found

    def _moved(self, instruction: str, vector: str, amounts: list[int]) -> list[str]:
        """A vector with each element shifted by its amount, or 0 where that is negative; nothing if all are."""
        if max(amounts) < 0:
            return []
        text = self.out.emit(f"{instruction} {self.type} {vector}, {self._known([max(by, 0) for by in amounts])}")
        if min(amounts) < 0:
            kept = self._known([_WORD if by >= 0 else 0 for by in amounts])
            text = self.out.emit(f"and {self.type} {text}, {kept}")
        return [text]

    def _joined(self, parts: list[str]) -> str:
        whole = parts[0] if parts else "zeroinitializer"
        for part in parts[1:]:
            whole = self.out.emit(f"or {self.type} {whole}, {part}")
        return whole
