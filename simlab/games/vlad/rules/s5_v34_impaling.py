"""Section V: impale tokens as an attack and as an answer (V-34, V-35)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.state import VLAD


@rule
def can_impale(impaler, victim, seat, rules):
    """V-34, V-35 The seat has a token for its Vlad, and the enemy is a knight or archer with little life left."""
    return impaler.unit == VLAD and seat.tokens > 0 and victim.unit != VLAD and victim.life <= rules.impale_life


@rule
def impales(impaler, victim, seat, rules):
    """V-34, V-35 Does a unit use a token: whenever it can, or never, as its seat plays."""
    return seat.impales and can_impale(impaler, victim, seat, rules)


@rule
def impale(impaler, victim, seat, as_answer):
    """V-34, V-35 The token is used and the victim dead; an attack with it is not answered."""
    seat.tokens -= 1
    seat.impaled += 1
    victim.life = 0
    tell(story.IMPALED, impaler.unit, victim.unit, as_answer)
