"""The models of Forest: one file each, with its setup, columns, trial loop and default questions."""
