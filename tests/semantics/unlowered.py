"""The files of this folder that have no kernel form yet, each with what stands in the way.

A file that gets one must be struck out here: a test compares this list with what the lowering says.
"""

from __future__ import annotations

UNLOWERED = {
    "a-track-comes-to-a-site-twice": "tracks that come to a site twice have no kernel form yet",
    "captured-onto-a-site": "piles of several sorts of pieces have no kernel form yet",
    "one-notation-two-results": "moves along closed directions have a kernel form only along one, to other sites",
    "pieces-in-a-set-up-lie-on-each-other": "piles of several sorts of pieces have no kernel form yet",
    "piles-alike": "piles of several sorts of pieces have no kernel form yet",
    "piles-mixed": "piles of several sorts of pieces have no kernel form yet",
    "size-and-piles": "piles of several sorts of pieces have no kernel form yet",
    "sowing-passes-over-except": "sowing along an open track has no kernel form yet",
}

# Faults of rules that kernels do not notice.
UNSEEN_FAULTS = {
    "a-remembered-site-is-one-site": "kernels do not count the sites where one is meant",
    "group-of-several-sites": "kernels do not count the sites where one is meant",
}
