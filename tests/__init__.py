"""Tests of lma-forge."""
