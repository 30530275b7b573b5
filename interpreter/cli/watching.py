"""Waiting for files to change, by looking at them: works on every disk and needs no library."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

INTERVAL = 0.2
"""Seconds between two looks."""

Stamps: TypeAlias = "dict[Path, tuple[int, int] | None]"
"""When each file was written, in nanoseconds, and its size in bytes; None where there is none."""


def family(names: Iterable[str]) -> list[Path]:
    """The files of games, given by library names or paths, with all their parents as far as they can be read."""
    from interpreter.source import files  # noqa: PLC0415
    from interpreter.source.variants import read_family  # noqa: PLC0415

    found: dict[Path, None] = {}
    for name in names:
        path, shown = files.find(name)
        written, _ = read_family(path, shown)
        found |= dict.fromkeys([path, *(file.path for file in written)])
        extends = written[-1].root.get("extends") if written else None
        # A parent that cannot be read may be mended, or come to be.
        parent = files.parent_path(getattr(extends, "text", ""), written[-1].path) if extends else None
        found |= dict.fromkeys([parent[0]] if parent else [])
    return list(found)


def stamps(paths: Iterable[Path]) -> Stamps:
    """What the files look like now."""
    return {path: _stamp(path) for path in paths}


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def changed(before: Stamps) -> list[Path]:
    """Waits until files no longer look as they did, and have come to rest; gives those that differ."""
    while True:
        time.sleep(INTERVAL)
        now = stamps(before)
        if now == before:
            continue
        # An editor may write a file in several goes, or take it away before it puts the new one there.
        time.sleep(INTERVAL)
        while (later := stamps(before)) != now:
            now = later
            time.sleep(INTERVAL)
        return [path for path in before if before[path] != now[path]]
