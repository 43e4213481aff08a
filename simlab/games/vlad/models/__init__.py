"""The models of I Am Vlad: one file each, with its setup, columns, trial loop and default questions."""
