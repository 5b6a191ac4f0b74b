"""One measured job in a process of its own: everything is imported first, then the job runs once.

Usage: python worker.py JOB FOLDER, in a folder that `python -m tests.bench` has prepared. Prints
the CPU seconds of the job, those of the processes that it started included, as JSON. This file
imports nothing of the project at load, because the peer's interpreter runs it too.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path


def generate(folder: Path) -> Callable[[], object]:
    """Generate the folder's spec with lma-forge: cold, or with nothing to do when it was run before."""
    from lma_forge.project import generate as _heavy  # noqa: F401, PLC0415 - imports belong to start-up
    from lma_forge.project.config import load  # noqa: PLC0415 - only here
    from lma_forge.project.run import generate as run  # noqa: PLC0415 - only here
    from lma_forge.project.sources import find  # noqa: PLC0415 - only here

    def job() -> object:
        config = load(folder)
        return run(config, find(config))

    return job


def check(folder: Path) -> Callable[[], object]:
    """Tell whether the folder's modules are what its spec says, as `generate --check` does."""
    from lma_forge.project import generate as _heavy  # noqa: F401, PLC0415 - imports belong to start-up
    from lma_forge.project.config import load  # noqa: PLC0415 - only here
    from lma_forge.project.run import nothing_to_do, preview  # noqa: PLC0415 - only here
    from lma_forge.project.sources import find  # noqa: PLC0415 - only here

    def job() -> object:
        config = load(folder)
        sources = find(config)
        return nothing_to_do(config, sources) or preview(config, sources)

    return job


def peer(folder: Path) -> Callable[[], object]:
    """Generate models from the folder's JSON Schema with datamodel-code-generator and its ruff formatter."""
    from datamodel_code_generator import DataModelType, InputFileType, generate  # noqa: PLC0415 - the peer's own
    from datamodel_code_generator.format import Formatter  # noqa: PLC0415 - the peer's own

    def job() -> object:
        return generate(
            folder / "schema.json",
            input_file_type=InputFileType.JsonSchema,
            output=folder / "models.py",
            output_model_type=DataModelType.PydanticV2BaseModel,
            formatters=[Formatter.RUFF_FORMAT, Formatter.RUFF_CHECK],
        )

    return job


def parse(folder: Path) -> Callable[[], object]:
    """Read the folder's spec."""
    from lma_forge import spec  # noqa: PLC0415 - imports belong to start-up

    text = (folder / "specs" / "Tools.md").read_text(encoding="utf-8")
    return lambda: spec.parse(text)


def blocks(folder: Path) -> Callable[[], object]:
    """Let markdown-it-py alone find the blocks of the folder's spec: the reader's lower bound."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - imports belong to start-up

    text = (folder / "specs" / "Tools.md").read_text(encoding="utf-8")
    reader = MarkdownIt("commonmark").enable("table").disable("inline")
    return lambda: reader.parse(text)


JOBS = {"generate": generate, "check": check, "peer": peer, "parse": parse, "blocks": blocks}


def main() -> None:
    """Run the job named on the command line."""
    name, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    os.chdir(folder)
    job = JOBS[name](folder)
    own, others, begun = time.process_time(), children(), time.perf_counter()
    job()
    wall = time.perf_counter() - begun
    own, others = time.process_time() - own, children() - others
    sys.stdout.write(json.dumps({"cpu": own + others, "children": others, "wall": wall}) + "\n")


def children() -> float:
    """Add up the CPU seconds of the processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
