"""Is Python code sound: does it compile, what does ruff say, and, of a tool library, the doctrine?"""

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
import warnings

from lma_forge import lcp
from lma_forge.toolkit.own import own_business
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.validating.issue import Issue

_FENCE = re.compile(r"\A\s*(?:```|~~~)[ \t]*(\w*)[^\n]*\n(.*?)\n?(?:```|~~~)\s*\Z", re.DOTALL)
_SELECT = "E4,E7,E9,F,B,PLE,S1,S3,S5,S6,ASYNC,RUF006,PLW0120"
_UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b|\b(?:raise NotImplementedError|pass\s*#)", re.IGNORECASE)
_TOOLS = re.compile(r"^[ \t]*(?:async )?def tool_|^TOOL_LIBRARY_", re.MULTILINE)


def examine(content: str, config: Config) -> tuple[Issue, ...]:
    """Look at code.

    Args:
        content: Python, bare or in one fence.
        config: The host's configuration; none of it counts here.

    Raises:
        Refusal: It is in another language, of which nothing is known here.
    """
    del config
    fence = _FENCE.match(content)
    if fence and fence[1].lower() not in {"", "py", "python", "python3"}:
        raise Refusal(f"Only Python can be examined, and this is {fence[1]}.")
    code = fence[2] if fence else content
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", 0) or 0, getattr(error, "offset", 0) or 0
        message = getattr(error, "msg", None) or str(error) or type(error).__name__
        return (Issue(f"It does not parse: {message}.", "Correct the syntax at that place.", line, column, grave=True),)
    found = [*_linted(code), *(_doctrine(code) if _TOOLS.search(code) else ()), *_unfinished(code)]
    return tuple(sorted(found, key=lambda one: (one.line, one.column)))


def _linted(code: str) -> list[Issue]:
    # Neither settings of the folder that this runs in nor remarks in the code decide, and nothing is written there.
    words = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--ignore-noqa",
        "--no-cache",
        "--quiet",
        "--exit-zero",
        "--output-format=json",
    ]
    with own_business():
        done = subprocess.run(  # noqa: S603 - our own program and our own arguments
            [*words, f"--select={_SELECT}", "--stdin-filename=code.py", "-"],
            input=code,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    if done.returncode:
        raise Refusal(f"ruff failed: {done.stderr.strip()[:300]}")
    return [
        Issue(
            f"{one['message'].rstrip('.')} ({one['code'] or 'syntax'}).",
            (one.get("fix") or {}).get("message") or f"See the rule {one['code']} of ruff.",
            one["location"]["row"],
            one["location"]["column"],
            grave=(one["code"] or "E9").startswith(("E9", "F82", "PLE")),
        )
        for one in json.loads(done.stdout or "[]")
    ]


def _doctrine(code: str) -> list[Issue]:
    from lma_forge.rules import check_tool_file  # noqa: PLC0415 - loads libcst

    found = check_tool_file(lcp.read(code, "code.py"), code)
    return [
        Issue(
            f"{one.message.rstrip('.')} ({one.code}).",
            one.help or f"See `lma-forge explain {one.code}`.",
            one.span.line,
            one.span.column,
            grave=one.severity.value == "error",
        )
        for one in found
        if one.severity.value != "info"
    ]


def _unfinished(code: str) -> list[Issue]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):  # pragma: no cover - it has parsed
        return []
    return [
        Issue(
            f"A step is missing: {token.string.strip()[:120]}",
            "Write the step, or say that it is left out and why.",
            token.start[0],
            token.start[1] + 1,
        )
        for token in tokens
        if token.type == tokenize.COMMENT and _UNFINISHED.search(token.string)
    ]
