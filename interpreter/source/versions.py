"""The versions of the language: those that this program reads, and with which of them each word came.

A file keeps its meaning when the language grows: what came later is no word to it, and it may use such names for things
of its own. The newest version is the `maximum` of `language` in the schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.schema import game_schema

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from interpreter.diagnostics import Span

KEY, FUNCTION, WORD = "key", "function", "word"

LATER: MutableMapping[tuple[str, str], int] = {}
"""The version of each word that came after the first, by its sort and name: `(FUNCTION, "remainder"): 2`.

What is new in one place only is told with that place: a key of a map with the map's title, `(KEY, "a move: chance")`,
an argument of a function with the function, `(FUNCTION, "rows: inside")`.
"""


def newest() -> int:
    """The newest version that this program reads."""
    return int(game_schema()["properties"]["language"]["maximum"])


def since(sort: str, name: str, place: str = "") -> int:
    """With which version a word came, or came to a place."""
    return max(LATER.get((sort, name), 1), LATER.get((sort, f"{place}: {name}"), 1))


def language_of(root: Mapping, otherwise: int = 1) -> int:
    """The version in which a file is written, or `otherwise` where it does not say."""
    node = root.get("language")
    number = node.value if isinstance(node, Scalar) else None
    return number if isinstance(number, int) and number > 0 else otherwise


def too_new(name: str, came: int, language: int, span: Span) -> Diagnostic:
    """What is told where a file uses a word that came with a later version than its own."""
    return Diagnostic(
        "newer-word",
        f"`{name}` came with version {came} of the language, and this file says {language}",
        span,
        help=f"write `language: {came}`; what else that version changes is told by the manual",
    )
