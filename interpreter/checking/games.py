"""Seeded random games: they find what reading cannot, such as ends that hold before the first step."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.checking.scenarios import expected_reasons
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.engine.chance import drawn
from interpreter.engine.faults import RulesFault
from interpreter.errors import RuleFaultError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.state import State, Step
    from interpreter.play.game import Game

STEP_LIMIT = 2000  # a game this long counts as unfinished
LONG = 500  # steps after which a first game that is cut off for time counts as unfinished
ENOUGH = 150  # games from which a share may be told
SOME = 20  # games of which one should have come to each phase
# An end that asks about these is for long games, or for players who have a plan: chance need not come to it.
FAR = frozenset({"attacks", "can", "counter", "made", "may", "repeats", "stuck"})

# What to do about a fault of the rules, before the story of how it came about.
WAYS_OUT = {
    "several-sites": "name one site, such as `to`, or use `groups(...)`, which gives many groups; ",
    "stuck-happened": "let `stuck:` say what it means, or let the game end earlier; ",
    "stuck-undecided": "add an end such as `if: stuck` with its `result:`; ",
}


@dataclass(frozen=True, slots=True)
class Played:
    """What a number of random games gave: how many ended by which reason and winner, how many did not end, lengths."""

    endings: Counter[tuple[str, int | None]]
    unfinished: int
    lengths: tuple[int, ...]
    fault: RulesFault | None
    fault_steps: tuple[str, ...]
    reached: frozenset[int]
    """The nodes of the machine at which a player made a step."""
    cut: int = 0
    """Steps of the game that was cut off when the time was up, where it says nothing yet."""

    @property
    def games(self) -> int:
        """Games that came to their end or to the limit."""
        return len(self.lengths)


def play_games(game: Game, games: int, seconds: float, seed: int) -> Played:
    """Plays uniformly random games until there are enough, or the time is up (the first is always begun)."""
    chance, until = random.Random(seed), time.monotonic() + seconds  # noqa: S311 - games, not secrets
    endings: Counter[tuple[str, int | None]] = Counter()
    lengths: list[int] = []
    unfinished = 0
    steps: list[Step] = []
    reached: set[int] = set()
    try:
        for _ in range(games):
            state, steps = game.engine.initial(), []
            while state.ending is None and len(steps) < STEP_LIMIT:
                if time.monotonic() > until:
                    # A first game that is long already says something, but where the rules count towards an end; of
                    # others, the half game is dropped.
                    long = not lengths and len(steps) >= LONG and not _counts(game, "turn", "quiet")
                    whole = (*lengths, *[len(steps)] * long)
                    cut = 0 if long else len(steps)
                    return Played(endings, unfinished + long, whole, None, (), frozenset(reached), cut)
                reached.add(state.node)
                step = drawn(game.rules, game.engine.legal(state), chance)
                steps.append(step)
                state = game.engine.play(state, step)
            unfinished += _note(state, endings)
            lengths.append(len(steps))
    except RulesFault as fault:
        return Played(endings, unfinished, tuple(lengths), fault, _notation(game, steps), frozenset(reached))
    return Played(endings, unfinished, tuple(lengths), None, (), frozenset(reached))


def _must_end(game: Game) -> bool:
    """Whether an end holds at some time whatever is played: turns are counted, or how often a position has stood."""
    return _counts(game, "turn")


def _counts(game: Game, *counters: str) -> bool:
    """Whether an end comes by one of these counters, or by how often a position has stood."""
    counted = {("repeats", "position"), *(("counter", name) for name in counters)}
    conditions = [end.condition for end in game.rules.ends]
    return any(
        term.op == "compare"
        and term.value in {">=", ">"}
        and (term.args[0].op, term.args[0].value) in counted
        and term.args[1].op == "number"
        for term in conditions
    )


def _note(state: State, endings: Counter[tuple[str, int | None]]) -> int:
    if state.ending is None:
        return 1
    endings[state.ending.reason, state.ending.winner] += 1
    return 0


def _notation(game: Game, steps: list[Step]) -> tuple[str, ...]:
    """The steps up to a fault, as text: as far as they can be played again."""
    found: list[str] = []
    try:
        position = game.initial()
        for step in steps:
            move = next(move for move in position.legal_moves if move.engine_step == step)
            found.append(str(move))
            position = position.after(move)
    except RuleFaultError:
        pass
    return tuple(found)


def findings(game: Game, played: Played) -> Iterator[Diagnostic]:
    """What random games say about the rules."""
    where = game.rules.phases[0].span
    if played.fault is not None:
        term = played.fault.term
        moves = " ".join(played.fault_steps[-12:])
        shown = f"{len(played.fault_steps)} steps" + (f", the last of them {moves}" if moves else "")
        yield Diagnostic(
            played.fault.code,
            str(played.fault),
            term.span if term is not None and term.span else where,
            help=f"{WAYS_OUT.get(played.fault.code, '')}it happened in a random game after {shown}",
        )
        return
    if not played.games:
        return
    (reason, winner), count = played.endings.most_common(1)[0] if played.endings else (("", None), 0)
    at = next((end.span for end in game.rules.every_end() if end.reason == reason), where)
    if max(played.lengths) <= 1 and played.unfinished == 0 and count == played.games:
        condition = max(played.lengths) > 0 and any(end.reason == reason for end in game.rules.every_end())
        yield Diagnostic(
            "ends-at-once",
            f"{count} of {played.games} random games ended at step 1 by `{reason}`",
            at,
            help="the condition holds from the beginning; ask for more, such as `... and turn > 2`"
            if condition
            else "there is no step to make so early; look at `setup`, and at `along`, `through`, `to`, `when` and "
            "`leaves` of the moves",
            severity=Severity.WARNING,
        )
        return
    if played.unfinished == played.games and not _must_end(game):
        yield Diagnostic(
            "never-ends",
            f"none of {played.games} random games ended within {max(played.lengths)} steps",
            where,
            help="a limit helps, for example an end with `if: quiet is 100` and `result: draw`",
            severity=Severity.WARNING,
        )
    if len(game.players) > 1 and played.games >= ENOUGH and winner is not None:
        won = sum(number for (_, who), number in played.endings.items() if who == winner)
        if won == played.games:
            yield Diagnostic(
                "one-sided",
                f"{game.players[winner]} won all of {played.games} random games",
                at,
                help="random play says little about good play; check that the other side's end conditions can hold",
                severity=Severity.WARNING,
            )
    if played.unfinished < played.games:
        yield from _never(game, played)


def _never(game: Game, played: Played) -> Iterator[Diagnostic]:
    """Phases, steps and ends to which no game came, once there were so many that one should have."""
    rules, decisions = game.rules, game.machine.decisions
    missed = [place for place, node in decisions.items() if node not in played.reached]
    lost = [
        number
        for number, phase in enumerate(rules.phases)
        if all((number, step) in missed for step in range(len(phase.steps)))
    ]
    often = Counter(reason for reason, _ in played.endings.elements()).most_common(1)
    before = "".join(f"; `{reason}` ended {number} of them" for reason, number in often)
    for number in lost if played.games >= SOME else ():
        phase = rules.phases[number]
        yield Diagnostic(
            "never-reached",
            f"none of {played.games} random games came to the phase `{phase.name}`",
            phase.span,
            help=f"check the `until:` and `go:` of the phase before it, and that no end comes first{before}",
            severity=Severity.WARNING,
        )
    if played.games < ENOUGH:
        return
    for number, index in missed:
        step = rules.phases[number].steps[index]
        if number not in lost:
            yield Diagnostic(
                "never-reached",
                f"none of {played.games} random games came to the step `{step.name}`",
                step.span,
                help="check the conditions of the `next:` entries that lead to it",
                severity=Severity.WARNING,
            )
    happened = {reason for reason, _ in played.endings} | expected_reasons(game)
    for end in rules.every_end():
        if end.reason in happened or any(part.op in FAR for part in end.condition.walk()):
            continue
        yield Diagnostic(
            "never-happened",
            f"`{end.reason}` ended none of {played.games} random games",
            end.span,
            help="check its condition, and whether an end before it holds first; if only a plan can bring it about, "
            f"show that in a scenario that expects `reason: {end.reason}`",
            severity=Severity.WARNING,
        )
