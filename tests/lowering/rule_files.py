"""Rule files made up at random: a grammar of boards, pieces, moves, turns and ends."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import strategies as st

BOARDS: tuple[dict[str, Any], ...] = (
    *({"shape": "rectangle", "size": [c, r], "adjacent": a} for c, r, a in ((4, 3, "any"), (5, 4, "orthogonal"))),
    {"shape": "rectangle", "size": [9, 8], "adjacent": "orthogonal"},
    {"shape": "rectangle", "size": [6, 1]},
    {
        "shape": "rectangle",
        "size": [4, 3],
        "tracks": {"ring": "a1 b1 c1 d1 d2 d3 c3 b3 a3 a2 a1", "cross": "a2 b2 c2 d2"},
    },
    {
        "shape": "graph",
        "sites": ["a1", "b1", "c1", "a2", "b2", "c2", "a3"],
        "links": ["a1 b1", "b1 c1", "c1 c2", "c2 b2", "b2 a2", "a2 a1", "a2 a3"],
        "directions": {"out": {"steps": ["a3 a2 b2 c2 c1"]}, "round": {"steps": ["a1 a2 b2 b1 a1"]}},
    },
    {"shape": "hexagon", "size": 2},
    {"shape": "hexagon", "size": 3},
    {"shape": "rhombus", "size": [4, 3]},
    {"shape": "triangle", "size": 4},
    {"shape": "lines", "lines": ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3"]},
)
STARTS = {  # black men, white men, a white chief
    "rectangle": ("a1 or b1", "c2 or d1", "a2"),
    "row": ("a1 or b1", "d1 or f1", "e1"),
    "hexagon": ("a1", "b1 or b3", "a2"),
    "rhombus": ("a1 or b1", "b2 or d1", "a2"),
    "triangle": ("a1", "a4 or b1", "a2"),
    "lines": ("a1 or b1", "a3 or c3", "b2"),
    "graph": ("a1 or b1", "c2 or a3", "b2"),
}
SETS = ("mine", "theirs", "empty", "occupied", "man", "chief", "mark", "last-to")
SIDES = ("north", "south", "edges", "corners", "dark")


def along(board: dict[str, Any]) -> tuple[str, ...]:
    match board["shape"]:
        case "rectangle" if "tracks" in board:
            return "any", "ring", "[ring, ring-back]", "[cross, ring-back]"
        case "graph":
            return "out", "round", "[out, round]"
        case "rectangle":
            return "any", "orthogonal", "diagonal", "[north, east]", "forward"
        case "lines":
            return ("any",)
        case _:
            return "any", "[east, west]"


class Grammar:
    """Draws the parts of one file; `words` are the words of the candidate that may be used at a place."""

    def __init__(self, draw: Any, board: dict[str, Any]) -> None:
        self.draw, self.board, self.ways = draw, board, along(board)

    def one(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def chance(self, percent: int) -> bool:
        return bool(self.draw(st.integers(0, 99)) < percent)

    def sites(self, words: tuple[str, ...] = (), depth: int = 2) -> str:
        """A set of sites."""
        plain = (*SETS, *words, *(SIDES if self.board["shape"] == "rectangle" else ()))
        if depth == 0 or self.chance(35):
            return str(self.one(*plain))
        if self.chance(12):
            return f"those({self.sites(words, depth - 1)}, {self.test(words)})"
        a, b = self.sites(words, depth - 1), self.sites(words, depth - 1)
        way = self.one(*self.ways)
        return str(
            self.one(
                f"({a} and {b})",
                f"({a} or {b})",
                f"({a} and not {b})",
                f"near({a})",
                f"near({a}, along={way})",
                f"reach({a}, along={way})",
                self.listed(words, depth - 1),
            )
        )

    def listed(self, words: tuple[str, ...], depth: int) -> str:
        """A list of sets."""
        if self.chance(15):
            return f"those(groups({self.sites(words, depth)}), {self.test(words)})"
        inside, other, way = self.sites((), depth), self.sites(words, depth), self.one(*self.ways)
        return str(
            self.one(
                f"rows({inside}, min={self.one(2, 3)})",
                f"rows({inside}, length={self.one(2, 3)}, along={way})",
                f"groups({inside})",
                f"groups({inside}, touching={other})",
                f"groups({inside}, clear-of={other})",
                f"groups({inside}, min=2, including={other})",
                f"between({other}, {inside}, of=theirs, along={way}, length=1)",
                f"between({inside}, {other}, of={self.one('theirs', 'empty', 'mine')})",
                f"between({other}, {inside}, of={self.one('theirs', 'empty')}, along={way}, min=2)",
                f"between({inside}, {other}, of=theirs, max=2)",
                f"{self.one('rows', 'groups')}({inside}, {self.one('inside', 'touching', 'clear-of')}={other})",
                f"rows({inside}, through={other}, along={way}, max=count({other}))",
            )
        )

    def test(self, words: tuple[str, ...]) -> str:
        """A condition of a member."""
        some, other = self.one(*SETS, *words), self.one(*SETS, *words)
        way, sign, least = self.one(*self.ways), self.one("is", "<", "<=", ">", ">="), self.one(0, 1, 2, 3)
        return str(
            self.one(
                f"count(near(it) and {some}) {sign} {least}",
                f"count(near(it, along={way}) and {some} and not {other}) {sign} {least} and any(it and {other})",
                f"any(near(it, along={way}) and {some}) or not it in {other}",
                f"no(near(it) and {some}) and count(it) < {least}",
                f"any(it and {some}) and not near(it) in {other}",
                f"largest(groups({some}, touching=it)) {sign} count({other})",
                f"rows(it or {some}, min=2, along={way})",
            )
        )

    def number(self, words: tuple[str, ...]) -> str:
        """A number."""
        return str(
            self.one(
                f"count({self.sites(words, 1)})",
                f"count({self.listed(words, 0)})",
                f"largest(groups({self.sites((), 1)}))",
                f"count({self.sites(words, 1)}) + 1",
                f"2 * count({self.sites(words, 0)}) - count({self.sites((), 0)})",
            )
        )

    def condition(self, words: tuple[str, ...], depth: int = 1) -> str:
        """A condition."""
        if depth and self.chance(25):
            a, b = self.condition(words, 0), self.condition(words, 0)
            return str(self.one(f"({a}) and ({b})", f"({a}) or ({b})", f"not ({a})"))
        return str(
            self.one(
                f"no({self.sites(words)})",
                f"any({self.sites(words)})",
                f"any({self.listed(words, 1)})",
                f"{self.sites(words, 1)} in {self.sites((), 1)}",
                f"connected({self.sites(words, 1)})",
                f"{self.number(words)} {self.one('is', '<', '<=', '>', '>=', 'is not')} {self.one(0, 1, 2, 3)}",
                f"{self.sites(words, 1)} is {self.sites((), 0)}",
                f"{self.listed(words, 0)} {self.one('is', '<', '>=')} {self.listed(words, 0)}",
            )
        )

    def move(self, kind: str) -> dict[str, Any]:
        """A move: one verb with what may stand beside it."""
        move: dict[str, Any]
        match self.one("place", "move", "move", "move", "remove"):
            case "place":
                move, words = (
                    {"place": kind, "to": f"empty and {self.sites()}" if self.chance(40) else "empty"},
                    ("to",),
                )
            case "remove":
                move, words = {"remove": self.one("theirs", "theirs and edges" if self.square else "theirs")}, ("at",)
            case _:
                ends = self.one("empty", "empty", "empty or theirs", f"empty and {self.sites()}")
                move, words = {"move": f"mine and {kind}", "along": self.one(*self.ways), "to": ends}, ("from", "to")
                distance = self.one(None, None, "any", 2, [1, 2], [2, 3])
                if distance is not None:
                    move["distance"] = distance
                    if distance != "any" and self.chance(30):
                        move["through"] = self.one("theirs", "occupied", f"empty and {self.sites((), 1)}")
        if self.chance(15):
            move["let"] = {"some": self.listed(words, 0)}
            move[self.one("minimise", "maximise")] = self.one("count(some)", "largest(some)")
            return move
        if self.chance(35):
            move["when"] = self.condition(words)
        if self.chance(20):
            move["leaves"] = self.condition(words)
        if self.chance(15):
            move[self.one("minimise", "maximise")] = self.number(words)
        elif self.chance(10):
            move["prefer"] = self.condition(words)
        effects = [self.effect(words, kind) for _ in range(self.one(0, 0, 1, 1, 2))]
        if effects and self.chance(30):  # what was found before the verb, and after other consequences
            move["let"] = {"found": self.sites(words, 1)}
            effects.append(
                self.one(
                    {"flip": "found"},
                    {"capture": "found"},
                    {"place": "man", "on": "found"},
                    {"promote": "chief", "on": "found"},
                    {"become": ["enemy", "chief"], "on": "found"},
                )
            )
        if effects:
            move["then"] = effects
        return move

    @property
    def square(self) -> bool:
        return self.board["shape"] == "rectangle"

    def effect(self, words: tuple[str, ...], kind: str) -> dict[str, Any]:
        """A consequence."""
        spot = words[-1]
        effect: dict[str, Any] = self.one(
            {"capture": f"between({spot}, mine, of=theirs, along={self.one(*self.ways)}, length=1)"},
            {"capture": f"between({spot}, mine, of=theirs)"},
            {"capture": f"rows(theirs, min={self.one(2, 3)})"},
            {"capture": "groups(theirs, clear-of=empty)"},
            {"capture": f"theirs and near({spot})"},
            {"flip": f"theirs and near({spot})"},
            {"remember": {"mark": spot}},
            {"remember": {"seen": f"any({self.sites(words, 1)})"}},
            {"reset": "quiet"},
            {"award": {"black": self.one(1, f"count({self.sites(words, 0)})")}},
            {"remember": {"tally": f"count({self.sites(words, 1)})"}},
            {"place": "man", "on": f"near({spot}) and empty and edges" if self.square else f"near({spot}) and empty"},
            {"promote": "chief", "on": spot} if kind == "man" else {"remove": f"theirs and near({spot})"},
        )
        if self.chance(30):
            effect["if"] = self.condition(words)
        return effect


@st.composite
def rule_files(draw: Any) -> str:
    """The text of a game file."""
    board = draw(st.sampled_from(BOARDS))
    grammar = Grammar(draw, board)
    hand = {"hand": grammar.one(2, 3)} if grammar.chance(30) else {}
    both = grammar.chance(50)
    moves = {"one": grammar.move("man"), "two": grammar.move("chief" if both else grammar.one("man", "chief"))}
    first: dict[str, Any] = {"do": ["one", "two"] if both else ["one"]}
    if grammar.chance(20) and len(first["do"]) == 1:
        first["else"] = ["two"]
    elif grammar.chance(20):
        name, verb = grammar.one(("rest", {"pass": True}), ("exchange", {"swap": "sides", "when": "turn is 2"}))
        moves[name] = verb
        first["do"].append(name)
    elif grammar.chance(15):
        first[grammar.one("minimise", "maximise")] = f"count({grammar.sites((), 1)} and near(last-to))"
    turn: dict[str, Any] = {"act": first}
    if grammar.chance(40):
        turn["follow"] = {"do": ["two"], "if none": grammar.one("skip", "skip", "loses")}
        if "move" in moves["two"] and grammar.chance(40):
            turn["follow"]["from"] = "last-to"
        first["next"] = [{"if": grammar.condition(()), "go": "follow"}, {"go": "done"}]
    players: Any = ["black", "white"]
    if grammar.square:
        players = {"black": {"faces": "north"}, "white": {"faces": "south"}}
    men, enemies, chief = STARTS["row" if board.get("size") == [6, 1] else board["shape"]]
    file: dict[str, Any] = {
        "game": "Made up",
        "language": 1,
        "players": players,
        "board": board,
        "pieces": {"man": {"owner": "each", **hand}, "chief": {"owner": "each"}},
        "setup": {"black": {"man": men}, "white": {"man": enemies, "chief": chief}},
        "memory": {
            "mark": {"is": "sites", "until": grammar.one("turn ends", "next turn ends", "game ends")},
            "seen": {"is": "yes/no", "until": "next turn ends"},
            "tally": {"is": "number", "until": grammar.one("turn ends", "game ends")},
        },
        "moves": moves,
        "play": {"turn": turn, "stuck": grammar.one("pass", "loses", "draw")},
        "end": {
            "one": {"if": grammar.condition(()), "result": grammar.one("me wins", "draw", "highest score wins")},
            "two": {
                "if": grammar.one(
                    "no(theirs)",
                    "tally > 2",
                    "points(me) > 3",
                    "quiet >= 6",
                    "passes >= 2",
                    "seen and any(mark)",
                    "repeats >= 1",
                ),
                "result": grammar.one("me loses", "enemy wins", "draw"),
                **({"after": "turn"} if grammar.chance(50) else {}),
            },
        },
        "define": {"ground": grammar.sites((), 1)},
        "score": "points(it) + count(of(it)) + count(ground and of(it))",
    }
    return yaml.safe_dump(file, sort_keys=False)
