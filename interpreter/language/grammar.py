"""The parser of expressions: made from `grammar/expression.lark`, or from the tables that were made of it earlier."""

from __future__ import annotations

import io
import marshal
import pickle
import sys
from functools import cache

import lark

from interpreter.caching import fetch, keep, key_of
from interpreter.resources import folder

__all__ = ["parser"]


@cache
def parser() -> lark.Lark:
    """The parser. Its tables take longer to make than the expressions of a game to read, so they are kept."""
    grammar = (folder("grammar") / "expression.lark").read_text(encoding="utf-8")
    key = key_of("grammar", grammar, lark.__version__, sys.version)
    kept = fetch(key)
    if kept is not None:
        # Plain values are kept, for what is pickled may be a program; Lark takes them only as a pickle.
        return lark.Lark.load(io.BytesIO(pickle.dumps(marshal.loads(kept))))  # noqa: S302 (their checksum holds)
    # The basic lexer reserves the keywords everywhere; the contextual one would read a second `and` as a name.
    made = lark.Lark(grammar, parser="lalr", lexer="basic", propagate_positions=True, maybe_placeholders=False)
    tables = io.BytesIO()
    made.save(tables)
    keep(key, marshal.dumps(pickle.loads(tables.getvalue())))  # noqa: S301 (pickled the line before)
    return made
