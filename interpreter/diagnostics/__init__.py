"""What is wrong with a file, where, and how to mend it."""

from interpreter.diagnostics.diagnostic import Diagnostic, Severity
from interpreter.diagnostics.place import SourceFile, Span

__all__ = ["Diagnostic", "Severity", "SourceFile", "Span"]
