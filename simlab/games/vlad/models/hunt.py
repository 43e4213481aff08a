"""Model `hunt`: fights against werewolves or the guards of a gate (V-65 to V-71)."""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import tell
from simlab.contract import Case, Column, Compiled, Fault, Model, Outcomes, Question, Setup, flag, parameter
from simlab.games.vlad import story
from simlab.games.vlad.exact.hunt import ExactHunt, Hunter
from simlab.games.vlad.hands import RANDOM, PackTable, cards_of, fighter_rows
from simlab.games.vlad.narrate import hunt_story
from simlab.games.vlad.rules.s5_cards import refill, shuffle_pack, take_up_hand
from simlab.games.vlad.rules.s5_crowns import attack_bonus, defence_bonus
from simlab.games.vlad.rules.s5_dials import dial_after, time_at
from simlab.games.vlad.rules.s7_neutral_fight import Fight, living, neutral_fight, neutral_reward
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
from simlab.games.vlad.state import HUNT, MOST_CROWNS, NEUTRAL_GOLD, NEVER, PLAY_ORDERS, UNITS

RULES = ("dial", "neutral_life", "die8", "dying_blow", "no_card_hit")
OPTIONS = (*RULES, "unit_life", "hand_size", "crown_bonus")
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


def reward_of(setup: HuntSetup) -> int:
    """V-70, V-71 Gold for beating the neutral."""
    return NEUTRAL_GOLD[setup.neutral]


def in_order(setup: HuntSetup) -> list[str]:
    """The listed units as their columns stand."""
    return [unit for unit in UNITS if unit in setup.units]


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a hunt."""
    setup, rules = case.setup, case.rules
    lives = {unit: life_of(setup, unit, rules) for unit in in_order(setup)}
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
        Column("gold", "reward, if a listed unit lives", 0, reward_of(setup)),
    )


def faults(case: Case) -> Iterable[Fault]:
    """What no single field can see."""
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


@rule
def hunt(fighters, packs, plan, rules, stream):
    """V-65 to V-69 Fights in successive own turns; returns (attempts, cards played, the last fight)."""
    for f in range(fighters.size):
        fighter = fighters[f]
        fighter.life = fighter.start_life
        if plan.draws:
            shuffle_pack(packs[fighter.unit], stream)
        take_up_hand(fighter, packs[fighter.unit], stream)
    attempt, cards = 0, 0
    fight = Fight(rules.neutral_life, 0)
    while fight.neutral > 0 and living(fighters) > 0 and attempt < plan.attempts:
        if attempt > 0 and plan.refill:
            for f in range(fighters.size):
                refill(fighters[f], packs[fighters[f].unit], stream)
        time = time_at(dial_after(plan.dial, 0 if plan.hold_time else attempt), rules)
        attempt += 1
        tell(story.ATTEMPT_BEGINS, attempt, time)
        fight = neutral_fight(fighters, packs, time, attempt, plan, rules, stream)
        cards += fight.cards
    if fight.neutral == 0:
        tell(story.NEUTRAL_BEATEN, neutral_reward(0, living(fighters), plan.reward))
    return attempt, cards, fight


@kernel
def hunt_trials(fighters, columns_of, packs, plan, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a hunt: one row of `out` each.

    `columns_of` has each fighter's place among the lives.
    """
    for i in range(out.shape[0]):
        attempts, cards, fight = hunt(fighters, packs, plan, rules, trial_stream(rng, seed, first + i))
        row, alive, lost = out[i], living(fighters), 0
        for f in range(fighters.size):
            lost += fighters[f].start_life - fighters[f].life
            row.lives[columns_of[f]] = fighters[f].life
        row.killed = fight.neutral == 0
        row.attempts_used = attempts
        row.cards_used = cards
        row.neutral_left = fight.neutral
        row.deaths = fighters.size - alive
        row.damage = lost
        row.gold = neutral_reward(fight.neutral, alive, plan.reward)


def plan_row(case: Case) -> np.record:
    """The hunt's orders and numbers as a row."""
    setup, rules = case.setup, case.rules_row("crown_bonus")
    bonuses = (plain(attack_bonus)(setup.crowns, rules), plain(defence_bonus)(setup.crowns))
    draws = (setup.refill and setup.attempts > 1) or any(hand_of(setup, unit) == RANDOM for unit in setup.units)
    orders = (setup.surrender_below, setup.attempts, setup.hold_time, setup.refill, reward_of(setup), draws)
    return np.array([(*bonuses, dial_of(setup, case.rules), *orders)], HUNT).view(np.recarray)[0]


def hunters(case: Case) -> list[Hunter]:
    """The units that fight, with their hands."""
    setup, found = case.setup, []
    for unit in setup.units:
        hand = hand_of(setup, unit)
        dealt = case.rules["hand_size"] if hand == RANDOM else 0
        column = in_order(setup).index(unit)
        found.append(Hunter(pack_number(unit), life_of(setup, unit, case.rules), cards_of(hand), dealt, column))
    return found


def compile_hunt(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    units = hunters(case)
    packs = PackTable(case, {unit.pack: unit.given for unit in units}, (PLAY_ORDERS.index(case.setup.order), NEVER))
    fighters = fighter_rows(packs, [unit[:4] for unit in units])
    places = np.array([unit.column for unit in units])
    return Compiled(hunt_trials, (fighters, places, packs.rows, plan_row(case), case.rules_row(*RULES)))


def solve(case: Case, budget) -> Outcomes:
    """Exact distribution of a hunt."""
    order = PLAY_ORDERS.index(case.setup.order)
    return ExactHunt(case, hunters(case), order, plan_row(case), case.rules_row(*RULES), budget).solve()


HUNT_MODEL = Model(
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
