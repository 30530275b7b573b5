"""Games of the library, each loaded once for the tests of this folder."""

from __future__ import annotations

from functools import lru_cache

import interpreter


@lru_cache(maxsize=64)
def library(name: str) -> interpreter.Game:
    return interpreter.load(name)
