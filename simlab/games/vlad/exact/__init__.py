"""Exact solutions of the models of I Am Vlad, by the same resolution functions as the trial loops."""
