"""Model `hunt`: fights against werewolves or the guards of a gate (V-65, V-66, V-67, V-68, V-69, V-70, V-71)."""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Outcomes, Question, Setup, flag, parameter
from simlab.games.vlad.exact.hunt import solve_hunt
from simlab.games.vlad.hands import RANDOM, Fighter, PackTable, cards_of, fighter_rows, given_from
from simlab.games.vlad.narrate import hunt_story
from simlab.games.vlad.rules.s5_v23_gold_and_crowns import crown_bonuses
from simlab.games.vlad.rules.s7_v65_neutral_fight import living
from simlab.games.vlad.rules.s7_v69_hunt import hunt, neutral_reward
from simlab.games.vlad.setups import (
    Hand,
    OnDial,
    UnitName,
    dial_faults,
    dial_of,
    hands_fit,
    life_fault,
    pack_number,
    start_life,
)
from simlab.games.vlad.state import MOST_CROWNS, NEUTRAL_GOLD, NEVER, PLAN, PLAY_ORDERS, UNITS
from simlab.rows import row_of

KERNEL_OPTIONS = ("dial", "neutral_life", "die8", "dying_blow", "no_card_hit")
OPTIONS = (*KERNEL_OPTIONS, "unit_life", "hand_size", "crown_bonus")
MOST_ATTEMPTS = 10_000


class Hands(Setup):
    """A hand for every listed unit."""

    vlad: Hand | None = parameter(None, about="Vlad's hand", item="V-38")
    knight: Hand | None = parameter(None, about="the knight's hand", item="V-38")
    archer: Hand | None = parameter(None, about="the archer's hand", item="V-38")


class Lives(Setup):
    """Life of listed units at the start; full if left out."""

    vlad: int | None = parameter(None, about="Vlad's life at the start; full if left out", item="V-14", low=1)
    knight: int | None = parameter(None, about="the knight's life at the start; full if left out", item="V-14", low=1)
    archer: int | None = parameter(None, about="the archer's life at the start; full if left out", item="V-14", low=1)


class HuntSetup(OnDial):
    """Setup of `hunt`."""

    neutral: Literal[tuple(NEUTRAL_GOLD)] = parameter(
        "werewolf", about="what is fought; only the reward differs", item="V-23"
    )
    units: list[UnitName] = parameter(
        ["archer"], about="who fights; all different; of equal cards those of the first unit come first", item="V-65"
    )
    hands: Literal[RANDOM] | Hands = parameter(
        "random", about="random, or a table with a hand for every unit that fights", item="V-38"
    )
    lives: Lives = parameter(Lives(), about="life at the start", item="V-14")
    crowns: int = parameter(0, about="crowns of the seat", item="V-28", low=0, high=MOST_CROWNS)
    order: Literal[PLAY_ORDERS] = parameter(
        "attack_desc", about="in which order the cards of all units together are played", item="V-66"
    )
    surrender_below: int = parameter(
        0, about="give up when a living unit has less life than this; 0: never", item="V-67", low=0, high=1000
    )
    attempts: int = parameter(
        1, about="fights in successive own turns, while the neutral stands and a unit lives", item="V-69", low=1,
        high=MOST_ATTEMPTS,
    )  # fmt: skip
    hold_time: bool = parameter(False, about="the dial stays where it is between attempts", item="V-12")
    refill: bool = parameter(True, about="used cards are replaced between attempts", item="V-62")


def hand_of(setup: HuntSetup, unit: str) -> str | list:
    """A unit's hand."""
    return RANDOM if setup.hands == RANDOM else getattr(setup.hands, unit)


