"""Rules about a Python file of tools, one a file; each looks at what a host sees of it."""
