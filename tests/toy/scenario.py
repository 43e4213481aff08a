"""The beginning of a scenario of the toy game, with its first question."""

BEGINNING = """game = "coins"
model = "race"
title = "A short race"
trials = 20_000
seed = 4

[setup]
steps = 3

[[question]]
name = "one wins"
event = 'winner == "one"'

"""
