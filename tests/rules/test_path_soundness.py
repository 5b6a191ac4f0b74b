"""No program that opens what is outside the workspace passes without a word.

Small tools are made at random from what people do to paths and from good and bad guards, and run
on hostile names with every file function replaced by one that only notes what it is asked for.
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from lma_forge.rules.tool import (
    containment_without_resolve,
    guard_result_ignored,
    uncontained_path,
    unproved_path,
    weak_containment_guard,
)
from tests.rules.examples import modules

PROGRAMS = 500
MANY = 6_000
HOSTILE = (
    "../x.txt",
    "/etc/passwd",
    "a/../../x.txt",
    "..",
    "....//....//x.txt",
    "./../x",
    "a.txt",
    "",
    "link/x.txt",
    "../work-b/x",
)
CHECKS = (
    uncontained_path.uncontained_path,
    weak_containment_guard.weak_containment_guard,
    guard_result_ignored.guard_result_ignored,
    containment_without_resolve.containment_without_resolve,
    unproved_path.unproved_path,
)

CHANGES = (
    "v = v.strip()",
    "v = v.replace('\\\\', '/')",
    "v = v.lower()",
    "v = v.lstrip('/')",
    "v = v.lstrip('./')",
    "v = v.replace('..', '')",
    "v = 'a/' + v",
    "v = f'{v}'",
    "v = os.path.join('a', v)",
    "v = os.path.normpath(v)",
    "v = str(Path(v))",
    "v = '/'.join(v.split('/'))",
    "v = '/'.join(s for s in v.split('/') if s != '..')",
    "v = v.split('/')[-1]",
    "v = os.path.basename(v)",
    "v = Path(v).name",
    "v = str(Path(v).parent)",
    "v = re.sub(r'[^a-z0-9.]', '_', v)",
    "v = re.sub(r'[^a-z0-9./_-]', '_', v)",
    "v = ''.join(c for c in v if c.isalnum())",
    "v = ''.join(c for c in v if c.isalnum() or c in './_-')",
    "v = v or 'a.txt'",
    "v = v if v else 'a.txt'",
    "w = v\nv = w",
    "v, w = v, 'b.txt'",
    "w = [v]\nv = w[0]",
    "w = {'v': v, 'o': 'b.txt'}\nv = w['v']",
    "w = {'v': v, 'o': 'b.txt'}\nv = w['o']",
    "for w in [v]:\n    v = w",
    "v = _same(v)",
    "v = _last(v)",
    "v = (lambda n: n)(v)",
    "try:\n    v = v + ''\nexcept ValueError:\n    v = 'b.txt'",
    "v = str(Path(v).with_suffix('.txt')) if Path(v).name else v",
)
CONDITIONS = (
    "'..' in v",
    "'..' in Path(v).parts",
    "os.path.isabs(v)",
    "v.startswith('/')",
    "v.startswith('..')",
    "'/' in v",
    "'..' in v or v.startswith('/')",
    "'..' in v and v.startswith('/')",
    "not v.startswith('a/')",
    "v not in ('a.txt', 'b.txt')",
    "not re.fullmatch(r'[a-z.]+', v)",
    "not re.match(r'[a-z.]+', v)",
    "not re.fullmatch(r'[a-z./]+', v)",
    "Path(v).name != v",
    "not (root / v).resolve().is_relative_to(root)",
    "not (root / v).is_relative_to(root)",
    "not str((root / v).resolve()).startswith(str(root))",
    "not str((root / v).resolve()).startswith(str(root) + os.sep)",
    "root not in (root / v).resolve().parents",
    "os.path.commonpath([str(root), os.path.realpath(v)]) != str(root)",
    "not _ok(v)",
    "_ok(v)",
    "not v",
    "not v or not _ok(v)",
    "v and not _ok(v)",
    "len(v) > 40",
    "any(s in v for s in ('/', '..'))",
    "all(c.isalnum() or c == '.' for c in v)",
    "not all(c.isalnum() or c == '.' for c in v)",
    "os.path.relpath(os.path.realpath(v), root).startswith('..')",
)
GUARDS = (
    "_raise(v)",
    "_ok(v)",
    "p = _none(v)\nif p is None:\n    return {}\nv = str(p)",
    "wrong = _error(v)\nif wrong:\n    return {'error': wrong}",
    "good, why = _two(v)\nif not good:\n    return {}",
    "try:\n    (root / v).resolve().relative_to(root)\nexcept ValueError:\n    return {}",
    "try:\n    (root / v).resolve().relative_to(root)\nexcept ValueError:\n    pass",
    "try:\n    (root / v).relative_to(root)\nexcept ValueError:\n    return {}",
)
HELPERS = """
import os, re
from pathlib import Path
def _same(n):
    return n
