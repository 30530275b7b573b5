"""The optimisations of the lowering by name. Each can be left out, so that tests and benchmarks see what it does.

A pass never changes what can happen in a game. Those that `redraw` change which random numbers a playout uses for what:
the same seed gives other games, of the same distribution.

Groups are joined by union-find where more than two sets are asked of them, or rings (ns a step without the pass and
with it: Havannah of side 4, 8 and 12: 37 and 23, 260 and 25, 1000 and 50; Y of side 11 and 21: 32 and 22, 130 and 27).
Not where a group must join two sets: there "kept connections" floods each stone once (Hex of side 11: 12, and 23 by
union-find; of side 19: 20 and 24). Nor to join three on a board of one word (Y of side 7: 17 and 17).

Paths of a length that is computed for each piece are looked up by that length and the piece's place, and what is asked
of the piece is asked once, not of each of its candidates (ns a step without both passes and with them: Dvonn 485 and
121, Lines of Action 507 and 248). Of a piece that is drawn first, only its own steps are looked for (Dvonn 121 and 93,
Lines of Action 231 and 81).

Where pieces only move, and to empty sites, lists of their places and of what stands where tell a step that is guessed
at: a piece, a direction (ns a step without and with it: Chinese Checkers 102 and 50; by hand, where each move was
guessed at by itself, 88 told by sets and 69 by lists). A wrong guess costs what a branch does that the processor has
not foretold, so that guesses pay where counting takes much longer. They do not on boards of one word (Hare and Hounds
16 and 18, Pong Hau K'i 22 and 34), nor where pieces slide on two (Amazons, by guesses at a line and a length, 31 to 40,
by counting 29).

What a step's target must be is asked of all targets at once, and what a step's direction and length settle is known
before the game (Agon: 674 ns a step without both passes and 92 with them; 365 and 470 with one of them), as is whether
it begins or ends among fixed sites (Chinese Checkers 125 and 108, by counting).

Which step a best turn begins with is drawn first, and drawn again only where others are better: what its turns come to
is all that is looked through, where numbers that cannot be negative are to be least (ns a step without the pass and
with it: Backgammon 266 and 109, Tabula 521 and 168, Daldosa 99 and 69; Backgammon in C takes about 75).

A position's key is computed once where a step that is tried asks for it and then stands (0.98 of the time of Go on 13
and 19 lines, 0.97 on 9).

Where each pile is of one sort, its number of pieces is kept in binary, a set of sites for each digit, and what lies in
it is no array (ns a step without the pass and with it: Backgammon 505 and 188, Tabula 599 and 252, Dipole 322 and 214).

Groups are kept with their liberties where those without any are taken, and from them it is also told what a new piece
joins (ns a step without the pass and with it: Go on 9, 13 and 19 lines 50 and 50, 66 and 60, 124 and 98; where own
groups may be taken, on 19 lines, 171 and 107; Gonnect 64 and 54, 94 and 60, 166 and 84). Not on boards of one word (Go
on 7 lines: 34 and 40). On 19 lines it takes 1.3 times as long as filling them to find what changed by comparing sets,
as "kept groups" does, and 1.14 times with union-find and liberties that a trial takes and gives back.

A draw from many families looks for its own block by block (0.92 to 0.95 of the time of Xiangqi and 0.95 of Shogi, which
have 66 and 99; 1.0 of Omega Chess and Raumschach with 83 and 144). With fewer it does not: it took 0.94 and 1.07 of the
time of Chess (52 families, two states of its kernel), 1.0 to 1.1 of Tori Shogi (58) and 1.1 of Jungle (20). To halve
what families are left, or to compare with all of them in vectors, took 0.9 to 1.05, and 1.2 to 1.4 in Jungle.

On a track that comes to a site twice, where only the first thing in the way may be an end, it is looked up, by what
stands along the track (Surakarta: 417 ns a step without the pass and 213 with it; 270 in plain C that walks).

Steps wait for each other: what is drawn tells the sites that are empty next, of which the next is drawn. So the set of
empty sites is kept, where that is one operation for each piece (ns a step without the pass and with it: Order and Chaos
8.4 and 6.5, Tic-tac-toe 3.3 and 3.0, Connect Four 7.0 and 6.7), and what a game draws first is computed while the game
before it is played. Kept where pieces move and leave, too, it gains in Nine Men's Morris and loses in Rive (0.97 and
1.04 of the time of a step); nor do Connect Four's sites on top of others, kept from step to step, gain more than 3 %.

What two moves share is taken out at once where both are made in the same lines (Nine Men's Morris: 13.4 and 11.7), and
of a group of which it was just asked whether it stays whole without a piece, it is not found anew (Rive: 48 and 44).

What was measured and is not here: several draws from one random number (Connect Four 1.03 of the time of a step, Order
and Chaos 0.99, English draughts 0.98); men and kings that go the same way counted together (English draughts 1.02, with
0.87 of the instructions), or their origins told by shifts instead of a table (1.00). Nor keys of what stands on sites
kept from step to step (see `keys`); lists of pieces that slide, with tables of what is reached on a line by what blocks
it. Amazons, written so by hand, takes 28 ns a step, with slides in vectors 30 (5 to 10 % less in four runs); few pieces
that are never taken slide over a board of several words only there and in Veletas. Nor do loops over pieces take less
where the array of each one's targets is kept beside the position instead of made anew (Dvonn 121 and 125 ns, Lines of
Action 217 and 214).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pass:
    """What a pass does, in a sentence, and whether it changes the stream of choices."""

    name: str
    does: str
    redraws: bool = False


_TABLE = (
    Pass(
        "gaps",
        "numbers sites by row and column, with a gap between rows where it fits, so that a step is one shift",
        redraws=True,
    ),
    Pass("pruned state", "keeps only the counters that the rules read"),
    Pass("new pieces only", "tests end conditions through the piece just placed, where nothing else makes them true"),
    Pass("kept connections", "keeps from step to step what is connected to the first of two sets to be joined"),
    Pass("rows by line", "on boards of several words, keeps each line as an int and looks for rows in those alone"),
    Pass("list of empty sites", "on boards of several words, draws from a list of the empty sites", redraws=True),
    Pass("kept empty sites", "on boards of one word, keeps the set of empty sites where pieces never leave"),
    Pass("rows round a site", "on boards of several words, moves what lies round a site to a fixed place for its rows"),
    Pass("cheap sets first", "on boards of several words, asks for a site in common first where few shifts find it"),
    Pass("windows", "looks up the runs that a site may be part of, where they are few and no step is one shift"),
    Pass("asked of the piece", "asks once of a piece that walks by itself what no target changes", redraws=True),
    Pass("a piece first", "draws a piece that is looked at by itself, and a step of it, before all are", redraws=True),
    Pass("lists of pieces", "on boards of several words, lists pieces that only move, and guesses", redraws=True),
    Pass("targets by length", "looks up where each piece comes by a path of a computed length", redraws=True),
    Pass("origins by table", "looks up where a step of a fixed length comes from, by its direction and target"),
    Pass("preferred at once", "finds all candidates that `prefer` keeps at once, where it asks for rows through them"),
    Pass("rows by table", "on boards of few sites, looks up whether a set holds a row"),
    Pass("rays", "looks up what one site sees in a direction, and takes off what lies behind the first that stops it"),
    Pass("directions abreast", "computes slides in directions that are shifted the same way side by side, in vectors"),
    Pass("stopped fills", "fills a group no further where it has met what it must be clear of, or what it must meet"),
    Pass("marked positions", "looks for a position in the history only where its mark, one of many bits, is set"),
    Pass("one key a turn", "records a position under the key that the end conditions, or its step, have compared"),
    Pass("coded keys", "tells many sorts of pieces in a position's key by as few sets as their codes have bits"),
    Pass("kept keys of piles", "keeps what piles add to a position's key from step to step"),
    Pass("piles by digits", "counts the pieces of piles that are of one sort each in binary, a set for each digit"),
    Pass("look later", "looks for the candidates of a follow-up when it is decided, not before and again"),
    Pass("ends at the draw", "tests whether the next player is stuck, and the other ends, when a step is drawn"),
    Pass("joined by size", "finds the least `largest(groups(..., touching=to))` of all candidates at once"),
    Pass("kept groups", "keeps the groups whose sizes are asked from step to step, and finds anew only what changed"),
    Pass("union-find", "where pieces never leave, joins groups by union-find and keeps which sets each group meets"),
    Pass("told to be whole", "finds no group anew of which a rule has just asked whether it stays connected"),
    Pass("kept liberties", "on boards of several words, keeps groups and liberties where those without are taken"),
    Pass("gap in a group", "asks of a group without one site only whether the site's neighbours are connected"),
    Pass(
        "tests at once",
        "asks what is tested of sites of all sites together, and counts their neighbours in binary",
        redraws=True,
    ),
    Pass("targets at once", "asks what depends on the target alone of all targets at once", redraws=True),
    Pass("told by the step", "knows before the game which steps lead nearer to fixed sites", redraws=True),
    Pass("ends at once", "finds all targets that close a run by walking back from what closes it", redraws=True),
    Pass("questions apart", "makes the question for another turn's steps a function of its own"),
    Pass("else apart", "counts and draws the moves of `do` or those of `else`, whichever there are"),
    Pass("shared questions", "asks for a step by the questions for its single moves, where rules ask those as well"),
    Pass("promoted at once", "finds all steps that promote at once, where that depends on their sites alone"),
    Pass("nothing unread", "leaves out of a trial what `next` does, where nothing that is asked of it reads that"),
    Pass("stops on tracks", "looks up what stops a piece first on a track that comes to a site twice"),
    Pass("twins at once", "takes out at once the steps that two moves share, where both are made in the same lines"),
    Pass("one number a game", "draws all steps from one number where there are few sequences of them", redraws=True),
    Pass("kinds by division", "draws kind and target of a placement with one division", redraws=True),
    Pass("many in an array", "keeps the sets of many families in an array, from which a draw counts down"),
    Pass("families in blocks", "adds up the candidates of many families in blocks, which a draw passes at once"),
    Pass("tried once", "makes a step that must be tried once: on trial, and the trial stands where it passes"),
    Pass("taken together", "takes what stands on a target once, before what sets apart the moves that take alike"),
    Pass("best by chance", "looks no further than a step that is drawn where no turn can be better", redraws=True),
    Pass("draw, then check", "asks `when` and `leaves` of the step drawn, and draws again if it fails", redraws=True),
)
PASSES: dict[str, Pass] = {found.name: found for found in _TABLE}
ALL = frozenset(PASSES)
