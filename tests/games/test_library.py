import pytest
import yaml
from walking import walk

import interpreter
from interpreter.authoring.layout import laid_out
from interpreter.resources import folder, library_games

MODELINE = "# yaml-language-server: $schema=../grammar/game.schema.json"
LONGEST_VARIANT = 20  # lines that a variant needs beside `about`, `scenarios` and the picture of its set-up


def text_of(name: str):
    return (folder("games") / f"{name}.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", library_games())
def test_nothing_is_to_say_about_a_game_of_the_library(name: str):
    assert interpreter.validate(name, games=4, seconds=0.3) == []


@pytest.mark.parametrize("name", library_games())
def test_each_file_is_laid_out_and_says_where_it_comes_from(name: str):
    text = text_of(name)
    plain = yaml.safe_load(text)
    assert text.split("\n")[0] == MODELINE
    assert laid_out(text) == text
    assert max(map(len, text.split("\n"))) <= 120
    assert plain["about"]["summary"]
    assert plain["about"]["sources"]
    assert len(plain["scenarios"]) >= 4


@pytest.mark.parametrize("name", library_games())
def test_a_variant_is_a_few_lines(name: str):
    plain = yaml.safe_load(text_of(name))
    if "extends" in plain:
        kept = {key: plain[key] for key in ("choose", "change", "options") if key in plain}
        if "setup" in kept.get("change", {}):
            del kept["change"]["setup"]
        assert kept
        assert len(yaml.safe_dump(kept).split("\n")) <= LONGEST_VARIANT


# Games whose steps take long to find.
SLOW = {"go", "chess", "omega-chess", "quoridor", "raumschach", "shogi", "tori-shogi", "xiangqi"}


@pytest.mark.parametrize("name", library_games())
def test_random_games_end_or_come_to_the_limit(name: str):
    game = interpreter.load(name)
    ends = [walk(game, seed, 30 if name in SLOW else 300).ending for seed in range(2)]
    named = [end.reason for phase in game.rules.phases for end in phase.ends] + [end.reason for end in game.rules.ends]
    assert all(end is None or end.reason in {*named, "no step left"} for end in ends)


def test_two_files_are_two_games():
    assert len({interpreter.load(name).hash for name in library_games()}) == len(library_games())
