"""A folder for what was worked out once and may be worked out again: entries named by what they depend on.

An entry begins with a checksum of its key and of what it holds, so that a file cut short, spoilt or called like another
is seen and made anew; each is written aside and then put in place at once, so that two programs may write at the same
time. Whatever the disk refuses, work goes on without a cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import threading
from functools import cache
from pathlib import Path

from interpreter.resources import PACKAGE
from interpreter.resources import folder as data_folder

__all__ = ["MOST_BYTES", "MOST_ENTRIES", "fetch", "folder", "keep", "key_of", "program"]

MOST_BYTES = 64 << 20
"""What the cache may hold; beyond it, what was not used for longest goes."""

MOST_ENTRIES = 4096
"""How many entries it may hold; the same."""

_CHECKSUM = 32
_SUFFIX = ".entry"


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
def program() -> str:
    """A name for this program as it is now: place, size and time of each of its files.

    Python itself finds by size and time whether a module has to be compiled anew; a change of the code that Python
    notices is noticed here too.
    """
    digest = hashlib.sha256(str(PACKAGE).encode("utf-8", "surrogateescape"))
    for top in (PACKAGE, data_folder("grammar")):
        for name, size, time in sorted(_files(str(top))):
            digest.update(f"\0{name}\0{size}\0{time}".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(place: str) -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.is_dir():
                found += [] if entry.name.startswith(("__", ".")) else _files(entry.path)
            elif not entry.name.endswith(".md"):
                state = entry.stat()
                found.append((entry.path, state.st_size, state.st_mtime_ns))
    return found


def key_of(*parts: object) -> str:
    """A name for what depends on these parts, which are what JSON can say."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def fetch(key: str) -> bytes | None:
    """The entry of a key, or None if there is none or it is spoilt."""
    try:
        path = folder() / f"{key}{_SUFFIX}"
        data = path.read_bytes()
        if _checksum(key, data[_CHECKSUM:]) != data[:_CHECKSUM]:
            path.unlink(missing_ok=True)
            return None
    except (OSError, RuntimeError):  # a home that cannot be found is a RuntimeError
        return None
    with contextlib.suppress(OSError):  # where nothing can be written, nothing is dropped either
        os.utime(path)
    return data[_CHECKSUM:]


def _checksum(key: str, data: bytes) -> bytes:
    digest = hashlib.sha256(key.encode())
    digest.update(data)
    return digest.digest()


def keep(key: str, data: bytes) -> None:
    """Store an entry, if the disk lets us, and drop the oldest of too many."""
    try:
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = place / f"new-{os.getpid()}-{threading.get_ident()}-{key}{_SUFFIX}"
        try:
            aside.write_bytes(_checksum(key, data) + data)
            aside.replace(place / f"{key}{_SUFFIX}")
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        _evict(place)
    except (OSError, RuntimeError):
        return


def _evict(place: Path) -> None:
    entries = []
    for path in place.glob(f"*{_SUFFIX}"):
        try:
            state = path.stat()
        except OSError:  # another program was faster
            continue
        entries.append((state.st_mtime, state.st_size, path))
    total, count = sum(size for _, size, _ in entries), len(entries)
    for _, size, path in sorted(entries, key=lambda entry: entry[0]):
        if total <= MOST_BYTES and count <= MOST_ENTRIES:
            break
        path.unlink(missing_ok=True)
        total, count = total - size, count - 1
