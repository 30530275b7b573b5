"""Reasons and rules in plain English: why a step is not legal, why a game ended, what a file says."""
