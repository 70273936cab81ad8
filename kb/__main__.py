"""Runs the `kb` command: `python -m kb`."""


def main() -> None:
    """Hand over to the command line."""
    from kb.cli import main as command

    command()


if __name__ == "__main__":
    main()
