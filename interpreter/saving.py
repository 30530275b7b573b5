"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["save_text"]


def save_text(path: str | Path, text: str) -> None:
    """Write UTF-8 text beside the file and put it in its place in one step, so that no reader ever sees half of it.

    The permissions of a file that is replaced are kept; what is no ordinary file, such as a pipe, is written to and
    stays. Raises OSError; the file is then as it was.
    """
    try:
        _save(Path(path).resolve(), text)
    except OSError as error:
        error.filename, error.filename2 = str(path) or ".", None  # the one that was named, not what stood in its place
        raise


def _save(target: Path, text: str) -> None:
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        return
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(_permissions(target))
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _permissions(target: Path) -> int:
    """Those of the file to be replaced, or what a new file would get here."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
