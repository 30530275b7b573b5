"""Which kinds of values may stand where: every function with every argument."""

from __future__ import annotations

import pytest
from reading import code_of, kind_of, read, scope

from interpreter.language.functions import BARE, COUNTABLE, FUNCTIONS, SITE_SETS
from interpreter.language.terms import Kind

SITES, YES_NO, NUMBER, LIST, PLAYER, DIRECTIONS = (
    Kind.SITES,
    Kind.YES_NO,
    Kind.NUMBER,
    Kind.LIST,
    Kind.PLAYER,
    Kind.DIRECTIONS,
)

# One expression of each kind, as it stands by itself.
SAMPLES = {
    Kind.SITE: "a1",
    SITES: "mine",
    LIST: "groups(mine)",
    NUMBER: "count(mine)",
    YES_NO: "any(mine)",
    PLAYER: "me",
    DIRECTIONS: "last-heading",
}
# What stands where: a kind goes where itself or one of these is wanted.
FITS = {
    Kind.SITE: {Kind.SITE, SITES},
    SITES: {Kind.SITE, SITES, LIST},
    LIST: {LIST},
    NUMBER: {NUMBER},
    YES_NO: {YES_NO, LIST},
    PLAYER: {PLAYER},
    Kind.PLAYERS: {PLAYER},
    DIRECTIONS: {DIRECTIONS},
    COUNTABLE: {Kind.SITE, SITES, LIST},
    SITE_SETS: {Kind.SITE, SITES, LIST},
    "distance": {NUMBER},
}
NAMES = {
    "can": "open",
    "made": "drop",
    "rank": "3",
    "file": "c",
    "level": "A",
    "repeats": "sites",
    "hand": "man",
    "remainder": "2",
}


def sample(kind: Kind | str, function: str) -> str:
    if function == "those":  # what it gives goes with what it is given, and its test speaks of it
        return "groups(mine)" if kind == COUNTABLE else "any(it)"
    if kind in BARE:
        return NAMES.get(function, "man")
    return SAMPLES[next(iter(sorted(FITS[kind], key=list(SAMPLES).index)))] if kind in FITS else SAMPLES[Kind(kind)]


def call(name: str, arguments: list[str], **named: str) -> str:
    function = FUNCTIONS[name]
    if name in {"between", "run"}:  # which need it
        named = {"of": "theirs", **named}
    parts = [*arguments, *(f"{key.replace('_', '-')}={value}" for key, value in named.items())]
    assert function.name == name
    return f"{name}({', '.join(parts)})"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_gives_its_kind(name: str):
    function = FUNCTIONS[name]
    required = [sample(kind, name) for kind in function.required]
    every = [*required, *(sample(kind, name) for kind in function.optional)]
    for text in (call(name, required), call(name, every), function.example):
        assert kind_of(text, function.gives) in {function.gives, Kind.SITE}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_too_few_and_too_many_arguments(name: str):
    function = FUNCTIONS[name]
    most = [sample(kind, name) for kind in (*function.required, *function.optional)]
    assert code_of(call(name, [*most, "mine"])) == "wrong-arguments"
    if function.required:
        assert code_of(call(name, most[: len(function.required) - 1])) == "wrong-arguments"
    if function.required and name != "no":
        assert code_of(name) == "wrong-arguments"


POSITIONAL = [
    (name, index, kind)
    for name, function in FUNCTIONS.items()
    for index, kind in enumerate((*function.required, *function.optional))
    if kind not in BARE and (name, index) != ("those", 1)
]


@pytest.mark.parametrize(("name", "index", "wanted"), POSITIONAL)
@pytest.mark.parametrize("given", SAMPLES)
def test_kinds_of_arguments(name: str, index: int, wanted: Kind | str, given: Kind):
    function = FUNCTIONS[name]
    arguments = [sample(kind, name) for kind in (*function.required, *function.optional)][
        : max(index + 1, len(function.required))
    ]
    arguments[index] = SAMPLES[given]
    term, found = read(call(name, arguments))
    if given in FITS[wanted]:
        assert not found, found[0].message
        assert term.kind in {function.gives, given} or (name == "those" and term.kind is SITES)
    else:
        assert [problem.code for problem in found] in ([["wrong-kind"], ["set-as-condition"], ["condition-as-set"]]), (
            f"{call(name, arguments)}: {found}"
        )
        assert found[0].span is not None
        assert found[0].span.text == SAMPLES[given]


