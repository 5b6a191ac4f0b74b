"""The other side of a comparison: a file, or what git keeps of one, read through git itself."""

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lma_forge.errors import UnreadableError, UsageError
from lma_forge.project import files
from lma_forge.project.sources import Source

_SECONDS = 60
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "LANGUAGE": "C"}
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


@dataclass(frozen=True, slots=True)
class Earlier:
    """The old side of a comparison.

    Args:
        sources: The old documents, each under the label of the new one that it belongs to.
        against: What they are, for people.
        missing: Labels of new documents that were not there.
    """

    sources: tuple[Source, ...]
    against: str
    missing: tuple[str, ...] = ()


def earlier(
    against: str, new: Sequence[Source], paths: Sequence[Path], belongs: Callable[[str], bool] | None = None
) -> Earlier:
    """Read what the new documents are compared with.

    A file that exists is that file. Otherwise `REF:path` is a file of a revision, a revision stands
    for the same files in it, and a folder for the same files below it.

    Args:
        against: What the person named.
        new: The new documents.
        paths: Where they stand, in the same order.
        belongs: Where the documents are all that the project has: tells of a path in the repository
            whether it is a document of the project, so that one which only the revision holds is gone.

    Returns:
        The old documents. One that cannot be read has its reason in its diagnostics.

    Raises:
        UsageError: There is no such file, folder or revision, or it does not hold the document.
        UnreadableError: git is missing or refuses.
    """
    if against.startswith("-"):
        raise UsageError(f"`{against}` is no revision: one cannot start with a dash; write the path as ./{against}")
    if not against or "\0" in against:
        raise UsageError("--against needs a revision (main, HEAD~1), REF:path, a file or a folder")
    place = Path(against)
    if _exists(place) and not place.is_dir():
        return _of_file(place, new)
    if ":" in against and not _DRIVE.match(against):
        return _of_blob(against, new)
    repository = _Repository(paths[0].parent)
    commit = repository.commit(against)
    if commit is not None:
        return _of_revision(repository, commit, against, list(zip(new, paths, strict=True)), belongs)
    if _exists(place):
        return _of_folder(place, new)
    raise UsageError(f"there is no revision, file or folder `{against}`{repository.advice}")


def _exists(place: Path) -> bool:
    try:
        return place.exists()
    except (OSError, ValueError):
        return False


def _of_file(place: Path, new: Sequence[Source]) -> Earlier:
    shown = files.shown(place)
    _alone(new, f"the file {shown}")
    loaded = files.read(place)
    return Earlier((Source(new[0].label, _apart(shown, new[0]), loaded.data, loaded.diagnostics),), shown)


def _of_folder(place: Path, new: Sequence[Source]) -> Earlier:
    found = []
    missing = []
    for source in new:
        path = next((one for one in (place / source.label, place / Path(source.label).name) if _exists(one)), None)
        if path is None:
            missing.append(source.label)
        else:
            loaded = files.read(path)
            found.append(Source(source.label, _apart(files.shown(path), source), loaded.data, loaded.diagnostics))
    if not found:
        raise UsageError(f"the folder {files.shown(place)} holds none of {_named(missing)}; name the file itself")
    return Earlier(tuple(found), files.shown(place), tuple(missing))


def _of_blob(against: str, new: Sequence[Source]) -> Earlier:
    _alone(new, f"`{against}`")
    repository = _Repository(Path.cwd())
    reference, _, path = against.partition(":")
    if reference and repository.commit(reference) is None:
        raise UsageError(f"there is no revision `{reference}`{repository.advice}")
    if not path:
        raise UsageError(f"`{against}` names no file; write REF:path, such as {reference}:specs/Tools.md")
    data = repository.blob(against)
    if data is None:
        where = "the index" if not reference else f"`{reference}`"
        raise UsageError(
            f"{where} has no file `{path}`; paths count from the top of the repository (./{path} from this folder)"
        )
    return Earlier((_source(new[0].label, against, data),), against)


