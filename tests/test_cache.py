"""Kept results: what is kept comes back equal, and what is damaged counts as not there."""

import json

import pytest
from hypothesis import given

from lma_forge.project import cache, files
from lma_forge.project.cache import Cache, pack, unpack
from tests.strategies import findings


@given(findings())
def test_findings_come_back_equal(found):
    assert unpack(json.loads(json.dumps(pack((found, found))))) == (found, found)


@pytest.mark.parametrize("values", [[1], [[]], [["a"]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]], {"a": 1}])
def test_what_are_no_findings_is_told(values):
    with pytest.raises(ValueError, match=r".+"):
        unpack(values)


def test_a_result_comes_back(tmp_path):
    kept = Cache(tmp_path / "deep" / "cache")
    assert kept.get("x") is None
    kept.put("x", {"a": [1, None, "\u00e9\ud800"]})
    assert kept.get("x") == {"a": [1, None, "\u00e9\ud800"]}
    kept.drop("x")
    kept.drop("x")
    assert kept.get("x") is None


@pytest.mark.parametrize("cut", [0, 1, 16, 32, 33, 34, -1])
def test_a_torn_result_is_not_there(tmp_path, cut):
    kept = Cache(tmp_path)
    kept.put("x", [1, 2, 3])
    path = tmp_path / "x.json"
    path.write_bytes(path.read_bytes()[:cut])
    assert kept.get("x") is None


def test_a_result_that_was_changed_is_not_there(tmp_path):
    kept = Cache(tmp_path)
    kept.put("x", [1, 2, 3])
    path = tmp_path / "x.json"
    path.write_bytes(path.read_bytes().replace(b"2", b"9"))
    assert kept.get("x") is None


def test_no_result_can_nest_without_end(tmp_path):
    body = b"[" * 100_000
    (tmp_path / "x.json").write_bytes(files.digest(body).encode() + b"\n" + body)
    assert Cache(tmp_path).get("x") is None


def test_an_edited_build_is_another_build(monkeypatch, tmp_path):
    (tmp_path / "a.py").write_text("x", "utf-8")
    monkeypatch.setattr(cache, "package_folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "templates_folder", lambda: tmp_path)
    cache.identity.cache_clear()
    try:
        first = cache.identity()
        (tmp_path / "a.py").write_text("xy", "utf-8")
        cache.identity.cache_clear()
        assert cache.identity() != first
    finally:
        cache.identity.cache_clear()
