"""Every way to run a kernel, for the tests to compare."""

from __future__ import annotations

import copy
from array import array
from typing import TYPE_CHECKING, Any

from interpreter.engine.kernel import Module, Sets, compile_llvm, run_python, verify

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTHS = (1, 5, 36, 63, 64, 65, 121, 128, 129, 192, 361)


def runners(module: Module, *exported: str, choosing: tuple[str, ...] = ()) -> dict[str, dict[str, Callable[..., Any]]]:
    """The functions in CPython, checked and not, and compiled, well and roughly.

    Those of `choosing` also without the instruction pdep.
    """
    ways: dict[str, dict[str, Callable[..., Any]]] = {
        "checked": run_python(module),
        "unchecked": run_python(module, checked=False),
        "compiled": dict(compile_llvm(module, exported).functions),
        "compiled roughly": dict(compile_llvm(module, exported, most=0).functions),
    }
    if choosing:
        ways["compiled without pdep"] = dict(compile_llvm(module, choosing, pdep=False).functions)
    return ways


def copied(argument: Any) -> Any:
    if isinstance(argument, Sets):
        return Sets(array("Q", argument.memory), argument.width)
    return copy.copy(argument)


def outcomes(ways: dict[str, dict[str, Callable[..., Any]]], name: str, *arguments: Any) -> dict[str, Any]:
    """What a function gives in every way, and what it leaves in its arrays."""
    found = {}
    for way, functions in ways.items():
        if name not in functions:
            continue
        own = [copied(argument) for argument in arguments]
        result = functions[name](*own)
        found[way] = (result, [list(argument) for argument in own if isinstance(argument, array | Sets)])
    return found


def agreed(source: str, width: int, name: str, *arguments: Any) -> Any:
    """What a function gives, the same in every way."""
    found = outcomes(runners(verify(source, width), name), name, *arguments)
    first = found["checked"]
    assert all(other == first for other in found.values()), found
    return first[0]
