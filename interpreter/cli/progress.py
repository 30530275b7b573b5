"""A line on the terminal that tells how far a long command has come."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn

from interpreter.cli.screen import coloured

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.cli.playouts import Total


@contextmanager
def showing(title: str, games: int | None, seconds: float | None) -> Iterator[Callable[[Total], None]]:
    """A bar that fills with the games or the seconds that are asked for; it goes when they are done."""
    with _bar(TextColumn("{task.fields[games]:,} games")) as bar:
        task = bar.add_task(title, total=1.0, games=0)

        def told(total: Total) -> None:
            parts = [total.games / games] if games is not None else []
            parts += [total.seconds / seconds] if seconds else []
            bar.update(task, completed=min(1.0, max(parts, default=0.0)), games=total.games)

        yield told


@contextmanager
def one_by_one(names: Sequence[str]) -> Iterator[Callable[[str, Callable[[], None] | None], None]]:
    """A bar that fills with the names that are done; it goes when all are.

    What it gives is told each name that is begun, or a name and what writes something of it, for which the bar makes
    room.
    """
    with _bar(MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=len(names))

        def told(name: str, write: Callable[[], None] | None = None) -> None:
            if write is None:
                bar.update(task, description=name, completed=names.index(name))
                return
            bar.stop()
            write()
            bar.start()

        yield told


def _bar(column: ProgressColumn) -> Progress:
    console = Console(file=sys.stderr, no_color=not coloured(sys.stderr))
    columns = (TextColumn("{task.description}"), BarColumn(), column, TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
