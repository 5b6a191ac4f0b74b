# ruff: noqa: E501 - rows of tables are as long as they are
"""Where the paths that a model gives can lead: ways that must be found, and guards that must be believed."""

import pytest

from lma_forge.diagnostics import Diagnostic
from lma_forge.rules.toolmodule import LintSettings
from tests.rules.examples import findings
from tests.test_fixing import mend

IMPORTS = """\
import glob, io, json, os, re, shutil, sqlite3, subprocess, tarfile, zipfile
import os.path as osp
from pathlib import Path
import pandas as pd
"""
PATH_CODES = {"LCP501", "LCP505", "LCP506", "LCP507", "LCP508", "LCP509", "LCP516"}
INSIDE = """
def _inside(name):
    root = Path.cwd().resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root):
        raise PermissionError(name)
    return path
"""


def tool(body: str, parameters: str = "name: str", before: str = "") -> str:
    """A module with one tool of that body."""
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return f'{IMPORTS}{before}\ndef tool_x({parameters}) -> dict:\n    """Does it."""\n{lines}\n'


def found(source: str, settings: LintSettings | None = None) -> list[Diagnostic]:
    return [one for one in findings(source, "x.py", settings) if one.code in PATH_CODES]


def codes(source: str) -> list[str]:
    return sorted({one.code for one in found(source)})


READ = "return {'success': True, 'output': p.read_text()}"
WRONG = {
    "an f-string": "return {'output': open(f'notes/{name}.txt').read()}",
    "percent": "return {'output': open('notes/%s' % name).read()}",
    "format": "return {'output': open('notes/{}'.format(name)).read()}",
    "join of text": "return {'output': open('/'.join(['notes', name])).read()}",
    "os.path.join": "return {'output': open(os.path.join('notes', name)).read()}",
    "an alias of os.path": "return {'output': open(osp.join('notes', name)).read()}",
    "an alias of open": "reader = open\nreturn {'output': reader(name).read()}",
    "a conditional": "p = Path(name) if name else Path('x')\n" + READ,
    "a walrus": "if (p := Path(name)).exists():\n    " + READ,
    "unpacking": "p, q = Path(name), 1\n" + READ,
    "nested unpacking": "(p, q), r = (Path(name), 1), 2\n" + READ,
    "augmented": "p = 'notes/'\np += name\nreturn {'output': open(p).read()}",
    "a list": "parts = []\nparts.append(name)\nreturn {'output': open(parts[0]).read()}",
    "a dict": "job = {'path': name, 'mode': 'r'}\nreturn {'output': open(job['path']).read()}",
    "a dict that is filled": "job = {}\njob['path'] = name\nreturn {'output': open(job['path']).read()}",
    "a comprehension": "return {'output': [open(one).read() for one in [name]]}",
    "a loop": "out = ''\nfor one in name.split(','):\n    out += Path(one).read_text()\nreturn {'output': out}",
    "what a loop leaves": "for one in [name]:\n    last = one\nos.remove(last)\nreturn {}",
    "what an inner loop leaves": "for a in [name]:\n    for b in [a]:\n        last = b\n    os.remove(last)\nreturn {}",
    "enumerate": "for i, one in enumerate([name]):\n    os.remove(one)\nreturn {}",
    "zip": "for a, b in zip([name], ['x']):\n    os.remove(a)\nreturn {}",
    "a carried value": "p = Path('.')\nfor part in ['a', 'b']:\n    last = p\n    p = Path(name)\n    last.touch()\nreturn {}",
    "with": "with open(name) as f:\n    return {'output': f.read()}",
    "joinpath": "p = Path('notes').joinpath(name)\n" + READ,
    "resolve alone": "p = Path(name).resolve()\n" + READ,
    "a parent": "Path(name).parent.mkdir()\nreturn {}",
    "with_suffix": "p = Path(name).with_suffix('.txt')\n" + READ,
    "with exists": "p = Path(name)\nif not p.exists():\n    return {}\n" + READ,
    "not a known extension": "p = Path(name)\nif p.suffix not in ('.txt', '.md'):\n    return {}\n" + READ,
    "shutil": "shutil.copy('x', name)\nreturn {}",
    "sqlite": "sqlite3.connect(name)\nreturn {}",
    "pandas": "return {'output': str(pd.read_csv(name))}",
    "writing a table": "pd.DataFrame().to_csv(name)\nreturn {}",
    "cwd of a child": "subprocess.run(['ls'], cwd=name)\nreturn {}",
    "a program on a path": "p = Path(name)\nsubprocess.run(['cat', str(p)])\nreturn {}",
    "JSON": "plan = json.loads(name)\nos.remove(plan['file'])\nreturn {}",
    "a lambda": "f = lambda n: open(n).read()\nreturn {'output': f(name)}",
    "map": "return {'output': list(map(lambda n: open(n).read(), [name]))}",
    "a match that captures": "match name:\n    case '':\n        return {}\n    case other:\n        os.remove(other)\nreturn {}",
    "a finally": "try:\n    pass\nfinally:\n    os.remove(name)\nreturn {}",
    "a guard in one branch only": "p = Path(name).resolve()\nif name.startswith('x'):\n    if not p.is_relative_to(Path.cwd()):\n        return {}\n" + READ,
    "a guard after the fact": "p = Path(name).resolve()\np.unlink()\nif not p.is_relative_to(Path.cwd()):\n    return {}\nreturn {}",
    "a guard that only logs": "p = Path(name).resolve()\nif not p.is_relative_to(Path.cwd()):\n    print('outside')\n" + READ,
    "or of a guard": "p = Path(name).resolve()\nif not p.is_relative_to(Path.cwd()) and name:\n    pass\n" + READ,
    "membership in its own list": "if name not in [name]:\n    return {}\nos.remove(name)\nreturn {}",
    "a pattern with a slash": "if not re.fullmatch(r'[\\w/.]+', name):\n    return {}\nos.remove(name)\nreturn {}",
    "a pattern without an end": "if not re.match(r'\\w+', name):\n    return {}\nos.remove(name)\nreturn {}",
    "isascii": "if not name.isascii():\n    return {}\nos.remove(name)\nreturn {}",
    "a dot kept by sub": "os.remove(re.sub(r'[^\\w/.]', '', name))\nreturn {}",
    "a parent that climbs": "p = Path('notes') / name / '..'\np.mkdir()\nreturn {}",
    "a glob in a folder": "return {'output': [x.read_text() for x in Path(name).glob('*.txt')]}",
    "os.walk": "return {'output': [f for _, _, f in os.walk(name)]}",
    "zip of a folder": "shutil.make_archive('out', 'zip', name)\nreturn {}",
    "an unknown name of a method": "p = Path(name)\nwith p.open() as f:\n    return {'output': f.read()}",
    "a try that loses the guard": "p = Path(name).resolve()\ntry:\n    p.relative_to(Path.cwd())\nexcept ValueError:\n    name = name.strip()\n" + READ,
    "getattr": "return {'output': getattr(Path(name), 'read_text')()}",
}  # fmt: skip


@pytest.mark.parametrize("case", [case for case in WRONG if case != "getattr"])
def test_ways_without_a_guard_are_found(case: str):
    assert codes(tool(WRONG[case])) == ["LCP501"], WRONG[case]


