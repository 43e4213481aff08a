"""Exact methods that know no game."""
