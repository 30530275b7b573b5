"""The reference manual is run: its games, its changes, the cells of its tables; and it names what there is, no more.

A block of YAML says in its first line what it is:

    # NAME.yaml                      a complete file
    # NAME.yaml: PARENT.yaml with    changes that make another file of one above
    # in NAME.yaml                   changes of a file above, tried and thrown away
    # from NAME.yaml                 lines of a file of the folder `games` beside this test

A table whose last column is called `example` holds values that are put into a file above; the comment before the table
says into which file, and under which keys.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.checking.scenarios import begun
from interpreter.cli.app import run
from interpreter.diagnostics.rendering import render
from interpreter.language.functions import FUNCTIONS
from interpreter.language.scope import CLASSES, KEYWORDS, RELATIVE, WORDS
from interpreter.source import Mapping, to_plain
from interpreter.source.document import load_document

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path(__file__).parent / "games"
MANUAL = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "grammar" / "game.schema.json").read_text(encoding="utf-8"))

BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", MANUAL, re.DOTALL | re.MULTILINE)
COMPLETE = re.compile(r"# ([\w-]+\.yaml)\n")
CHANGED = re.compile(r"# ([\w-]+\.yaml): ([\w-]+\.yaml) with\n")
WITHIN = re.compile(r"# in ([\w-]+\.yaml)\n")
QUOTED = re.compile(r"# from ([\w-]+\.yaml)\n")
BESIDE_CHANGE = ("about", "choose", "options", "scenarios")  # keys of a variant that do not stand under `change`
LEFT_OVER = {"unused-move"}  # a change may leave a move of its file without use
TABLES = re.findall(r"^<!-- ([\w-]+\.yaml): (.+?) -->\n+((?:^\|.*\n)+)", MANUAL, re.MULTILINE)


def as_variant(name: str, parent: str, text: str) -> str:
    """A change as a file of its own: the keys it changes come under `change`."""
    entries = re.findall(r"^\S.*\n(?:^[ \n].*\n?|^\n)*", text, re.MULTILINE)
    inside = [entry for entry in entries if not entry.startswith((*BESIDE_CHANGE, "#"))]
    beside = [entry for entry in entries if entry.startswith(BESIDE_CHANGE)]
    change = "".join(f"  {line}\n" for entry in inside for line in entry.splitlines())
    return f"game: {name}\nextends: {parent}\n" + (f"change:\n{change}" if inside else "") + "".join(beside)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file of the manual, and with its changes as variants."""
    path = tmp_path_factory.mktemp("manual")
    for number, block in enumerate(BLOCKS):
        if found := COMPLETE.match(block):
            (path / found[1]).write_text(block, encoding="utf-8")
        elif found := CHANGED.match(block):
            (path / found[1]).write_text(as_variant(found[1], found[2], block[found.end() :]), encoding="utf-8")
        elif found := WITHIN.match(block):
            (path / f"block-{number}.yaml").write_text(
                as_variant(f"block {number}", found[1], block[found.end() :]), encoding="utf-8"
            )
    return path


def findings(path: Path, *, games: int = 0, **more: Any) -> str:
    found = interpreter.validate(path, games=games, seconds=0.5, **more)
    return render(
        [problem for problem in found if problem.is_error or problem.code not in LEFT_OVER], "full", color=False
    )


NUMBERED = [(number, block.partition("\n")[0][2:]) for number, block in enumerate(BLOCKS)]


@pytest.mark.parametrize(("number", "title"), NUMBERED, ids=[f"{number}: {title}" for number, title in NUMBERED])
def test_a_block_holds(number: int, title: str, folder: Path):
    block = BLOCKS[number]
    if found := QUOTED.match(block):
        lines = (GAMES / found[1]).read_text(encoding="utf-8")
        for part in re.split(r"\n\n+", block[found.end() :].strip("\n")):
            assert f"\n{part}\n" in lines, f"not in {found[1]}:\n{part}"
        return
    if WITHIN.match(block):
        path, games = folder / f"block-{number}.yaml", 0
    else:
        assert COMPLETE.match(block) or CHANGED.match(block), (
            f"a block without a first line that says what it is: {title}"
        )
        path, games = folder / re.split(r":? ", title)[0], 5
    assert not (problems := findings(path, games=games)), problems


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_game_of_the_cookbook_holds(path: Path):
    assert not (problems := findings(path, games=5)), problems


def test_every_game_of_the_cookbook_is_quoted():
    quoted = {found[1] for block in BLOCKS if (found := QUOTED.match(block))}
    assert quoted == {path.name for path in GAMES.glob("*.yaml")}


def test_the_tutorial_comes_to_the_whole_file(folder: Path):
    assert interpreter.load(folder / "ford.yaml").hash == interpreter.load(folder / "ford-9.yaml").hash


