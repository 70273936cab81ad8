"""How long does the page "Link my post" take? `python tests/bench/cite_browser.py BUILD`: the posts of cite_speed.py.

Runs the page's scripts in Node on the files of the build's site; prints seconds, of hostile posts for half of it and
for all of it, so that a square shows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cite_speed import HOSTILE, long_thread

from kb.site.translating import write_scripts

SCRIPT = Path(__file__).parents[1] / "js" / "post_build.mjs"


def main() -> None:
    """Print the table."""
    thread = long_thread()
    jobs = [("link", thread, {}), ("link", thread, {"terms": True}), ("verify", thread, {})]
    rows = ["link", "link --terms", "verify"]
    for name, post in HOSTILE.items():
        for source in ("markdown", "bbcode"):
            for act in ("link", "verify"):
                jobs += [(act, part, {"source": source}) for part in (post[: len(post) // 2], post)]
                rows += ["", f"{name:<24}{source:<9} {act:<7}"]
    asked = json.dumps(jobs).encode()
    with TemporaryDirectory() as folder:
        write_scripts(Path(folder))
        done = subprocess.run(
            ["node", SCRIPT, Path(sys.argv[1]) / "site"],
            input=asked,
            stdout=subprocess.PIPE,
            check=True,
            env={**os.environ, "KB_SCRIPTS": folder},
        )
    seconds = json.loads(done.stdout)
    for number, row in enumerate(rows):
        if number < 3:
            print(f"{row:<24}{len(thread):>10} characters {seconds[number]:6.2f} s")
        elif row and (seconds[number] > 0.7 or "-v" in sys.argv):
            print(f"{row} {seconds[number - 1]:6.2f} s for half, {seconds[number]:6.2f} s for all")


if __name__ == "__main__":
    main()
