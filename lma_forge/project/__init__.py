"""A project on disk: its configuration, its files, and what generating and checking do to them."""
