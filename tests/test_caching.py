"""The folder of kept entries: bounded, safe where the disk refuses, and named by the program as it is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from interpreter import caching


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kept"))


def entries() -> list[str]:
    return sorted(path.stem for path in caching.folder().glob("*"))


@pytest.mark.parametrize(("limit", "most"), [("MOST_BYTES", 3500), ("MOST_ENTRIES", 3)])
def test_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch, limit: str, most: int):
    monkeypatch.setattr(caching, limit, most)
    for number in range(3):
        caching.keep(f"k{number}", bytes(1000))
        path = caching.folder() / f"k{number}.entry"
        os.utime(path, (1000 + number, 1000 + number))
    assert caching.fetch("k0") == bytes(1000)  # used now: no longer the oldest
    caching.keep("k3", bytes(1000))
    assert entries() == ["k0", "k2", "k3"]


def test_a_failed_write_leaves_nothing(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", refuse)
    caching.keep("key", b"data")
    assert entries() == []


def test_an_entry_under_the_name_of_another_is_made_anew():
    caching.keep("one", b"of one")
    shutil.copy(caching.folder() / "one.entry", caching.folder() / "other.entry")
    assert caching.fetch("other") is None
    assert entries() == ["one"]


def test_entries_are_read_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise OSError("read-only")

    caching.keep("key", b"data")
    monkeypatch.setattr(os, "utime", refuse)
    assert caching.fetch("key") == b"data"


def test_places_of_the_platforms(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("BOARDWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setattr(sys, "platform", "linux")
    assert caching.folder() == Path("/somewhere/boardwright")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert caching.folder() == Path.home() / ".cache" / "boardwright"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert caching.folder() == Path.home() / "Library" / "Caches" / "boardwright"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert caching.folder() == Path("/local/boardwright")


def test_a_changed_program_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    copy = tmp_path / "interpreter"
    (copy / "rules").mkdir(parents=True)
    (copy / "rules" / "reading.py").write_text("A = 1\n", encoding="utf-8")
    (tmp_path / "grammar").mkdir()
    monkeypatch.setattr(caching, "PACKAGE", copy)
    monkeypatch.setattr(caching, "data_folder", lambda name: tmp_path / name)

    def now() -> str:
        caching.program.cache_clear()
        return caching.program()

    before = now()
    (copy / "__pycache__").mkdir()
    (copy / "__pycache__" / "reading.pyc").write_bytes(b"")
    assert now() == before
    seen = {before}
    (copy / "rules" / "reading.py").write_text("A = 2\n", encoding="utf-8")
    seen.add(now())
    (copy / "rules" / "more.py").write_text("", encoding="utf-8")
    seen.add(now())
    (tmp_path / "grammar" / "words.json").write_text("{}", encoding="utf-8")
    seen.add(now())
    shutil.move(copy, tmp_path / "elsewhere")
    monkeypatch.setattr(caching, "PACKAGE", tmp_path / "elsewhere")
    seen.add(now())
    assert len(seen) == 5
    caching.program.cache_clear()
