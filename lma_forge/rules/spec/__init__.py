"""Rules about a spec, one a file; each looks at the model alone."""
