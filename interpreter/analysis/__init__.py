"""Figures about games: what became of one on its way to machine code."""
