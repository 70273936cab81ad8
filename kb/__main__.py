"""Runs the `kb` command: `python -m kb`."""

import gc


def main() -> None:
    """Hand over to the command line."""
    gc.set_threshold(100_000)  # most runs are over before there is garbage: 5 % off a cold `kb show`
    from kb.cli import main as command

    command()


if __name__ == "__main__":
    main()
