"""LLVM assembly of what functions give: nothing, a value, or a structure of values and of the parts of sets."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.kernel.kinds import Kind
    from interpreter.engine.kernel.lines import Lines, Parts

__all__ = ["given", "result_type", "returned"]


def _types(out: Lines, results: tuple[Kind, ...]) -> list[str]:
    return [out.type(kind) for kind in results for _ in out.parts("", kind)]


def _whole(types: list[str]) -> str:
    return "void" if not types else types[0] if len(types) == 1 else "{ " + ", ".join(types) + " }"


def result_type(out: Lines, results: tuple[Kind, ...]) -> str:
    """The type of what a function gives."""
    return _whole(_types(out, results))


def given(out: Lines, results: tuple[Kind, ...], whole: str) -> list[Parts]:
    """The parts of each value that a call gave."""
    types = _types(out, results)
    texts = [whole]
    if len(types) > 1:
        texts = [out.emit(f"extractvalue {_whole(types)} {whole}, {place}") for place in range(len(types))]
    rest = iter(texts)
    return [tuple(islice(rest, len(out.parts("", kind)))) for kind in results]


def returned(out: Lines, results: tuple[Kind, ...], values: Sequence[Parts]) -> None:
    """Writes the end of a function that gives some values."""
    types = _types(out, results)
    texts = [text for parts in values for text in parts]
    kind = _whole(types)
    if len(texts) > 1:
        whole = "poison"
        for place, text in enumerate(texts):
            whole = out.emit(f"insertvalue {kind} {whole}, {types[place]} {text}, {place}")
        texts = [whole]
    out.lines.append(f"  ret {' '.join([kind, *texts])}")