NAMED = [(name, key, kind) for name, function in FUNCTIONS.items() for key, kind in (function.named or {}).items()]
BARE_NAMED = [(name, key) for name, key, kind in NAMED if kind in BARE]
NAMED = [(name, key, kind) for name, key, kind in NAMED if kind not in BARE]


@pytest.mark.parametrize(("name", "key"), BARE_NAMED)
def test_a_named_argument_that_is_the_name_of_a_piece(name: str, key: str):
    arguments = [sample(kind, name) for kind in FUNCTIONS[name].required]
    term, found = read(call(name, arguments, **{key: "man"}))
    assert not found
    assert term.kind is FUNCTIONS[name].gives
    for wrong in ("mann", "mine", "near(to)", "3"):
        assert code_of(call(name, arguments, **{key: wrong})) == "unknown-name"


@pytest.mark.parametrize(("name", "key", "wanted"), NAMED)
@pytest.mark.parametrize("given", SAMPLES)
def test_kinds_of_named_arguments(name: str, key: str, wanted: Kind | str, given: Kind):
    function = FUNCTIONS[name]
    text = call(name, [sample(kind, name) for kind in function.required], **{key: SAMPLES[given]})
    term, found = read(text)
    if given in FITS[wanted]:
        assert not found, found[0].message
        assert term.kind is function.gives
    else:
        assert len(found) == 1
        assert found[0].code in {"wrong-kind", "set-as-condition", "condition-as-set"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_unknown_and_a_repeated_named_argument(name: str):
    function = FUNCTIONS[name]
    required = [sample(kind, name) for kind in function.required]
    assert code_of(call(name, required, sideways="3")) == "wrong-arguments"
    for key, kind in (function.named or {}).items():
        value = sample(kind, name) if kind in FITS or kind in BARE else "3"
        text = call(name, required, **{key: value})
        assert code_of(f"{text[:-1]}, {key}={value})") == "wrong-arguments"


@pytest.mark.parametrize("wanted", [SITES, Kind.SITE, LIST, NUMBER, YES_NO, PLAYER, DIRECTIONS])
@pytest.mark.parametrize("given", SAMPLES)
def test_kinds_at_a_place(wanted: Kind, given: Kind):
    term, found = read(SAMPLES[given], wanted)
    if given in FITS[wanted]:
        assert not found
        assert term.kind is wanted or (wanted is SITES and term.kind is Kind.SITE)
    else:
        assert len(found) == 1
        assert term.kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("rows(mine) and any(theirs)", YES_NO),
        ("rows(mine) and rows(theirs)", YES_NO),
        ("not rows(mine) or not rows(theirs)", YES_NO),
        ("not (rows(mine) and rows(theirs))", YES_NO),
        ("not not rows(mine)", YES_NO),
        ("(rows(mine)) and count(mine) > 3", YES_NO),
        ("rows(mine) and rows(theirs)", SITES),
        ("rows(mine) or a1", SITES),
        ("not rows(mine)", SITES),
        ("not rows(mine) and empty", SITES),
        ("near(not rows(mine))", SITES),
        ("count(rows(mine) and empty) > 1", YES_NO),
        ("any(not groups(mine))", YES_NO),
        ("rows(mine) in groups(mine)", YES_NO),
        ("mine is groups(mine)", YES_NO),
        ("heading is north-east", YES_NO),
        ("heading is not forward", YES_NO),
        ("last-heading is opposite(heading)", YES_NO),
        ("north-east is heading", YES_NO),
        ("me is black or enemy is white", YES_NO),
        ("stuck is no", YES_NO),
        ("so is not yes", YES_NO),
        ("limit - 3 * 2 is much", YES_NO),
        ("-1 < much", YES_NO),
        ("beside(beside(mine))", SITES),
        ("goal(me) or goal(enemy) or hill", SITES),
        ("man and of(black) or king and not mine", SITES),
        ("[north, east] or west", DIRECTIONS),
        ("[forward, backward-diagonal]", DIRECTIONS),
        ("hop or any", DIRECTIONS),
        ("north", DIRECTIONS),
        ("north", SITES),
        ("ways", DIRECTIONS),
    ],
)
def test_expressions_that_are_read(text: str, wanted: Kind):
    assert kind_of(text, wanted) in {wanted, Kind.SITE}