def _of_revision(
    repository: "_Repository",
    commit: str,
    against: str,
    new: Sequence[tuple[Source, Path]],
    belongs: Callable[[str], bool] | None,
) -> Earlier:
    top = repository.top()
    found = []
    missing = []
    below = set()
    for source, path in new:
        inside = _inside(top, path)
        if inside is None:
            raise UsageError(
                f"{source.shown} lies outside of the repository {files.shown(top)}; name the file to compare"
            )
        below.add(inside)
        data = repository.blob(f"{commit}:{inside}")
        if data is None:
            missing.append(source.label)
        else:
            found.append(_source(source.label, f"{against}:{inside}", data))
    if belongs is not None:
        for inside in repository.names(commit, sorted({path.rpartition("/")[0] for path in below})):
            data = None if inside in below or not belongs(inside) else repository.blob(f"{commit}:{inside}")
            if data is not None:
                found.append(_source(inside, f"{against}:{inside}", data))
    elif not found:
        raise UsageError(
            f"`{against}` does not hold {_named(missing)}; if it had another path there, write {against}:that/path"
        )
    return Earlier(tuple(found), against, tuple(missing))


def _source(label: str, shown: str, data: bytes) -> Source:
    if len(data) > files.LARGEST:
        raise UnreadableError(f"{shown} holds more than {files.LARGEST >> 20} MiB; split it")
    return Source(label, shown, data)


def _alone(new: Sequence[Source], what: str) -> None:
    if len(new) != 1:
        raise UsageError(f"{what} is one document, and there are {len(new)} to compare with it; name the SPEC as well")


def _apart(shown: str, new: Source) -> str:
    """Tell two versions apart that stand at the same path."""
    return f"{shown} (before)" if shown == new.shown else shown


def _named(labels: Iterable[str]) -> str:
    return ", ".join(labels) or "the specs"


def _inside(top: Path, path: Path) -> str | None:
    """The path of a file within the repository, with `/`; None when it lies elsewhere."""
    folder = Path(os.path.realpath(path.parent))
    try:
        relative = (folder / path.name).relative_to(os.path.realpath(top))
    except ValueError:
        return None
    return relative.as_posix()


class _Repository:
    """git, asked about the repository around a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder if folder.is_dir() else Path.cwd()
        self.advice = ""

    def commit(self, reference: str) -> str | None:
        """The name of the commit that a revision stands for; None when there is none."""
        if reference.startswith("-"):
            raise UsageError(f"`{reference}` is no revision: one cannot start with a dash")
        done = self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{reference}^{{commit}}")
        if done.returncode:
            self.advice = self._why(done)
            return None
        return done.stdout.decode("ascii", "replace").strip()

    def top(self) -> Path:
        """The top folder of the working tree."""
        done = self._ask("rev-parse", "--show-toplevel")
        if done.returncode:
            raise UnreadableError(f"git does not tell where the repository of {files.shown(self.folder)} is")
        return Path(os.fsdecode(done.stdout.rstrip(b"\r\n")))

    def blob(self, name: str) -> bytes | None:
        """The bytes that `REF:path` stands for, as git keeps them; None when it holds no such file."""
        done = self._ask("cat-file", "blob", name)
        return None if done.returncode else done.stdout

    def names(self, commit: str, folders: Iterable[str]) -> list[str]:
        """The markdown files of folders in a commit."""
        found: list[str] = []
        for folder in folders:
            done = self._ask("ls-tree", "-z", "--name-only", "--full-tree", f"{commit}:{folder}")
            names = done.stdout.decode("utf-8", "surrogateescape").split("\0") if not done.returncode else []
            found += (f"{folder}/{name}" if folder else name for name in names if name.endswith(".md"))
        return found

    def _ask(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        # What stands in a hook's environment about another repository must not lead astray.
        environment = {name: value for name, value in os.environ.items() if name not in {"GIT_DIR", "GIT_WORK_TREE"}}
        try:
            return subprocess.run(  # noqa: S603 - words of ours, and a revision that cannot be an option
                ["git", "--no-pager", *words],  # noqa: S607 - git is found where the person's shell finds it
                cwd=self.folder,
                env=environment | _QUIET,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except FileNotFoundError as error:
            raise UnreadableError("git is not installed, so no revision can be read; compare with a file") from error
        except (subprocess.TimeoutExpired, OSError, ValueError) as error:
            raise UnreadableError(f"git cannot be run ({files.reason(error)}); compare with a file") from error

    def _why(self, done: subprocess.CompletedProcess[bytes]) -> str:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if any("not a git repository" in line for line in said):
            return f", and {files.shown(self.folder)} is in no git repository"
        if any("dubious ownership" in line for line in said):
            return ", and git does not trust the repository, which belongs to another user (git config safe.directory)"
        if said:
            return f": {said[0].removeprefix('fatal: ')}"
        return "; a shallow clone lacks other branches (git fetch origin BRANCH)"
