"""Exact solutions of the models of Vampire Empire, by the same resolution functions as the trial loops."""
