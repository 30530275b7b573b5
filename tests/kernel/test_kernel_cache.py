"""The cache: found again, made anew when spoilt, bounded, safe among several programs, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.engine.kernel import cache, cached_compile, load_cached, objects, verify

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = "def f(a: int, b: bits) -> int:\n    return a * 2 + count(b)\n"


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kernels"))


def entries() -> list[Path]:
    return sorted(cache.folder().glob("*"))


def test_the_second_time_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch):
    module = verify(SOURCE, 36)
    assert load_cached(SOURCE, 36, ("f",)) is None
    assert cached_compile(module, ("f",)).functions["f"](4, 7) == 11
    assert len(entries()) == 1
    monkeypatch.setattr(cache, "compile_llvm", None)
    assert cached_compile(module, ("f",)).functions["f"](4, 7) == 11
    found = load_cached(SOURCE, 36, ("f",))
    assert found is not None
    assert found.functions["f"](5, 1) == 11
    assert found.signatures == module.signatures(("f",))


def test_what_an_entry_depends_on():
    cached_compile(verify(SOURCE, 36), ("f",))
    for source, width, exported in ((SOURCE + "\n", 36, ("f",)), (SOURCE, 37, ("f",)), (SOURCE, 36, ())):
        assert load_cached(source, width, exported) is None
    cached_compile(verify(SOURCE, 37), ("f",))
    assert len(entries()) == 2


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:100], lambda _: b"", lambda data: data[:-1] + b"?", lambda data: data + b"?"]
)
def test_spoilt_entries_are_made_anew(spoil: Callable[[bytes], bytes]):
    module = verify(SOURCE, 36)
    cached_compile(module, ("f",))
    (entry,) = entries()
    good = entry.read_bytes()
    entry.write_bytes(spoil(good))
    assert cached_compile(module, ("f",)).functions["f"](1, 0) == 2
    assert entry.read_bytes() == good
    assert load_cached(SOURCE, 36, ("f",)) is not None


def test_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "MAX_BYTES", 3500)
    for number in range(3):
        cache.keep(f"k{number}", bytes(1000))
        path = cache.folder() / f"k{number}.kernel"
        os.utime(path, (1000 + number, 1000 + number))
    assert cache.fetch("k0") == bytes(1000)  # used now: no longer the oldest
    cache.keep("k3", bytes(1000))
    assert [path.stem for path in entries()] == ["k0", "k2", "k3"]


def test_a_place_that_cannot_be_written_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    occupied = tmp_path / "a file"
    occupied.write_text("")
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(occupied / "below"))
    assert cached_compile(verify(SOURCE, 36), ("f",)).functions["f"](1, 1) == 3
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(occupied))
    assert cached_compile(verify(SOURCE, 36), ("f",)).functions["f"](1, 1) == 3


def test_a_failed_write_leaves_nothing(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", refuse)
    cache.keep("key", b"data")
    assert entries() == []


def test_programs_side_by_side():
    program = (
        "from interpreter.engine.kernel import cached_compile, verify\n"
        "for n in range(12):\n"
        "    m = verify(f'def f(a: int) -> int:\\n    return a + {n % 4}\\n', 8)\n"
        "    assert cached_compile(m, ('f',)).functions['f'](1) == 1 + n % 4\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert len(entries()) == 4
    assert all(path.name.count("new-") == 0 for path in entries())


def test_places_of_the_platforms(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("BOARDWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.folder() == Path("/somewhere/boardwright")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path.home() / ".cache" / "boardwright"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.folder() == Path.home() / "Library" / "Caches" / "boardwright"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert cache.folder() == Path("/local/boardwright")


def test_another_processor_has_other_entries(monkeypatch: pytest.MonkeyPatch):
    before = cache.key_of("a")
    assert cache.key_of("a") == before != cache.key_of("b")
    monkeypatch.setattr(cache, "host_key", lambda: objects.host_key() + "+other")
    assert cache.key_of("a") != before
