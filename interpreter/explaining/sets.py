"""Sets of sites as English nouns: "an enemy stone", "an empty point that touches your stones"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.board.board import everything
from interpreter.explaining.nouns import article, joined, plural
from interpreter.language.terms import Kind

if TYPE_CHECKING:
    from interpreter.explaining.phrases import Phrases
    from interpreter.language.terms import Term


def noun_of(say: Phrases, term: Term, *, several: bool) -> str:
    """One member of a set that is described by its parts, or all of them."""
    parts = [part for part in parts_of(term) if not _is_whole(say, part)] or [term]
    group = next((part for part in parts if part.op == "group"), None)
    others = [part.args[0] for part in parts if part.op == "complement" and part.args[0].kind is Kind.SITE]
    if group is not None and others and len(others) + 1 == len(parts):
        return f"{say.all(group)} without {joined([say.the(part) for part in others])}"
    owner = next((part for part in parts if part.op == "owned"), None)
    kind = next((part for part in parts if is_kind(part)), None)
    words = next((part for part in parts if part.op == "join" and all(arg.op == "word" for arg in part.args)), None)
    if words is not None:
        others = [part for part in parts if part is not words]
        said = " and ".join(say.predicate(part, several=True) for part in others)
        return f"those of {say.all(words)} that {said}" if others else say.all(words)
    single = next((part for part in parts if part.op == "word" and part.kind is Kind.SITE), None)
    if single is not None and len(parts) > 1:  # a site that must fit: the site itself is what is meant
        return _fitting(say, single, [part for part in parts if part is not single])
    head, rest = _head(say, owner, kind, parts, several=several)
    without = [part.args[0] for part in rest if part.op == "complement" and is_kind(part.args[0])]
    if without and (owner is not None or kind is not None):
        rest = [part for part in rest if part.op != "complement" or part.args[0] not in without]
        if kind is None:  # who names a kind need not be told which it is not
            head += f" other than {joined([pieces(say, None, part, several=True) for part in without], 'or')}"
    if owner is None and kind is None:
        lacking = [part.args[0] for part in rest if part.op == "complement" and _holds(part.args[0])]
        rest = [part for part in rest if part.op != "complement" or part.args[0] not in lacking]
        if lacking and not any(part.op == "empty" for part in parts):  # where nothing stands, they do not either
            head += f" without {joined([say.one(part) for part in lacking], 'or')}"
    on_piece = owner is not None or kind is not None
    places = {part: _place(say, part, of_piece=on_piece) for part in rest}
    if any(places.values()):
        head += " " + " and ".join(filter(None, places.values()))
    known = tuple(parts)
    clauses = [say.predicate(part, several=several, known=known) for part in rest if not places.get(part)]
    if any(" or " in clause or " and " in clause for clause in clauses):
        return f"{head} that {', and '.join(clauses)}"
    return f"{head} that {joined(clauses)}" if clauses else head


def _head(
    say: Phrases, owner: Term | None, kind: Term | None, parts: list[Term], *, several: bool
) -> tuple[str, list[Term]]:
    """What is there, and the parts that are still to be told."""
    rest = [part for part in parts if part is not owner and part is not kind]
    strange = next((part for part in rest if part.op == "complement" and part.args[0].op == "owned"), None)
    if owner is None and strange is not None and any(part.op == "occupied" for part in rest):
        rest = [part for part in rest if part is not strange and part.op != "occupied"]
        if strange.args[0].args[0].op == "it":
            return f"{pieces(say, None, kind, several=several)} of others", rest
        whose = say.player(strange.args[0].args[0])
        does = "do" if several else "does"
        return f"{pieces(say, None, kind, several=several)} that {does} not belong to {whose}", rest
    if owner is not None or kind is not None:
        return pieces(say, owner, kind, several=several), rest
    row = next((part for part in rest if part.op == "flatten"), None)
    if row is not None and len(parts) > 1 and not any(part.op in {"empty", "occupied"} for part in rest):
        rest = [part for part in rest if part is not row]
        without = [part for part in rest if part.op == "complement" and is_kind(part.args[0])]
        names = [pieces(say, None, part.args[0], several=True) for part in without]
        other = f" other than {joined(names, 'or')}" if names else ""
        noun = plural(say.nouns.piece if names else say.nouns.site)
        return f"{noun}{other} in {say.list_of(row.args[0])}", [part for part in rest if part not in without]
    adjective = next((part for part in rest if part.op in {"empty", "occupied"}), None)
    rest = [part for part in rest if part is not adjective]
    noun, definite = say.nouns.site, False
    place = next((part for part in rest if part.op == "sites" and say.nouns.adjectival(part)), None)
    if place is not None and (adjective is not None or len(parts) > 1):
        rest = [part for part in rest if part is not place]
        noun, definite = say.nouns.adjectival(place), place.value is not None and int(str(place.value)).bit_count() == 1
    marked = next((part for part in rest if part.op == "local" and part.kind is Kind.SITES), None)
    if marked is not None and place is None:
        rest, noun = [part for part in rest if part is not marked], say.marked(marked, several=False)
    noun = f"{adjective.op} {noun}" if adjective is not None else noun
    if definite:
        return f"the {noun}", rest
    return plural(noun) if several else article(noun), rest


def pieces(say: Phrases, owner: Term | None, kind: Term | None, *, several: bool) -> str:
    """Pieces of an owner and of a kind."""
    nouns = say.nouns
    kinds = [] if kind is None else [int(str(part.value)) for part in (kind.args or (kind,))]
    names = [nouns.kind(number) for number in kinds] or [(owner is not None and nouns.only_kind()) or nouns.piece]
    known = bool(kinds) and all(nouns.has_owner(number) for number in kinds)
    unique = bool(kinds) and all(nouns.unique(number) for number in kinds)
    if several:
        names = names if unique else [plural(name) for name in names]
    noun = joined(names, "or")
    who = owner.args[0] if owner is not None else None
    if who is None or (known and who.op != "me"):
        return f"the {noun}" if unique else noun if several else article(noun)
    if who.op == "me":
        return f"your {noun}" if several or unique else f"{article(noun)} of yours"
    if who.op in {"enemy", "enemies"}:
        return f"the enemy {noun}" if unique else f"enemy {noun}" if several else f"an enemy {noun}"
    whose = say.of_player(who)
    if several or unique:
        return f"{whose} {noun}"
    return f"one of {whose} {joined([plural(name) for name in names], 'or')}"


def _fitting(say: Phrases, site: Term, parts: list[Term]) -> str:
    """A site of the step that must fit, and what it must fit."""
    owner = next((part for part in parts if part.op == "owned"), None)
    if owner is not None and owner.args[0].op == "me" and str(site.value) == "to":
        rest = [part for part in parts if part is not owner]
        conditions = [_being(say, part) for part in rest]
        head = f"the {say.nouns.piece} that arrives"
    else:
        conditions, head = [say.predicate(part) for part in parts], say.one(site)
    return f"{head} (if it {' and '.join(conditions)})" if conditions else head


def _being(say: Phrases, term: Term) -> str:
    """What is said of a piece: `is not the king`."""
    inner = term.args[0] if term.op == "complement" else term
    if not is_kind(inner):
        return say.predicate(term)
    return f"is {'not ' if inner is not term else ''}{pieces(say, None, inner, several=False)}"


def _place(say: Phrases, term: Term, *, of_piece: bool) -> str:
    """`on a corner`, where a piece or site lies."""
    inner = term.args[0] if term.op == "complement" else term
    if of_piece and inner.op == "local" and inner.kind is Kind.SITES:
        return f"{'' if inner is term else 'not '}on {say.one(inner)}"
    if term.op == "chosen":
        return f"in {say.special(term)}"
    if term.op != "sites":
        return ""
    region = say.nouns.region(term, joint="or")
    if region is None:
        return ""
    if region[1] and not of_piece:
        return f"other than {region[0]}"
    return f"{'not ' if region[1] else ''}on {region[0]}"


def _holds(term: Term) -> bool:
    """Whether a set is one of pieces."""
    if term.op == "join":
        return all(map(_holds, term.args))
    return term.op in {"owned", "piece"} or (term.op == "meet" and all(map(_holds, term.args)))


def _is_whole(say: Phrases, term: Term) -> bool:
    """Whether a set is the whole board, as what is not in a region that an option has made empty."""
    if term.op == "complement":
        return is_void(term.args[0])
    return term.op == "sites" and term.value == everything(say.nouns.rules.board)


def parts_of(term: Term) -> list[Term]:
    """The operands of `and`, however they are nested."""
    return [part for arg in term.args for part in parts_of(arg)] if term.op == "meet" else [term]


def is_kind(term: Term) -> bool:
    """Whether a set is that of a kind of piece, or of several kinds."""
    return term.op == "piece" or (term.op == "join" and all(part.op == "piece" for part in term.args))


def surely_held(term: Term) -> bool:
    """Whether a set holds only sites with a piece."""
    if term.op == "meet":
        return any(map(surely_held, term.args))
    return term.op in {"owned", "piece", "occupied"}


def is_void(term: Term) -> bool:
    """Whether a set never has a member, as where an option has made a region empty."""
    match term.op:
        case "sites":
            return not term.value
        case "meet":
            return any(map(is_void, term.args))
        case "join":
            return all(map(is_void, term.args))
        case _:
            return False


def any_site(say: Phrases, term: Term) -> bool:
    """Whether a set holds every site, empty or not."""
    return _is_whole(say, term) or (term.op == "join" and {"empty", "occupied"} <= {part.op for part in term.args})


def enclosed_owner(term: Term) -> Term | None:
    """Whose pieces a set of enclosed ones holds."""
    inside = term.args[0].option("of") if term.op == "flatten" and term.args[0].op == "between" else None
    return next((part for part in parts_of(inside) if part.op == "owned"), None) if inside is not None else None