SAFE = {
    "the last part": "p = Path('notes') / Path(name).name\n" + READ,
    "basename": "return {'output': open(os.path.join('notes', os.path.basename(name))).read()}",
    "a stem": "p = Path('notes') / f'{Path(name).stem}.txt'\n" + READ,
    "the last of split": "return {'output': open('notes/' + name.split('/')[-1]).read()}",
    "rpartition": "return {'output': open('notes/' + name.rpartition('/')[2]).read()}",
    "a number": "return {'output': open(f'notes/{int(name)}.txt').read()}",
    "a digest": "import hashlib\nreturn {'output': open(hashlib.sha256(name.encode()).hexdigest()).read()}",
    "a whitelist by sub": "return {'output': open(re.sub(r'[^A-Za-z0-9_-]', '_', name)).read()}",
    "a whitelist by join": "n = ''.join(c for c in name if c.isalnum() or c in '-_')\nreturn {'output': open(n).read()}",
    "a whitelist by a list": "n = ''.join([c if c.isalnum() else '_' for c in name])\nreturn {'output': open(n).read()}",
    "a pattern": "if not re.fullmatch(r'[\\w-]+', name):\n    return {}\nreturn {'output': open(name).read()}",
    "a pattern with ends": "if not re.match(r'^[\\w.-]+$', name):\n    return {}\nreturn {'output': open(name).read()}",
    "isidentifier": "if not name.isidentifier():\n    return {}\nreturn {'output': open(name).read()}",
    "all": "if not all(c.isalnum() for c in name):\n    return {}\nreturn {'output': open(name).read()}",
    "a fixed set": "if name not in ('a.txt', 'b.txt'):\n    return {}\nreturn {'output': open(name).read()}",
    "a fixed set, the other way": "if name in {'a.txt', 'b.txt'}:\n    return {'output': open(name).read()}\nreturn {}",
    "what is there": "if name not in os.listdir('.'):\n    return {}\nreturn {'output': open(name).read()}",
    "a table": "files = {'a': 'a.txt'}\nreturn {'output': open(files[name]).read()}",
    "a table with get": "files = {'a': 'a.txt'}\nreturn {'output': open(files.get(name, 'b.txt')).read()}",
    "equality": "if name == 'a.txt':\n    return {'output': open(name).read()}\nreturn {}",
    "a match": "match name:\n    case 'a.txt' | 'b.txt':\n        os.remove(name)\nreturn {}",
    "no separators": "if '/' in name or '\\\\' in name:\n    return {}\nreturn {'output': open(name).read()}",
    "no separators by any": "if any(s in name for s in ('/', '\\\\', '..')):\n    return {}\nreturn {'output': open(name).read()}",
    "its own last part": "if Path(name).name != name:\n    return {}\nreturn {'output': open(name).read()}",
    "its own basename": "if os.path.basename(name) != name:\n    return {}\nreturn {'output': open(name).read()}",
    "replaced separators": "return {'output': open(name.replace('/', '_').replace('\\\\', '_')).read()}",
    "is_relative_to": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif not p.is_relative_to(root):\n    return {}\n" + READ,
    "is_relative_to, positive": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif p.is_relative_to(root):\n    " + READ + "\nreturn {}",
    "relative_to": "root = Path.cwd().resolve()\np = (root / name).resolve()\ntry:\n    p.relative_to(root)\nexcept ValueError:\n    return {}\n" + READ,
    "relative_to that raises": "root = Path.cwd().resolve()\np = (root / name).resolve()\np.relative_to(root)\n" + READ,
    "parents": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif root != p and root not in p.parents:\n    return {}\n" + READ,
    "commonpath": "root = os.path.realpath('.')\np = os.path.realpath(os.path.join(root, name))\nif os.path.commonpath([root, p]) != root:\n    return {}\nreturn {'output': open(p).read()}",
    "startswith with a separator": "root = os.path.realpath('.')\np = os.path.realpath(os.path.join(root, name))\nif not p.startswith(root + os.sep):\n    return {}\nreturn {'output': open(p).read()}",
    "startswith with a separator or equal": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif p != root and not str(p).startswith(f'{root}/'):\n    return {}\n" + READ,
    "relpath": "root = os.path.realpath('.')\np = os.path.realpath(name)\nif os.path.relpath(p, root).startswith('..'):\n    return {}\nreturn {'output': open(p).read()}",
    "a direct child": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif p.parent != root:\n    return {}\n" + READ,
    "assert": "root = Path.cwd().resolve()\np = (root / name).resolve()\nassert p.is_relative_to(root)\n" + READ,
    "raise": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif not p.is_relative_to(root):\n    raise ValueError(name)\n" + READ,
    "a remembered test": "root = Path.cwd().resolve()\np = (root / name).resolve()\nok = p.is_relative_to(root)\nif not ok:\n    return {}\n" + READ,
    "a loop with continue": "root = Path.cwd().resolve()\nout = []\nfor one in name.split(','):\n    p = (root / one).resolve()\n    if not p.is_relative_to(root):\n        continue\n    out.append(p.read_text())\nreturn {'output': out}",
    "a conditional expression": "root = Path.cwd().resolve()\np = (root / name).resolve()\np = p if p.is_relative_to(root) else root / 'x.txt'\n" + READ,
    "and": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif p.is_file() and p.is_relative_to(root):\n    " + READ + "\nreturn {}",
    "the text after the guard": "root = Path.cwd().resolve()\np = (root / name).resolve()\nif not p.is_relative_to(root):\n    return {}\nreturn {'output': open(name).read()}",
    "fnmatch": "from fnmatch import fnmatch\nreturn {'output': [x.name for x in Path('.').rglob('*') if fnmatch(x.name, name)]}",
    "a buffer": "return {'output': str(pd.read_csv(io.StringIO(name)))}",
    "content only": "Path('out.txt').write_text(name)\nreturn {}",
    "a mode": "with open('out.txt', 'w', encoding=name) as f:\n    f.write(name)\nreturn {}",
    "a query": "sqlite3.connect('x.db').execute('SELECT ?', (name,))\nreturn {}",
    "an argument of a program": "subprocess.run(['git', 'commit', '-m', name])\nreturn {}",
    "replace of text": "return {'output': name.replace('a', 'b')}",
    "an address": "import requests\nif not name.startswith('https://'):\n    return {}\nreturn {'output': requests.get(name, timeout=9).text}",
    "only asked": "return {'output': str(Path(name).exists())}",
    "only taken apart": "p = Path(name)\nreturn {'output': [p.suffix, p.parent.name]}",
    "a name made of time": "import time\nopen(f'{int(time.time())}.log', 'w').write(name)\nreturn {}",
    "uuid": "import uuid\nopen(f'{uuid.UUID(name)}.log').read()\nreturn {}",
    "the length": "open(f'{len(name)}.log').read()\nreturn {}",
    "a truth": "open('a.log' if name else 'b.log').read()\nreturn {}",
    "a loop variable of its own": "for one in ['a', 'b']:\n    open(one).read()\nreturn {'output': name}",
    "a dict that holds more": "job = {'path': 'a.txt', 'text': name}\nreturn {'output': open(job['path']).read() + job['text']}",
    "a tuple that holds more": "a, b = 'a.txt', name\nreturn {'output': open(a).read() + b}",
    "rebound": "name = 'a.txt'\nreturn {'output': open(name).read()}",
}  # fmt: skip


@pytest.mark.parametrize("case", SAFE)
def test_guards_are_believed(case: str):
    assert codes(tool(SAFE[case])) == [], SAFE[case]


