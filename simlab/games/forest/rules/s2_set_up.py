"""Section 2: set-up."""

from simlab.chance.compiled import rule


@rule
def set_up(boards, start):
    """F-05, F-07 Everything stands as the scenario says."""
    boards[0] = start[0]