def life_of(setup: HuntSetup, unit: str, rules) -> int:
    """A unit's life at the start."""
    return start_life(unit, getattr(setup.lives, unit), rules)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a hunt."""
    setup, rules = case.setup, case.rules
    lives = {unit: life_of(setup, unit, rules) for unit in UNITS if unit in setup.units}
    return (
        flag("killed", "the neutral is beaten"),
        Column("attempts_used", "fights fought, the successful one included", 1, setup.attempts),
        Column("cards_used", "cards played in all fights"),
        Column("neutral_left", "its life when the last fight ended", 0, rules["neutral_life"]),
        *(
            Column(f"life_{unit}", f"life of the {unit} in the end; 0: dead", 0, life, block="lives")
            for unit, life in lives.items()
        ),
        Column("deaths", "listed units dead", 0, len(lives)),
        Column("damage", "life lost by all listed units together", 0, sum(lives.values())),
        Column("gold", "reward, if a listed unit lives", 0, NEUTRAL_GOLD[setup.neutral]),
    )


def faults(case: Case) -> Iterable[Fault]:
    """Units that are listed twice, hands and lives of units that are not listed, dials that do not fit."""
    setup = case.setup
    yield from dial_faults(case)
    if not setup.units or len(set(setup.units)) < len(setup.units):
        yield Fault(("setup", "units"), "one to three different units", "V-65")
        return
    hands = {}
    for unit in UNITS:
        listed, hand = unit in setup.units, hand_of(setup, unit)
        if listed:
            yield from life_fault(("setup", "lives", unit), unit, getattr(setup.lives, unit), case.rules)
        elif getattr(setup.lives, unit) is not None:
            yield Fault(("setup", "lives", unit), f"{unit} is not among the units", "V-65")
        if listed and hand is None:
            yield Fault(("setup", "hands", unit), 'missing: every unit has a hand; "random" deals it', "V-38")
        elif not listed and setup.hands != RANDOM and hand is not None:
            yield Fault(("setup", "hands", unit), f"{unit} is not among the units", "V-38")
        elif listed:
            hands[unit] = hand
    yield from hands_fit(case, [(("setup", "hands", unit), unit, hand) for unit, hand in hands.items()])


@kernel
def hunt_trials(fighters, columns_of, packs, plan, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a hunt: one row of `out` each.

    `columns_of` has each fighter's place among the lives.
    """
    for i in range(out.shape[0]):
        end = hunt(fighters, packs, plan, rules, trial_stream(rng, seed, first + i))
        row, alive, lost = out[i], living(fighters), 0
        for place in range(fighters.size):
            lost += fighters[place].start_life - fighters[place].life
            row.lives[columns_of[place]] = fighters[place].life
        row.killed = end.neutral_left == 0
        row.attempts_used = end.attempts
        row.cards_used = end.cards
        row.neutral_left = end.neutral_left
        row.deaths = fighters.size - alive
        row.damage = lost
        row.gold = neutral_reward(end.neutral_left, alive, plan.reward)


def plan_row(case: Case) -> np.record:
    """The hunt's setup as a row."""
    setup, plan = case.setup, row_of(PLAN)
    plan.attack_bonus, plan.defence_bonus = plain(crown_bonuses)(setup.crowns, case.rules_row("crown_bonus"))
    plan.dial, plan.order = dial_of(setup, case.rules), PLAY_ORDERS.index(setup.order)
    plan.surrender_below, plan.attempts = setup.surrender_below, setup.attempts
    plan.hold_time, plan.refill = setup.hold_time, setup.refill
    plan.reward = NEUTRAL_GOLD[setup.neutral]
    plan.draws = (setup.refill and setup.attempts > 1) or any(hand_of(setup, unit) == RANDOM for unit in setup.units)
    return plan


def fighters_of(case: Case) -> list[Fighter]:
    """The units that fight, with their hands."""
    setup, rules, fighters = case.setup, case.rules, []
    for unit in setup.units:
        hand = hand_of(setup, unit)
        dealt = rules["hand_size"] if hand == RANDOM else 0
        fighters.append(Fighter(pack_number(unit), life_of(setup, unit, rules), cards_of(hand), dealt))
    return fighters


def compile_hunt(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    fighters, plan = fighters_of(case), plan_row(case)
    packs = PackTable(case, given_from(fighters), (plan.order, NEVER))
    listed = sorted(fighter.pack for fighter in fighters)
    columns_of = np.array([listed.index(fighter.pack) for fighter in fighters])
    rows = (fighter_rows(packs, fighters), columns_of, packs.rows, plan)
    return Compiled(hunt_trials, (*rows, case.rules_row(*KERNEL_OPTIONS)))


def solve(case: Case, budget) -> Outcomes:
    """Exact distribution of a hunt."""
    return solve_hunt(case, fighters_of(case), plan_row(case), case.rules_row(*KERNEL_OPTIONS), budget)


HUNT = Model(
    name="hunt",
    about="one to three units against werewolves or the guards of a gate",
    setup=HuntSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("beaten", "event", "killed"),
        Question("life lost", "value", "damage"),
        Question("somebody dies", "event", "deaths > 0"),
        Question("neutral's life left", "curve", "neutral_left", "not killed"),
    ),
    faults=faults,
    compile=compile_hunt,
    narrate=hunt_story,
    exact=solve,
    fixed_columns=False,
    data=("decks",),
    starter='neutral = "werewolf"\nunits = ["knight"]\ndial = 1\n',
)
