"""Exact solutions of the models of Forest, by the same resolution functions as the trial loops."""
