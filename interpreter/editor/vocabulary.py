"""What can be named in a file: its own names, those of its parents, and those of its board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.building import build_board
from interpreter.editor.names import known_names
from interpreter.language.scope import CLASSES, RELATIVE
from interpreter.source.nodes import Mapping
from interpreter.source.options import choose, put_numbers, read_options
from interpreter.source.variants import Written, inherit

if TYPE_CHECKING:
    from interpreter.board.board import Board
    from interpreter.editor.names import Known
    from interpreter.source.merging import KeyPath


@dataclass(frozen=True)
class Vocabulary:
    """`known` are names with their kinds, `whole` is the file with its parents, `board` the board if there is one."""

    known: Known
    whole: Mapping
    board: Board | None

    def of_kind(self, *kinds: str) -> list[str]:
        """Names of these kinds, in the order of the files."""
        return [name for name, own in self.known.items() if not own.isdisjoint(kinds)]

    def directions(self) -> list[str]:
        """Every word for a direction or several."""
        own = self.of_kind("direction")
        of_board = [*self.board.classes, *self.board.tracks] if self.board else CLASSES
        return list(dict.fromkeys([*own, *of_board, *RELATIVE]))

    def regions(self) -> list[str]:
        """The regions that the board has by itself."""
        return list(self.board.regions) if self.board else []

    def sites(self) -> list[str]:
        """The sites of the board, in its order."""
        return list(self.board.sites) if self.board else []

    def map_at(self, path: KeyPath) -> Mapping | None:
        """The map at a path of the whole game."""
        node = self.whole
        for part in path:
            inside = node.get(part)
            if not isinstance(inside, Mapping):
                return None
            node = inside
        return node


def vocabulary(family: tuple[Written, ...]) -> Vocabulary | None:
    """What a file and its parents name; nothing where no file could be read."""
    if not family:
        return None
    whole = inherit(family, [])
    chosen = choose(read_options(whole.get("options"), []), {}, [])
    numbers = {name: value for name, value in chosen.items() if isinstance(value, int)}
    node = put_numbers(whole, numbers).get("board")
    board = build_board(node)[0] if isinstance(node, Mapping) else None
    return Vocabulary(known_names(written.root for written in reversed(family)), whole, board)
