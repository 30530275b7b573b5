"""Compiled kernels that were kept: object code by what it depends on."""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import caching
from interpreter.engine.kernel import objects
from interpreter.engine.kernel.improving import Improving
from interpreter.engine.kernel.kinds import Signature, Signatures
from interpreter.engine.kernel.objects import Compiled, compile_llvm, host_key, load_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.engine.kernel.language import Module

__all__ = ["cached_compile", "kernel_key", "load_cached", "load_told", "told_of"]

LONG = 2_000
"""Lines of assembly, where sets are words, from which on a kernel is compiled roughly, so that a game can begin."""

_SOURCE = "-source"  # behind the key of rough code: the text of its kernel, to compile it well


@cache
def _compiler() -> str:
    """A name for the texts of this room: other rooms may change, and kernels stay what they are."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def kernel_key(source: str, width: int, exported: tuple[str, ...]) -> str:
    """A name for a kernel compiled by this program for this processor, by this version of LLVM."""
    return caching.key_of("kernel", _compiler(), host_key(), source, width, exported)


def cached_compile(module: Module, exported: tuple[str, ...]) -> Compiled:
    """The exported functions of a module compiled, now or earlier."""
    found = load_cached(module.source, module.width, exported)
    if found is not None:
        return found
    compiled = compile_llvm(module, exported, most=LONG)
    key = kernel_key(module.source, module.width, exported)
    _keep(key, compiled)
    if not compiled.rough:
        return compiled
    caching.keep(key + _SOURCE, zlib.compress(module.source.encode(), 1))
    return _improving(key, compiled, module.source)


def _keep(key: str, compiled: Compiled) -> None:
    functions = {
        name: [signature.parameters, signature.results] for name, signature in compiled.signatures.functions.items()
    }
    header = json.dumps({"width": compiled.signatures.width, "functions": functions, "rough": compiled.rough}).encode()
    caching.keep(key, header + b"\n" + compiled.object_code)


def _improving(key: str, compiled: Compiled, source: str) -> Compiled:
    """Rough code that gives way to better code, which is kept in its place."""

    def better() -> Compiled | None:
        packed = None if source else caching.fetch(key + _SOURCE)
        if not source and packed is None:
            return None
        from interpreter.engine.kernel.verifying import verify  # noqa: PLC0415 - code from a cache needs no verifier

        text = source or zlib.decompress(packed or b"").decode()
        signatures = compiled.signatures
        found = compile_llvm(verify(text, signatures.width), tuple(signatures.functions))
        _keep(key, found)
        return found

    return Improving(compiled, better).compiled()


def load_cached(source: str, width: int, exported: tuple[str, ...]) -> Compiled | None:
    """The compiled functions of a text that was verified and compiled earlier, or None."""
    return _load(kernel_key(source, width, exported))


def told_of(source: str, width: int, exported: tuple[str, ...]) -> dict[str, str]:
    """What finds a compiled kernel without its text; see `load_told`."""
    return {"kernel": kernel_key(source, width, exported), "host": host_key()}


def load_told(told: Mapping[str, Any]) -> Compiled | None:
    """The kernel that `told_of` told of; None if it is gone, or llvmlite is, or it is for another processor or LLVM."""
    return _load(told["kernel"]) if objects.available() and told["host"] == host_key() else None


def _load(key: str) -> Compiled | None:
    data = caching.fetch(key)
    if data is None:
        return None
    header, _, code = data.partition(b"\n")
    told = json.loads(header)
    functions = {
        name: Signature(tuple(parameters), tuple(results)) for name, (parameters, results) in told["functions"].items()
    }
    compiled = replace(load_object(code, Signatures(told["width"], functions)), rough=told["rough"])
    return _improving(key, compiled, "") if compiled.rough else compiled
