"""What went wrong, on standard error and as an exit code; never a traceback for what a user can cause.

0: all is well. 1: problems were found (a game that is not valid, a step that is not legal, a file that is not
formatted). 2: the command could not do its work (wrong usage, a file that cannot be read or written). 130: stopped by
Ctrl-C. 141: whoever read the output stopped reading.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from click.exceptions import Abort, Exit

from interpreter.errors import BoardwrightError, GameFileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.diagnostics import Diagnostic

TRACE = "BOARDWRIGHT_TRACEBACK"
LONGEST = 1_000  # characters of a line of a message
FINE, PROBLEMS, FAILURE, STOPPED, CLOSED = 0, 1, 2, 130, 141
UNREAD = frozenset({"file-not-found", "not-a-file", "file-unreadable"})  # codes of files that could not be looked into


class UsageFault(BoardwrightError):  # noqa: N818 (it is the user's slip, not an error of the program)
    """The command cannot be understood; the message says what to write instead."""


@contextmanager
def reported() -> Iterator[None]:
    """Turn errors inside into a message and `Exit`."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        forget_output()
        raise Exit(CLOSED) from None
    except KeyboardInterrupt:
        complain("\nStopped.")
        raise Exit(STOPPED) from None
    except GameFileError as error:
        complain_of(error)
        raise Exit(code_of(error.diagnostics)) from None
    except BoardwrightError as error:
        complain(f"error: {_legible(str(error))}")
        failed = isinstance(error, UsageFault) or isinstance(error.__cause__, OSError)
        raise Exit(FAILURE if failed else PROBLEMS) from None
    except RecursionError:
        complain("error: the game is nested too deeply to be worked out; simplify its expressions")
        raise Exit(FAILURE) from None
    except MemoryError:
        complain("error: this takes more memory than there is; an option such as --memory can ask for less")
        raise Exit(FAILURE) from None
    except OSError as error:
        name = f"{_legible(str(error.filename))}: " if error.filename else ""
        complain(f"error: {name}{(error.strerror or str(error)).lower()}")
        raise Exit(FAILURE) from None
    except Exception as error:
        if hasattr(error, "exit_code") or isinstance(error, Abort) or os.environ.get(TRACE):
            raise
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        complain(f"error: a fault of boardwright itself: {what}\n  {TRACE}=1 shows where it happened")
        raise Exit(FAILURE) from None


def code_of(found: Iterable[Diagnostic]) -> int:
    """The exit code after these findings: a file that was asked for and could not be read is no game with a problem."""
    errors = [diagnostic for diagnostic in found if diagnostic.is_error]
    if any(error.code in UNREAD and error.span is None for error in errors):
        return FAILURE
    return PROBLEMS if errors else FINE


def _legible(text: str) -> str:
    """A message whose lines end somewhere, and in which signs that steer a terminal are spelt out."""
    from interpreter.diagnostics.excerpt import printable  # noqa: PLC0415 (only what goes wrong needs it)

    lines = (line if len(line) <= LONGEST else f"{line[:LONGEST]}..." for line in text.split("\n"))
    return "\n".join(map(printable, lines))


def complain(text: str) -> None:
    """Say something on standard error, behind what stands on standard output already."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


def complain_of(error: GameFileError) -> None:
    """Print the diagnostics of a game that cannot be used."""
    from interpreter.cli.screen import coloured  # noqa: PLC0415
    from interpreter.diagnostics.rendering import render  # noqa: PLC0415

    complain(render(error.diagnostics, "full", color=coloured(sys.stderr)).rstrip("\n"))


def forget_output() -> None:
    """Nobody reads any more: let what is left of the output fall, without a complaint at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def forgiving_streams() -> None:
    """Show a sign the terminal cannot write as `?`, and read on over bytes that are no text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def is_terminal(stream: TextIO) -> bool:
    """Whether a person sits at the other end."""
    return not stream.closed and stream.isatty()