@pytest.mark.parametrize("last", range(5, 10))
def test_who_types_the_tutorial_may_keep_its_scenarios(last: int, folder: Path, tmp_path: Path):
    documents = [load_document(folder / f"ford-{step}.yaml")[0] for step in range(5, last + 1)]
    told: dict[str, Any] = {}
    for document in documents:
        assert document
        scenarios = document.root.get("scenarios")
        assert isinstance(scenarios, Mapping)
        told |= to_plain(scenarios)
    path = tmp_path / "typed.yaml"
    parent = (folder / f"ford-{last}.yaml").as_posix()
    path.write_text(json.dumps({"game": "Typed", "extends": parent, "scenarios": told}), encoding="utf-8")
    assert not (problems := findings(path)), problems


def test_positions_that_are_expected_by_sites_come_about(folder: Path):
    compared = 0
    for path in (*folder.glob("*.yaml"), *GAMES.glob("*.yaml")):
        document, _ = load_document(path)
        assert document
        node = document.root.get("scenarios")
        for scenario in [entry.value for entry in node.entries] if isinstance(node, Mapping) else []:
            assert isinstance(scenario, Mapping)
            told = to_plain(scenario)
            expected = scenario.get("expect")
            wanted = expected.get("position") if isinstance(expected, Mapping) else None
            if not isinstance(wanted, Mapping):
                continue
            game = interpreter.load(path, options=told.get("options"))
            position = begun(game, scenario)
            for step in told.get("steps", "").split():
                position = position.play(step)
            assert position.occupants == game.position(wanted, phase=position.phase).occupants, (path.name, told)
            compared += 1
    assert compared > 8


def cells() -> list[tuple[str, str, str]]:
    found = []
    for name, places, table in TABLES:
        head, _, *rows = table.strip().splitlines()
        assert head.rstrip(" |").endswith("example"), head
        found += [
            (name, places, code)
            for row in rows
            for code in re.findall(r"`([^`]+)`", row.strip("| ").rpartition("|")[2])
        ]
    return found


@pytest.mark.parametrize(("name", "places", "code"), cells())
def test_a_cell_of_a_table_holds(name: str, places: str, code: str, folder: Path):
    key, _, value = code.partition(":")
    assert value.strip(), f"an example is a key with its value: {code}"
    tried = []
    for place in places.split(", "):
        path = f'{place}."{key}"' if place != "top" else key
        tried.append(findings(folder / name, change={path: value.strip()}))
        if not tried[-1]:
            return
    pytest.fail("\n".join(tried))


# --- what there is, and no more


HEADED = re.sub(r"^```yaml\n# ", "```yaml\n", MANUAL, flags=re.MULTILINE)  # the only lines with # are headings


def section(title: str) -> str:
    """The text under a heading, up to the next heading of its rank."""
    found = re.search(rf"^(###?) {re.escape(title)}\n(.*?)(?=^\1 |^## |\Z)", HEADED, re.DOTALL | re.MULTILINE)
    assert found, f"no section {title}"
    return found[2]


def first_cells(text: str) -> list[str]:
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_the_functions_are_those_of_the_language():
    headings = re.findall(r"^#### `([\w-]+)`", section("Functions"), re.MULTILINE)
    assert sorted(headings) == sorted(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_told_with_its_arguments(name: str):
    text = section("Functions")
    told = re.search(rf"^#### `{name}`\n(.*?)(?=^####|\Z)", text, re.DOTALL | re.MULTILINE)
    assert told
    signature = re.search(rf"`{name}(\([^`]*\))?`", told[1])
    assert signature, f"{name} has no signature"
    named = set(re.findall(r"([\w-]+)=", signature[1] or ""))
    assert named == set(FUNCTIONS[name].named or {})
    assert "```yaml" in told[1], f"{name} has no example"


def test_the_words_are_those_of_the_language():
    assert sorted(first_cells(section("Words"))) == sorted(WORDS)


def test_directions_and_joining_words_are_told():
    assert {*CLASSES, *RELATIVE} <= set(first_cells(section("Directions")))
    assert set(KEYWORDS) <= set(re.findall(r"`(\w+)`", section("Operators")))


@cache
def keys() -> frozenset[str]:
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            properties = node.get("properties")
            if isinstance(properties, dict):
                found.update(properties)
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(SCHEMA)
    return frozenset(found)


def test_every_key_is_told():
    told = set(first_cells(MANUAL))
    assert not keys() - told, f"keys without a row: {sorted(keys() - told)}"


def test_no_key_is_told_that_does_not_exist():
    told = {
        key
        for part in re.findall(r"^\| key \|.*\n\|.*\n((?:^\|.*\n)+)", MANUAL, re.MULTILINE)
        for key in first_cells(part)
    }
    assert not told - keys(), f"rows without a key: {sorted(told - keys())}"


def test_links_within_the_manual_lead_somewhere():
    headings = re.findall(r"^#+ (.*)$", HEADED, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", MANUAL)) <= anchors


def test_commands_in_the_manual_exist(capfd: pytest.CaptureFixture[str]):
    named = set(re.findall(r"`boardwright ([a-z-]+)", MANUAL))
    assert named
    run(["--help"])
    listed = capfd.readouterr().out
    assert all(re.search(rf"^ +{name} ", listed, re.MULTILINE) for name in named), named
