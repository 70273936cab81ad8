"""How is what was found out told to a reader? In English here; the script of the site says it in a page's language."""


def say(text: str, *about: object) -> str:
    """A text with what it says `{0}`, `{1}` of."""
    return text.format(*about)
