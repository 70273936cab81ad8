"""Numbers of divisions that a text joins when it cites them: article 8 of section 24 of rule 4 is `Rule 4-24-8`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from kb.ingest.document import Stretch

# "Rule 4-24-8", "(see 4.24.8)"
_CITED = re.compile(r"(?<![\w.–-])\d{1,3}(?:([.-])\d{1,3})(?:\1\d{1,3}){0,3}(?![\w–-]|\.\d)")
_FEWEST = 2
"""So many divisions must be cited like that."""


def joined_numbers(stretches: Sequence[Stretch], paths: Mapping[int, tuple[str, ...]]) -> Mapping[int, str]:
    """The joined number of each division in another, by its stretch; none where the text cites few like that."""
    inner = {path for path in paths.values() if len(path) > 1}
    deepest = max((len(path) for path in inner), default=0)
    if not inner:
        return {}
    cited = {
        (match[1], path)
        for stretch in stretches
        for match in _CITED.finditer(stretch.text)
        if (path := tuple(match[0].split(match[1]))) in inner
    }
    signs = Counter(sign for sign, _ in cited)
    if len(cited) < _FEWEST or not any(len(path) == deepest for _, path in cited):
        return {}
    sign = signs.most_common(1)[0][0]
    return {index: sign.join(path) for index, path in paths.items() if len(path) > 1}
