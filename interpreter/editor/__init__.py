"""Help while a game file is written: what an editor asks over the Language Server Protocol."""
