"""The kernel language: a small typed subset of Python, run by CPython or compiled by LLVM.

    module = verify(source, width=36)
    functions = run_python(module)                       # checked, slow
    compiled = compile_llvm(module, ("playout",))        # fast; needs llvmlite
    compiled.functions["playout"](new_ints(8), 12)

What the language holds is told in `verifying`, what its operations mean in `arithmetic`. Names are imported when they
are first used: a program that loads compiled code from the cache needs neither the verifier nor the compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.importing import imported_when_used

if TYPE_CHECKING:
    from interpreter.engine.kernel.arrays import Sets, new_ints, new_sets, pack_sets, unpack_sets
    from interpreter.engine.kernel.cache import cached_compile, load_cached, load_told, told_of
    from interpreter.engine.kernel.improving import Improvable
    from interpreter.engine.kernel.kinds import KernelError, KernelFault, Kind, Signature, Signatures
    from interpreter.engine.kernel.language import Module
    from interpreter.engine.kernel.objects import Compiled, available, compile_llvm, host_key, load_object
    from interpreter.engine.kernel.running import python_source, run_python
    from interpreter.engine.kernel.runtime import RANDOM
    from interpreter.engine.kernel.verifying import verify

__all__ = [
    "RANDOM",
    "Compiled",
    "Improvable",
    "KernelError",
    "KernelFault",
    "Kind",
    "Module",
    "Sets",
    "Signature",
    "Signatures",
    "available",
    "cached_compile",
    "compile_llvm",
    "host_key",
    "load_cached",
    "load_object",
    "load_told",
    "new_ints",
    "new_sets",
    "pack_sets",
    "python_source",
    "run_python",
    "told_of",
    "unpack_sets",
    "verify",
]

__getattr__ = imported_when_used(
    __name__,
    {
        "arrays": ("Sets", "new_ints", "new_sets", "pack_sets", "unpack_sets"),
        "cache": ("cached_compile", "load_cached", "load_told", "told_of"),
        "improving": ("Improvable",),
        "kinds": ("KernelError", "KernelFault", "Kind", "Signature", "Signatures"),
        "language": ("Module",),
        "objects": ("Compiled", "available", "compile_llvm", "host_key", "load_object"),
        "running": ("python_source", "run_python"),
        "runtime": ("RANDOM",),
        "verifying": ("verify",),
    },
)
