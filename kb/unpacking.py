"""What is in this zip? Unpacked into a scratch folder, with bounds on everything that a hostile one could exceed."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from kb.errors import ReadError

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
LARGEST = 64 * 1024 * 1024
"""Bytes, of the zip and of all that is in it."""
MOST = 5_000
"""Files; the longest rule text known to us has 229 pages."""
_LARGEST_LIST = 4 * 1024 * 1024
_DENSEST = 200
"""Times its packed size; a text packs into a tenth or, full of tables, into a fiftieth."""
_SMALL = 1024 * 1024
_CHUNK = 1024 * 1024
_END, _END_SIZE, _LONGEST_REMARK = b"PK\x05\x06", 22, 65_535
_LOCATOR, _LOCATOR_SIZE = b"PK\x06\x07", 20
# "C:\\rules", "a\\..\\b", "rules\x00.txt"
_FOREIGN = re.compile(r"[\\\x00-\x1f\x7f]|^[A-Za-z]:")
_OTHER_KINDS = {
    "word/document.xml": "a Word file",
    "xl/workbook.xml": "an Excel file",
    "META-INF/container.xml": "an EPUB file",
    "content.xml": "an OpenDocument file",
}
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, struct.error, OverflowError)


def is_zip(path: Path) -> bool:
    """Whether a file begins as zips do, whatever it is called."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) in SIGNATURES


def unpack(path: Path, folder: Path) -> None:
    """Put the files of a zip into a folder; raises ReadError with one clear line, and then nothing of it is used."""
    if path.stat().st_size > LARGEST:
        raise ReadError(f"{path} is larger than {LARGEST >> 20} MB: unpack it and add its folders one by one")
    _refuse_long_lists(path)
    try:
        with zipfile.ZipFile(path) as packed:
            files = [info for info in packed.infolist() if not info.is_dir()]
            _refuse_bad_lists(path, files)
            _unpack_all(path, packed, files, folder)
    except NotImplementedError:
        raise ReadError(f"{path} is packed in a way that is not read: unpack it and add the folder") from None
    except _DAMAGE as error:
        raise ReadError(f"{path} is a damaged zip ({_told(error)}): fetch it again") from None


def _refuse_long_lists(path: Path) -> None:
    """The end of a zip says how long the list of its files is, which is read before anything can be counted."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _END_SIZE - _LONGEST_REMARK - _LOCATOR_SIZE))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_SIZE:
        raise ReadError(f"{path} is a damaged zip (the list of its files is missing): fetch it again")
    count, size = struct.unpack_from("<HI", tail, at + 10)
    is_huge = tail[max(0, at - _LOCATOR_SIZE) : at].startswith(_LOCATOR)
    if is_huge or count > MOST or size > _LARGEST_LIST:
        raise ReadError(f"{path} holds more than {MOST:,} files: unpack it and add its folders one by one")


def _refuse_bad_lists(path: Path, files: Sequence[zipfile.ZipInfo]) -> None:
    if not files:
        raise ReadError(f"{path} is a zip without any files")
    names = {info.filename for info in files}
    for name, kind in _OTHER_KINDS.items():
        if name in names:
            raise ReadError(
                f"{path} is {kind}, which is not read: save it as PDF, or convert it with `pandoc` to Markdown"
            )
    for info in files:
        if not _is_inside(info):
            name = ascii(info.filename)[:80]
            raise ReadError(f"{path} names a file outside its own folder ({name}): nothing of it was taken")
        if info.file_size > _SMALL and info.file_size > _DENSEST * max(info.compress_size, 1):
            raise ReadError(
                f"{path} holds a file that is packed too densely to be a text: nothing of it was taken"
            )
    if len(files) > MOST:
        raise ReadError(f"{path} holds more than {MOST:,} files: unpack it and add its folders one by one")
    if sum(info.file_size for info in files) > LARGEST:
        raise ReadError(
            f"{path} holds more than {LARGEST >> 20} MB: unpack it and add its folders one by one"
        )
    if any(info.flag_bits & 1 for info in files):
        raise ReadError(f"{path} is encrypted: unpack it with its password and add the folder")


def _is_inside(info: zipfile.ZipInfo) -> bool:
    """Whether a name stays below the folder that it is unpacked to, on every system."""
    name = PurePosixPath(info.filename)
    return not (
        _FOREIGN.search(info.orig_filename)
        or name.is_absolute()
        or ".." in name.parts
        or not name.parts
        or any(len(part.encode("utf-8", "surrogateescape")) > 250 for part in name.parts)
    )


def _unpack_all(path: Path, packed: zipfile.ZipFile, files: Sequence[zipfile.ZipInfo], folder: Path) -> None:
    left = LARGEST
    for info in files:
        place = folder / info.filename
        if place.exists() or _is_link(info):
            continue  # the same name again; what only points elsewhere
        place.parent.mkdir(parents=True, exist_ok=True)
        with packed.open(info) as source, place.open("wb") as target:
            while chunk := source.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise ReadError(f"{path} unpacks to more than it says: nothing of it was taken")
                target.write(chunk)


def _is_link(info: zipfile.ZipInfo) -> bool:
    return info.external_attr >> 28 == 0xA  # S_IFLNK of the file mode that Unix puts there


def _told(error: Exception) -> str:
    said = error.strerror or "" if isinstance(error, OSError) else str(error)  # not where it was unpacked
    return " ".join(said.split())[:100] or "it ends too early"
