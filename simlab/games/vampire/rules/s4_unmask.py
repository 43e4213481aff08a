"""Section 4 and model `unmask`: holy water alone, until the vampires are found (E-20, E-65)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.state import ASK_ONE


@rule
def unmask(plan, stream):
    """E-65 Uses until the vampires are found, or known; each asks one character at random."""
    uses, vampires, humans = 0, 0, 0
    while uses < plan.max_uses and not enough_asked(vampires, humans, plan):
        asked = die(at(stream, ASK_ONE, uses, 0), 0, may_be_asked(vampires, humans, plan))
        uses += 1
        is_vampire, is_human = who_is_asked(asked, vampires, humans, plan)
        vampires += is_vampire
        humans += is_human
        tell(story.ASKED, uses, is_vampire, is_human, vampires, humans)
    return uses


@rule
def enough_asked(vampires, humans, plan):
    """E-65 Enough vampires were asked; or all humans were, so that the rest follows."""
    return vampires >= plan.find or (plan.known == 1 and humans == plan.unknown - plan.vampires)


@rule
def may_be_asked(vampires, humans, plan):
    """E-65 How many may be asked: all, or those that were not asked before."""
    return plan.unknown if plan.repeats else plan.unknown - vampires - humans


@rule
def not_asked(vampires, humans, plan):
    """E-65 How many vampires and how many humans were not asked before."""
    return plan.vampires - vampires, plan.unknown - plan.vampires - humans


@rule
def who_is_asked(asked, vampires, humans, plan):
    """E-20, E-65 Is it a vampire, or a human, that was not asked before: these come first, then those asked before."""
    new_vampires, new_humans = not_asked(vampires, humans, plan)
    return asked <= new_vampires, new_vampires < asked <= new_vampires + new_humans
