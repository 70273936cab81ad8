"""Modules joined to small scripts: what they do stays, what is said of it in words goes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kb import shipped
from kb.errors import BuildError
from kb.site import scripts
from kb.site.modules import read
from kb.site.scripts import WISHES, Wish, once, small, small_scripts, whole_script

Put = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Writes modules into a folder."""

    def put(sources: Mapping[str, str]) -> Path:
        for name, source in sources.items():
            file = tmp_path / "js" / f"{name}.js"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source, "utf-8")
        return tmp_path / "js"

    return put


def run(folder: Path, scripts: Mapping[str, bytes], start: str) -> object:
    """What the script `start` gives to `tell`, run by Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on the PATH")
    folder.mkdir(exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    for name, content in scripts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    told = f"globalThis.tell = (it) => console.log(JSON.stringify(it)); await import('./{start}')"
    (folder / "run.js").write_text(told, "utf-8")
    done = subprocess.run([node, "run.js"], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


ODD = r"""// All that our scripts are written with, and what goes wrong easily.
import { size as low, Kept } from './low.js'

const size = 2 /* beside code */
const shown = { size, low: low(), [`k${size}`]: `a  ${ { size }.size + `(${low()})` }  // no remark` }
const take = ({ size, other: { deep = size } = {}, ...rest }, [first = 7] = []) => [size, deep, rest, first]
const name = 'of the module'
function status() { return typeof globalThis.name }
const lines = () => {
  const a = 1
  const b = a
  ;[3, 4].forEach((one) => { held.push(one + b) })
  return held
}
const held = []
const divide = (a, b) => a / b / 2
const signs = (a, b) => a + +b - -a
const walk = function* inner(n) { if (n) { yield n; yield* inner(n - 1) } }
class More extends Kept {
  #many = 3
  static of(n) { return new More(n) }
  get many() { return this.#many + super.many }
  set many(value) { this.#many = value }
}
label: for (const one of [1, 2]) { for (let size = 0; size < 3; size++) if (size === one) continue label
  else held.push(size) }
let caught
try { missing } catch ({ name }) { caught = name }
const quoted = 'it\'s // "here"', matched = 'a/b//c'.match(/[/]\/|b/gu)
const more = More.of(5)
more.many = 4
const { size: renamed, ['low']: also } = shown
switch (size) { case 2: { const low = 'inside'; held.push(low) } }
const maybe = shown?.none ?? { of: 1, async: 2, get: 3 }.of
const late = async () => {
  const { low: later } = await import('./late.js')
  const { twice } = await import('./other.js')
  return later + await twice(1)
}
const kind = (n) => {
  if (n < 0) return { sign: 'below' }
  // beside the point
  if (n === 0) { return (0, 'none') }
  if ([1, 2,].includes(n)) return (one) => n + one
  return n > 9 ? 'many' : 'some'
}
const far = (n, deep = () => n) => { const far = n + 1; const near = far + deep(); return { far, near } }
const nested = (n) => {
  if (n > 1) { if (n > 2) { held.push('deep') } } else { held.push('shallow') }
  if (n) for (const one of [n]) held.push(one)
  else { let n = 5; held.push(n) }
  if (n === 4) { return 'four' }
  for (const one of [n]) { const n = one * 2; held.push(n) }
}
nested(0); nested(2); nested(3)
const caughtAgain = () => { try { missing } catch (error) { const name = error.name; return { name } } }
globalThis.tell([[-1, 0, 5, 10].map((n) => kind(n)), kind(1)(1), far(3), nested(4), caughtAgain(),
  shown, take({ size: 1, x: 2 }), take({ size: 1, other: { deep: 4 } }, [9]), name, status(), lines(),
  divide(8, 2), signs(1, 2), [...walk(3)], more.many, caught, quoted, matched, renamed, also, maybe, await late()])
"""
MODULES = {
    "odd": ODD,
    "low": "/** Why. */\nconst SIZE = 1\nexport const size = () => SIZE\n"
    "export class Kept {\n  get many() { return 10 }\n}\n",
    "late": "import { size } from './low.js'\n\nexport const low = size() + 40\n",
    "other": "import { Kept } from './low.js'\n\nexport async function twice(n) { return 2 * n + new Kept().many }\n"
    "export const unused = 1\n",
}
TOGETHER = {"odd": Wish(("odd",))}
APART = {"base": Wish(("low",)), "deep/other": Wish(("other",), ("base",)), "odd": Wish(("odd",), ("base",))}


@pytest.mark.parametrize("wishes", [TOGETHER, APART])
def test_what_scripts_do_stays(put: Put, tmp_path: Path, wishes: Mapping[str, Wish]) -> None:
    folder = put(MODULES)
    before = run(folder, {}, "odd.js")
    made = small_scripts(folder, wishes)
    assert set(made) == {f"{path}.js" for path in wishes}
    assert run(tmp_path / "small", made, "odd.js") == before


def test_names_are_short_and_remarks_gone(put: Put) -> None:
    script = small_scripts(put(MODULES), TOGETHER)["odd.js"].decode()
    assert not re.search(
        r"remark\b(?!`)|Why|beside|divide|signs|caught|walk", script.replace("// no remark", "")
    )
    assert "// no remark" in script
    assert len(script) < 0.7 * sum(map(len, MODULES.values()))


def test_what_browsers_know_keeps_its_name() -> None:
    module = read(b"const draw = (name) => { document.title = name; return (document) => document + draw }\n")
    assert module.free == {"document"}
    assert small(b"const a1 = [1]\nhistory.go(a1, VERSION)\n") == b"let u=[1]\nhistory.go(u,VERSION)\n"


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("const a = (one) => { if (one) return 1\n return { one } }", "let u=e=>e?1:{one:e}"),
        ("const a = (one, other) => { return { one } }", "let u=(e,t)=>({one:e})"),
        ("const a = 1\nconst b = [a, 2,]", "let u=[1,2]"),
        ("if (go) { one() } else { other() }", "if(go)one()\nelse other()"),
        ("if (go) { if (on) one() } else other()", "if(go){on&&one()}else other()"),
        ("if (go) { let one = 1 }", "if(go){let e=1}"),
        ("go((one) => one, (one) => go((other) => other))", "go(e=>e,e=>go(e=>e))"),
        ("go((one) => go((other) => one + other))", "go(e=>go(t=>e+t))"),
        ("go((one) => { const other = 1; go(other) })", "go(e=>{let t=1\ngo(t)})"),
        ("try { go() } catch (one) { const other = 1; go(other) }", "try{go()}catch(e){let t=1\ngo(t)}"),
    ],
)
def test_what_says_the_same_with_fewer_letters(source: str, made: str) -> None:
    assert small(source.encode()).decode().rstrip().replace(";", "\n") == made


def test_a_script_that_two_others_take_from_gives_each_the_same(put: Put) -> None:
    made = small_scripts(put(MODULES), APART)
    given = set(re.findall(rb"[\w$]+", made["base.js"].rpartition(b"export{")[2]))
    taken = [re.match(rb"import\{([^}]*)\}from'(\S+)'", made[name]) for name in ("odd.js", "deep/other.js")]
    assert all(one is not None and set(one[1].split(b",")) <= given for one in taken)
    assert [one[2] for one in taken if one] == [b"./base.js", b"../base.js"]
    assert b"import('./deep/other.js')" in made["odd.js"]
    assert b" as twice" in made["deep/other.js"]


@pytest.mark.parametrize(
    "source",
    [
        "import x from './low.js'\n",
        "import * as x from './low.js'\n",
        "import { none } from './low.js'\n",
        "export default 1\n",
        "const a = {\n",
        "const a = () => import(location.hash)\n",
    ],
)
def test_what_cannot_be_joined_is_refused(put: Put, source: str) -> None:
    with pytest.raises(BuildError, match=r"odd\.js"):
        small_scripts(put({**MODULES, "odd": source}), TOGETHER)


def test_what_no_page_loads_of_a_site_is_left_out(put: Put) -> None:
    whole = small_scripts(put(MODULES), TOGETHER)["odd.js"].decode()
    cut = small_scripts(put(MODULES), TOGETHER, {"late"})["odd.js"].decode()
    assert "+40" in whole and "+40" not in cut
    assert cut.count("Promise.reject()") == 1 and cut.count("Promise.resolve({") == 1


def test_only_what_is_done_is_held(put: Put) -> None:
    script = small_scripts(
        put(
            {
                "odd": "import { a } from './low.js'\ntell(a)\n",
                "low": "export const a = () => 'kept'\n"
                "const c = () => 'never said'\nexport const b = () => c()\nconst d = tell('done')\n",
            }
        ),
        TOGETHER,
    )["odd.js"].decode()
    assert "kept" in script and "done" in script and "never" not in script


@pytest.mark.parametrize("flags", ["g", "y"])
def test_a_pattern_that_goes_on_keeps_its_name(flags: str) -> None:
    asked = small(f"const WORD = /a/{flags}\nwhile (WORD.test(text)) go()\n".encode())
    assert asked.startswith(b"let ")
    assert small(b"const WORD = /a/g\ngo(text.replace(WORD, ''))\n") == b"go(text.replace(/a/g,''))\n"


def test_a_module_that_tells_where_it_is_stays_there(put: Put) -> None:
    folder = put(
        {
            "odd": "import { at } from './deep/low.js'\ntell(at)\n",
            "deep/low": "export const at = import.meta.url\n",
        }
    )
    with pytest.raises(BuildError, match="would be elsewhere"):
        small_scripts(folder, TOGETHER)


@pytest.mark.parametrize("source", ['tell("</script>")\n', "const a = import.meta.url\n", "tell('<!--')\n"])
def test_what_a_page_cannot_hold_is_refused(put: Put, source: str) -> None:
    with pytest.raises(BuildError, match="cannot be put into a page"):
        whole_script(put({"odd": source}), "odd")


def test_a_page_that_loads_nothing_has_what_is_wanted_later(put: Put) -> None:
    script = whole_script(put(MODULES), "odd")
    assert "import(" not in script
    assert script.count("Promise.resolve({") == 2


def test_every_script_of_ours_begins_with_what_there_is() -> None:
    folder = shipped.templates() / "js"
    assert all((folder / f"{start}.js").is_file() for wish in WISHES.values() for start in wish.starts)
    assert set(small_scripts(folder)) == {f"{path}.js" for path in WISHES}


def test_what_follows_a_condition_on_its_line_is_a_statement_of_its_own() -> None:
    assert (
        small(b"globalThis.f = (a) => { if (a) b(a); return 3 }\n")
        == b"globalThis.f=e=>{e&&b(e)\nreturn 3}\n"
    )


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))


def test_scripts_are_made_once_as_long_as_they_stand(put: Put, own_cache: None) -> None:
    made: list[str] = []

    def make(folder: Path, name: str) -> str:
        made.append(name)
        return (folder / f"{name}.js").read_text()

    folder = put({"one": "const a = 1"})
    assert once(make, folder, "one") == once(make, folder, "one") == "const a = 1"
    (folder / "one.js").write_text("const a = 1000")
    assert once(make, folder, "one") == "const a = 1000"
    assert made == ["one", "one"]


def test_scripts_are_made_once_for_all_processes(put: Put, own_cache: None) -> None:
    asked: list[Path] = []

    def make(folder: Path, told: str) -> dict[str, str]:
        asked.append(folder)
        return {"odd.js": told}

    folder = put({"odd": "tell(1)\n"})
    for _ in range(2):
        assert once(make, folder, "a") == {"odd.js": "a"}
        scripts._once.cache_clear()  # as in another process
    assert len(asked) == 1
    assert once(make, folder, "b") == {"odd.js": "b"}
    put({"odd": "tell(2)\n"})
    assert once(make, folder, "a") == {"odd.js": "a"}
    assert len(asked) == 3
