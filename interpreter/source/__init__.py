"""From YAML text to a merged tree of values with places."""

from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence, to_plain

__all__ = ["Entry", "Mapping", "Node", "Scalar", "Sequence", "to_plain"]
