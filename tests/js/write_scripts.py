"""Writes the scripts of the site as modules, those out of Python too: `python tests/js/write_scripts.py FOLDER`."""

import sys
from pathlib import Path

from kb.site.translating import write_scripts

write_scripts(Path(sys.argv[1]))
