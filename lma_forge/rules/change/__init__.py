"""The rules about changes; those that see the same difference from several sides share a file."""