WEAK = {
    "startswith": ("LCP505", "root = Path.cwd().resolve()\np = (root / name).resolve()\nif not str(p).startswith(str(root)):\n    return {}\n" + READ),
    "startswith of realpath": ("LCP505", "root = os.path.realpath('.')\np = os.path.realpath(name)\nif not p.startswith(root):\n    return {}\nreturn {'output': open(p).read()}"),
    "dots": ("LCP505", "if '..' in name:\n    return {}\nreturn {'output': open(name).read()}"),
    "dots in parts": ("LCP505", "if '..' in Path(name).parts:\n    return {}\nreturn {'output': open(name).read()}"),
    "absolute only": ("LCP505", "if os.path.isabs(name):\n    return {}\nreturn {'output': open(name).read()}"),
    "leading slash": ("LCP505", "if name.startswith('/'):\n    return {}\nreturn {'output': open(name).read()}"),
    "lstrip": ("LCP505", "return {'output': open(name.lstrip('/')).read()}"),
    "lstrip of dots": ("LCP505", "p = Path('notes') / name.lstrip('./')\n" + READ),
    "replace of dots": ("LCP505", "return {'output': open(name.replace('..', '')).read()}"),
    "normpath": ("LCP505", "return {'output': open(os.path.normpath(name)).read()}"),
    "commonprefix": ("LCP505", "root = os.path.realpath('.')\np = os.path.realpath(name)\nif os.path.commonprefix([root, p]) != root:\n    return {}\nreturn {'output': open(p).read()}"),
    "a prefix with a slash": ("LCP505", "if not name.startswith('notes/'):\n    return {}\nreturn {'output': open(name).read()}"),
    "no resolve": ("LCP507", "root = Path.cwd()\np = root / name\nif not p.is_relative_to(root):\n    return {}\n" + READ),
    "no resolve with relative_to": ("LCP507", "root = Path.cwd()\np = root / name\ntry:\n    p.relative_to(root)\nexcept ValueError:\n    return {}\n" + READ),
    "absolute is no resolve": ("LCP507", "root = Path.cwd()\np = (root / name).absolute()\nif not p.is_relative_to(root):\n    return {}\n" + READ),
    "abspath and commonpath": ("LCP507", "root = os.path.abspath('.')\np = os.path.abspath(os.path.join(root, name))\nif os.path.commonpath([root, p]) != root:\n    return {}\nreturn {'output': open(p).read()}"),
    "a relative root": ("LCP507", "root = Path('notes')\np = (root / name).resolve()\nif not p.is_relative_to(root):\n    return {}\n" + READ),
    "a guard passed over": ("LCP506", "root = Path.cwd().resolve()\np = (root / name).resolve()\ntry:\n    p.relative_to(root)\nexcept ValueError:\n    pass\n" + READ),
    "a pattern of a glob": ("LCP509", "return {'output': [x.name for x in Path('.').glob(name)]}"),
    "a pattern of glob.glob": ("LCP509", "return {'output': glob.glob(name)}"),
    "rglob": ("LCP509", "return {'output': [x.name for x in Path('.').rglob(f'*{name}*')]}"),
    "neither absolute nor dots": ("LCP516", "if '..' in Path(name).parts or Path(name).is_absolute():\n    return {}\nreturn {'output': open(name).read()}"),
    "an unknown function": ("LCP516", "from elsewhere import where\nreturn {'output': open(where(name)).read()}"),
    "parts put together again": ("LCP516", "n = '/'.join(s for s in name.strip('/').split('/') if s not in ('.', '..'))\nreturn {'output': open(n).read()}"),
}  # fmt: skip


@pytest.mark.parametrize("case", WEAK)
def test_guards_that_do_not_hold_have_rules_of_their_own(case: str):
    code, body = WEAK[case]
    assert codes(tool(body)) == [code], body


