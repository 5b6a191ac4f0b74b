# ruff: noqa: E501 - rows of tables are as long as they are
"""Places outside the workspace: absolute paths, homes, changed and frozen directories, archives, contexts, host paths."""

import pytest

from lma_forge.diagnostics import Diagnostic
from lma_forge.rules.toolmodule import LintSettings
from tests.rules.examples import findings

IMPORTS = """\
import glob, io, json, logging, os, re, shutil, subprocess, tarfile, tempfile, zipfile
from pathlib import Path
"""


def tool(body: str, parameters: str = "name: str", before: str = "") -> str:
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return f'{IMPORTS}{before}\ndef tool_x({parameters}) -> dict:\n    """Does it."""\n{lines}\n'


def found(source: str, code: str, settings: LintSettings | None = None) -> list[Diagnostic]:
    return [one for one in findings(source, "x.py", settings) if one.code == code]


CASES: dict[str, dict[str, tuple[str, int]]] = {
    "LCP502": {
        "open": ("open('/var/log/x')", 1),
        "Path": ("Path('/etc/hosts')", 1),
        "a drive": ("open('C:\\\\\\\\data\\\\\\\\x.txt')", 1),
        "a drive with slashes": ("open('C:/data/x.txt')", 1),
        "a home": ("open('~/x.txt')", 1),
        "an f-string": ("open(f'/tmp/{name}.txt')", 1),
        "a sum": ("open('/tmp/' + name)", 1),
        "join": ("open(os.path.join('/srv', 'x'))", 1),
        "the target of a move": ("shutil.move('x', '/srv/x')", 1),
        "relative": ("open('var/log/x')", 0),
        "an address of a page": ("print('/api/files')", 0),
        "a comparison": ("print(name.startswith('/'))", 0),
        "a key": ("print({'/etc': 1}['/etc'])", 0),
        "nothing": ("open('/dev/null')", 0),
        "only asked": ("print(os.path.exists('/usr/bin/git'))", 0),
        "an argument of a program": ("subprocess.run(['/usr/bin/git', 'status'], timeout=9)", 0),
        "two slashes": ("open('//server/x')", 0),
        "a text that holds one": ("open('a/b.txt').write('/etc')", 0),
        "a pattern": ("print(re.sub('/+', '/', name))", 0),
    },
    "LCP503": {
        "home": ("Path.home()", 1),
        "expanduser": ("os.path.expanduser('~/x')", 1),
        "expanduser of a path": ("Path('~/x').expanduser()", 1),
        "HOME": ("os.environ['HOME']", 1),
        "HOME by get": ("os.environ.get('HOME')", 1),
        "getenv": ("os.getenv('TMPDIR')", 1),
        "XDG": ("os.environ.get('XDG_CONFIG_HOME')", 1),
        "another variable": ("os.environ.get('LANG')", 0),
        "a variable that begins so": ("os.environ.get('HOMEPAGE')", 0),
        "a word": ("print('home')", 0),
        "a temporary folder": ("tempfile.mkdtemp()", 0),
        "an attribute of something else": ("print(name.home)", 0),
    },
    "LCP504": {
        "os.chdir": ("os.chdir('data')", 1),
        "an alias": ("from os import chdir\nchdir('data')", 1),
        "contextlib": ("import contextlib\nwith contextlib.chdir('data'):\n    pass", 1),
        "cwd of a child": ("subprocess.run(['ls'], cwd='data', timeout=9)", 0),
        "a word": ("print('chdir')", 0),
        "a method of something else": ("name.chdir()", 0),
    },
    "LCP508": {
        "extractall": ("tarfile.open('x.tar').extractall('y')", 1),
        "with": ("with tarfile.open('x.tar') as t:\n    t.extractall()", 1),
        "extract": ("with tarfile.open('x.tar') as t:\n    t.extract('a')", 1),
        "a class": ("t = tarfile.TarFile('x.tar')\nt.extractall()", 1),
        "trusted": ("tarfile.open('x.tar').extractall(filter='fully_trusted')", 1),
        "shutil": ("shutil.unpack_archive('x.tar.gz', 'y')", 1),
        "members by hand": ("with zipfile.ZipFile('x.zip') as z:\n    for n in z.namelist():\n        open(os.path.join('out', n), 'wb').write(z.read(n))", 1),
        "members by info": ("with zipfile.ZipFile('x.zip') as z:\n    for i in z.infolist():\n        (Path('out') / i.filename).write_bytes(z.read(i))", 1),
        "data": ("tarfile.open('x.tar').extractall(filter='data')", 0),
        "tar": ("tarfile.open('x.tar').extractall(filter=tarfile.data_filter)", 0),
        "zip": ("zipfile.ZipFile('x.zip').extractall('y')", 0),
        "shutil of zip": ("shutil.unpack_archive('x.zip', 'y')", 0),
        "shutil by format": ("shutil.unpack_archive(name, 'y', 'zip')", 0),
        "shutil with a filter": ("shutil.unpack_archive('x.tar', 'y', filter='data')", 0),
        "checked": ("root = Path('y').resolve()\nwith tarfile.open('x.tar') as t:\n    for m in t.getmembers():\n        if not (root / m.name).resolve().is_relative_to(root):\n            return {}\n    t.extractall(root)", 0),
        "chosen members": ("with tarfile.open('x.tar') as t:\n    t.extractall('y', members=[m for m in t if m.name == 'a'])", 0),
        "members by their last part": ("with zipfile.ZipFile('x.zip') as z:\n    for n in z.namelist():\n        (Path('out') / Path(n).name).write_bytes(z.read(n))", 0),
        "only named": ("with zipfile.ZipFile('x.zip') as z:\n    print(z.namelist())", 0),
        "another extract": ("print(name.extract('a'))", 0),
    },
    "LCP510": {
        "get": ("print(tool_context.get('working_dir'))", 1),
        "a subscript": ("print(tool_context['root'])", 1),
        "with a default": ("print((tool_context or {}).get('workspace', '.'))", 1),
        "an alias": ("c = tool_context or {}\nprint(c['autonomy_level'])", 1),
        "a permission": ("print(tool_context.get('approved'))", 1),
        "twice": ("print(tool_context['root'], tool_context['root'])", 1),
        "a session": ("print(tool_context.get('session_id'))", 0),
        "progress": ("tool_context.emit_progress('x')", 0),
        "an attribute": ("print(getattr(tool_context, 'workspace_path', None))", 0),
        "another dict": ("print({'root': 1}.get('root'))", 0),
    },
    "LCP514": {
        "resolve": ("return {'output': str(Path('x').resolve())}", 1),
        "an f-string": ("p = Path('x').resolve()\nreturn {'output': f'Saved to {p}'}", 1),
        "getcwd": ("return {'output': os.getcwd()}", 1),
        "cwd and a part": ("return {'output': str(Path.cwd() / 'x')}", 1),
        "abspath": ("return {'output': os.path.abspath('x')}", 1),
        "an error": ("p = Path('x').resolve()\nreturn {'success': False, 'error': f'{p} is missing'}", 1),
        "a list": ("return {'output': 'x', 'files': [str(p) for p in Path.cwd().iterdir()]}", 1),
        "filled later": ("r = {'success': True}\nr['file'] = str(Path('x').resolve())\nreturn r", 1),
        "the name": ("p = Path('x').resolve()\nreturn {'output': f'Saved to {p.name}'}", 0),
        "relative to the root": ("p = Path('x').resolve()\nreturn {'output': str(p.relative_to(Path.cwd()))}", 0),
        "relpath": ("return {'output': os.path.relpath(os.path.abspath('x'))}", 0),
        "the content": ("p = Path('x').resolve()\nreturn {'output': p.read_text()}", 0),
        "whether it is there": ("p = Path('x').resolve()\nreturn {'output': str(p.exists())}", 0),
        "names of a folder": ("return {'output': [p.name for p in Path.cwd().iterdir()]}", 0),
        "a relative path": ("return {'output': str(Path('x') / 'y')}", 0),
        "cut off": ("root = str(Path.cwd())\np = str(Path('x').resolve())\nreturn {'output': p[len(root):]}", 0),
        "taken out": ("root = str(Path.cwd())\np = str(Path('x').resolve())\nreturn {'output': p.replace(root, '')}", 0),
        "its suffix": ("return {'output': Path('x').resolve().suffix}", 0),
        "unused": ("p = Path('x').resolve()\np.touch()\nreturn {'output': 'done'}", 0),
    },
}  # fmt: skip
ROWS = [(code, case) for code, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(("code", "case"), ROWS)
def test_places_are_found_and_near_misses_are_not(code: str, case: str):
    body, count = CASES[code][case]
    parameters = "name: str, tool_context=None" if code == "LCP510" else "name: str"
    source = tool(body if "return {'" in body else f"{body}\nreturn {{'output': name}}", parameters)
    assert len(found(source, code)) == count, source


FROZEN = {
    "cwd": ("ROOT = Path.cwd()", 1),
    "getcwd": ("ROOT = os.getcwd()", 1),
    "resolve": ("ROOT = Path('data').resolve()", 1),
    "abspath": ("ROOT = os.path.abspath('data')", 1),
    "a class": ("class _S:\n    root = Path.cwd()", 1),
    "a default": ("def _read(root=Path.cwd()):\n    return root", 1),
    "under if": ("if os.name == 'nt':\n    ROOT = Path.cwd()", 1),
    "through a name": ("DATA = Path('data')\nROOT = DATA.resolve()", 1),
    "the file's own folder": ("ROOT = Path(__file__).resolve().parent", 0),
    "the file's own folder, by name": ("HERE = Path(__file__)\nROOT = (HERE / 'x').resolve()", 0),
    "an absolute path": ("ROOT = Path('/srv/x').resolve()", 0),
    "relative": ("ROOT = Path('data')", 0),
    "in a function": ("def _root():\n    return Path.cwd()", 0),
    "in a lambda": ("_root = lambda: Path.cwd()", 0),
    "when run as a program": ("if __name__ == '__main__':\n    print(Path.cwd())", 0),
    "another resolve": ("NAME = re.compile('x')\nimport lib\nX = lib.resolve()", 0),
}  # fmt: skip


@pytest.mark.parametrize("case", FROZEN)
def test_directories_are_frozen_at_load_only(case: str):
    before, count = FROZEN[case]
    assert len(found(tool("return {'output': name}", before=before + "\n"), "LCP513")) == count


def test_tool_context_is_trusted_with_a_host_that_fills_it():
    source = tool("return {'output': tool_context['root']}", "name: str, tool_context=None")
    assert found(source, "LCP510", LintSettings(target="lma-forge")) == []


def test_a_path_that_a_helper_shows_is_told_once_where_it_comes_from():
    source = IMPORTS + (
        "def _done(p):\n"
        "    return {'success': True, 'output': 'done', 'file': str(p.resolve())}\n"
        "def tool_a(n: str) -> dict:\n    return _done(Path('a'))\n"
        "def tool_b(n: str) -> dict:\n    return _done(Path('b'))\n"
    )
    assert [one.span.line for one in found(source, "LCP514")] == [4]
