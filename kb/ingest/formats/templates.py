"""What is there in a Markdown text for the maker of its web pages only? Includes, imports, attributes of blocks."""

from __future__ import annotations

import re

from kb.ingest.formats.collect import Collector

# "{% include x %}", "{{< note >}}", "[TOC]", "* TOC", "{:toc}", "{: .note}", "import Tabs from '@theme/Tabs';"
_TEMPLATE = re.compile(
    r"\{%[^%\n]{0,300}%\}|\{\{[<%][^\n]{0,300}?[%>]\}\}|^\s*\[{1,2}_?TOC_?\]{1,2}\s*$|^\s*[*-] TOC\s*$"
    r"|^\s*\{:[^{}\n]{1,200}\}\s*$"
    r"|^(?:import|export) [^\n]{1,200} from\s{1,4}([\"'])[^\"'\n]{1,200}\1;?\s*$",
    re.IGNORECASE,
)
_SIGNS = ("{", "[", " from ", " TOC")


def without_templates(line: str, number: int, found: Collector) -> str:
    """A line of Markdown without them."""
    if not any(sign in line for sign in _SIGNS):
        return line
    for match in _TEMPLATE.finditer(line):
        found.drop(number, "template", match[0])
    return _TEMPLATE.sub("", line)
