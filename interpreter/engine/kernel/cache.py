"""A cache of compiled kernels on disk.

Entries are files named by a hash of all that they depend on. Each begins with a checksum, so that a file cut short or
spoilt is seen and made anew; each is written aside and then put in place at once, so that two programs may write at the
same time. Whatever the disk refuses, work goes on without a cache.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import __version__
from interpreter.engine.kernel.kinds import Signature, Signatures
from interpreter.engine.kernel.objects import Compiled, compile_llvm, host_key, load_object

if TYPE_CHECKING:
    from interpreter.engine.kernel.language import Module

__all__ = ["MAX_BYTES", "cached_compile", "fetch", "folder", "keep", "key_of", "load_cached"]

MAX_BYTES = 64 << 20
"""What the cache may hold; beyond it, what was not used for longest goes."""

_CHECKSUM = 32


def folder() -> Path:
    """Where entries lie: `BOARDWRIGHT_CACHE`, or the place the platform has for caches."""
    chosen = os.environ.get("BOARDWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "boardwright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "boardwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boardwright"


@cache
def _program() -> str:
    """The version of this program, and of the texts of this room, which may change between versions."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def key_of(*parts: object) -> str:
    """A name for what depends on these parts, on the program, the processor and the version of LLVM."""
    text = json.dumps([_program(), host_key(), *parts], default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def fetch(key: str) -> bytes | None:
    """The entry of a key, or None if there is none or it is spoilt."""
    try:
        path = folder() / f"{key}.kernel"
        data = path.read_bytes()
        if hashlib.sha256(data[_CHECKSUM:]).digest() != data[:_CHECKSUM]:
            path.unlink(missing_ok=True)
            return None
        os.utime(path)
    except (OSError, RuntimeError):  # a home that cannot be found is a RuntimeError
        return None
    return data[_CHECKSUM:]


def keep(key: str, data: bytes) -> None:
    """Store an entry, if the disk lets us, and drop the oldest beyond `MAX_BYTES`."""
    try:
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = place / f"new-{os.getpid()}-{threading.get_ident()}-{key}.kernel"
        try:
            aside.write_bytes(hashlib.sha256(data).digest() + data)
            aside.replace(place / f"{key}.kernel")
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        _evict(place)
    except (OSError, RuntimeError):
        return


def _evict(place: Path) -> None:
    entries = []
    for path in place.glob("*.kernel"):
        try:
            state = path.stat()
        except OSError:  # another program was faster
            continue
        entries.append((state.st_mtime, state.st_size, path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries, key=lambda entry: entry[0]):
        if total <= MAX_BYTES:
            break
        path.unlink(missing_ok=True)
        total -= size


def cached_compile(module: Module, exported: tuple[str, ...]) -> Compiled:
    """The exported functions of a module compiled, now or earlier."""
    found = load_cached(module.source, module.width, exported)
    if found is not None:
        return found
    compiled = compile_llvm(module, exported)
    functions = {
        name: [signature.parameters, signature.results] for name, signature in compiled.signatures.functions.items()
    }
    header = json.dumps({"width": module.width, "functions": functions}).encode()
    keep(_key(module.source, module.width, exported), header + b"\n" + compiled.object_code)
    return compiled


def load_cached(source: str, width: int, exported: tuple[str, ...]) -> Compiled | None:
    """The compiled functions of a text that was verified and compiled earlier, or None."""
    data = fetch(_key(source, width, exported))
    if data is None:
        return None
    header, _, code = data.partition(b"\n")
    told = json.loads(header)
    functions = {
        name: Signature(tuple(parameters), tuple(results)) for name, (parameters, results) in told["functions"].items()
    }
    return load_object(code, Signatures(told["width"], functions))


def _key(source: str, width: int, exported: tuple[str, ...]) -> str:
    return key_of("object", source, width, exported)
