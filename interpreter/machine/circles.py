"""Questions that would ask themselves: `stuck`, `can` and `attacks` look for candidates, which may ask in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from interpreter.diagnostics import Diagnostic
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.language.terms import Term
    from interpreter.machine.rules import Move, Phase, Rules, Step

# "can" and the name of a step or a move ("" is the entry, which `stuck` asks for), or "attacks"
Question: TypeAlias = tuple[str, str]
ASKING = frozenset({"attacks", "can", "may", "stuck"})


def check_circles(rules: Rules) -> tuple[Diagnostic, ...]:
    """The places where a question leads back to itself."""
    found: dict[Term, Diagnostic] = {}
    for phase in rules.phases:
        if phase.steps:
            for term, question in _circles(rules, phase):
                found.setdefault(term, _circle(term, question))
    return tuple(found.values())


def _circles(rules: Rules, phase: Phase) -> Iterator[tuple[Term, Question]]:
    asks: dict[Question, list[tuple[Question, Term]]] = {
        ("can", move.name): list(_asked(phase, (move,))) for move in rules.moves
    }
    asks.update({("can", step.name): list(_of_step(rules, phase, step)) for step in phase.steps})
    asks["attacks", ""] = [
        asked for move in _moves(rules, phase.steps) for asked in _in_terms(phase, _aiming(move)) if move.verb == "move"
    ]
    for start, questions in asks.items():
        for first, term in questions:
            seen, todo = {first}, [first]
            while todo and start not in seen:
                for question, _ in asks.get(todo.pop(), []):
                    if question not in seen:
                        seen.add(question)
                        todo.append(question)
            if start in seen:
                yield term, start


def _moves(rules: Rules, steps: tuple[Step, ...]) -> list[Move]:
    numbers = {move for step in steps for move in step.of_all}
    return [rules.moves[number] for number in sorted(numbers)]


def _of_step(rules: Rules, phase: Phase, step: Step) -> Iterator[tuple[Question, Term]]:
    """What finding the candidates of a step asks."""
    moves = _moves(rules, (step,))
    yield from _asked(phase, moves)
    yield from _in_terms(phase, [step.origin, *(selector.term for selector in step.selectors)])
    if any(move.leaves is not None for move in moves) or _forbids(phase):
        yield from _on_the_way(rules, phase, step)


def _forbids(phase: Phase) -> bool:
    return any(step.if_none == "forbidden" for step in phase.steps)


def _asked(phase: Phase, moves: Iterable[Move]) -> Iterator[tuple[Question, Term]]:
    """What finding the candidates of moves asks."""
    for move in moves:
        terms = [move.origin, move.target, move.onto, move.along, move.distance, move.through, move.when, move.leaves]
        terms += [term for _, term in move.lets] + [selector.term for selector in move.selectors]
        if move.leaves is not None or _forbids(phase):  # then the step is tried, consequences and all
            terms += effect_terms(move.effects)
        yield from _in_terms(phase, terms)


def _on_the_way(rules: Rules, phase: Phase, step: Step) -> Iterator[tuple[Question, Term]]:
    """What going on from a step asks."""
    for entry in step.next:
        yield from _in_terms(phase, [entry.condition, *effect_terms(entry.effects)])
        if entry.target is not None and phase.steps[entry.target].if_none == "forbidden":
            condition = entry.condition or next((move.origin or move.target for move in _moves(rules, (step,))), None)
            if condition is not None:
                yield ("can", phase.steps[entry.target].name), condition


def _aiming(move: Move) -> list[Term | None]:
    """The terms that `attacks` reads of a move; a move whose aim asks questions contributes nothing."""
    aim = [move.along, move.distance, move.through, move.target]
    if any(part.op in ASKING for term in aim if term is not None for part in term.walk()):
        return []
    return [move.origin, *aim]


def _in_terms(phase: Phase, terms: list[Term | None]) -> Iterator[tuple[Question, Term]]:
    for term in terms:
        for part in term.walk() if term is not None else ():
            if part.op == "stuck":
                yield ("can", phase.steps[0].name), part
            elif part.op in {"can", "may"}:
                yield ("can", str(part.value)), part
            elif part.op == "attacks":
                yield ("attacks", ""), part


def _circle(term: Term, question: Question) -> Diagnostic:
    kind, step = question
    what = "what a player attacks" if kind == "attacks" else f"whether there is a candidate for `{step}`"
    return Diagnostic(
        "asks-itself",
        f"to know {what}, this must be known, and it asks the same again",
        term.span,
        help="ask for what makes a step possible instead, for example `any(near(mine) and empty)`; what a whole turn "
        "must come to is said by `best turn`",
    )
