"""Expressions: from one line of words to a typed term."""
