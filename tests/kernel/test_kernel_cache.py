"""Compiled kernels in the cache: found again, made anew when spoilt, safe among several programs."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter import caching
from interpreter.engine.kernel import (
    Improvable,
    cache,
    cached_compile,
    improving,
    load_cached,
    load_told,
    objects,
    told_of,
    verify,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SOURCE = "def f(a: int, b: bits) -> int:\n    return a * 2 + count(b)\n"


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "kernels"))


@pytest.fixture
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kernel counts as a long one."""
    monkeypatch.setattr(cache, "LONG", 0)


def entries() -> list[Path]:
    return sorted(caching.folder().glob("*"))


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


def test_a_place_that_cannot_be_written_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    occupied = tmp_path / "a file"
    occupied.write_text("")
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(occupied / "below"))
    assert cached_compile(verify(SOURCE, 36), ("f",)).functions["f"](1, 1) == 3
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(occupied))
    assert cached_compile(verify(SOURCE, 36), ("f",)).functions["f"](1, 1) == 3


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


def test_another_processor_has_other_entries(monkeypatch: pytest.MonkeyPatch):
    before = cache.kernel_key("a", 1, ())
    assert cache.kernel_key("a", 1, ()) == before != cache.kernel_key("b", 1, ())
    told = told_of(SOURCE, 36, ("f",))
    cached_compile(verify(SOURCE, 36), ("f",))
    assert load_told(told) is not None
    monkeypatch.setattr(cache, "host_key", lambda: objects.host_key() + "+other")
    assert cache.kernel_key("a", 1, ()) != before
    assert load_told(told) is None


@pytest.mark.usefixtures("_long")
def test_long_kernels_are_compiled_roughly_at_first_and_well_when_it_pays(monkeypatch: pytest.MonkeyPatch):
    module = verify(SOURCE, 36)
    rough = cached_compile(module, ("f",))
    assert rough.rough
    assert rough.functions["f"](4, 7) == 11
    again = load_cached(SOURCE, 36, ("f",))
    assert again is not None
    assert again.rough == rough.rough
    assert [again.functions["f"](4, 7), again.functions["f"](5, 1)] == [11, 11]
    monkeypatch.setattr(improving, "thread_time", iter(range(1000)).__next__)  # each call takes a second
    assert [again.functions["f"](4, 7), again.functions["f"](5, 1)] == [11, 11]
    again.functions["f"].improve(again.rough)  # waits until a thread has done it
    assert again.functions["f"](4, 7) == 11
    good = load_cached(SOURCE, 36, ("f",))
    assert good is not None
    assert not good.rough
    assert good.functions["f"](4, 7) == 11


@pytest.mark.usefixtures("_long")
def test_rough_code_stays_where_its_source_is_gone(monkeypatch: pytest.MonkeyPatch):
    cached_compile(verify(SOURCE, 36), ("f",))
    for entry in entries():
        if "-source" in entry.name:
            entry.unlink()
    monkeypatch.setattr(improving, "thread_time", iter(range(1000)).__next__)
    found = load_cached(SOURCE, 36, ("f",))
    assert found is not None
    assert [found.functions["f"](4, 7), found.functions["f"](5, 1)] == [11, 11]


@pytest.mark.usefixtures("_long")
def test_a_deep_count_is_made_by_code_that_was_compiled_well(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(objects, "ENOUGH", 1e-9)
    game = interpreter.load("tic-tac-toe", change={"board.size": [4, 3]})
    function = game.sequences.function
    assert isinstance(function, Improvable)
    assert function.rough
    assert game.perft(4) == 12 * 11 * 10 * 9
    assert not function.rough
