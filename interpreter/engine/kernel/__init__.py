"""The kernel language: a small typed subset of Python, run by CPython or compiled by LLVM.

    module = verify(source, width=36)
    functions = run_python(module)                       # checked, slow
    compiled = compile_llvm(module, ("playout",))        # fast; needs llvmlite
    compiled.functions["playout"](new_ints(8), 12)

What the language holds is told in `verifying`, what its operations mean in `arithmetic`.
"""

from interpreter.engine.kernel.arrays import Sets, new_ints, new_sets, pack_sets, unpack_sets
from interpreter.engine.kernel.language import KernelError, KernelFault, Module, Signature, Signatures
from interpreter.engine.kernel.objects import Compiled, available, compile_llvm, host_key, load_object
from interpreter.engine.kernel.running import python_source, run_python
from interpreter.engine.kernel.verifying import verify

__all__ = [
    "Compiled",
    "KernelError",
    "KernelFault",
    "Module",
    "Sets",
    "Signature",
    "Signatures",
    "available",
    "compile_llvm",
    "host_key",
    "load_object",
    "new_ints",
    "new_sets",
    "pack_sets",
    "python_source",
    "run_python",
    "unpack_sets",
    "verify",
]
