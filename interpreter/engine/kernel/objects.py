"""Machine code: from LLVM assembly to an object file, and from an object file to functions of Python.

Nothing here imports llvmlite before it is needed. Compiled functions run without Python's global lock, so that
threads run them side by side.
"""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from time import thread_time
from typing import TYPE_CHECKING, Any

from interpreter.engine.kernel.arrays import Sets, address, words_of
from interpreter.engine.kernel.improving import ENOUGH
from interpreter.engine.kernel.kinds import ARRAYS, KernelError, Kind, Signature, Signatures

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Mapping

    from interpreter.engine.kernel.language import Module

__all__ = ["Compiled", "available", "compile_assembly", "compile_llvm", "host_key", "load_object"]

_SLOW_PDEP = ("bdver", "znver1", "znver2")
"""Processors that deposit bits in microcode, a bit at a time."""


@dataclass(frozen=True)
class Compiled:
    """Machine code ready to be called.

    `functions` take ints, bools, sets (as numbers) and arrays (see `arrays`) and give what the kernel function gives, a
    tuple if it gives several values. `addresses` are the C entries. `llvm` and `unoptimised` are empty for code that
    comes from a cache. `rough` is 0, or of code that was compiled in a hurry, whose `llvm` is empty too, the seconds of
    work after which compiling well pays.
    """

    functions: Mapping[str, Callable[..., Any]]
    addresses: Mapping[str, int]
    signatures: Signatures
    object_code: bytes = field(repr=False)
    llvm: str = field(repr=False, default="")
    unoptimised: str = field(repr=False, default="")
    engine: Any = field(repr=False, default=None, compare=False)
    rough: float = 0.0


@cache
def available() -> bool:
    """Whether llvmlite can be imported and serves this machine."""
    return sys.byteorder == "little" and sys.maxsize > 1 << 32 and find_spec("llvmlite") is not None


@cache
def _llvm() -> Any:
    """The binding of llvmlite, made ready for this machine."""
    if not available():
        raise KernelError("compiling needs llvmlite: pip install llvmlite", 0)
    binding = import_module("llvmlite.binding")
    if not hasattr(binding, "create_pass_builder"):
        raise KernelError("compiling needs a newer llvmlite: pip install 'llvmlite>=0.45'", 0)
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


@cache
def _host() -> tuple[str, str]:
    """The processor's name and features, as LLVM writes them."""
    llvm = _llvm()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def host_key() -> str:
    """What object code depends on besides its source: processor, features, system, and the version of LLVM."""
    name, features = _host()
    return "|".join((name, features, _llvm().get_process_triple(), import_module("llvmlite").__version__))


def _deposits_bits() -> bool:
    name, features = _host()
    return "+bmi2" in features.split(",") and not name.startswith(_SLOW_PDEP)


def _shifts_vectors() -> bool:
    _, features = _host()
    return not {"+avx2", "+neon"}.isdisjoint(features.split(","))


def _target_machine(effort: int) -> Any:
    llvm = _llvm()
    name, features = _host()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=name, features=features, opt=effort, reloc="pic", codemodel="small", jit=True
    )


def compile_llvm(
    module: Module,
    exported: tuple[str, ...],
    *,
    pdep: bool | None = None,
    vectors: bool | None = None,
    most: int | None = None,
) -> Compiled:
    """Compile the exported functions and all they call.

    `pdep` overrides whether bits are deposited by instruction, `vectors` whether lanes are computed side by side.
    Assembly of more than `most` lines, where sets are words, is compiled roughly.
    """
    from interpreter.engine.kernel.compiling import assembly  # noqa: PLC0415 - code from a cache needs no compiler

    signatures = module.signatures(exported)
    pdep = _deposits_bits() if pdep is None else pdep
    vectors = _shifts_vectors() if vectors is None else vectors
    text = assembly(module, exported, pdep=pdep, vectors=vectors, split=most is not None)
    rough = most is not None and text.count("\n") > most
    if most is not None and not rough and words_of(module.width) > 1:  # sets of one word are written alike either way
        text = assembly(module, exported, pdep=pdep, vectors=vectors)
    return compile_assembly(text, signatures, rough=rough)