HELPERS = {
    "a helper": ("def _read(f):\n    return open(f).read()\n", "return {'output': _read(name)}", ["LCP501"]),
    "two helpers deep": ("def _a(f):\n    return _b(f)\ndef _b(f):\n    return open(f).read()\n", "return {'output': _a(name)}", ["LCP501"]),
    "a helper that makes the path": ("def _where(f):\n    return Path('notes') / f\n", "return {'output': _where(name).read_text()}", ["LCP501"]),
    "a keyword": ("def _read(mode, path):\n    return open(path, mode).read()\n", "return {'output': _read('r', path=name)}", ["LCP501"]),
    "arguments passed on": ("def _read(*args, **kwargs):\n    return open(*args, **kwargs).read()\n", "return {'output': _read(name)}", ["LCP501"]),
    "recursion": ("def _read(f, n=3):\n    if n:\n        return _read(f, n - 1)\n    return open(f).read()\n", "return {'output': _read(name)}", ["LCP501"]),
    "mutual recursion": ("def _a(f):\n    return _b(f)\ndef _b(f):\n    return _a(f) or open(f).read()\n", "return {'output': _a(name)}", ["LCP501"]),
    "the other argument": ("def _read(label, f):\n    return open(f).read() + label\n", "return {'output': _read(name, 'a.txt')}", []),
    "a good helper": (INSIDE, "return {'output': _inside(name).read_text()}", []),
    "a good helper, then the text": (INSIDE, "_inside(name)\nreturn {'output': open(name).read()}", []),
    "a helper called by a misleading name": ("def _resolve_safe_path(f):\n    return Path(f).resolve()\n", "return {'output': _resolve_safe_path(name).read_text()}", ["LCP501"]),
    "a good helper called by any name": (INSIDE.replace("_inside", "_x1"), "return {'output': _x1(name).read_text()}", []),
    "a helper that gives None": ("def _inside(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    return p if p.is_relative_to(root) else None\n", "p = _inside(name)\nif p is None:\n    return {}\n" + READ, []),
    "a helper that gives None late": ("def _inside(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    try:\n        p.relative_to(root)\n    except ValueError:\n        return None\n    return p\n", "p = _inside(name)\nif not p:\n    return {}\n" + READ, []),
    "a helper that says yes": ("def _ok(f):\n    root = Path.cwd().resolve()\n    return (root / f).resolve().is_relative_to(root)\n", "if not _ok(name):\n    return {}\nreturn {'output': open(name).read()}", []),
    "a helper that says yes, remembered": ("def _ok(f):\n    root = Path.cwd().resolve()\n    return (root / f).resolve().is_relative_to(root)\n", "ok = _ok(name)\nif not ok:\n    return {}\nreturn {'output': open(name).read()}", []),
    "a helper that says yes, asked the wrong way": ("def _ok(f):\n    root = Path.cwd().resolve()\n    return (root / f).resolve().is_relative_to(root)\n", "if _ok(name):\n    return {}\nreturn {'output': open(name).read()}", ["LCP501"]),
    "a helper that says no": ("def _bad(f):\n    root = Path.cwd().resolve()\n    if (root / f).resolve().is_relative_to(root):\n        return False\n    return True\n", "if _bad(name):\n    return {}\nreturn {'output': open(name).read()}", []),
    "a helper that gives an error": ("def _check(f):\n    root = Path.cwd().resolve()\n    if not (root / f).resolve().is_relative_to(root):\n        return {'success': False, 'error': 'outside'}\n    return None\n", "wrong = _check(name)\nif wrong:\n    return wrong\nreturn {'output': open(name).read()}", []),
    "a helper that gives a text": ("def _check(f):\n    root = Path.cwd().resolve()\n    if not (root / f).resolve().is_relative_to(root):\n        return f'outside: {f}'\n    return ''\n", "wrong = _check(name)\nif wrong:\n    return {'success': False, 'error': wrong}\nreturn {'output': open(name).read()}", []),
    "a helper that gives two": ("def _check(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if not p.is_relative_to(root):\n        return False, 'outside'\n    return True, ''\n", "ok, why = _check(name)\nif not ok:\n    return {'success': False, 'error': why}\nreturn {'output': open(name).read()}", []),
    "an answer thrown away": ("def _ok(f):\n    root = Path.cwd().resolve()\n    return (root / f).resolve().is_relative_to(root)\n", "_ok(name)\nreturn {'output': open(name).read()}", ["LCP506"]),
    "a guard of another argument": (INSIDE, "_inside('x')\nreturn {'output': open(name).read()}", ["LCP501"]),
    "a weak helper": ("def _inside(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if not str(p).startswith(str(root)):\n        raise ValueError(f)\n    return p\n", "return {'output': _inside(name).read_text()}", ["LCP505"]),
    "a guard that needs a flag": ("def _inside(f, check=False):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if check and not p.is_relative_to(root):\n        raise ValueError(f)\n    return p\n", "return {'output': _inside(name).read_text()}", ["LCP501"]),
    "a closure": ("", "def read():\n    return open(name).read()\nreturn {'output': read()}", ["LCP501"]),
    "a closure over a safe path": (INSIDE, "p = _inside(name)\ndef read():\n    return p.read_text()\nreturn {'output': read()}", []),
    "a default of an inner function": ("", "def read(f=name):\n    return open(f).read()\nreturn {'output': read()}", ["LCP501"]),
    "a thread": ("def _work(f):\n    os.remove(f)\n", "import threading\nthreading.Thread(target=_work, args=(name,)).start()\nreturn {}", ["LCP501"]),
    "an executor": ("def _work(f):\n    os.remove(f)\n", "from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor().submit(_work, name)\nreturn {}", ["LCP501"]),
    "partial": ("def _work(f):\n    os.remove(f)\n", "from functools import partial\npartial(_work, name)()\nreturn {}", ["LCP501"]),
    "map over a helper": ("def _work(f):\n    os.remove(f)\n", "list(map(_work, [name]))\nreturn {}", ["LCP501"]),
    "an object": ("class _Store:\n    def __init__(self, where):\n        self.where = Path(where)\n    def load(self):\n        return self.where.read_text()\n", "return {'output': _Store(name).load()}", ["LCP501"]),
    "an object with another field": ("class _Store:\n    def __init__(self, label, where):\n        self.label = label\n        self.where = Path(where)\n    def load(self):\n        return self.where.read_text() + self.label\n", "return {'output': _Store(name, 'a.txt').load()}", []),
    "methods that call methods": ("class _Store:\n    def __init__(self, where):\n        self.where = where\n    def load(self):\n        return self._read()\n    def _read(self):\n        return open(self.where).read()\n", "s = _Store(name)\nreturn {'output': s.load()}", ["LCP501"]),
    "a dataclass": ("from dataclasses import dataclass\n@dataclass\nclass _Job:\n    label: str\n    where: str\n", "job = _Job('x', name)\nreturn {'output': open(job.where).read()}", ["LCP501"]),
    "a static method": ("class _Files:\n    @staticmethod\n    def read(f):\n        return open(f).read()\n", "return {'output': _Files.read(name)}", ["LCP501"]),
    "a generator": ("def _paths(f):\n    for one in f.split(','):\n        yield Path(one)\n", "return {'output': [p.read_text() for p in _paths(name)]}", ["LCP501"]),
    "a constant root": ("ROOT = Path('notes')\n", "p = ROOT / name\n" + READ, ["LCP501"]),
    "a constant pattern": ("NAME = re.compile(r'[a-z0-9_]+')\n", "if not NAME.fullmatch(name):\n    return {}\nreturn {'output': open(name).read()}", []),
    "a constant table": ("FILES = {'a': 'a.txt'}\n", "if name not in FILES:\n    return {}\nreturn {'output': open(FILES[name]).read()}", []),
    "a constant set": ("NAMES = frozenset({'a.txt'})\n", "if name not in NAMES:\n    return {}\nreturn {'output': open(name).read()}", []),
    "a wrapper of open": ("def _open(*a, **k):\n    return open(*a, **k)\n", "return {'output': _open(name).read()}", ["LCP501"]),
    "a helper that returns a dict": ("def _where(f):\n    return {'path': Path(f), 'label': 'x'}\n", "return {'output': _where(name)['path'].read_text()}", ["LCP501"]),
    "a helper that returns two": ("def _where(f):\n    return Path('a.txt'), f\n", "p, label = _where(name)\nreturn {'output': p.read_text() + label}", []),
    "a sanitiser by segments": ("def _clean(f):\n    out = []\n    for part in f.replace('\\\\', '/').split('/'):\n        if part in ('', '.', '..'):\n            continue\n        out.append(part)\n    return '/'.join(out)\n", "return {'output': open(_clean(name)).read()}", ["LCP516"]),
}  # fmt: skip


@pytest.mark.parametrize("case", HELPERS)
def test_helpers_are_followed(case: str):
    before, body, expected = HELPERS[case]
    assert codes(tool(body, before=before)) == expected, before + body


SHAPES = {
    "one of two parameters": ("a: str, b: str", "pa = (Path.cwd() / a).resolve()\nif not pa.is_relative_to(Path.cwd().resolve()):\n    return {}\nshutil.copy(pa, b)\nreturn {}", 1),
    "both": ("a: str, b: str", "shutil.copy(a, b)\nreturn {}", 2),
    "two sinks of one": ("a: str", "os.remove(a)\nos.remove(a)\nreturn {}", 1),
    "a list": ("files: list", "for one in files:\n    os.remove(one)\nreturn {}", 1),
    "a dict": ("job: dict", "os.remove(job['path'])\nreturn {}", 1),
    "a list of dicts": ("moves: list", "for one in moves:\n    shutil.move(one['src'], one['dst'])\nreturn {}", 1),
    "a list of dicts, one side guarded": ("moves: list", "root = Path.cwd().resolve()\nfor one in moves:\n    src = (root / one['src']).resolve()\n    if not src.is_relative_to(root):\n        continue\n    shutil.move(src, one['dst'])\nreturn {}", 1),
    "a list of dicts, both guarded": ("moves: list", "root = Path.cwd().resolve()\nfor one in moves:\n    src, dst = (root / one['src']).resolve(), (root / one['dst']).resolve()\n    if not src.is_relative_to(root) or not dst.is_relative_to(root):\n        continue\n    shutil.move(src, dst)\nreturn {}", 0),
    "keyword arguments": ("**kwargs", "os.remove(kwargs['path'])\nreturn {}", 1),
    "what the host gives": ("a: str, tool_context=None", "os.remove(tool_context['file'])\nreturn {'output': a}", 0),
    "a number": ("a: int", "open(f'page_{a}.txt')\nreturn {}", 0),
    "one of a few": ("a: Literal['x', 'y']", "open(f'page_{a}.txt')\nreturn {}", 0),
    "a default": ("a: str = 'x.txt'", "os.remove(a)\nreturn {}", 1),
}  # fmt: skip


@pytest.mark.parametrize("case", SHAPES)
def test_each_parameter_is_reported_once(case: str):
    parameters, body, count = SHAPES[case]
    assert len([one for one in found(tool(body, parameters)) if one.code == "LCP501"]) == count


def test_the_way_is_shown_from_the_parameter_to_the_sink():
    source = tool(
        "p = Path('notes') / name\nreturn {'output': _read(p)}", before="def _read(f):\n    return f.read_text()\n"
    )
    (one,) = found(source)
    lines = source.splitlines()
    shown = [(lines[place.span.line - 1].strip(), place.message) for place in one.related]
    assert shown == [
        ("def tool_x(name: str) -> dict:", "the model gives name"),
        ("p = Path('notes') / name", "p is made of it"),
        ("return {'output': _read(p)}", "it goes into _read"),
        ("return f.read_text()", "read_text takes it"),
    ]
    assert lines[one.span.line - 1].strip() == "return f.read_text()"


