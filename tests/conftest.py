"""Options and Hypothesis profiles that all tests share."""

import signal

import pytest
from hypothesis import HealthCheck, settings

_SLOW_DRAWS = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)

settings.register_profile(
    "quick", max_examples=30, deadline=None, derandomize=True, suppress_health_check=_SLOW_DRAWS, database=None
)
settings.register_profile("long", max_examples=2_000, deadline=None, suppress_health_check=_SLOW_DRAWS)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="2,000 examples for each property, and the tests marked long")
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden from what is generated now")


def pytest_configure(config: pytest.Config) -> None:
    # A shell that starts a job in the background has it ignore Ctrl-C, and so would the programs
    # that tests start and end.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.load_profile("long" if config.getoption("--long") else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="takes minutes; run with --long")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
