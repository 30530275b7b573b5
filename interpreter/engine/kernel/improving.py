"""Code that was compiled in a hurry and is compiled well once so much time is spent in it that this pays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Lock
from time import thread_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.objects import Compiled

__all__ = ["ENOUGH", "Improving"]

ENOUGH = 6.0
"""Times what compiling roughly took, so much work in rough code: compiling well takes five to fifteen times as long.

Whatever is done with the code, the time lost by this is less than what compiling well would have taken at once.
"""


class Improving:
    """The functions of rough code, each call of which uses the best code there is.

    `better` compiles the same functions well; it gives None where that cannot be done any more. The call with which the
    work comes to `rough.rough` seconds waits for it.
    """

    def __init__(
        self,
        rough: Compiled,
        better: Callable[[], Compiled | None],
    ) -> None:
        self._best, self._better, self._enough = rough, better, rough.rough
        self._spent, self._lock, self._done = 0.0, Lock(), False

    def compiled(self) -> Compiled:
        """The same code, whose functions improve."""
        return replace(self._best, functions={name: partial(self._call, name) for name in self._best.functions})

    def _call(self, name: str, *arguments: Any) -> Any:
        if self._done:
            return self._best.functions[name](*arguments)
        begun = thread_time()
        result = self._best.functions[name](*arguments)
        self._spent += thread_time() - begun
        if self._spent >= self._enough and self._lock.acquire(blocking=False):
            try:
                if not self._done:
                    self._best, self._done = self._better() or self._best, True
            finally:
                self._lock.release()
        return result