def test_siblings_are_followed():
    source = """\
# --- file: tools/notes/notes.py
from helpers import read_note, inside
import helpers
def tool_a(name: str) -> dict:
    return {"output": read_note(name)}
def tool_b(name: str) -> dict:
    return {"output": helpers.read_note(inside(name))}
def tool_c(name: str) -> dict:
    return {"output": helpers.read_note(name)}
# --- file: tools/notes/helpers.py
from pathlib import Path
def read_note(f):
    return Path(f).read_text()
def inside(f):
    root = Path.cwd().resolve()
    path = (root / f).resolve()
    if not path.is_relative_to(root):
        raise PermissionError(f)
    return path
"""
    shown = [(one.code, one.span.path, one.span.line) for one in found(source)]
    assert shown == [("LCP501", "tools/notes/notes.py", 5), ("LCP501", "tools/notes/notes.py", 9)]
    last = found(source)[0].related[-1]
    assert (last.span.path, last.span.line) == ("tools/notes/helpers.py", 13)


def test_siblings_that_import_each_other_end():
    source = """\
# --- file: tools/a/a.py
from b import two
def one(f): return two(f)
def tool_a(name: str) -> dict:
    return {"output": one(name)}
# --- file: tools/a/b.py
from a import one
def two(f): return one(f) or open(f).read()
"""
    assert [one.code for one in found(source)] == ["LCP501"]


def test_a_project_adds_functions_of_its_own():
    source = tool("import shop\nshop.load(name)\nreturn {}")
    assert codes(source) == []
    settings = LintSettings(sinks={"read": ("shop.load",)})
    assert [one.code for one in found(source, settings)] == ["LCP501"]


SAFE_AND_RACY = tool("return {'output': _inside(name).read_text()}", before=INSIDE)


def test_a_guarded_path_is_a_race_for_those_who_ask():
    (one,) = [one for one in findings(SAFE_AND_RACY, "x.py") if one.code == "LCP515"]
    assert one.severity == "info"


FIXED = {
    "LCP501": ("return {'success': True, 'output': open(name).read()}", "_resolve_safe_path"),
    "LCP505": ("root = Path.cwd().resolve()\np = (root / name).resolve()\nif not str(p).startswith(str(root)):\n    return {}\n" + READ, "p.is_relative_to(root)"),
    "LCP507": ("root = Path.cwd().resolve()\np = root / name\nif not p.is_relative_to(root):\n    return {}\n" + READ, "p.resolve().is_relative_to(root)"),
    "LCP508": ("tarfile.open('x.tar').extractall('y')\nreturn {'output': name}", 'filter="data"'),
    "LCP514": ("p = Path('x').resolve()\nreturn {'success': True, 'output': str(p)}", "p.name"),
}  # fmt: skip


@pytest.mark.parametrize("code", FIXED)
def test_fixes_leave_nothing_of_their_rule(code: str):
    body, expected = FIXED[code]
    source = tool(body)
    mended = mend(source, unsafe=True)
    assert expected in mended
    assert [one for one in findings(source, "x.py") if one.code == code]
    assert [one for one in findings(mended, "x.py") if one.code == code] == []
    assert mend(mended, unsafe=True) == mended


def test_the_check_that_a_fix_adds_holds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("inside")
    source = 'from pathlib import Path\ndef tool_x(name: str = "") -> dict:\n    """Reads."""\n    return {"success": True, "output": Path(name or "a.txt").read_text()}\n'
    names: dict[str, object] = {}
    exec(compile(mend(source, unsafe=True), "x.py", "exec"), names)
    read = names["tool_x"]
    assert callable(read)
    assert read("a.txt")["output"] == read()["output"] == "inside"
    assert read("/etc/passwd")["success"] is False
    assert "outside" in read("../x")["error"]


def test_the_check_is_added_once_for_all_tools_of_a_module():
    source = "".join(
        f'def tool_{name}(path: str) -> dict:\n    """Reads."""\n    return {{"output": open(path).read()}}\n\n\n'
        for name in "abc"
    )
    mended = mend(source, unsafe=True)
    assert mended.count("def _resolve_safe_path(") == 1
    assert mended.index("def _resolve_safe_path(") < mended.index("def tool_a(")
    assert [one for one in findings(mended, "x.py") if one.code == "LCP501"] == []


def test_two_parameters_are_mended_one_after_the_other():
    source = tool("shutil.copy(a, b)\nreturn {'success': True, 'output': 'done'}", "a: str, b: str")
    mended = mend(source, unsafe=True)
    assert mended.count("def _resolve_safe_path") == 1
    assert codes(mended) == []


NOTHING = {
    "left out": ("if name:\n    name = str(_inside(name))\nreturn {'output': open(name or 'a.txt').read()}", []),
    "None": ("if name is not None:\n    name = _inside(name)\nelse:\n    name = 'a.txt'\nreturn {'output': open(name).read()}", []),
    "nothing found in it": ("hit = re.search('x', name)\nif hit:\n    return {}\nreturn {'output': open(name).read()}", ["LCP501"]),
    "nothing found in it, as None": ("hit = re.search('x', name)\nif hit is not None:\n    return {}\nreturn {'output': open(name).read()}", ["LCP501"]),
    "nothing left of it": ("rest = name.strip('.')\nif rest:\n    return {}\nreturn {'output': open(name).read()}", ["LCP501"]),
}  # fmt: skip


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_leads_nowhere(case: str):
    body, expected = NOTHING[case]
    assert codes(tool(body, "name: str = ''", before=INSIDE)) == expected


