"""Boardwright: board games as text files."""
