"""What an editor asks, asked over the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client import Client

if TYPE_CHECKING:
    from pathlib import Path

FORD = """\
game: Ford
language: 1
players:
  white: {faces: north}
  black: {faces: south}
board:
  shape: rectangle
  size: [5, 5]
  regions:
    river: rank(3)
pieces:
  man: {owner: each}
setup: {white: rank(1), black: rank(5)}
define:
  safe(x): x and river
moves:
  step: {move: mine, along: forward}
  take: {move: mine and man, along: forward-diagonal, to: theirs and not safe(theirs)}
play:
  turn:
    go: {do: [step, take]}
  stuck: loses
end:
  across:
    if: any(mine and rank(5))
    result: white wins
"""

NARROW = """\
game: Narrow Ford
extends: ford.yaml
change:
  board:
    size: [3, 5]
  moves:
    take: {to: theirs and not river}
"""


def test_nothing_is_wrong_with_a_file_that_is_right(editor: Client):
    assert editor.open("ford.yaml", FORD) == []


def test_what_is_wrong_is_underlined_exactly(editor: Client):
    editor.open("ford.yaml", FORD)
    (found,) = editor.change("ford.yaml", FORD.replace("mine and man", "mine and mann"))
    assert editor.marked("ford.yaml", found["range"]) == "mann"
    assert (found["code"], found["severity"], found["source"]) == ("unknown-name", 1, "boardwright")
    assert found["message"] == 'no piece, region or definition is called "mann"\ndid you mean `man`?'


def test_columns_are_counted_as_the_editor_counts_them(editor: Client):
    # A crown outside of the basic plane is one character here, two units there.
    title = "game: Ford\nabout: {summary: '\U0001f451\U0001f451'} # "
    text = FORD.replace("game: Ford\n", "game: Ford\nabout: {notes: '\U0001f451\U0001f451', yearr: 2}\n")
    (found,) = editor.open("crowned.yaml", text)
    before = text.split("\n")[1].partition("yearr")[0]
    assert title
    assert found["range"]["start"] == {"line": 1, "character": len(before) + 2}
    assert found["range"]["end"] == {"line": 1, "character": len(before) + 7}
    place = editor.place("crowned.yaml", "yearr")
    place["position"]["character"] += 2
    fixes = editor.ask(
        "textDocument/codeAction",
        {**place, "range": {"start": place["position"], "end": place["position"]}, "context": {"diagnostics": []}},
    )
    assert [fix["title"] for fix in fixes] == ["Write `year`"]


def test_columns_in_other_units(tmp_path: Path):
    text = FORD.replace("game: Ford\n", "game: Ford\nabout: {notes: '\U0001f451\u00e9', yearr: 2}\n")
    before = text.split("\n")[1].partition("yearr")[0]
    client = Client(tmp_path, encodings=["utf-32"])
    assert client.capabilities["positionEncoding"] == "utf-32"
    (found,) = client.open("a.yaml", text)
    assert found["range"]["start"]["character"] == len(before)
    assert client.stop() == 0


def test_a_file_that_is_no_yaml_yet(editor: Client):
    editor.open("ford.yaml", FORD)
    broken = FORD.replace("to: theirs and not safe(theirs)}", "to: ")
    assert editor.change("ford.yaml", broken)
    proposed = labels(editor, "ford.yaml", "to: ", after=4)
    assert {"mine", "river", "safe", "man", "near()"} <= proposed
    assert editor.ask("textDocument/documentSymbol", editor.place("ford.yaml", "game")) == []


def test_a_mistake_in_the_parent_is_told_where_the_parent_is_named(editor: Client):
    editor.open("ford.yaml", FORD)
    editor.open("narrow.yaml", NARROW)
    editor.change("ford.yaml", FORD.replace("move: mine,", "move: mein,"))
    (found,) = editor.diagnostics("narrow.yaml")
    assert editor.marked("narrow.yaml", found["range"]) == "ford.yaml"
    (related,) = found["relatedInformation"]
    assert related["location"]["uri"] == editor.uri("ford.yaml")
    assert editor.marked("ford.yaml", related["location"]["range"]) == "mein"


def test_scenarios_are_played_on_what_is_not_saved_yet(editor: Client):
    scenario = "scenarios:\n  none: {expect: {legal: 7}}\n"
    (found,) = editor.open("played.yaml", FORD + scenario)
    assert found["code"] == "scenario-failed"
    assert editor.marked("played.yaml", found["range"]) == "7"


def test_nothing_is_said_of_files_that_are_no_games(editor: Client):
    assert editor.open("compose.yaml", "services:\n    web: {imag: nginx}   \n") == []
    place = editor.place("compose.yaml", "imag", after=2)
    assert editor.ask("textDocument/completion", place) == []
    assert editor.ask("textDocument/hover", place) is None
    options = {"options": {"tabSize": 2, "insertSpaces": True}}
    assert editor.ask("textDocument/formatting", {**place, **options}) == []
    assert editor.open("new.yaml", "ga") != []  # it may become one
    assert "game" in labels(editor, "new.yaml", "ga", after=2)


# --- what is proposed


def labels(editor: Client, name: str, words: str, after: int = 0) -> set[str]:
    items = editor.ask("textDocument/completion", editor.place(name, words, after=after))
    return {item["label"] for item in items}


def test_keys_are_proposed_with_what_they_say(editor: Client):
    editor.open("ford.yaml", FORD)
    items = editor.ask("textDocument/completion", editor.place("ford.yaml", "size: [5, 5]"))
    found = {item["label"]: item for item in items}
    assert {"size", "sites", "adjacent", "directions"} <= set(found)
    assert not {"links", "shape"} & set(found)  # what does not go with a rectangle, and what is there
    assert found["adjacent"]["textEdit"]["newText"] == "adjacent: "
    assert found["adjacent"]["detail"].startswith("Which directions count as touching")
    assert found["directions"]["documentation"]["value"].endswith("```yaml\ndirections: {far: {leap: [1, 2]}}\n```")


def test_a_proposal_takes_the_place_of_what_is_typed(editor: Client):
    text = editor.texts.get("ford.yaml") and FORD.replace("mine and man,", "mine and cor,")
    editor.open("ford.yaml", text or FORD)
    items = editor.ask("textDocument/completion", editor.place("ford.yaml", "and cor,", after=7))
    edit = next(item for item in items if item["label"] == "corners")["textEdit"]
    assert "mine and corners, along" in editor.edited("ford.yaml", [edit])


def test_names_are_proposed_where_they_are_meant(editor: Client):
    editor.open("ford.yaml", FORD)
    assert labels(editor, "ford.yaml", "[step, take]", after=1) == {"step", "take"}
    assert labels(editor, "ford.yaml", "loses", after=0) == {"pass", "loses", "out", "draw", "decide", "impossible"}
    assert {"white", "black", "draw", "me wins"} <= labels(editor, "ford.yaml", "white wins")
    along = labels(editor, "ford.yaml", "forward}")
    assert {"north-east", "forward", "any", "last-heading"} <= along
    assert not {"mine", "river", "near()"} & along
    assert {"white", "black", "man"} <= labels(editor, "ford.yaml", "white: rank(1)")


def test_sites_and_emblems_are_proposed(editor: Client):
    editor.open("ford.yaml", FORD.replace("man: {owner: each", "man: {emblem: {size: 9, }, owner: each", 1))
    assert {"a1", "e5"} <= labels(editor, "ford.yaml", "white: rank(1)", after=7)
    assert labels(editor, "ford.yaml", "size: 9, ", after=9) == {"path"}
    editor.change("ford.yaml", FORD.replace("man: {owner: each", "man: {emblem: r, owner: each", 1))
    assert {"rook", "knight", "x"} <= labels(editor, "ford.yaml", "emblem: r", after=9)
    assert "What pictures show" in str(
        editor.ask("textDocument/hover", editor.place("ford.yaml", "emblem: r", after=2))
    )


def test_arguments_are_proposed_in_brackets(editor: Client):
    editor.open("ford.yaml", FORD.replace("any(mine and rank(5))", "any(rows(mine, l and made(s"))
    assert {"length=", "through=", "mine"} <= labels(editor, "ford.yaml", "l and")
    assert labels(editor, "ford.yaml", " and made", after=1) >= {"and", "or", "is", "in"}
    assert labels(editor, "ford.yaml", "made(s", after=6) == {"step", "take"}


def test_a_variant_is_told_what_there_is_to_change(editor: Client):
    (editor.folder / "ford.yaml").write_text(FORD, encoding="utf-8")
    editor.open("narrow.yaml", NARROW)
    assert {"step"} == labels(editor, "narrow.yaml", "take: {to") - {"take"}
    assert "ford.yaml" in labels(editor, "narrow.yaml", "ford.yaml")
    assert "hnefatafl-7" in labels(editor, "narrow.yaml", "ford.yaml")


# --- what there is to say


def hover(editor: Client, name: str, words: str, after: int = 1) -> str:
    found = editor.ask("textDocument/hover", editor.place(name, words, after=after))
    return found["contents"]["value"] if found else ""


def test_keys_words_and_functions_are_explained(editor: Client):
    editor.open("ford.yaml", FORD)
    assert "**along**: " in hover(editor, "ford.yaml", "along: forward}")
    assert "as if lifted" in hover(editor, "ford.yaml", "along: forward}")  # the manual's words for a move
    assert "how the turn goes on" not in hover(editor, "ford.yaml", "stuck")
    assert "pieces of all other players" in hover(editor, "ford.yaml", "theirs and")
    assert "As the player faces" in hover(editor, "ford.yaml", "forward}")
    assert "asks whether a set or a list has a member" in hover(editor, "ford.yaml", "any(mine")
    assert "what lies in both" in hover(editor, "ford.yaml", "and man").lower()
    assert hover(editor, "ford.yaml", "game: Ford", after=8) == ""


def test_a_name_is_explained_by_its_declaration(editor: Client):
    editor.open("ford.yaml", FORD)
    assert hover(editor, "ford.yaml", "safe(theirs)") == (
        "**safe**: definition\n\nford.yaml, line 15\n\n```yaml\nsafe(x): x and river\n```"
    )


# --- names


def marked(editor: Client, places: list[dict]) -> list[tuple[str, int]]:
    names = {editor.uri(name): name for name in editor.texts}
    return sorted((names[place["uri"]], place["range"]["start"]["line"] + 1) for place in places)


def test_the_declaration_of_a_name_is_found_in_the_parent(editor: Client):
    editor.open("ford.yaml", FORD)
    editor.open("narrow.yaml", NARROW)
    found = editor.ask("textDocument/definition", editor.place("narrow.yaml", "river", after=2))
    assert marked(editor, found) == [("ford.yaml", 10)]
    found = editor.ask("textDocument/definition", editor.place("narrow.yaml", "take", after=2))
    assert marked(editor, found) == [("ford.yaml", 18)]
    found = editor.ask("textDocument/definition", editor.place("narrow.yaml", "ford.yaml", after=2))
    assert marked(editor, found) == [("ford.yaml", 1)]
    assert editor.ask("textDocument/definition", editor.place("narrow.yaml", "theirs", after=2)) == []


def test_the_uses_of_a_name_are_found_in_variants_too(editor: Client):
    editor.open("ford.yaml", FORD)
    editor.open("narrow.yaml", NARROW)
    context = {"context": {"includeDeclaration": False}}
    found = editor.ask("textDocument/references", {**editor.place("ford.yaml", "river: rank", after=2), **context})
    assert marked(editor, found) == [("ford.yaml", 15), ("narrow.yaml", 7)]
    found = editor.ask("textDocument/references", {**editor.place("ford.yaml", "x and", after=0), **context})
    assert marked(editor, found) == [("ford.yaml", 15)]


def renamed(editor: Client, words: str, new: str, after: int = 1) -> dict[str, str] | str:
    answer = editor.answer("textDocument/rename", {**editor.place("ford.yaml", words, after=after), "newName": new})
    if "error" in answer:
        return str(answer["error"]["message"])
    names = {editor.uri(name): name for name in editor.texts}
    return {names[uri]: editor.edited(names[uri], edits) for uri, edits in answer["result"]["changes"].items()}


def test_a_name_is_changed_in_a_file_and_its_variants(editor: Client):
    editor.open("ford.yaml", FORD)
    editor.open("narrow.yaml", NARROW)
    assert renamed(editor, "river: rank", "stream") == {
        "ford.yaml": FORD.replace("river", "stream"),
        "narrow.yaml": NARROW.replace("river", "stream"),
    }
    assert renamed(editor, "step: {move", "march") == {
        "ford.yaml": FORD.replace("step: {", "march: {").replace("[step", "[march")
    }
    assert renamed(editor, "x and", "somewhere", after=0) == {
        "ford.yaml": FORD.replace("safe(x): x", "safe(somewhere): somewhere")
    }


def test_a_name_that_would_not_do_is_refused(editor: Client):
    editor.open(
        "ford.yaml",
        FORD + "scenarios:\n  d:\n    position: |\n" + "      . . w . b\n" * 5 + "    expect: {to move: white}\n",
    )
    assert renamed(editor, "river: rank", "man") == "`man` is the name of a piece already"
    assert renamed(editor, "river: rank", "empty") == "`empty` is a word of the language"
    assert renamed(editor, "river: rank", "c3") == "`c3` is a site or a region of the board"
    assert "is no name" in str(renamed(editor, "river: rank", "two words"))
    assert "no piece is drawn as `w`" in str(renamed(editor, "white: {faces", "red"))
    assert editor.ask("textDocument/prepareRename", editor.place("ford.yaml", "mine", after=1)) is None


# --- the file as a whole


def test_the_outline(editor: Client):
    editor.open("ford.yaml", FORD)
    found = editor.ask("textDocument/documentSymbol", editor.place("ford.yaml", "game"))
    names = [symbol["name"] for symbol in found]
    assert names == [line.partition(":")[0] for line in FORD.split("\n") if line and line[0] != " "]
    moves = found[names.index("moves")]
    assert [(child["name"], child["kind"]) for child in moves["children"]] == [("step", 6), ("take", 6)]
    assert editor.marked("ford.yaml", moves["range"]).startswith("moves:\n  step:")


def test_the_words_of_expressions_are_coloured(editor: Client):
    editor.open("ford.yaml", FORD)
    legend = editor.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = editor.ask("textDocument/semanticTokens/full", editor.place("ford.yaml", "game"))["data"]
    lines, line, column, found = FORD.split("\n"), 0, 0, []
    for number in range(0, len(data), 5):
        down, right, width, kind, _ = data[number : number + 5]
        line, column = line + down, right if down else column + right
        found.append((line + 1, lines[line][column : column + width], legend[kind]))
    assert [token[1:] for token in found if token[0] == 15] == [
        ("safe", "function"),
        ("x", "parameter"),
        ("x", "parameter"),
        ("and", "keyword"),
        ("river", "property"),
    ]
    assert (25, "any", "function") in found
    assert (25, "5", "number") in found
    assert (18, "man", "class") in found


def test_a_file_is_laid_out(editor: Client):
    untidy = FORD.replace("  shape: rectangle\n", "  shape: rectangle   \n\n\n\n")
    editor.open("untidy.yaml", untidy)
    options = {"options": {"tabSize": 2, "insertSpaces": True}}
    edits = editor.ask("textDocument/formatting", {**editor.place("untidy.yaml", "game"), **options})
    assert editor.edited("untidy.yaml", edits) == FORD.replace("  shape: rectangle\n", "  shape: rectangle\n\n")
    editor.open("ford.yaml", FORD)
    assert editor.ask("textDocument/formatting", {**editor.place("ford.yaml", "game"), **options}) == []


def test_what_was_probably_meant_is_written_at_a_keystroke(editor: Client):
    for mistake, right in (("stuck: loose", "stuck: loses"), ('"rnak(5)"', '"rank(5)"'), ("setpu:", "setup:")):
        wrong = FORD.replace(right.strip('"'), mistake, 1)
        found = editor.open("wrong.yaml", wrong)[0]
        where = {**editor.place("wrong.yaml", "game"), "range": found["range"], "context": {"diagnostics": []}}
        (action,) = editor.ask("textDocument/codeAction", where)
        assert action["kind"] == "quickfix"
        edits = action["edit"]["changes"][editor.uri("wrong.yaml")]
        assert editor.edited("wrong.yaml", edits) == FORD.replace(right.strip('"'), right, 1)


def test_a_comma_in_braces_is_mended(editor: Client):
    wrong = FORD.replace("along: forward}", "along: forward, to: near(mine, along=north)}")
    found = editor.open("wrong.yaml", wrong)[0]
    where = {**editor.place("wrong.yaml", "game"), "range": found["range"], "context": {"diagnostics": []}}
    (action,) = editor.ask("textDocument/codeAction", where)
    edits = action["edit"]["changes"][editor.uri("wrong.yaml")]
    assert 'to: "near(mine, along=north)"}' in editor.edited("wrong.yaml", edits)


def test_a_file_that_is_closed_is_underlined_no_more(editor: Client):
    assert editor.open("gone.yaml", "game: 7\nlanguag: 1\n")
    editor.tell("textDocument/didClose", {"textDocument": {"uri": editor.uri("gone.yaml")}})
    assert editor.diagnostics("gone.yaml") == []
