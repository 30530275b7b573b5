"""`boardwright vocabulary`: the words of the language, and the games that use them."""

from __future__ import annotations

from interpreter.cli.parameters import Json  # noqa: TC001 (read when the command is called)
from interpreter.cli.screen import counted, say, say_json, styled, table

MOST_NAMES = 6


def vocabulary(*, as_json: Json = False) -> None:
    """List every key, function and word of the language with the library games that use it.

    Of what has one user or none it is told why it is there.
    """
    from interpreter.authoring.manual import reasons  # noqa: PLC0415
    from interpreter.editor.usage import vocabulary as words  # noqa: PLC0415

    terms = words()
    if as_json:
        say_json(
            [{"kind": term.kind, "name": term.name, "since": term.since, "games": list(term.games)} for term in terms]
        )
        return
    for kind in dict.fromkeys(term.kind for term in terms):
        say(styled(f"{kind}s", "bold"))
        rows = []
        for term in terms:
            if term.kind == kind:
                users = ", ".join(term.games[:MOST_NAMES]) + (", ..." if len(term.games) > MOST_NAMES else "")
                came = f"(since version {term.since})" if term.since > 1 else ""
                why = f"({reasons()[term.name]})" if len(term.games) < 2 and term.name in reasons() else ""
                rows.append((term.name, str(len(term.games)), " ".join(part for part in (users, came, why) if part)))
        say(table(rows))
        say()
    alone = sum(len(term.games) == 1 for term in terms)
    none = sum(not term.games for term in terms)
    say(f"{counted(len(terms), 'word')}; {alone} with one user, {none} without.")
    if all(term.since == 1 for term in terms):
        say("All of them are of version 1 of the language.")
