"""Section 4: troops, groups, armies."""

from simlab.chance.compiled import rule


@rule
def form_groups(side, troops, rating):
    """F-17 An army splits into groups of `rating` troops and one of what is left over."""
    side.groups = 0
    while troops > 0:
        side.troops[side.groups] = min(rating, troops)
        troops -= rating
        side.groups += 1


@rule
def strength(side):
    """F-04 Troops of a side that live; its general is not one of them."""
    troops = 0
    for g in range(side.groups):
        troops += side.troops[g]
    return troops


@rule
def joined_troops(side):
    """F-44 Troops of a side's Joined groups."""
    troops = 0
    for g in range(side.groups):
        troops += side.troops[g] * side.joined[g]
    return troops
