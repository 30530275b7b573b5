"""What the machine shows about the rules before anything is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.machine.graph import Machine, NodeKind
from interpreter.machine.rules import effect_terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Span
    from interpreter.language.terms import Term


def check_machine(machine: Machine) -> tuple[Diagnostic, ...]:
    """Steps that cannot be reached, turns that cannot end, games that cannot finish, results that name nobody."""
    return (
        *_unreachable_steps(machine),
        *_endless_turns(machine),
        *_dead_entries(machine),
        *_phases(machine),
        *_results(machine),
        *_unused(machine),
        *_never_awarded(machine),
        *_no_way_back(machine),
        *_gone_by_then(machine),
        *_taken_back(machine),
    )


def _reachable(machine: Machine, start: int) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        for edge in machine.nodes[todo.pop()].edges:
            if edge.target not in found:
                found.add(edge.target)
                todo.append(edge.target)
    return found


def _unreachable_steps(machine: Machine) -> Iterator[Diagnostic]:
    for number, phase in enumerate(machine.rules.phases):
        within = _reachable(machine, machine.arrivals[number]) if phase.steps else set()
        for index, step in enumerate(phase.steps):
            if machine.decisions[number, index] not in within:
                yield Diagnostic(
                    "unreachable-step",
                    f"no way leads to the step `{step.name}`",
                    step.span,
                    help=f"name it in the `next:` of another step, as in `next: {step.name}`, or delete it",
                )


def _endless_turns(machine: Machine) -> Iterator[Diagnostic]:
    """Steps from which only a lack of candidates ends the turn."""
    final = set(machine.turns)
    for (number, index), decision in machine.decisions.items():
        found: set[int] = set()
        todo = [decision]
        while todo:
            node = machine.nodes[todo.pop()]
            edges = node.edges[:-1] if node.kind is NodeKind.FOLLOW_UP else node.edges  # the last: no candidate
            for edge in edges:
                if edge.target not in found:
                    found.add(edge.target)
                    todo.append(edge.target)
        once = set() if decision in found else {edge.target for edge in machine.nodes[decision].edges}
        if not found & final and not _uses_up(machine, found - once):
            step = machine.rules.phases[number].steps[index]
            yield Diagnostic(
                "endless-turn",
                f"a turn that comes to the step `{step.name}` goes on until there is no step left for it",
                step.span,
                help="let one of its `next:` entries say `go: done`, or let the turn go on only under a condition, "
                "as in `next: [{if: made(MOVE), go: STEP}]`",
                severity=Severity.WARNING,
            )


def _uses_up(machine: Machine, nodes: set[int]) -> bool:
    """Whether each step takes something off the board or uses up a die: "as long as you can" then is a rule."""
    moves = [machine.rules.moves[machine.nodes[node].move] for node in nodes if machine.nodes[node].move >= 0]
    return all(
        move.spends or move.verb == "remove" or any(effect.action in {"capture", "remove"} for effect in move.effects)
        for move in moves
    )


def _dead_entries(machine: Machine) -> Iterator[Diagnostic]:
    for phase in machine.rules.phases:
        for step in phase.steps:
            for place, entry in enumerate(step.next):
                condition = entry.condition
                if condition is not None and condition.op == "truth" and condition.value is False:
                    yield _dead(entry.span, "its condition never holds")
                elif place and (step.next[place - 1].condition is None or _always(step.next[place - 1].condition)):
                    yield _dead(entry.span, "the entry before it always holds")
                    break


def _always(condition: Term | None) -> bool:
    return condition is not None and condition.op == "truth" and condition.value is True


def _dead(span: Span, why: str) -> Diagnostic:
    return Diagnostic(
        "dead-next", f"this entry of `next` can never match: {why}", span, help="move it up, or delete it"
    )


def _phases(machine: Machine) -> Iterator[Diagnostic]:
    rules, nodes = machine.rules, machine.nodes
    from_start = _reachable(machine, machine.start)
    for number, phase in enumerate(rules.phases):
        if machine.arrivals[number] not in from_start:
            yield Diagnostic(
                "unreachable-phase",
                f"no way leads to the phase `{phase.name}`",
                phase.span,
                help="the first phase of the file begins; name this one in the `go:` of another",
            )
            continue
        if not any(nodes[node].kind is NodeKind.RESULT for node in _reachable(machine, machine.arrivals[number])):
            yield Diagnostic(
                "endless-game",
                f"a game in the phase `{phase.name}` can never end"
                if len(rules.phases) > 1
                else "this game can never end",
                phase.span,
                help="add a condition under `end:`, or let a player who is stuck lose (`stuck: loses`)",
            )


def _results(machine: Machine) -> Iterator[Diagnostic]:
    """A game in which nobody can win is worth a question."""
    rules = machine.rules
    ends = rules.every_end()
    decided = any(end.result.kind != "draw" for end in ends) or any(
        phase.stuck in {"loses", "out"} or any(step.if_none == "loses" for step in phase.steps)
        for phase in rules.phases
    )
    if not decided and rules.phases:
        span = ends[0].span if ends else rules.phases[0].span
        yield Diagnostic(
            "nobody-wins",
            "no result names a player: every game that ends is a draw",
            span,
            help="write a result such as `me wins`, or `stuck: loses`",
            severity=Severity.WARNING,
        )


def _unused(machine: Machine) -> Iterator[Diagnostic]:
    rules = machine.rules
    used = {move for phase in rules.phases for step in phase.steps for move in step.of_all}
    for index, move in enumerate(rules.moves):
        if index not in used:
            yield Diagnostic(
                "unused-move",
                f"no step offers the move `{move.name}`",
                move.span,
                help="name it in the `do:` of a step, or delete it",
                severity=Severity.WARNING,
            )


def _never_awarded(machine: Machine) -> Iterator[Diagnostic]:
    """Points that are asked for where none can be had; told once."""
    rules = machine.rules
    if any(effect.action == "award" for effect in rules.effects()):
        return
    asked = (part.span for term in rules.terms() for part in term.walk() if part.op == "points" and part.span)
    if span := next(asked, None):
        yield Diagnostic(
            "no-award",
            "points are asked for, and no move awards any, so they are always 0",
            span,
            help="award them where they are won, for example `then: [{award: 1}]` in a move",
            severity=Severity.WARNING,
        )


def _no_way_back(machine: Machine) -> Iterator[Diagnostic]:
    """Opposites of directions that lead one way only: such a set would be empty without a word."""
    board = machine.rules.board
    asked = {part.span: part for term in machine.rules.terms() for part in term.walk() if part.op == "opposite"}
    for span, term in asked.items():
        ways = term.args[0].value if term.args[0].op == "directions" else None
        if span is not None and isinstance(ways, tuple) and ways and all(board.opposite[way] < 0 for way in ways):
            yield Diagnostic(
                "no-way-back",
                f"`{span.text}` leads nowhere: no direction leads back along the same steps",
                span,
                help="write the steps back as a direction of their own; or make it a track, of which `NAME-back` is "
                "the way back",
            )


def _gone_by_then(machine: Machine) -> Iterator[Diagnostic]:
    """What asks, after the verb, for the piece on a site that the verb has emptied; not where another move has it."""
    found: dict[tuple[Span, str], bool] = {}
    for move in machine.rules.moves:
        left = {"move": "from", "remove": "at"}.get(move.verb, "") if move.amount is None else ""
        terms = [*effect_terms(move.effects), *([] if move.leaves is None else [move.leaves])]
        for part in (part for term in terms for part in term.walk()):
            for word in ("from", "at"):
                if part.span is not None and _of_piece_on(part, word):
                    place = part.span, word
                    found[place] = found.get(place, True) and word == left
    for (span, word), gone in found.items():
        if gone:
            yield Diagnostic(
                "gone-by-then",
                f"`{span.text}` finds nothing: this is asked after the verb, when no piece stands on `{word}` any more",
                span,
                help=f"give it a name before the move, `let: {{before: {span.text}}}`, and write `before` here",
                severity=Severity.WARNING,
            )


def _of_piece_on(term: Term, word: str) -> bool:
    """Whether a term asks what stands on the site of a word."""

    def site(part: Term) -> bool:
        return part.op == "word" and part.value == word

    def pieces(part: Term) -> bool:
        return part.op in {"piece", "owned", "occupied"} or (part.op == "meet" and any(map(pieces, part.args)))

    match term.op:
        case "meet":
            return any(map(site, term.args)) and any(map(pieces, term.args))
        case "within":
            return site(term.args[0]) and pieces(term.args[1])
        case "size":
            return site(term.args[0])
        case _:
            return False


def _taken_back(machine: Machine) -> Iterator[Diagnostic]:
    """What is landed on and goes to where it is landed on: it takes the piece that has come."""
    sites = [move.into.site for move in machine.rules.moves if move.into.place == "on"]
    words = [site for site in sites if site is not None and site.op == "word" and site.value == "to"]
    for span in dict.fromkeys(site.span for site in words if site.span is not None):
        yield Diagnostic(
            "taken-back",
            "what is landed on goes back to `to`, and takes the piece that has come there",
            span,
            help="name another site, such as `from`, where the two change places, or leave `into` out: then it is out "
            "of the game",
            severity=Severity.WARNING,
        )
