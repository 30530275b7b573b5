"""Reads `play`, `phases`, `end` and `score`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.diagnostics.suggesting import known_names, listing
from interpreter.language.terms import Kind, Term
from interpreter.machine.consequences import read_effects
from interpreter.machine.moves import WORDS, read_selectors
from interpreter.machine.reader import Reader, is_null, mapping, scalars
from interpreter.machine.rules import End, Move, Next, Phase, Piece, Result, Step
from interpreter.source import Mapping, Node, Scalar, Sequence

POLICIES = ("pass", "loses", "out", "draw", "decide", "impossible")
DONE = "done"


@dataclass(frozen=True)
class TurnReader:
    """Reads the turns of a game whose moves are known."""

    reader: Reader
    pieces: tuple[Piece, ...]
    moves: tuple[Move, ...]
    effects: Mapping | None

    def words(self, moves: set[int]) -> tuple[str, ...]:
        """The words of the step that at least one of the moves has."""
        return tuple(sorted({word for move in moves for word in WORDS[self.moves[move].verb]}))

    def phases(self, root: Mapping) -> tuple[Phase, ...]:
        """All phases; a game with `play` has one, called `play`."""
        table = mapping(root.get("phases"))
        play = mapping(root.get("play"))
        named = [(entry.key, mapping(entry.value)) for entry in table.entries] if table else []
        if not named and play is not None:
            named = [(root.key("play") or Scalar("play", "play", root.span), play)]
        if not named:
            self.reader.report.error(
                "missing-key",
                "the game has no `play:` and no `phases:`",
                root.span,
                "say how a turn goes under `play:`",
            )
        names = [key.text for key, _ in named]
        return tuple(self._phase(key, node or Mapping((), key.span), names) for key, node in named)

    def _phase(self, key: Scalar, node: Mapping, names: list[str]) -> Phase:
        report, players = self.reader.report, self.reader.scope.players
        steps = self._steps(node)
        reader = replace(self.reader, scope=replace(self.reader.scope, steps=tuple(step.name for step in steps)))
        words = self.words({move for step in steps for move in step.of_all})
        stuck, go, starts = node.get("stuck"), node.get("go"), node.get("starts")
        if not isinstance(stuck, Scalar) or stuck.text not in POLICIES:
            report.error(
                "missing-key",
                f"the phase `{key.text}` does not say what happens to a player without a move",
                stuck.span if stuck is not None else key.span,
                f"add `stuck:` with one of {', '.join(POLICIES)}",
            )
        until = reader.at(f"in `until` of the phase `{key.text}`", *words).optional(node.get("until"), Kind.YES_NO)
        target = reader.lookup(go, "phase", names) if isinstance(go, Scalar) else None
        if until is not None and go is None:
            report.error(
                "missing-key",
                f"`until` of the phase `{key.text}` does not say which phase follows",
                (node.key("until") or key).span,
                "add `go:` with the name of a phase",
            )
        return Phase(
            key.text,
            steps,
            stuck.text if isinstance(stuck, Scalar) else "impossible",
            until,
            target,
            reader.lookup(starts, "player", players) if isinstance(starts, Scalar) else None,
            self.ends(mapping(node.get("end")), reader, words),
            key.span,
            read_selectors(
                mapping(node.get("best turn")) or Mapping((), key.span),
                reader.at(f"in `best turn` of the phase `{key.text}`", *words),
            ),
        )

    def _steps(self, node: Mapping) -> tuple[Step, ...]:
        turn = node.get("turn")
        key = node.key("turn")
        if isinstance(turn, Scalar) and not is_null(turn):
            return (self._step(turn, Mapping((), turn.span), [turn.text]),)
        table = mapping(turn)
        if not table:
            self.reader.report.error(
                "missing-key",
                "this phase has no `turn:`",
                key.span if key else node.span,
                "name a move, or a map of steps",
            )
            return ()
        names = [name for name, _ in table.items()]
        return tuple(
            self._step(entry.key, mapping(entry.value) or Mapping((), entry.key.span), names) for entry in table.entries
        )

    def _step(self, key: Scalar, node: Mapping, names: list[str]) -> Step:
        report = self.reader.report
        if key.text == DONE:
            report.error("name-taken", "`done` means that the turn is over", key.span, "give the step another name")
        do = node.get("do")
        moves = self._moves(do, key) if do is not None and not is_null(do) else self._moves(key, key)
        otherwise = self._moves(node.get("else"), key)
        available = {move for table in (*moves, *otherwise) for move in table}
        words = self.words(available)
        reader = replace(self.reader, scope=replace(self.reader.scope, steps=tuple(names)))
        origin = reader.at(f"in `from` of the step `{key.text}`").optional(node.get("from"), Kind.SITES)
        if_none = node.get("if none")
        policy = if_none.text if isinstance(if_none, Scalar) else "skip"
        if policy not in {"skip", "loses", "forbidden"}:
            report.error(
                "wrong-kind",
                f"`if none: {policy}` is unknown",
                if_none.span if if_none else key.span,
                "write skip, loses or forbidden",
            )
        return Step(
            key.text,
            moves,
            otherwise,
            origin,
            read_selectors(node, reader.at(f"in a choice of the step `{key.text}`", *words)),
            self._next(node.get("next"), reader.at(f"in `next` of the step `{key.text}`", *words), names),
            policy,
            key.span,
        )

    def _moves(self, node: Node | None, key: Scalar) -> tuple[tuple[int, ...], ...]:
        """For each player, the moves that a `do` or `else` names."""
        players = self.reader.scope.players
        names = [move.name for move in self.moves]
        if isinstance(node, Mapping):
            table: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())
            for entry in node.entries:
                if self.reader.lookup(entry.key, "player", players) is not None:
                    table[entry.key.text] = self._moves(entry.value, key)[0]
            return tuple(table.values())
        found = []
        for name in scalars(node):
            if name is key and name.text not in names:
                self.reader.report.error(
                    "unknown-move",
                    f'the step "{key.text}" has no `do:`, and no move has its name',
                    key.span,
                    f"add `do:` with the name of a move: {known_names(names)}",
                )
                continue
            found.append(self.reader.lookup(name, "move", names))
        moves = tuple(dict.fromkeys(move for move in found if move is not None))
        drawn = [self.moves[move] for move in moves if self.moves[move].by_chance]
        alone = any(move.verb == "roll" for move in drawn)
        if drawn and len(moves) > (1 if alone else len(drawn)) and node is not None:
            what = "the throw" if alone else "what chance does"
            self.reader.report.error(
                "chance-and-choice",
                f"the step `{key.text}` offers `{drawn[0].name}`, which chance makes, and other moves beside it",
                node.span,
                f"give {what} a step of its own, and lead to the other with `next:`",
            )
        return (moves,) * len(players)

    def _next(self, node: Node | None, reader: Reader, names: list[str]) -> tuple[Next, ...]:
        if node is None or is_null(node):
            return ()
        if isinstance(node, Scalar):
            return (Next(self._target(node, reader, names), None, (), node.span),)
        entries: list[Next] = []
        for item in node if isinstance(node, Sequence) else (node,):
            if isinstance(item, Scalar):
                entries.append(Next(self._target(item, reader, names), None, (), item.span))
            elif isinstance(item, Mapping):
                go = item.get("go")
                entries.append(
                    Next(
                        self._target(go, reader, names) if isinstance(go, Scalar) else None,
                        reader.optional(item.get("if"), Kind.YES_NO),
                        read_effects(item.get("then"), reader, self.pieces, self.effects),
                        item.span,
                    )
                )
        return tuple(entries)

    @staticmethod
    def _target(node: Scalar, reader: Reader, names: list[str]) -> int | None:
        return None if node.text == DONE else reader.lookup(node, "step", names)

    def ends(self, node: Mapping | None, reader: Reader, words: tuple[str, ...]) -> tuple[End, ...]:
        """End conditions in the order of the file."""
        result: list[End] = []
        for entry in node.entries if node else ():
            value = mapping(entry.value) or Mapping((), entry.key.span)
            condition, outcome, after = value.get("if"), value.get("result"), value.get("after")
            place = reader.at(f"in the end `{entry.key.text}`", *words)
            if condition is None or not isinstance(outcome, Scalar):
                missing = "if" if condition is None else "result"
                reader.report.error("missing-key", f"the end `{entry.key.text}` has no `{missing}:`", entry.key.span)
                continue
            result.append(
                End(
                    entry.key.text,
                    place.term(condition, Kind.YES_NO),
                    self._result(outcome),
                    isinstance(after, Scalar) and after.text == "turn",
                    entry.key.span,
                )
            )
        return tuple(result)

    def _result(self, node: Scalar) -> Result:
        players = self.reader.scope.players
        words = node.text.replace(" is out", " out").split()
        if words == ["draw"]:
            return Result("draw")
        if words in (["highest", "score", "wins"], ["lowest", "score", "wins"]):
            return Result(words[0])
        if len(words) == 2 and words[1] in {"wins", "loses", "out"}:
            if words[0] in players:
                return Result(words[1], Term("player", Kind.PLAYER, value=players.index(words[0]), span=node.span))
            if words[0] == "me":
                return Result(words[1], Term("me", Kind.PLAYER, span=node.span))
            if words[0] == "enemy" and len(players) == 2:
                return Result(words[1], Term("enemy", Kind.PLAYER, span=node.span))
            if words[0] == "next" and len(players) > 1:
                return Result(words[1], Term("next", Kind.PLAYER, span=node.span))
            if words[0] == "enemy":
                self.reader.report.error(
                    "unknown-player",
                    f"`enemy` is not one player where there are {len(players)}",
                    node.span,
                    "name the player, or write `me` or `next`; where one `is out`, the others play on",
                )
                return Result("draw")
            name = replace(node, text=words[0], value=words[0])
            others = (("enemy",) if len(players) == 2 else ()) + (("next",) if len(players) > 1 else ())
            self.reader.lookup(name, "player", dict.fromkeys(("me", *others, *players)))
            return Result("draw")
        self.reader.report.error(
            "wrong-value",
            f'"{node.text}" is not a result',
            node.span,
            "write `me wins`, `NAME wins`, `me loses`, `me is out`, `draw`, `highest score wins`, `lowest score wins`",
        )
        return Result("draw")

    def score(self, node: Node | None, ends: tuple[End, ...]) -> tuple[Term, ...]:
        """One term for each player; none where no result compares scores."""
        players = self.reader.scope.players
        reader = self.reader.at("in `score`", "it")
        if node is None or is_null(node):
            compared = next((end for end in ends if end.result.kind in {"highest", "lowest"}), None)
            if compared is not None:
                self.reader.report.error(
                    "no-score",
                    f"the end `{compared.reason}` compares scores, and the file has no `score:`",
                    compared.span,
                    "add for example `score: count(of(it))`",
                )
            return ()
        if isinstance(node, Mapping):
            table: dict[str, Term | None] = dict.fromkeys(players)
            for entry in node.entries:
                if reader.lookup(entry.key, "player", players) is not None:
                    table[entry.key.text] = reader.term(entry.value, Kind.NUMBER)
            missing = [player for player, term in table.items() if term is None]
            if missing:
                reader.report.error(
                    "no-score",
                    f"`score` says nothing for {listing(missing)}",
                    node.span,
                    "give every player a number; one expression for all players may ask for `it`, the player",
                )
            return tuple(term for term in table.values() if term is not None)
        return (reader.term(node, Kind.NUMBER),) * len(players)


def read_turns(
    root: Mapping, reader: Reader, pieces: tuple[Piece, ...], moves: tuple[Move, ...]
) -> tuple[tuple[Phase, ...], tuple[End, ...], tuple[Term, ...]]:
    """Phases, the ends of the game, and scores."""
    turns = TurnReader(reader, pieces, moves, mapping(root.get("effects")))
    phases = turns.phases(root)
    every = {move for phase in phases for step in phase.steps for move in step.of_all}
    ends = turns.ends(mapping(root.get("end")), reader, turns.words(every))
    all_ends = (*ends, *(end for phase in phases for end in phase.ends))
    return phases, ends, turns.score(root.get("score"), all_ends)
