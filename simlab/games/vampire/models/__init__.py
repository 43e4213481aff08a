"""The models of Vampire Empire: one file each, with its setup, columns, trial loop and default questions."""
