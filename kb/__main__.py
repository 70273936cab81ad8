"""Runs the `kb` command: `python -m kb`."""

import gc
import sys


def main() -> None:
    """Hand over to the command line."""
    gc.set_threshold(100_000)  # most runs are over before there is garbage: 5 % off a cold `kb show`
    try:
        from kb.cli import main as command

        command()
    except KeyboardInterrupt:  # before or after a command was at work
        sys.exit(130)


if __name__ == "__main__":
    main()