def _last(n):
    return Path(n).name
def _ok(n):
    root = Path.cwd().resolve()
    return (root / n).resolve().is_relative_to(root)
def _raise(n):
    if not _ok(n):
        raise PermissionError(n)
def _none(n):
    root = Path.cwd().resolve()
    p = (root / n).resolve()
    try:
        p.relative_to(root)
    except ValueError:
        return None
    return p
def _error(n):
    return '' if _ok(n) else 'outside'
def _two(n):
    if not _ok(n):
        return False, 'outside'
    return True, ''
"""


def block(random: Random, depth: int = 0) -> list[str]:
    """Some statements that change or judge `v`."""
    lines: list[str] = []
    for _ in range(random.randint(1, 3)):
        kind = random.random()
        if kind < 0.5:
            lines += random.choice(CHANGES).splitlines()
        elif kind < 0.65:
            lines += random.choice(GUARDS).splitlines()
        elif kind < 0.85 or depth > 1:
            lines += [f"if {random.choice(CONDITIONS)}:", f"    {random.choice(('return {}', 'raise ValueError(v)'))}"]
        else:
            inner = block(random, depth + 1)
            other = block(random, depth + 1)
            lines += [f"if {random.choice(CONDITIONS)}:", *(f"    {line}" for line in inner)]
            if random.random() < 0.5:
                lines += ["else:", *(f"    {line}" for line in other)]
    return lines


def program(random: Random) -> str:
    lines = [
        "root = Path.cwd().resolve()",
        *block(random),
        random.choice(("open(v)", "Path(v).read_text()", "_use(v)", "(root / v).unlink()")),
    ]
    body = "\n".join(f"    {line}" for line in lines)
    head = f'{HELPERS}\ndef _use(n):\n    return open(n)\ndef tool_x(v: str) -> dict:\n    """Does it."""\n'
    return f"{head}{body}\n    return {{}}\n"


class OpenedError(Exception):
    """A file function was called."""


def escapes(source: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The first hostile name that leads the program out of its workspace; "" when none does."""

    def noted(path: object, *_: object, **__: object) -> None:
        raise OpenedError(os.path.realpath(str(path)))

    names: dict[str, object] = {"open": noted}
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_text", noted)
        patched.setattr(Path, "unlink", noted)
        exec(compile(source, "x.py", "exec"), names)
        run = names["tool_x"]
        assert isinstance(run, Callable)  # type: ignore[arg-type]
        for name in HOSTILE:
            try:
                run(name)
            except OpenedError as opened:
                # A folder is no file to read; `..` alone, which is a last part as well, leads no further.
                # Nor does the suffix that an empty name gives the workspace itself.
                place = Path(str(opened))
                harmless = place.is_dir() or place == root.with_suffix(".txt")
                if not place.is_relative_to(root) and not harmless:
                    return name
            except (ValueError, PermissionError, TypeError, IndexError):
                continue
    return ""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path.resolve() / "work"
    root.mkdir()
    (tmp_path / "work-b").mkdir()
    (root / "link").symlink_to(tmp_path)
    monkeypatch.chdir(root)
    return root


def is_told(source: str) -> bool:
    (module,) = modules(source).values()
    return any(True for check in CHECKS for _ in check(module))


def silent_escapes(seeds: range, root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    for seed in seeds:
        source = program(Random(seed))
        name = escapes(source, root, monkeypatch)
        if name and not is_told(source):
            found.append(f"# {seed}: {name}\n{source.partition('def tool_x')[2]}")
    return found


def test_no_escape_passes_without_a_word(workspace: Path, monkeypatch: pytest.MonkeyPatch):
    assert silent_escapes(range(PROGRAMS), workspace, monkeypatch) == []


@pytest.mark.long
def test_no_escape_of_many_passes_without_a_word(workspace: Path, monkeypatch: pytest.MonkeyPatch):
    assert silent_escapes(range(PROGRAMS, PROGRAMS + MANY), workspace, monkeypatch) == []
