"""From a verified module to LLVM assembly.

Every function becomes an internal LLVM function. Each exported one also gets an entry that follows the C calling
convention with 64-bit words only: an int or bool is one word, a set its words from low to high, an array its address;
one int or bool is returned, anything else written to the words at the address given last.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from interpreter.engine.kernel.abreast import abreast
from interpreter.engine.kernel.functions import FunctionWriter
from interpreter.engine.kernel.kinds import ARRAYS
from interpreter.engine.kernel.lines import Lines
from interpreter.engine.kernel.results import given, result_type

if TYPE_CHECKING:
    from interpreter.engine.kernel.language import Module, Table

__all__ = ["assembly"]

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


def assembly(module: Module, exported: tuple[str, ...], *, pdep: bool, vectors: bool, split: bool = False) -> str:
    """The module as LLVM assembly.

    `pdep` if the processor deposits bits quickly, `vectors` if it shifts each element of a vector by its own amount,
    `split` if sets are to be words.
    """

    def lines() -> Lines:
        return Lines(module.width, pdep, split)

    sites = _call_sites(module, exported)
    parts = [_table(table, module.width) for table in module.tables.values()]
    loops = 1
    for name in module.functions:
        if name in sites and module.functions[name].lanes:
            parts.append(abreast(module, name, lines(), vectors=vectors))
        elif name in sites:
            once = sites[name] == 1 and module.functions[name].inlining == ""
            inlined = once or module.functions[name].inlining == "inline"
            writer = FunctionWriter(module, name, lines(), inlined=inlined, first_loop=loops)
            parts.append(writer.function())
            loops = writer.next_loop
    parts.extend(_entry(module, name, lines()) for name in exported)
    if not pdep and any("@pick64" in part for part in parts):
        parts.append(_PICK64)
    bits = lines().bits
    declarations = [
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "declare i64 @llvm.smin.i64(i64, i64)",
        "declare i64 @llvm.smax.i64(i64, i64)",
        "declare i1 @llvm.expect.i1(i1, i1)",
        "declare i64 @llvm.ctpop.i64(i64)",
        "declare i64 @llvm.cttz.i64(i64, i1)",
        "declare i64 @llvm.ctlz.i64(i64, i1)",
    ]
    if bits != "i64":
        declarations += [
            f"declare {bits} @llvm.ctpop.{bits}({bits})",
            f"declare {bits} @llvm.cttz.{bits}({bits}, i1)",
            f"declare {bits} @llvm.ctlz.{bits}({bits}, i1)",
        ]
    if pdep:
        declarations.append("declare i64 @llvm.x86.bmi.pdep.64(i64, i64)")
    return "\n".join(chain(declarations, parts, _loops(loops))) + "\n"


def _call_sites(module: Module, exported: tuple[str, ...]) -> dict[str, int]:
    """The functions that can be reached, and from how many places of the text and entries each is called.

    One that is called from a single place is inlined before all else: the optimiser then sees it once instead of twice.
    """
    sites = dict.fromkeys(exported, 1)
    pending = list(sites)
    while pending:
        for callee, times in module.functions[pending.pop()].calls.items():
            if callee not in sites:
                pending.append(callee)
            sites[callee] = sites.get(callee, 0) + times
    return sites


def _loops(count: int) -> list[str]:
    """Loops of unknown length stay rolled up: unrolled, no benchmark ran faster and compiling took twice as long."""
    nodes = [f"!{number} = distinct !{{!{number}, !0}}" for number in range(1, count)]
    return ['!0 = !{!"llvm.loop.unroll.runtime.disable"}', *nodes]


def _table(table: Table, width: int) -> str:
    """A table: sets as words, ints in as few bytes as hold them all."""
    kind, flat = f"i{table.bits}", list(table.values)
    if table.kind == "sets":
        words = (width + 63) // 64
        kind, flat = "i64", [value >> (64 * i) & ((1 << 64) - 1) for value in table.values for i in range(words)]
    items = ", ".join(f"{kind} {value}" for value in flat)
    return f"@c.{table.name} = internal unnamed_addr constant [{len(flat)} x {kind}] [{items}], align 8"


def _entry(module: Module, name: str, out: Lines) -> str:
    """The C entry of an exported function."""
    signature = module.functions[name].signature
    parameters: list[str] = []
    arguments: list[str] = []
    for position, kind in enumerate(signature.parameters):
        words = [f"%p{position}.{i}" for i in range(out.words if kind == "bits" else 1)]
        parameters += [f"{'ptr' if kind in ARRAYS else 'i64'} {word}" for word in words]
        parts = out.of_words(words) if kind == "bits" else tuple(words)
        if kind == "bool":
            parts = (out.emit(f"trunc i64 {words[0]} to i1"),)
        arguments += [f"{out.type(kind)} {part}" for part in parts]
    results = signature.results
    call = f"call {result_type(out, results)} @f.{name}({', '.join(arguments)})"
    result = out.emit(call) if results else ""
    if not results:
        out.lines.append(f"  {call}")
    texts: list[str] = []
    for kind, parts in zip(results, given(out, results, result), strict=True):
        if kind == "bits":
            texts += [out.word(parts, i) for i in range(out.words)]
        else:
            texts.append(out.emit(f"zext i1 {parts[0]} to i64") if kind == "bool" else parts[0])
    if signature.direct:
        out.lines.append(f"  ret i64 {texts[0]}")
        return "\n".join([f"define i64 @{name}({', '.join(parameters)}) nounwind {{", *out.lines, "}"])
    if results:
        parameters.append("ptr %results")
    for place, text in enumerate(texts):
        address = out.emit(f"getelementptr i64, ptr %results, i64 {place}")
        out.lines.append(f"  store i64 {text}, ptr {address}, align 8")
    out.lines.append("  ret void")
    return "\n".join([f"define void @{name}({', '.join(parameters)}) nounwind {{", *out.lines, "}"])
