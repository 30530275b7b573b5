"""The files of this folder that have no kernel form yet, each with what stands in the way.

A file that gets one must be struck out here: a test compares this list with what the lowering says.
"""

from __future__ import annotations

UNLOWERED: dict[str, str] = {}

# Faults of rules that kernels do not notice.
#
# A flag beside the position could tell of several sites in a consequence, which both engines make alike. In a condition
# it could not: the reference engine asks every candidate, a playout only those that it draws, and what lists steps or
# counts sequences only reads a position. Playouts and listings would disagree about when rules fail, and the position
# of every game that names such a site would carry the flag; `validate` plays by the reference engine, which does tell.
UNSEEN_FAULTS = {
    "a-remembered-site-is-one-site": "kernels do not count the sites where one is meant",
    "group-of-several-sites": "kernels do not count the sites where one is meant",
    "leaves-asks-without-end": "such rules have no kernel",
}
