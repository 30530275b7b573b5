"""Code that was compiled in a hurry and is compiled well once so much time is spent in it that this pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock, Thread
from time import thread_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.kernel.objects import Compiled

__all__ = ["ENOUGH", "Improvable", "Improving"]

ENOUGH = 6.0
"""Times what compiling roughly took, so much work in rough code: compiling well takes five to fifteen times as long.

Whatever is done with the code, the time lost by this is less than what compiling well would have taken at once.
"""


class Improving:
    """The functions of rough code, each call of which uses the best code there is.

    `better` compiles the same functions well; it gives None where that cannot be done any more. A thread of its own
    begins with that when the work comes to `rough.rough` seconds, so that no call takes longer than others.
    """

    def __init__(self, rough: Compiled, better: Callable[[], Compiled | None]) -> None:
        self._best, self._better, self._enough = rough, better, rough.rough
        self._spent, self._lock = 0.0, Lock()
        self._thread: Thread | None = None

    def compiled(self) -> Compiled:
        """The same code, whose functions improve."""
        return replace(self._best, functions={name: Improvable(self, name) for name in self._best.functions})

    @property
    def rough(self) -> bool:
        """Whether compiling well has not begun."""
        return self._thread is None

    def call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Calls a function."""
        function = self._best.functions[name]
        if self._thread is not None:
            return function(*arguments)
        begun = thread_time()
        result = function(*arguments)
        self._spent += thread_time() - begun
        if self._spent >= self._enough:
            self._begin()
        return result

    def improve(self, seconds: float) -> None:
        """Compiles well now, where so many seconds of work would come to it; returns when that is done."""
        if seconds >= self._enough:
            self._begin().join()

    def _begin(self) -> Thread:
        """The thread that compiles well; it is begun once."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._improve, name="compiles well")
                self._thread.start()
            return self._thread

    def _improve(self) -> None:
        self._best = self._better() or self._best


@dataclass(frozen=True)
class Improvable:
    """A function whose code improves."""

    of: Improving
    name: str

    def __call__(self, *arguments: Any) -> Any:
        """What the function gives."""
        return self.of.call(self.name, arguments)

    @property
    def rough(self) -> bool:
        """Whether its code was compiled in a hurry, and compiling it well has not begun."""
        return self.of.rough

    def improve(self, seconds: float) -> None:
        """Compiles all functions of the kernel well now, where so many seconds of work would come to it."""
        self.of.improve(seconds)
