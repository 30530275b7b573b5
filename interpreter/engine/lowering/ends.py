"""How games end in kernels: end conditions, results, and the numbers of the endings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.engine.lowering import leaving, persons
from interpreter.engine.lowering.growing import decides_alone, grows_singly, only_grows

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from interpreter.engine.lowering.expressions import Expressions
    from interpreter.engine.lowering.roads import Road
    from interpreter.engine.lowering.scene import Scene
    from interpreter.engine.lowering.writer import Writer
    from interpreter.machine.rules import End, Result

FAULT = 0  # the ending of a game that comes to what the file called impossible
UNDECIDED = 1  # the ending of a game in which no end condition says what a player without a step means
TOO_MANY = 2  # the ending of a game with a turn that may go on in too many ways to find the best
PILE_TOO_HIGH = 3  # the ending of a game with a pile of more pieces than a kernel can hold
NO_STEP = "no step left"


class Ends:
    """Writes how games end."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.rules = expressions, expressions.rules
        self.endings: list[tuple[str, int | None]] = [
            ("impossible", None),
            ("undecided", None),
            ("too many turns", None),
            ("too high a pile", None),
        ]
        self.leaving = not only_grows(self.rules)
        grows = grows_singly(self.rules)
        if self.leaving:  # a step that is tried is made once only where no end asks for its piece
            grows = grows and any(decides_alone(end, leaving=True) for end in self.rules.every_end())
        self.growing = "new pieces only" in expressions.passes and grows

    def number(self, reason: str, winner: int | None) -> int:
        """The number of a way to end."""
        key = (reason, winner)
        if key not in self.endings:
            self.endings.append(key)
        return self.endings.index(key)

    def tested(self, writer: Writer, scene: Scene, road: Road, ends: tuple[End, ...]) -> AbstractContextManager[Scene]:
        """End conditions one after the other; the lines inside stand where none of them holds."""
        return _Else(self, writer, scene, road, ends)

    def finish(self, writer: Writer, scene: Scene, road: Road, reason: str, result: Result) -> None:
        """Ends the game with a result."""
        if result.kind == "draw":
            road.end(writer, str(self.number(reason, None)))
            return
        if result.kind in {"highest", "lowest"}:
            road.end(writer, self._compared(writer, scene, reason, highest=result.kind == "highest"))
            return
        assert result.player is not None  # noqa: S101 - wins and loses name a player
        number = self.number if result.kind == "wins" else self.lost
        cases = persons.meant(self.expressions, writer, scene, result.player)
        road.end(writer, persons.told(writer, cases, lambda player: str(number(reason, player)), "0"))

    def one_left(self, writer: Writer, scene: Scene, road: Road, reason: str) -> None:
        """Only one player is left, who wins."""
        text = str(self.number(reason, None))
        for who, others in leaving.others(len(self.rules.players)):
            text = f"({self.number(reason, who)} if {scene.names['gone']} == {others} else {text})"
        road.end(writer, text)

    def lost(self, reason: str, loser: int) -> int:
        """The number of the ending in which a player has lost."""
        return self.number(reason, 1 - loser if len(self.rules.players) == 2 else None)

    def _compared(self, writer: Writer, scene: Scene, reason: str, *, highest: bool) -> str:
        scores = []
        for player, term in enumerate(self.rules.score):
            seen = replace(scene, it=player, known={})
            scores.append(writer.name(self.expressions.number(writer, seen, term), "score"))
        text = str(self.number(reason, None))
        sign = ">" if highest else "<"
        for player, score in enumerate(scores):
            better = [
                self._better(scene, f"{score} {sign} {other}", n) for n, other in enumerate(scores) if n != player
            ]
            if self.rules.eliminates:
                better.insert(0, f"not {leaving.is_out(scene, str(player))}")
            text = f"({self.number(reason, player)} if {' and '.join(better) or 'True'} else {text})"
        return text

    def _better(self, scene: Scene, text: str, other: int) -> str:
        """What must hold for a score to be better than another's, which does not count where that player has left."""
        return f"({leaving.is_out(scene, str(other))} or {text})" if self.rules.eliminates else text


class _Else:
    """End conditions one after the other; the lines inside stand where none of them holds."""

    def __init__(self, own: Ends, writer: Writer, scene: Scene, road: Road, ends: tuple[End, ...]) -> None:
        self.own, self.writer, self.scene, self.road, self.ends = own, writer, scene, road, ends
        self.depth = 0

    def __enter__(self) -> Scene:
        self.depth = self.writer.depth
        scene = self.scene
        grown = None
        if self.own.growing and isinstance(scene.made, int) and self.own.rules.moves[scene.made].verb == "place":
            grown = scene.words.get("to")
        for end in self.ends:
            alone = decides_alone(end, leaving=self.own.leaving)
            seen = replace(scene, grown=grown if alone else None)
            condition = self.own.expressions.condition(self.writer, seen, end.condition)
            if condition == "False":
                continue
            if end.result.kind == "out":
                scene = self._out(scene, end, condition)
                continue
            with self.writer.block(f"if {condition}:"):
                self.own.finish(self.writer, scene.nested(), self.road, end.reason, end.result)
            self.writer.line("else:")
            self.writer.depth += 1
            scene = scene.nested()
        return scene

    def _out(self, scene: Scene, end: End, condition: str) -> Scene:
        """An end that takes a player out; those behind it are tested in any case."""
        assert end.result.player is not None  # noqa: S101 - it says who
        writer, own = self.writer, self.own
        player = own.expressions.number(writer, scene, end.result.player)
        with writer.block(f"if {condition} and not {leaving.is_out(scene, player)}:"):
            leaving.leave(writer, scene, player)
        with writer.block(f"if {leaving.alone(scene, len(own.rules.players))}:"):
            own.one_left(writer, scene, self.road, end.reason)
        writer.line("else:")
        writer.depth += 1
        return leaving.without_next(scene)

    def __exit__(self, *_: object) -> None:
        self.writer.close(self.depth)
