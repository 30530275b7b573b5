"""The files of this folder that have no kernel form yet, each with what stands in the way.

A file that gets one must be struck out here: a test compares this list with what the lowering says.
"""

from __future__ import annotations

UNLOWERED: dict[str, str] = {}

# Faults of rules that kernels do not notice.
UNSEEN_FAULTS = {
    "a-remembered-site-is-one-site": "kernels do not count the sites where one is meant",
    "group-of-several-sites": "kernels do not count the sites where one is meant",
}