ROOTED = "root = Path.cwd().resolve()\np = (root / name).resolve()\n"
MORE = {
    "several roots any":("", ROOTED + "roots=[root]\nif not any(p.is_relative_to(r) for r in roots):\n    return {}\n"+READ,[]),
    "several roots loop":("", ROOTED + "for r in [root]:\n    if p.is_relative_to(r):\n        break\nelse:\n    return {}\n"+READ,[]),
    "path and error":("def _res(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if not p.is_relative_to(root):\n        return None, {'success': False, 'error': 'outside'}\n    return p, None\n","p, err = _res(name)\nif err:\n    return err\n"+READ,[]),
    "path and error none":("def _res(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if not p.is_relative_to(root):\n        return None, 'outside'\n    return p, ''\n","p, err = _res(name)\nif p is None:\n    return {'error': err}\n"+READ,[]),
    "path and error unchecked":("def _res(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if not p.is_relative_to(root):\n        return p, 'outside'\n    return p, ''\n","p, err = _res(name)\n"+READ,["LCP501"]),
    "path and error, path given anyway":("def _res(f):\n    root = Path.cwd().resolve()\n    p = (root / f).resolve()\n    if not p.is_relative_to(root):\n        return p, 'outside'\n    return p, ''\n","p, err = _res(name)\nif err:\n    return {'error': err}\n"+READ,[]),
    "try else":("", ROOTED + "try:\n    p.relative_to(root)\nexcept ValueError:\n    raise PermissionError(name)\nelse:\n    "+READ,[]),
    "posix":("", ROOTED + "if not p.as_posix().startswith(root.as_posix() + '/'):\n    return {}\n"+READ,[]),
    "join empty":("", ROOTED + "if not str(p).startswith(os.path.join(str(root), '')):\n    return {}\n"+READ,[]),
    "safe_join":("from werkzeug.utils import safe_join\n","return {'output': open(safe_join('notes', name)).read()}",[]),
    "secure_filename":("from werkzeug.utils import secure_filename\n","return {'output': open(secure_filename(name)).read()}",[]),
    "class guard":("class _Ws:\n    def __init__(self):\n        self.root = Path.cwd().resolve()\n    def path(self, n):\n        p = (self.root / n).resolve()\n        if not p.is_relative_to(self.root):\n            raise PermissionError(n)\n        return p\n","return {'output': _Ws().path(name).read_text()}",[]),
    "class guard global":("class _Ws:\n    def path(self, n):\n        root = Path.cwd().resolve()\n        p = (root / n).resolve()\n        if not p.is_relative_to(root):\n            raise PermissionError(n)\n        return p\nWS = _Ws()\n","return {'output': WS.path(name).read_text()}",[]),
    "class no guard global":("class _Ws:\n    def path(self, n):\n        root = Path.cwd().resolve()\n        return (root / n).resolve()\nWS = _Ws()\n","return {'output': WS.path(name).read_text()}",["LCP501"]),
    "nested guard fn":(INSIDE + "def _open(n):\n    p = _inside(n)\n    return p.open()\n","with _open(name) as f:\n    return {'output': f.read()}",[]),
    "error dict via helper":("def _fail(m):\n    return {'success': False, 'error': m}\n", ROOTED + "if not p.is_relative_to(root):\n    return _fail('outside')\n"+READ,[]),
    "root from config":("ROOT = None\ndef init_tools_library(config=None):\n    global ROOT\n    ROOT = Path((config or {}).get('root', '.')).resolve()\n","p = (ROOT / name).resolve()\nif ROOT not in p.parents:\n    return {}\n"+READ,[]),
    "root helper":("def _root():\n    return Path.cwd().resolve()\n","p = (_root() / name).resolve()\nif not p.is_relative_to(_root()):\n    return {}\n"+READ,[]),
    "is_relative_to unresolved cwd root":("", "p = (Path.cwd() / name).resolve()\nif not p.is_relative_to(Path.cwd()):\n    return {}\n"+READ,[]),
    "strict resolve":("", "root = Path.cwd().resolve()\np = (root / name).resolve(strict=True)\nif not p.is_relative_to(root):\n    return {}\n"+READ,[]),
    "exception in tool":("", "try:\n    "+ ROOTED.replace("\n","\n    ")+"if not p.is_relative_to(root):\n        raise PermissionError(name)\n    return {'output': p.read_text()}\nexcept Exception as ex:\n    return {'success': False, 'error': str(ex)}",[]),
    "contextlib suppress":("import contextlib\n", ROOTED + "with contextlib.suppress(ValueError):\n    p.relative_to(root)\n"+READ,["LCP501"]),
    "flag":("", ROOTED + "ok = False\nif p.is_relative_to(root):\n    ok = True\nif not ok:\n    return {}\n"+READ,[]),
    "path none flag":("", ROOTED + "target = None\nif p.is_relative_to(root):\n    target = p\nif target is None:\n    return {}\nreturn {'output': target.read_text()}",[]),
    "extension dict":("EXT={'.txt': 1}\n", "p = Path('notes') / (Path(name).stem + '.txt')\n"+READ,[]),
    "uuid name":("", "import uuid\np = Path(f'{uuid.uuid4()}_{Path(name).name}')\n"+READ,[]),
    "slug":("def _slug(t):\n    return re.sub(r'\\W+', '-', t.lower()).strip('-')\n", "p = Path('notes') / f'{_slug(name)}.md'\n"+READ,[]),
    "slug keep dot":("def _slug(t):\n    return re.sub(r'[^\\w\\-. ]', '', t)\n", "p = Path('notes') / f'{_slug(name)}.md'\n"+READ,[]),
    "translate":("", "p = Path('notes') / name.translate(str.maketrans('/\\\\', '__'))\n"+READ,["LCP516"]),
    "startswith any root":("", ROOTED + "if not str(p).startswith(str(Path.cwd())):\n    return {}\n"+READ,["LCP505"]),
    "loop find file":("", "for f in Path('.').rglob('*'):\n    if f.name == name:\n        return {'output': f.read_text()}\nreturn {}",[]),
    "choose from listing":("", "files = {f.name: f for f in Path('.').iterdir()}\nif name not in files:\n    return {}\nreturn {'output': files[name].read_text()}",[]),
    "next of listing":("", "f = next((f for f in Path('.').iterdir() if f.name == name), None)\nif f is None:\n    return {}\nreturn {'output': f.read_text()}",[]),
    "int index":("", "files = sorted(Path('.').iterdir())\nreturn {'output': files[int(name)].read_text()}",[]),
    "date":("", "from datetime import date\nd = date.fromisoformat(name)\nreturn {'output': open(f'{d:%Y-%m-%d}.log').read()}",[]),
    "enum":("from enum import Enum\nclass Kind(Enum):\n    A = 'a'\n", "k = Kind(name)\nreturn {'output': open(f'{k.value}.txt').read()}",[]),
    "dict of paths get":("FILES = {'a': Path('a.txt')}\n", "p = FILES.get(name)\nif p is None:\n    return {}\n"+READ,[]),
    "log file append":("", "with open('log.txt', 'a') as f:\n    f.write(name + '\\n')\nreturn {}",[]),
    "sql param":("", "con = sqlite3.connect('a.db')\ncon.execute(f'SELECT * FROM {name}')\nreturn {}",[]),
    "json dump":("", "with open('a.json', 'w') as f:\n    json.dump({'n': name}, f)\nreturn {}",[]),
    "csv text":("", "import csv\nrows = list(csv.reader(io.StringIO(name)))\nreturn {'output': rows[0][0]}",[]),
    "image bytes":("", "import base64\nfrom PIL import Image\nim = Image.open(io.BytesIO(base64.b64decode(name)))\nim.save('out.png')\nreturn {}",[]),
    "image from file":("", "from PIL import Image\nim = Image.open('a.png')\nim.save(name)\nreturn {}",["LCP501"]),
    "image chain":("", "from PIL import Image\nim = Image.open('a.png').convert('L')\nim.save(name)\nreturn {}",["LCP501"]),
    "docx":("", "from docx import Document\nd = Document()\nd.save(name)\nreturn {}",["LCP501"]),
    "openpyxl":("", "import openpyxl\nwb = openpyxl.Workbook()\nwb.save(f'{name}.xlsx')\nreturn {}",["LCP501"]),
    "fig":("", "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nfig.savefig(name)\nreturn {}",["LCP501"]),
    "rename":("", "Path('a').rename(name)\nreturn {}",["LCP501"]),
    "symlink":("", "os.symlink(name, 'x')\nreturn {}",["LCP501"]),
    "tempfile dir":("", "import tempfile\ntempfile.mkstemp(dir=name)\nreturn {}",["LCP501"]),
    "tempfile suffix":("", "import tempfile\ntempfile.NamedTemporaryFile(suffix=name)\nreturn {}",[]),
    "async":("import aiofiles\n", "return {'output': name}",[]),
    "os.scandir":("", "return {'output': [e.name for e in os.scandir(name)]}",["LCP501"]),
    "logging file":("", "import logging\nlogging.basicConfig(filename=name)\nreturn {}",["LCP501"]),
    "exec file":("", "exec(open(name).read())\nreturn {}",["LCP501"]),
    "runpy":("", "import runpy\nrunpy.run_path(name)\nreturn {}",["LCP501"]),
    "global write":("STATE = {}\n", "STATE['p'] = name\nreturn {}",[]),
    "star":("def _r(a, *, f):\n    return open(f).read()\n", "args = {'f': name}\nreturn {'output': _r('x', **args)}",["LCP501"]),
    "os.open":("", "fd = os.open(name, os.O_RDONLY)\nreturn {}",["LCP501"]),
    "pathlib module":("import pathlib\n", "return {'output': pathlib.Path(name).read_text()}",["LCP501"]),
    "path class method":("", "return {'output': Path.read_text(Path(name))}",["LCP501"]),
    "with suppress":("import contextlib\n", "with contextlib.suppress(FileNotFoundError):\n    os.remove(name)\nreturn {}",["LCP501"]),
    "yield":("", "yield open(name).read()",["LCP501"]),
    "del":("", "del name\nreturn {}",[]),
    "kwargs default":("", "p = Path(name or '.')\nfor f in p.iterdir():\n    pass\nreturn {}",["LCP501"]),
    "else branch unguarded":("", ROOTED + "if p.is_relative_to(root):\n    q = p\nelse:\n    q = Path(name)\nreturn {'output': q.read_text()}",["LCP501"]),
    "guard wrong var":("", ROOTED + "q = Path(name).parent\nif not q.resolve().is_relative_to(root):\n    return {}\n"+READ,[]),
    "pickle":("import pickle\n","return {'output': pickle.load(open(name,'rb'))}",["LCP501"]),
    "ET":("import xml.etree.ElementTree as ET\n","return {'output': ET.parse(name)}",["LCP501"]),
    "Image fp":("","from PIL import Image\nreturn {'output': str(Image.open(fp=name).size)}",["LCP501"]),
    "cond expr guard":("", ROOTED + "return {'output': p.read_text() if p.is_relative_to(root) else 'no'}",[]),
    "and return":("", ROOTED + "data = p.is_relative_to(root) and p.read_text()\nreturn {'output': data}",[]),
    "or guard":("", ROOTED + "data = not p.is_relative_to(root) or p.read_text()\nreturn {'output': data}",[]),
    "comprehension guard":("", "root = Path.cwd().resolve()\nps = [(root / n).resolve() for n in name.split(',')]\nps = [p for p in ps if p.is_relative_to(root)]\nreturn {'output': [p.read_text() for p in ps]}",[]),
    "all guard":("", "root = Path.cwd().resolve()\nps = [(root / n).resolve() for n in name.split(',')]\nif not all(p.is_relative_to(root) for p in ps):\n    return {}\nreturn {'output': [p.read_text() for p in ps]}",[]),
    "while":("", "p = Path(name)\nwhile not p.exists():\n    p = p.parent\n"+READ,["LCP501"]),
    "nonlocal":("", "def f():\n    nonlocal name\n    name = 'a.txt'\nf()\nreturn {'output': name}",[]),
    "R38":("","root = Path.cwd().resolve()\ntry:\n    p = (root / name).resolve(strict=True)\n    if not p.is_relative_to(root):\n        return {}\nexcept FileNotFoundError:\n    p = root / name\np.write_text('x')\nreturn {}",["LCP501"]),
    "R39":("BAD = re.compile(r'(\\.\\.\\.+)|(/+/)')\n","if BAD.search(name):\n    return {}\nreturn {'output': open(name).read()}",["LCP501"]),
    "parent guard":("","root = Path.cwd().resolve()\np = root / name\nparent = p.parent.resolve()\nif not parent.is_relative_to(root):\n    return {}\n(parent / p.name).write_text('x')\nreturn {}",[]),
    "abspath startswith":("BASE = os.path.abspath('ws')\n","p = os.path.abspath(os.path.join(BASE, name))\nif not p.startswith(BASE):\n    return {}\nreturn {'output': open(p).read()}",["LCP505"]),
    "abspath startswith sep":("BASE = os.path.abspath('ws')\n","p = os.path.abspath(os.path.join(BASE, name))\nif not p.startswith(BASE + os.sep):\n    return {}\nreturn {'output': open(p).read()}",["LCP507"]),
    "deny list":("","for bad in ('..', '~', '/etc'):\n    if bad in name:\n        return {}\nreturn {'output': open(name).read()}",["LCP501"]),
    "normalise then decode":("","import urllib.parse\nroot = Path.cwd().resolve()\nif not (root / name).resolve().is_relative_to(root):\n    return {}\nreturn {'output': open(urllib.parse.unquote(name)).read()}",["LCP501"]),
    "home expand after":("","root = Path.cwd().resolve()\nif not (root / name).resolve().is_relative_to(root):\n    return {}\nreturn {'output': open(os.path.expanduser(name)).read()}",["LCP501"]),
    "guard then format":("","root = Path.cwd().resolve()\nif not (root / name).resolve().is_relative_to(root):\n    return {}\nreturn {'output': open(f'{name}.bak').read()}",[]),
    "backup suffix":(INSIDE,"p = _inside(name)\nb = p.with_suffix(p.suffix + '.bak')\nshutil.copy(p, b)\nreturn {}",[]),
    "ext replace":(INSIDE,"p = _inside(name)\nb = str(p).replace('.csv', '.json')\nopen(b, 'w')\nreturn {}",[]),
    "decorator guard":("import functools\ndef guarded(f):\n    @functools.wraps(f)\n    def inner(name):\n        return f(name)\n    return inner\n","return {'output': open(name).read()}",["LCP501"]),
    "json plan nested":("","plan = json.loads(name)\nfor step in plan['steps']:\n    if step['op'] == 'rm':\n        os.remove(step['path'])\nreturn {}",["LCP501"]),
    "self-made open":("def save(content, where):\n    with open(where, 'w') as f:\n        f.write(content)\n","save(name, 'out.txt')\nreturn {}",[]),
    "sorted key":("","files = sorted(Path('.').iterdir(), key=lambda f: f.name != name)\nreturn {'output': files[0].read_text()}",[]),
    "filter listing":("","files = [f for f in Path('.').iterdir() if name in f.name]\nreturn {'output': files[0].read_text()}",[]),
    "glob dir join":("","return {'output': glob.glob(os.path.join(name, '*.txt'))}",["LCP501"]),
    "iglob":("","for f in glob.iglob(name, recursive=True):\n    print(f)\nreturn {}",["LCP509"]),
    "glob guarded":("","if '..' in name or name.startswith('/'):\n    return {}\nreturn {'output': [f.name for f in Path('.').glob(name)]}",[]),
    "glob literal with ext":("","return {'output': [f.name for f in Path('.').glob(f'*.{name}')]}",["LCP509"]),
    "glob ext clean":("","if not name.isalnum():\n    return {}\nreturn {'output': [f.name for f in Path('.').glob(f'*.{name}')]}",[]),
    "chained guards":(INSIDE,"try:\n    p = _inside(name)\nexcept PermissionError as e:\n    return {'success': False, 'error': str(e)}\nif not p.exists():\n    return {'success': False, 'error': f'{name} is missing'}\n"+ READ,[]),
    "guard in except":(INSIDE,"try:\n    p = _inside(name)\nexcept PermissionError:\n    p = Path(name)\n"+ READ,["LCP501"]),
    "Union return":("def _res(n):\n    root = Path.cwd().resolve()\n    p = (root / n).resolve()\n    if not p.is_relative_to(root):\n        return {'success': False, 'error': 'outside'}\n    return p\n","p = _res(name)\nif isinstance(p, dict):\n    return p\n"+ READ,[]),
    "global cwd":("WORK = Path('.')\n","p = (WORK / name).resolve()\nif not p.is_relative_to(WORK.resolve()):\n    return {}\n"+ READ,[]),
    "realpath both":("","base = os.path.realpath(os.getcwd())\nfull = os.path.realpath(os.path.join(base, name))\nif not (full == base or full.startswith(base + os.sep)):\n    return {}\nreturn {'output': open(full).read()}",[]),
    "os.path.commonpath realpath":("","base = os.path.realpath(os.getcwd())\nif os.path.commonpath((base, os.path.realpath(name))) == base:\n    return {'output': open(name).read()}\nreturn {}",[]),
    "try commonpath":("","base = os.path.realpath('.')\nfull = os.path.realpath(name)\ntry:\n    if os.path.commonpath([base, full]) != base:\n        return {}\nexcept ValueError:\n    return {}\nreturn {'output': open(full).read()}",[]),
    "match guard":("","root = Path.cwd().resolve()\np = (root / name).resolve()\nmatch p.is_relative_to(root):\n    case True:\n        return {'output': p.read_text()}\nreturn {}",["LCP501"]),
    "while guard":("","root = Path.cwd().resolve()\np = (root / name).resolve()\nwhile p.is_relative_to(root):\n    return {'output': p.read_text()}\nreturn {}",[]),
    "a check of names by a class":("class _Images:\n    @classmethod\n    def _plain(cls, n):\n        if not n or n != os.path.basename(n):\n            return False\n        return n not in ('.', '..')\n    @classmethod\n    def find(cls, n):\n        if not cls._plain(n):\n            return None\n        return os.path.join('images', n)\n","p = _Images.find(name)\nif p is None:\n    return {}\nreturn {'output': open(p).read()}",[]),
    "a check that gives the path back as it was":("def _check(p):\n    root = Path.cwd().resolve()\n    if not p.resolve().is_relative_to(root):\n        raise ValueError(p)\n    return p\n","p = _check(Path('notes') / name)\n"+ READ,[]),
    "a loop over roots":("class _Guard:\n    def __init__(self, roots=None):\n        self.roots = [r.resolve() for r in (roots or [Path.cwd()])]\n    def check(self, n):\n        p = Path(n).resolve()\n        for root in self.roots:\n            try:\n                p.relative_to(root)\n                return p\n            except ValueError:\n                continue\n        raise PermissionError(n)\n","return {'output': _Guard().check(name).read_text()}",[]),
    "several roots and parents":("ROOTS = [Path('a'), Path('b')]\n","p = Path(name).resolve()\nif not any(p == r or r in p.parents for r in ROOTS):\n    return {}\n"+ READ,[]),
    "normcase":("","root = Path.cwd().resolve()\np = (root / name).resolve(strict=False)\na, b = os.path.normcase(str(root)), os.path.normcase(str(p))\ntry:\n    common = os.path.commonpath([a, b])\nexcept ValueError:\n    return {}\nif common != a:\n    return {}\n"+ READ,[]),
    "parts put into a path":("","root = Path.cwd().resolve()\nq = Path(name)\np = (root / Path(*q.parts)).resolve()\n"+ READ,["LCP501"]),
    "parts put into a path, guarded":("","root = Path.cwd().resolve()\nq = Path(name)\np = (root / Path(*q.parts)).resolve()\nif p != root and root not in p.parents:\n    return {}\n"+ READ,[]),
    "dots and roots refused as text":("def _safe(n):\n    if not isinstance(n, str) or '\\\\' in n:\n        raise ValueError(n)\n    p = Path(n)\n    if p.is_absolute() or '..' in p.parts:\n        raise ValueError(n)\n    return p\n","return {'output': _safe(name).read_text()}",["LCP516"]),
    "dots taken out, then guarded":("","root = Path.cwd().resolve()\np = (root / name.lstrip('/\\\\').replace('..', '_')).resolve()\ntry:\n    p.relative_to(root)\nexcept ValueError:\n    raise PermissionError(name)\n"+ READ,[]),
    "a home that is expanded":("","p = Path(name).expanduser().resolve()\n"+ READ,["LCP501"]),
    "everything as text":("","root = Path.cwd().resolve()\nn = name.strip().lstrip('/')\nif '..' in n:\n    return {}\np = (root / n).resolve()\nif not str(p).startswith(str(root)):\n    return {}\n"+ READ,["LCP516"]),
    "a helper that compares":("def _full(p):\n    return Path(p).expanduser().resolve()\ndef _below(p, root):\n    p, root = _full(p), _full(root)\n    return p == root or root in p.parents\n","if not _below(name, '.'):\n    return {}\nreturn {'output': Path(name).read_text()}",[]),
    "a helper that compares, not asked":("def _full(p):\n    return Path(p).resolve()\ndef _below(p, root):\n    p, root = _full(p), _full(root)\n    return p == root or root in p.parents\n","ok = _below(name, '.')\nreturn {'output': Path(name).read_text(), 'ok': ok}",["LCP501"]),
    "allowed prefixes":("PREFIXES = ['notes/', 'data/']\ndef _ok(p):\n    for prefix in PREFIXES:\n        if p.startswith(prefix):\n            return True\n    return False\n","if not _ok(name):\n    return {}\nreturn {'output': open(name).read()}",["LCP501"]),
    "a check that exists only":("def _check(b, n):\n    p = os.path.join(b, n)\n    if not os.path.isdir(b):\n        raise ValueError(b)\n    if os.path.splitext(n)[1] not in ('.png', '.jpg'):\n        raise ValueError(n)\n    return p\n","return {'output': open(_check('images', name), 'rb').read()}",["LCP501"]),
    "an absolute path or one below":("","root = Path.cwd().resolve()\nraw = Path(name)\nq = raw if raw.is_absolute() else root / raw\np = q.resolve()\ntry:\n    p.relative_to(root)\nexcept Exception as e:\n    raise ValueError(name) from e\n"+ READ,[]),
    "relative name and path":("def _safe(root, v):\n    p = (root / v).resolve() if not Path(v).is_absolute() else Path(v).resolve()\n    try:\n        rel = p.relative_to(root.resolve()).as_posix()\n    except ValueError as ex:\n        raise ValueError(v) from ex\n    return p, rel\n","p, rel = _safe(Path.cwd(), name)\nreturn {'output': p.read_text(), 'name': rel}",[]),
    "inner tools":("","def safe(n):\n    root = Path.cwd().resolve()\n    p = (root / n).resolve()\n    if not p.is_relative_to(root):\n        raise ValueError(n)\n    return p\nreturn {'output': safe(name).read_text()}",[]),
    "secure name and fallback":("from werkzeug.utils import secure_filename\n","n = secure_filename(name) or 'upload.bin'\np = os.path.join('uploads', n)\nif os.path.exists(p):\n    stem, ext = os.path.splitext(n)\n    p = os.path.join('uploads', f'{stem}_1{ext}')\nopen(p, 'wb')\nreturn {}",[]),
    "an operation id":("ID = re.compile(r'[a-z0-9]{8}')\ndef _exact(v):\n    if not isinstance(v, str) or ID.fullmatch(v) is None:\n        raise ValueError(v)\n    return v\n","return {'output': open(f'ops/{_exact(name)}.json').read()}",[]),
}  # fmt: skip


@pytest.mark.parametrize("case", MORE)
def test_what_people_write(case: str):
    before, body, expected = MORE[case]
    assert codes(tool(body, before=before)) == expected, before + body


def test_the_two_sides_of_a_plan_are_told_apart():
    body = (
        "root = Path.cwd().resolve()\n"
        "for step in json.loads(Path('plan.json').read_text()):\n"
        "    src, dst = (root / step['src']).resolve(), (root / step['dst']).resolve()\n"
        "    if not src.is_relative_to(root) or not str(dst).startswith(str(root)):\n"
        "        return {}\n"
        "    shutil.move(src, dst)\n"
        "return {}"
    )
    (one,) = found(tool(body))
    assert (one.code, one.span.line) == (
        "LCP505",
        tool(body).splitlines().index("        if not src.is_relative_to(root) or not str(dst).startswith(str(root)):")
        + 1,
    )
    assert "str(dst)" in one.message
