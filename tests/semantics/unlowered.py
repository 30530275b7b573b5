"""The files of this folder that have no kernel form yet, each with what stands in the way.

A file that gets one must be struck out here: a test compares this list with what the lowering says.
"""

from __future__ import annotations

UNLOWERED = {
    "a-move-without-along-goes-anywhere": "a move that goes anywhere has no kernel form yet",
    "a-remembered-player": "points of a player that is computed have no kernel form yet",
    "argument-names-are-not-reserved": "`drop` and `last` may offer the same step",
    "attacks-shields-and-uncovers": "`attacks` has no kernel form yet",
    "attacks": "`attacks` has no kernel form yet",
    "count-of-a-list-counts-its-members": "`one` and `two` may offer the same step",
    "definitions-are-typed-where-they-are-used": "`as-a-condition` and `as-a-set` may offer the same step",
    "different-by-a-remembered-value": "`softly` and `loudly` may offer the same step",
    "distance-of-each-from": "a distance that is computed has no kernel form yet",
    "effects-apply-in-order": "`first-capture` and `first-place` may offer the same step",
    "equal-notation-and-equal-result-is-one-step": "a move that goes anywhere has no kernel form yet",
    "equal-notation-with-different-results-is-told-apart": "`hop` and `jump` may offer the same step",
    "every-consequence": "`a` and `b` may offer the same step",
    "forbidden-only-where-next-goes-there": "`if none: forbidden` has no kernel form yet",
    "group-of-a-site-outside-its-set-is-empty": "`one` and `two` may offer the same step",
    "groups-filters": "`a` and `b` may offer the same step",
    "heading-last-heading-and-opposite": "directions by `last-heading` have no kernel form yet",
    "if-none-forbidden": "`if none: forbidden` has no kernel form yet",
    "is-and-is-not-compare-sets": "`same` and `other` may offer the same step",
    "is-compares-directions": "`a` and `b` may offer the same step",
    "is-compares-players": "`a` and `b` may offer the same step",
    "leaves-sees-all-consequences": "`clears` and `cleared-on-the-way` may offer the same step",
    "list-means-there-is-one-under-and-or-not": "`both` and `either` may offer the same step",
    "memory-first-values": "`a` and `b` may offer the same step",
    "moves-that-mention-attacks-attack-nothing": "`attacks` has no kernel form yet",
    "numbers-are-added-and-compared": "`a` and `b` may offer the same step",
    "one-notation-two-results": "moves along one-way or closed directions have no kernel form yet",
    "over-includes-the-empty-sites": "a slide through pieces has no kernel form yet",
    "over-of-a-move-without-along": "a move that goes anywhere has no kernel form yet",
    "promotion-choice": "a choice of promotion has no kernel form yet",
    "quiet-after-consequences": "`wait` and `again` may offer the same step",
    "quiet-counts-steps": "`wait` and `again` may offer the same step",
    "regions-per-player": "`a` and `b` may offer the same step",
    "repeats-compares-hands-memory-and-mover": "`keep` and `lose` may offer the same step",
    "rows-all-directions-near-adjacent-only": "`a` and `b` may offer the same step",
    "rows-filters": "`largest` of `rows` has no kernel form yet",
    "selectors-of-a-move-stay-within-it": "`low` and `high` may offer the same step",
    "shift-moves-together": "`shift` has no kernel form yet",
    "shift-of-nothing": "`shift` has no kernel form yet",
    "step-selectors-over-whole-do": "`low` and `high` may offer the same step",
    "stuck-sees-the-turn-that-follows": "`first` and `answer` may offer the same step",
    "then-as-a-name-a-list-and-a-map": "`by-name` and `by-list` may offer the same step",
    "three-players": "comparing several players has no kernel form yet",
    "turn-counts-from-one": "`a` and `b` may offer the same step",
    "when-before-and-leaves-after": "`a` and `b` may offer the same step",
    "words-of-the-board": "`a` and `d` may offer the same step",
    "yes-no-true-false": "`a` and `b` may offer the same step",
}

# Faults of rules that kernels do not notice, or tell in other words.
UNSEEN_FAULTS = {
    "a-remembered-site-is-one-site": "kernels do not count the sites where one is meant",
    "group-of-several-sites": "kernels do not count the sites where one is meant",
    "stuck-decide-without-an-end": "told as a step that the file calls impossible",
}
