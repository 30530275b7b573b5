"""A record with comments: a machine says what it thinks of each step, and what it would have played instead.

    python examples/annotating.py RECORD [OUT]

RECORD is a record of any game, as text, PGN or JSON; OUT, whose ending tells its form, is where to write it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from interpreter.errors import BoardwrightError
from interpreter.players import Limits, MonteCarlo
from interpreter.records import FORMS, Record, RecordStep, Variation, read_record, replay, retold

LIMITS = Limits(simulations=300)
MUCH = 0.15  # of a win: so much better another step must be


def annotated(record: Record) -> Record:
    """The record, with a comment and a variation where the machine knows something better."""
    position = replay(record)
    before = [position]
    while (earlier := before[0].undo()) is not None:
        before.insert(0, earlier)
    machine = MonteCarlo(position.game, seed=1)
    steps = []
    for step, here, after in zip(record.steps, before, before[1:], strict=False):
        report = machine.search(here, LIMITS)
        worth = machine.search(after, LIMITS).value if after.mover else None
        played = worth if worth is None or after.mover == here.mover else 1 - worth
        if played is None or str(report.best) == step.text or report.value - played < MUCH:
            steps.append(step)
            continue
        better = Variation((RecordStep(str(report.best), step.turn, comment=f"worth {report.value:.0%}"),))
        steps.append(replace(step, comment=f"worth {played:.0%}", variations=(*step.variations, better)))
    return replace(record, steps=tuple(steps))


def main(source: str, target: str = "") -> None:
    """Annotate a record, and print it or write it."""
    record, players = retold(read_record(source))
    text = FORMS.get(Path(target).suffix[1:], FORMS["text"])(annotated(record), players)
    if target:
        Path(target).write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3}:
        sys.exit("usage: python examples/annotating.py RECORD [OUT]")
    try:
        main(*sys.argv[1:])
    except BoardwrightError as error:
        sys.exit(str(error))
