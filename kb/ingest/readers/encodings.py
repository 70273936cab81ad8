"""Which characters do these bytes stand for? By their mark, by what they declare, else by what reads as words.

The last is our own: detectors made for whole web pages name the wrong one for every second text that is English but
for some quotation marks.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from kb.errors import CorpusError, ReadError
from kb.findings import Problem

_BOMS = (  # the longer first: UTF-32's begins like UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OTHER_FORMATS = (
    (b"PK\x03\x04", "a zip, Word or EPUB file"),
    (b"\xd0\xcf\x11\xe0", "an old Word file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"Rar!", "a RAR file"),
    (b"7z\xbc\xaf", "a 7-Zip file"),
    (b"%!PS", "a PostScript file"),
    (b"SQLite format 3", "a database"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
# '<meta charset="windows-1250">', '<?xml version="1.0" encoding="shift_jis"?>', "-*- coding: koi8-r -*-"
_DECLARED = re.compile(rb"(?:charset|encoding|coding)\s*[=:]\s*[\"']?\s*([A-Za-z][\w.:-]{2,30})")
_SAMPLE = 65_536
_LEGACY = (
    *("cp1252", "mac_roman", "cp437", "cp850", "cp1250", "iso8859_2", "cp1254"),
    *("cp1251", "koi8_r", "cp866", "cp1253"),
    *("cp932", "euc_jp", "gb18030", "big5", "cp949"),
)
"""Encodings from before Unicode; the usual one first, which is taken unless another explains clearly more."""
_CLEARLY = 0.1


def decode(data: bytes, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Bytes to text: by byte-order mark, UTF-8, the zeros of UTF-16 and UTF-32, what is declared, what reads best.

    Returns the text, the encoding's name and a problem a line that could not be read. Raises ReadError if binary.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, file)
    for start, name in _OTHER_FORMATS:
        if data.startswith(start):
            raise ReadError(
                f"{file} is {name}, which is not read yet: save it as plain text (.txt) or Markdown"
            )
    wide = _wide(data)
    if wide is None and _is_binary(data):
        raise ReadError(f"{file} is not a text (binary data): save it as plain text (.txt) or Markdown")
    return _decoded(data, wide or _narrow(data), file)


def decode_as(data: bytes, encoding: str, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Bytes as the encoding that a person names for them; raises CorpusError where there is none of that name."""
    try:
        name = codecs.lookup(encoding).name
        return _decoded(data.removeprefix(_bom(data)), name, file)
    except LookupError:
        raise CorpusError(
            f"{file}: there is no encoding {encoding!r}; there are utf-8, cp1252, cp1251, …"
        ) from None


def _bom(data: bytes) -> bytes:
    return next((mark for mark, _ in _BOMS if data.startswith(mark)), b"")


