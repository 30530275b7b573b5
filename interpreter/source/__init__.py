"""From YAML text to a merged tree of values with places."""

from interpreter.source.document import Document, load_document
from interpreter.source.nodes import Entry, Mapping, Node, Scalar, Sequence, to_plain
from interpreter.source.options import Option

__all__ = [
    "Document",
    "Entry",
    "Mapping",
    "Node",
    "Option",
    "Scalar",
    "Sequence",
    "load_document",
    "to_plain",
]
