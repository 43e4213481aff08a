"""Section 5: the order in which generals act in a turn: drawing chits, delay, jump.

The cup row knows each chit: in the cup or not, still eligible or not, and when its general acted. Who tries what, and
what a roll means, is apart from draws and rolls, so that the exact solver asks the same functions.
"""

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.dice import FACES
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.forest import story
from simlab.games.forest.state import (
    ALTER_ORDER,
    CLOSED,
    DELAY_ALWAYS,
    DELAY_WHILE_ENEMY,
    DELAY_WISH,
    DRAW_CHIT,
    HIGHER_RATING,
    JUMP_WISH,
)


@rule
def fill_cup(cup):
    """F-07, F-20.1 A turn begins: every chit is in the cup and eligible, and nobody has acted."""
    cup.acted, cup.held, cup.picked = 0, -1, -1
    for chit in range(cup.chits):
        cup.in_cup[chit] = cup.eligible[chit] = 1
        cup.position[chit] = 0


@rule
def next_to_act(cup, plans, rules, stream):
    """F-20.2, F-20.3, F-24 One sequence: the held chit, else one from the cup; then the order may be altered."""
    was_held = cup.held >= 0
    if was_held:
        pick_held(cup)
        tell(story.HELD_CHIT_PICKED, cup.picked)
    else:
        pick(cup, draw_chit(cup, stream, 0))
    general = delays_and_jumps(cup, plans, rules, stream, was_held and rules.held_chit == CLOSED)
    tell(story.ACTED, general, cup.acted)
    return general


@rule
def draw_chit(cup, stream, delays):
    """F-20.2 One chit of the cup, each equally likely; `delays` tells the draws of one sequence apart."""
    drawn = draw_one(at(stream, DRAW_CHIT, cup.acted, delays), cup.in_cup)
    tell(story.CHIT_DRAWN, drawn)
    return drawn


@rule
def chits_in_cup(cup):
    """F-20 How many chits are in the cup."""
    count = 0
    for chit in range(cup.chits):
        count += cup.in_cup[chit]
    return count


@rule
def pick(cup, chit):
    """F-20.2 This chit leaves the cup and is the picked one."""
    cup.in_cup[chit] = 0
    cup.picked = chit


@rule
def pick_held(cup):
    """F-20.2 The held chit is the picked one."""
    cup.picked, cup.held = cup.held, -1


@rule
def act(cup, chit):
    """F-20.3 It is settled who acts now."""
    cup.acted += 1
    cup.position[chit] = cup.acted
    cup.picked = -1


@rule
def delays_and_jumps(cup, plans, rules, stream, order_is_closed):
    """F-22 and F-23 Step 3 of the turn: the picked general may delay, then others may jump; somebody acts."""
    delays = 0
    while tries_delay(cup, plans, order_is_closed) and dares(plans.delay_coin, cup, cup.picked, stream, DELAY_WISH):
        if not attempt(cup, plans, stream, cup.picked, story.DELAY_TRIED):
            break
        delays += 1
        delay(cup, draw_chit(cup, stream, delays))
    if not order_is_closed:
        for general in range(cup.chits):
            if tries_jump(cup, plans, rules, general) and dares(plans.jump_coin, cup, general, stream, JUMP_WISH):
                if attempt(cup, plans, stream, general, story.JUMP_TRIED):
                    jump(cup, general)
                    return general
    general = cup.picked
    act(cup, general)
    return general


@rule
def dares(coins, cup, general, stream, wish):
    """Section 12: a general whose player plays at random tries what he may try with chance 1/2."""
    return not coins[general] or die(at(stream, wish, cup.acted, general), 0, 2) == 1


@rule
def alters(roll, rating):
    """F-21 An attempt to alter the order succeeds with a roll below the rating."""
    return roll < rating


@rule
def attempt(cup, plans, stream, general, told):
    """F-21 One attempt, a delay or a jump; it makes the general ineligible whatever the roll."""
    cup.eligible[general] = 0
    roll = die(at(stream, ALTER_ORDER, 0, general), 0, FACES)
    succeeds = alters(roll, plans.rating[general])
    tell(told, general, cup.picked, roll, succeeds)
    return succeeds


@rule
def wants_delay(cup, plans):
    """F-22 Would the picked general rather go later, as things stand?"""
    if plans.delay[cup.picked] == DELAY_WHILE_ENEMY:
        for chit in range(cup.chits):
            if cup.in_cup[chit] and plans.side[chit] != plans.side[cup.picked]:
                return True
        return False
    return plans.delay[cup.picked] == DELAY_ALWAYS


@rule
def tries_delay(cup, plans, order_is_closed):
    """F-22, F-24 The picked general tries if he is eligible and wants to, the cup is not empty and the order open."""
    if order_is_closed or not cup.eligible[cup.picked] or chits_in_cup(cup) == 0:
        return False
    return wants_delay(cup, plans)


@rule
def delay(cup, drawn):
    """F-22 A delay that succeeded: the chit drawn is the picked one, the delayed chit goes back into the cup."""
    delayed = cup.picked
    pick(cup, drawn)
    cup.in_cup[delayed] = 1


@rule
def tries_jump(cup, plans, rules, general):
    """F-23, F-24 Does this general, eligible and in the cup, try to jump ahead of the picked one?"""
    if not cup.in_cup[general] or not cup.eligible[general] or not plans.jump_past[general, cup.picked]:
        return False
    return rules.jump_rating != HIGHER_RATING or plans.rating[cup.picked] < plans.rating[general]


@rule
def jump(cup, general):
    """F-23 A jump that succeeded: its general acts, and the next sequence begins with the chit that was picked."""
    cup.in_cup[general] = 0
    cup.held = cup.picked
    act(cup, general)
