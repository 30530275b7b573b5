"""From the state machine of a game to functions in the kernel language."""
