"""A line on the terminal that tells how far a long command has come."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from interpreter.cli.screen import coloured

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.cli.playouts import Total


@contextmanager
def showing(title: str, games: int | None, seconds: float | None) -> Iterator[Callable[[Total], None]]:
    """A bar that fills with the games or the seconds that are asked for; it goes when they are done."""
    import sys  # noqa: PLC0415

    console = Console(file=sys.stderr, no_color=not coloured(sys.stderr))
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[games]:,} games"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task(title, total=1.0, games=0)

        def told(total: Total) -> None:
            parts = [total.games / games] if games is not None else []
            parts += [total.seconds / seconds] if seconds else []
            bar.update(task, completed=min(1.0, max(parts, default=0.0)), games=total.games)

        yield told