@pytest.mark.parametrize(
    ("text", "wanted", "code"),
    [
        ("mine", YES_NO, "set-as-condition"),
        ("not mine", YES_NO, "set-as-condition"),
        ("mine and theirs", YES_NO, "set-as-condition"),
        ("any(mine) and theirs", YES_NO, "set-as-condition"),
        ("spot", YES_NO, "set-as-condition"),
        ("any(mine)", SITES, "condition-as-set"),
        ("mine and so", SITES, "condition-as-set"),
        ("so or so", SITES, "condition-as-set"),
        ("not so", SITES, "condition-as-set"),
        ("count(so)", NUMBER, "condition-as-set"),
        ("me", SITES, "wrong-kind"),
        ("3", YES_NO, "wrong-kind"),
        ("3 and 4", YES_NO, "wrong-kind"),
        ("mine + 1", NUMBER, "wrong-kind"),
        ("mine < 3", YES_NO, "wrong-kind"),
        ("me is 3", YES_NO, "wrong-kind"),
        ("me is mine", YES_NO, "wrong-kind"),
        ("3 is mine", YES_NO, "wrong-kind"),
        ("heading is 3", YES_NO, "wrong-kind"),
        ("me in mine", YES_NO, "wrong-kind"),
        ("mine in 3", YES_NO, "wrong-kind"),
        ("[a1, b1]", SITES, "wrong-kind"),
        ("[north, 3]", DIRECTIONS, "wrong-kind"),
        ("northwards", DIRECTIONS, "unknown-name"),
        ("goal", SITES, "wrong-arguments"),
        ("hill(me)", SITES, "wrong-arguments"),
        ("goal(me, enemy)", SITES, "wrong-arguments"),
        ("goal(mine)", SITES, "wrong-kind"),
        ("close(mine)", SITES, "wrong-arguments"),
        ("beside", SITES, "wrong-arguments"),
        ("beside(x=mine)", SITES, "wrong-arguments"),
        ("mine(3)", SITES, "wrong-arguments"),
        ("black(3)", SITES, "wrong-arguments"),
        ("foo(3)", SITES, "unknown-name"),
        ("foo", SITES, "unknown-name"),
        ("z9", SITES, "unknown-name"),
        ("rank(6)", SITES, "unknown-name"),
        ("rank(much)", SITES, "wrong-kind"),
        ("file(f)", SITES, "unknown-name"),
        ("level(B)", SITES, "unknown-name"),
        ("can(dropp)", YES_NO, "unknown-name"),
        ("made(open)", YES_NO, "unknown-name"),
        ("hand(me, pawn)", NUMBER, "unknown-name"),
        ("repeats(hands)", NUMBER, "unknown-name"),
        ("reach(mine, distance=mine)", SITES, "wrong-kind"),
        ("reach(mine, distance=[1, 2, 3])", SITES, "wrong-kind"),
        ("reach(mine, distance=1.5)", SITES, "wrong-kind"),
        ("reach(mine, distance=[1, 2.5])", SITES, "wrong-kind"),
        ("rows(mine, including=[3])", LIST, "wrong-kind"),
        ("between(to, mine)", LIST, "wrong-arguments"),
    ],
)
def test_expressions_that_are_refused(text: str, wanted: Kind, code: str):
    assert code_of(text, wanted) == code


def test_one_mistake_gives_one_finding():
    for text in (
        "near(foo) and bar(mine) or mine",
        "count(near(foo)) > 3 and any(mine)",
        "not near(foo)",
        "foo is 3",
        "3 is foo",
    ):
        _, found = read(text)
        assert len({(problem.span, problem.code) for problem in found}) == text.count("foo") + text.count("bar"), text


def test_the_sample_scope_has_no_name_twice():
    known = [name for name in scope().known() if name not in {"north", "south", "east", "west"}]
    assert len(known) == len(set(known)), sorted(name for name in known if known.count(name) > 1)
