"""A line asked of a person: with completion where there is a terminal, plainly elsewhere."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from interpreter.cli.faults import is_terminal
from interpreter.cli.screen import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["ask", "completions"]


def ask(prompt: str, words: Callable[[], Iterable[str]]) -> str | None:
    """What was typed, without blanks around it; None at the end of input. `words` are what it may be completed to."""
    if is_terminal(sys.stdin) and is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb" and _completing(words):
        try:
            return input(prompt).strip()
        except EOFError:
            say()
            return None
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not is_terminal(sys.stdin):
        say(line.rstrip("\n"))
    elif not line:
        say()
    return line.strip() if line else None


def _completing(words: Callable[[], Iterable[str]]) -> bool:
    """Sets up completion, if the platform has it."""
    try:
        import readline  # noqa: PLC0415 (not everywhere, and it changes the terminal)
    except ImportError:
        return False
    tab = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    for setting in ("set enable-bracketed-paste off", "set enable-meta-key off", tab):
        readline.parse_and_bind(setting)
    readline.set_completer_delims("")
    readline.set_completer(lambda typed, number: dict(enumerate(completions(typed, words()))).get(number))
    return True


def completions(typed: str, words: Iterable[str]) -> list[str]:
    """The words that begin with what was typed; case and signs do not matter."""
    begun = _letters(typed)
    return [word for word in words if _letters(word).startswith(begun)]


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
