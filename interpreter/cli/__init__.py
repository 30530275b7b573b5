"""The command line: `boardwright COMMAND`."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command that the program was called with, and leave with its exit code."""
    try:
        from interpreter.cli.app import run  # noqa: PLC0415 (whoever only imports the package pays nothing for it)

        code = run()
    except KeyboardInterrupt:  # before the commands stand
        raise SystemExit(130) from None
    raise SystemExit(code)
