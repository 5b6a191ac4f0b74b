"""The catalogue entries of everything that the reader itself reports."""

from lma_forge.diagnostics import Rule
from lma_forge.spec import faults_document, faults_failure, faults_field, faults_tool

RULES: tuple[Rule, ...] = (*faults_document.RULES, *faults_tool.RULES, *faults_field.RULES, *faults_failure.RULES)
"""In the order of their codes."""
