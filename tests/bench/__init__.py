"""Benchmarks: ratios against named peers, taken side by side in one run."""
