"""Section VII: one fight against werewolves or guards (V-65, V-66, V-67, V-68).

A `plan` is a row with what the seat brings to the fight: its `attack_bonus`, `defence_bonus` and `surrender_below`.
"""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_v12_dials import lose_life
from simlab.games.vlad.rules.s5_v36_cards import blunted, first_in_hand, play
from simlab.games.vlad.rules.s5_v46_neutral_die import neutral_roll
from simlab.games.vlad.state import (
    AS_DEALT,
    ATTACK_DESC,
    CHOSEN,
    DEFENCE_DESC,
    EACH_UNIT,
    MAGIC,
    NEUTRAL,
    NEVER,
    NO_UNIT,
    NOT_MATCHING,
    PRINTED_VALUES,
)


class NextCard(NamedTuple):
    """V-66 The card that is played next: whose, and where in the hand; rank -1 if nobody has any."""

    rank: int
    who: int
    place: int


class Fight(NamedTuple):
    """How a neutral fight ended: the neutral's life left, and the cards played."""

    neutral_left: int
    cards: int


@rule
def living(fighters):
    """V-65 How many of the units still live and fight."""
    alive = 0
    for place in range(fighters.size):
        alive += fighters[place].life > 0
    return alive


@rule
def rank(order, attack, defence):
    """V-66 A card's rank: the highest is played first; of equal ones the first in unit order and place in hand."""
    if order == NEVER:
        return NOT_MATCHING
    if order == AS_DEALT:
        return 0
    if order == DEFENCE_DESC:
        return defence * PRINTED_VALUES + attack
    return attack * PRINTED_VALUES + defence


@rule
def attack_order(pack, order):
    """V-66 In which order the cards of a pack are played and attack; magic cards by attack (K-3)."""
    return ATTACK_DESC if pack == MAGIC and order != CHOSEN else order


@rule
def next_card(fighters, packs, order, time):
    """V-66 The next card of the playing order; cards of dead units are skipped."""
    best, who, place = -1, 0, 0
    for candidate in range(fighters.size):
        fighter = fighters[candidate]
        if fighter.fights and fighter.life > 0:
            value, at_place = first_in_hand(fighter, packs[fighter.unit], order, time)
            if value > best:
                best, who, place = value, candidate, at_place
    return NextCard(best, who, place)


@rule
def neutral_after(neutral_left, attack, plan):
    """V-66, V-13 The neutral's life after a card of this attack."""
    return lose_life(neutral_left, blunted(attack, plan.blunted) + plan.attack_bonus)


@rule
def play_on_neutral(fighter, pack, place, neutral_left, plan):
    """V-66 A unit plays a card on the neutral; returns (the card, the neutral's life left)."""
    card = play(fighter, pack, place)
    neutral_left = neutral_after(neutral_left, pack.attack[card], plan)
    bonuses = (plan.attack_bonus, plan.defence_bonus)
    tell(story.CARD_PLAYED, fighter.unit, pack.attack[card], pack.defence[card], *bonuses, neutral_left)
    return card, neutral_left


@rule
def neutral_answers(neutral_left, rules):
    """V-66 A neutral answers every card that does not beat it; with `dying_blow` the last one too."""
    return neutral_left > 0 or bool(rules.dying_blow)


@rule
def answer_loss(roll, defence, plan):
    """V-66 What a neutral's answer costs the unit that played a card of this defence."""
    return max(roll - defence - plan.defence_bonus, 0)


@rule
def is_over(neutral_left, anyone_can_play):
    """V-67 A fight is over when the neutral is beaten, or no living unit has a card left to play."""
    return neutral_left == 0 or not anyone_can_play


@rule
def gives_up(life, plan):
    """V-67 A living unit with less life than the seat allows makes it surrender, after an answer."""
    return 0 < life < plan.surrender_below


@rule
def somebody_gives_up(fighters, plan):
    """V-67 Does any living unit make its side surrender."""
    for place in range(fighters.size):
        if fighters[place].fights and gives_up(fighters[place].life, plan):
            tell(story.SURRENDERED, fighters[place].unit)
            return True
    return False


@rule
def is_hit_without_cards(life, living_before, rules):
    """V-68 Is a unit hit when nobody has a matching card; so many living units come before it in unit order."""
    if life == 0 or rules.no_card_hit == NO_UNIT:
        return False
    return living_before == 0 or rules.no_card_hit == EACH_UNIT


@rule
def only_hit(fighters, rules, event):
    """V-68 Nobody has a matching card: units only take damage, each from a die of its own."""
    living_before = 0
    for place in range(fighters.size):
        fighter = fighters[place]
        was_alive = fighter.fights and fighter.life > 0
        if was_alive and is_hit_without_cards(fighter.life, living_before, rules):
            roll = neutral_roll(fighter.unit, rules, event)
            fighter.life = lose_life(fighter.life, roll)
            tell(story.HIT_WITHOUT_CARDS, fighter.unit, roll, fighter.life)
        living_before += was_alive


@rule
def trade_blows(fighter, pack, place, fight, plan, rules, event):
    """V-66 A card is played on the neutral, which answers; returns how the fight stands then."""
    card, neutral_left = play_on_neutral(fighter, pack, place, fight.neutral_left, plan)
    if neutral_answers(neutral_left, rules):
        roll = neutral_roll(fight.cards, rules, event)
        loss = answer_loss(roll, pack.defence[card], plan)
        fighter.life = lose_life(fighter.life, loss)
        tell(story.NEUTRAL_ANSWERED, fighter.unit, roll, loss, fighter.life)
    return Fight(neutral_left, fight.cards + 1)


@rule
def goes_on(fighters, fight, following, plan):
    """V-67 After a card: is the fight not over, and does nobody make his side surrender?"""
    return not is_over(fight.neutral_left, following.rank >= 0) and not somebody_gives_up(fighters, plan)


@rule
def first_card(fighters, packs, plan, time, rules, event):
    """V-66, V-68 The first card of a fight; units are only hit if nobody has any."""
    first = next_card(fighters, packs, plan.order, time)
    if first.rank < 0:
        only_hit(fighters, rules, event)
    return first


@rule
def neutral_fight(fighters, packs, plan, time, attempt, rules, stream):
    """V-65, V-66, V-67, V-68 One fight of the living units that take part against a neutral at full life."""
    event, fight = at(stream, NEUTRAL, attempt, 0), Fight(rules.neutral_life, 0)
    following = first_card(fighters, packs, plan, time, rules, event)
    going = not is_over(fight.neutral_left, following.rank >= 0)
    while going:
        fighter = fighters[following.who]
        fight = trade_blows(fighter, packs[fighter.unit], following.place, fight, plan, rules, event)
        following = next_card(fighters, packs, plan.order, time)
        going = goes_on(fighters, fight, following, plan)
    return fight
