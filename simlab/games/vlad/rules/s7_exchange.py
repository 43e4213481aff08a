"""Section VII: what one exchange of cards costs (V-34, V-35, V-60)."""

from simlab.chance.compiled import rule
from simlab.games.vlad.state import VLAD


@rule
def loss_from(attack, attack_bonus, defence, defence_bonus):
    """V-60 What an attack costs a unit that plays a card with this defence."""
    return max(attack + attack_bonus - defence - defence_bonus, 0)


@rule
def bare_loss(attack, attack_bonus, defence_bonus, rules):
    """V-60, V-28 What an attack costs a unit that does not answer: all of it."""
    return max(attack + attack_bonus - (defence_bonus if rules.bare_defence_bonus else 0), 0)


@rule
def can_impale(impaler, tokens, victim, life, rules):
    """V-34, V-35 Vlad has a token, and the enemy is a knight or archer with little life left."""
    return impaler == VLAD and tokens > 0 and victim != VLAD and life <= rules.impale_life