def _wide(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: blanks and line ends have zeros beside them, and all of it reads as text."""
    sample = data[:4096]
    if len(sample) < 4 or b"\0" not in sample:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > len(sample) * 0.35 and even < len(sample) * 0.05:
        return "utf-16-le"
    if even > len(sample) * 0.35 and odd < len(sample) * 0.05:
        return "utf-16-be"
    for encoding, unit in (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2)):
        words = sample[: len(sample) - len(sample) % unit].decode(encoding, "replace")
        readable = sum(character.isprintable() or character in "\t\r\n\f" for character in words)
        if readable > 0.98 * len(words) and re.search(r"[ \u3000\r\n]", words):
            return encoding
    return None


def _is_binary(data: bytes) -> bool:
    sample = data[:_SAMPLE]
    return len(_CONTROLS.findall(sample.decode("latin-1"))) > max(8, len(sample) // 50)


def _narrow(data: bytes) -> str:
    """UTF-8 unless most of the bytes beyond ASCII are no UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        broken = data.decode("utf-8", "replace").count("\ufffd") - data.count(b"\xef\xbf\xbd")
        beyond = sum(1 for character in data.decode("utf-8", "ignore") if character > "\x7f")
        return _declared(data) or _legacy(data) if broken > beyond else "utf-8"
    return "utf-8"


def _declared(data: bytes) -> str:
    """The encoding that a text names for itself, if it can be read so."""
    match = _DECLARED.search(data[:1024])
    if match is None:
        return ""
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
        b"x".decode(name)  # what is no encoding of texts, as zlib, is refused here
        name = "cp1252" if name in ("iso8859-1", "ascii") else name  # as web browsers do
        _strictly(data[:_SAMPLE], name)
    except (LookupError, UnicodeError, TypeError, ValueError):
        return ""
    return name


def _legacy(data: bytes) -> str:
    """The encoding in which the text reads best."""
    lines = b"\n".join(line for line in re.split(rb"[\r\n]+", data) if not line.isascii())[:_SAMPLE]
    scores: dict[str, float] = {}
    for encoding in _LEGACY:
        try:
            scores[encoding] = _plausible(_strictly(lines, encoding))
        except UnicodeDecodeError:
            continue
    best = max(scores, key=lambda encoding: scores[encoding], default="cp1252")
    usual = scores.get("cp1252", 0.0)
    many = sum(1 for byte in lines if byte > 127)
    return best if scores and scores[best] - usual > max(1.0, _CLEARLY * many) else "cp1252"


def _strictly(data: bytes, encoding: str) -> str:
    """Without errors, but for a last character that is cut off; of Windows-1252 with its few gaps."""
    if encoding == "cp1252":
        return data.decode(encoding, "replace")
    return codecs.getincrementaldecoder(encoding)().decode(data, final=False)


_ALPHABETS = (
    *("àâæçéèêëîïôœùûü", "äöüß", "áéíñóúü", "áâãàçéêíóôõú", "åäöøæé", "àèéìòù", "áéíóúýðþæö"),
    *("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž", "çğıöşüİ"),
)
"""The letters that one language adds to the Latin ones: a text is written in one."""
_COMMON = {
    "latin": frozenset(
        "áàâäãåéèêëíìîïóòôöõúùûüñçßøæœÁÀÂÄÅÉÈÊÍÎÓÔÖÚÜÑÇØÆŒąćęłńóśźżčďěňřšťůžőűĄĆĘŁŃŚŹŻČŘŠŽĎŮğışŞİĞ"
    ),
    "cyrillic": frozenset("оеаинтсрвлкмдпуяыьгзбчйхжшюОЕАИНТСРВЛКМДПУЯГЗБЧЖШ"),
    "greek": frozenset("αοιετσνηυρπκμλωςάέίόήύώ"),
    "east": frozenset(
        "的一是不了在有人我他这這个個们們中来來上大为為和国說说到以你可能會会出时時要就年生自对對行牌手玩家回合始"
        "从從用每抽打张張位次者"
        "이다는의을를에가한고로하은지기서사자시어나도아게리일수대인라그들"
    ),
}
_TYPESET = frozenset("“”‘’–—…•·«»©®™×°½¼¾€£§„‚›‹¡¿")
_ODD = frozenset("¬¤¦¨¯´¸¹²³ªº¥¢†‡ˆ˜‰ƒ¶◊ˇ˘˙˚˛˝")


def _plausible(words: str) -> float:
    """How much of what is beyond ASCII stands where it would stand in a text of one language."""
    around = pairwise(pairwise(f" {words} "))
    fitting = sum(_fits(one, two, three) for (one, two), (_, three) in around if two > "\x7f")
    letters = Counter(character for character in words.lower() if "\xdf" <= character <= "\u024f")
    return fitting + 0.7 * max(sum(letters[each] for each in alphabet) for alphabet in _ALPHABETS)


def _fits(before: str, here: str, after: str) -> float:
    """Whether one character reads well between its neighbours: 2 for the best of two bytes, below 0 for nonsense."""
    if here in _TYPESET:
        return 1.5 if here == "’" and before.isalpha() and after.isalpha() else _quoted(before, here, after)
    code = ord(here)
    rule = next((judge for first, last, judge in _BLOCKS if first <= code <= last), _other)
    return rule(before, here, after)


def _quoted(before: str, here: str, after: str) -> float:
    """Quotation marks open before words and close after them; dashes stand free or between words."""
    if here in "“‘„‚«¡¿":
        return 1.0 if not before.isalnum() else -1.0
    if here in "”’»":
        return 1.0 if not before.isspace() else -0.5
    return 0.5 if here not in "©®™×°½¼¾€£§" or not (before.isalpha() and after.isalpha()) else -1.0


def _latin(before: str, here: str, after: str) -> float:
    if not here.isalpha() or here in _ODD:
        return -1.0
    if here.isupper() and before.islower():
        return -2.0
    if before > "\x7f" and before.isalpha() and after > "\x7f" and after.isalpha():
        return -0.5  # no language writes three of them in a row
    beside = _is_latin(before) or _is_latin(after)
    return 0.3 if beside else 0.0


def _cyrillic(before: str, here: str, after: str) -> float:
    if _is_latin(before) or _is_latin(after) or (here.isupper() and before.islower()):
        return -1.5
    return 1.0 if here in _COMMON["cyrillic"] else 0.3


def _greek(before: str, here: str, after: str) -> float:
    if _is_latin(before) or _is_latin(after) or (here.isupper() and before.islower()):
        return -1.0
    return 1.0 if here in _COMMON["greek"] else 0.3


def _eastern(before: str, here: str, after: str) -> float:
    """A sign of two bytes; one that ate a letter of a Latin word stands beside Latin letters."""
    if before.isascii() and before.islower():
        return -3.0
    return 2.5 if here in _COMMON["east"] else 0.8


def _kana(before: str, here: str, after: str) -> float:
    return -3.0 if before.isascii() and before.islower() else 2.5


def _drawn(before: str, here: str, after: str) -> float:
    """Lines of boxes stand beside each other and beside blanks."""
    return -1.0 if before.isalnum() or after.isalnum() else 0.5


def _other(before: str, here: str, after: str) -> float:
    return -1.5


def _is_latin(character: str) -> bool:
    return character.isalpha() and character < "\u0250"


_BLOCKS: tuple[tuple[int, int, Callable[[str, str, str], float]], ...] = (
    (0x80, 0x9F, _other),  # controls
    (0xA0, 0xA0, lambda before, here, after: 0.3),  # a blank that does not break
    (0xA1, 0x24F, _latin),
    (0x384, 0x3CE, _greek),
    (0x400, 0x45F, _cyrillic),
    (0x2500, 0x25FF, _drawn),
    (0x3000, 0x303F, _kana),  # punctuation of the east
    (0x3041, 0x30FF, _kana),
    (0x4E00, 0x9FA5, _eastern),
    (0xAC00, 0xD7A3, _eastern),
    (0xFF01, 0xFF5E, _kana),
)


def _decoded(data: bytes, encoding: str, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    try:
        return data.decode(encoding), encoding, ()
    except UnicodeDecodeError:
        content = data.decode(encoding, "replace")
    problems = [
        Problem(
            code="broken-encoding",
            message=f"bytes that are not {encoding} became \ufffd",
            file=file,
            line=number,
            excerpt=line.strip()[:120],
            suggestion="correct the source's encoding and add it again",
        )
        for number, line in enumerate(_LINE_END.split(content), 1)
        if "\ufffd" in line
    ]
    return content, encoding, tuple(problems)