def compile_assembly(unoptimised: str, signatures: Signatures, *, rough: bool = False) -> Compiled:
    """Compile assembly. What is compiled roughly is only simplified, and translated as it stands, calls included.

    That takes a fifth to a twentieth of the time, and gives code of a third to two thirds of the speed.
    """
    begun = thread_time()
    llvm = _llvm()
    machine = _target_machine(0 if rough else 3)
    parsed = llvm.parse_assembly(unoptimised, context=llvm.create_context())
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    first = llvm.create_new_module_pass_manager()
    first.add_sroa_pass()
    first.add_simplify_cfg_pass()
    if not rough:  # simplified before it is copied, so that the copies are short
        first.add_always_inliner_pass()
        first.add_global_dead_code_eliminate_pass()
    first.run(parsed, builder)
    if not rough:
        builder.getModulePassManager().run(parsed, builder)
    object_code = machine.emit_object(parsed)
    compiled = _load(object_code, signatures, "" if rough else str(parsed), unoptimised)
    return replace(compiled, rough=ENOUGH * (thread_time() - begun)) if rough else compiled


def load_object(object_code: bytes, signatures: Signatures) -> Compiled:
    """Functions from the object code of an earlier compilation on this machine."""
    return _load(object_code, signatures, "", "")


def _load(code: bytes, signatures: Signatures, optimised: str, unoptimised: str) -> Compiled:
    llvm = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", context=llvm.create_context()), _target_machine(0))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    addresses = {name: engine.get_function_address(name) for name in signatures.functions}
    functions = {
        name: _callable(name, addresses[name], signature, signatures.width, engine)
        for name, signature in signatures.functions.items()
    }
    return Compiled(functions, addresses, signatures, code, optimised, unoptimised, engine)


def _callable(name: str, place: int, signature: Signature, width: int, engine: Any) -> Callable[..., Any]:
    """A Python function around a C entry. It holds the engine, so that the code lives as long as the function."""
    words = words_of(width)
    direct = signature.direct
    types: list[Any] = []
    for kind in signature.parameters:
        types += [ctypes.c_void_p] if kind in ARRAYS else [ctypes.c_int64] * (words if kind == "bits" else 1)
    length = 0 if direct else sum(words if kind == "bits" else 1 for kind in signature.results)
    if length:
        types.append(ctypes.c_void_p)
    entry = ctypes.CFUNCTYPE(ctypes.c_int64 if direct else None, *types)(place)
    results_type = ctypes.c_uint64 * length

    def call(*arguments: Any) -> Any:
        if len(arguments) != len(signature.parameters):
            raise TypeError(f"{name} takes {len(signature.parameters)} arguments, not {len(arguments)}")
        passed: list[int] = []
        for kind, argument in zip(signature.parameters, arguments, strict=True):
            passed += _pack(kind, argument, width, words)
        if not length:
            value = entry(*passed)
            return value != 0 if signature.results == ("bool",) else value
        memory = results_type()
        entry(*passed, ctypes.addressof(memory))
        values = _unpack(signature.results, memory, words)
        return values[0] if len(values) == 1 else values

    call.__name__ = call.__qualname__ = name
    call.engine = engine  # type: ignore[attr-defined]
    return call


def _pack(kind: Kind, argument: Any, width: int, words: int) -> list[int]:
    """The machine words of one argument; what does not fit is refused here, for compiled code checks nothing."""
    if kind in ARRAYS:
        _check_array(kind, argument, width)
        return [address(argument)]
    if not isinstance(argument, int):
        raise TypeError(f"{argument!r} is no {kind}")
    if kind == "bits":
        if not 0 <= argument < 1 << width:
            raise OverflowError(f"{argument:#x} is no set of {width} bits")
        return [argument >> (64 * i) & ((1 << 64) - 1) for i in range(words)]
    if not -(1 << 63) <= argument < 1 << 63:
        raise OverflowError(f"{argument} does not fit 64 bits")
    return [int(argument != 0) if kind == "bool" else argument]


def _check_array(kind: Kind, argument: array[int] | Sets, width: int) -> None:
    if isinstance(argument, Sets):
        fits = kind == "sets" and argument.width == width
    else:
        code = getattr(argument, "typecode", "")
        fits = code == "q" if kind == "ints" else code == "Q" and width <= 64
    if not fits:
        made_by = "new_ints(n)" if kind == "ints" else f"new_sets(n, {width})"
        raise TypeError(f"an array of kind {kind} is made by {made_by}")


def _unpack(kinds: tuple[Kind, ...], memory: Any, words: int) -> tuple[Any, ...]:
    values: list[Any] = []
    at = 0
    for kind in kinds:
        if kind == "bits":
            values.append(sum(memory[at + i] << (64 * i) for i in range(words)))
            at += words
            continue
        word = memory[at]
        at += 1
        values.append(word != 0 if kind == "bool" else word - (word >> 63 << 64))
    return tuple(values)
