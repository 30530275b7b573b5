"""The lines of a function of a kernel while they are written."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Writer:
    """Lines of one function. `fresh` gives names that are not used yet."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.counter = 0

    def line(self, text: str) -> None:
        """Adds a line."""
        self.lines.append("    " * self.depth + text)

    def fresh(self, prefix: str = "t") -> str:
        """A new name."""
        self.counter += 1
        return f"{prefix}{self.counter}"

    def name(self, text: str, prefix: str = "t") -> str:
        """Gives an expression a name, unless it is one already."""
        if text.isidentifier():
            return text
        return self.kept(text, prefix)

    def kept(self, text: str, prefix: str = "t") -> str:
        """Gives the value that an expression has now a name of its own, which no later line writes."""
        name = self.fresh(prefix)
        self.line(f"{name} = {text}")
        return name

    def apart(self) -> Writer:
        """A writer of lines to be put under a head here later; names that it uses up must be told to this one."""
        inner = Writer()
        inner.depth, inner.counter = self.depth + 1, self.counter
        return inner

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under a head such as `if x:`."""
        self.line(head)
        self.depth += 1
        count = len(self.lines)
        yield
        if len(self.lines) == count:
            self.line("pass")
        self.depth -= 1

    def close(self, depth: int) -> None:
        """Ends heads that were written as lines, down to a depth; what stands under the last of them may be nothing."""
        if self.lines and self.lines[-1].endswith(":"):
            self.line("pass")
        self.depth = depth

    @contextmanager
    def members(self, sites: str, stop: str = "", first: Callable[[str], str] | None = None) -> Iterator[str]:
        """A loop over the members of a set, the lowest first; gives the name of the set of the one.

        `stop` is a further condition for going on, such as ` and not found`; `first` gives the text of another member
        of a set to begin with.
        """
        rest, one = self.fresh("rest"), self.fresh("t")
        self.line(f"{rest} = {sites}")
        with self.block(f"while {rest} != 0{stop}:"):
            self.line(f"{one} = {first(rest) if first else f'{rest} & -{rest}'}")
            self.line(f"{rest} = {rest} ^ {one}")
            yield one
