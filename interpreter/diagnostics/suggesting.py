"""Did you mean ...? The known name closest to a misspelt one."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.diagnostics.diagnostic import Diagnostic

LONGEST = 60
"""Names longer than this are not compared: nobody misspells a paragraph, and the comparison takes quadratic time."""


MOST = 500
"""Candidates that are looked at; no game has as many names."""


SHOWN = 12
"""Names that a message lists; nobody reads more."""


MEANT = re.compile(r"did you mean [`\"]([^`\"]+)[`\"]\?")


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate an author probably meant by `name`, or None if none is near.

    Upper and lower case, spaces, underscores and hyphens count as the same; a candidate equal to `name` itself is no
    suggestion.
    """
    if len(name) > LONGEST:
        return None
    known: dict[str, str] = {}
    for candidate in islice(candidates, MOST):
        if candidate != name and len(candidate) <= LONGEST:
            known.setdefault(_normal(candidate), candidate)
    wanted = _normal(name)
    if wanted in known:
        return known[wanted]
    from difflib import get_close_matches  # noqa: PLC0415 (most names are known: nothing is compared)

    near = get_close_matches(wanted, known, n=1, cutoff=0.65)
    return known[near[0]] if near else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """`did you mean "stone"?`, or nothing if no candidate is near."""
    near = closest(name, candidates)
    return f'did you mean "{near}"?' if near else ""


def listing(names: Iterable[str], joint: str = "and") -> str:
    """Names in backticks as a list in plain English: "`a`, `b` and `c`"."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"


def known_names(names: Iterable[str]) -> str:
    """What an author may write instead of an unknown name: "there are `a`, `b` and `c`"."""
    shown = list(islice(names, SHOWN + 1))
    if len(shown) > SHOWN:
        return f"there are {', '.join(f'`{name}`' for name in shown[:SHOWN])} and more"
    return f"there is only {listing(shown)}" if len(shown) == 1 else f"there are {listing(shown)}" if shown else ""


def _normal(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")


def suggested(diagnostic: Diagnostic) -> tuple[str, str] | None:
    """The name that a finding asks "did you mean ...?" about, and the marked text with that name in it."""
    written = diagnostic.span.text if diagnostic.span else ""
    misspelt = written.strip("\"'").partition("(")[0]  # of what is called, the name
    for said in (diagnostic.label, diagnostic.help):
        found = MEANT.search(said)
        # The name may be misspelt elsewhere than in the marked text, such as on the command line.
        if found and closest(misspelt, [found[1]]):
            return found[1], written.replace(misspelt, found[1], 1)
    return None
