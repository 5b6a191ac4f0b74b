"""Findings as JUnit XML, which every CI service shows among its test results."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from lma_forge.diagnostics import Diagnostic, Report, Severity
from lma_forge.report._screen import visible


def render(report: Report, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write a suite for each file and a case for each finding.

    An error or a warning is a failed case, a remark a passed one with its text as output. Without
    any finding there is one passed case, since some services take a report without cases for a
    broken one.

    Args:
        report: The findings.
        colour: Without effect here.

    Returns:
        An XML document.
    """
    by_path: dict[str, list[Diagnostic]] = {}
    for found in report.diagnostics:
        by_path.setdefault(found.span.path, []).append(found)
    root = Element("testsuites", {"name": "lma-forge", **_counts(report.diagnostics)})
    for path, diagnostics in by_path.items():
        suite = SubElement(root, "testsuite", {"name": visible(path), **_counts(diagnostics)})
        for found in diagnostics:
            _case(suite, found)
    if not by_path:
        root.set("tests", "1")
        suite = SubElement(root, "testsuite", name="lma-forge", tests="1", failures="0", errors="0")
        SubElement(suite, "testcase", name="no findings", classname="lma-forge")
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _counts(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> dict[str, str]:
    failures = sum(found.severity is not Severity.INFO for found in diagnostics)
    return {"tests": str(len(diagnostics)), "failures": str(failures), "errors": "0"}


def _case(suite: Element, found: Diagnostic) -> None:
    span = found.span
    place = f"{span.path}:{span.line}:{span.column}"
    case = SubElement(
        suite,
        "testcase",
        name=visible(f"{found.code} {found.name} ({span.line}:{span.column})"),
        classname=visible(span.path),
        file=visible(span.path),
        line=str(span.line),
    )
    lines = [f"{place}: {found.severity} {found.code}: {found.message}", *found.help.splitlines()]
    lines += (f"{one.span.path}:{one.span.line}:{one.span.column}: {one.message}" for one in found.related)
    text = "\n".join(visible(line) for line in lines)
    if found.severity is Severity.INFO:
        SubElement(case, "system-out").text = text
    else:
        failure = SubElement(case, "failure", type=str(found.severity), message=visible(found.message))
        failure.text = text
