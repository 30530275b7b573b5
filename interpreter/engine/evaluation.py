"""Terms -> functions of a frame. Each family of operations has a room of its own with a small builder an operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.engine import conditions, finders, site_sets, values
from interpreter.engine.frame import kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine.frame import Frame
    from interpreter.engine.geometry import Geometry
    from interpreter.language.terms import Term

    Value: TypeAlias = Callable[[Frame], Any]

# Worth keeping for as long as the position stands, when no word of the step is involved.
COSTLY = frozenset(
    {
        "rows",
        "distance",
        "groups",
        "those",
        "between",
        "near",
        "reach",
        "entering",
        "leaving",
        "group",
        "connected",
        "attacks",
        "stuck",
        "can",
        "may",
        "repeats",
    }
)
BUILDERS: dict[str, Callable[[Evaluator, Term], Value]] = {
    **values.BUILDERS,
    **site_sets.BUILDERS,
    **finders.BUILDERS,
    **conditions.BUILDERS,
}


class Evaluator:
    """Builds and keeps the functions of terms.

    `asked` answers what needs the whole engine: can, stuck, attacks, repeats, candidates.
    """

    def __init__(self, geometry: Geometry, players: int, asked: dict[str, Callable[..., Any]]) -> None:
        self.geometry, self.players, self.asked = geometry, players, asked
        self.built: dict[Term, Value] = {}

    def value(self, term: Term) -> Value:
        """The function of a term; equal terms share one."""
        function = self.built.get(term)
        if function is None:
            function = BUILDERS[term.op](self, term)
            if term.op in COSTLY and not term.words:
                function = kept(function, len(self.built))
            self.built[term] = function
        return function

    def option(self, term: Term, name: str) -> Value | None:
        """The function of a named operand, if it is there."""
        found = term.option(name)
        return None if found is None else self.value(found)
