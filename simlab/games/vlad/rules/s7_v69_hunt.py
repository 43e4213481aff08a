"""Section VII: one neutral fight after another, and the reward (V-69, V-70, V-71)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s4_v11_start import shuffle_pack, take_up_hand
from simlab.games.vlad.rules.s5_v12_dials import dial_after, time_at
from simlab.games.vlad.rules.s7_v61_battle import refill
from simlab.games.vlad.rules.s7_v65_neutral_fight import living, neutral_fight


class Hunt(NamedTuple):
    """How a hunt ended: attempts made, cards played in all of them, the neutral's life left in the last."""

    attempts: int
    cards: int
    neutral_left: int


@rule
def start_hunt(fighters, packs, plan, stream):
    """V-65, V-11 All units fight, with the life and the hands of the setup; packs that are drawn from are shuffled."""
    for place in range(fighters.size):
        fighter = fighters[place]
        fighter.life, fighter.fights = fighter.start_life, 1
        if plan.draws:
            shuffle_pack(packs[fighter.unit], stream)
        take_up_hand(fighter, packs[fighter.unit], stream)


@rule
def hunt(fighters, packs, plan, rules, stream):
    """V-69, V-62 Fights in successive own turns, until the neutral is beaten, no unit lives, or no attempt is left."""
    start_hunt(fighters, packs, plan, stream)
    attempt, cards, neutral_left = 0, 0, rules.neutral_life
    while neutral_left > 0 and living(fighters) > 0 and attempt < plan.attempts:
        if attempt > 0 and plan.refill:
            for place in range(fighters.size):
                refill(fighters[place], packs[fighters[place].unit], stream)
        time = time_at(dial_after(plan.dial, 0 if plan.hold_time else attempt), rules)
        attempt += 1
        tell(story.ATTEMPT_BEGINS, attempt, time)
        fight = neutral_fight(fighters, packs, plan, time, attempt, rules, stream)
        neutral_left = fight.neutral_left
        cards += fight.cards
    if neutral_left == 0:
        tell(story.NEUTRAL_BEATEN, neutral_reward(0, living(fighters), plan.reward))
    else:
        tell(story.NEUTRAL_NOT_BEATEN, neutral_left, living(fighters))
    return Hunt(attempt, cards, neutral_left)


@rule
def neutral_reward(neutral_left, alive, reward):
    """V-70, V-71 Gold for a beaten neutral, if a fighting unit lives."""
    return reward if neutral_left == 0 and alive > 0 else 0
