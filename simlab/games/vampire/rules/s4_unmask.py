"""Section 4: when the vampires are found (E-20, E-65)."""

from simlab.chance.compiled import rule


@rule
def is_over(vampires, humans, plan):
    """E-65 Enough vampires were asked; or all humans were, so that the rest follows."""
    return vampires >= plan.find or (plan.known == 1 and humans == plan.unknown - plan.vampires)
