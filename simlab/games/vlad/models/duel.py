"""Model `duel`: one battle of up to three attackers against one unit.

Its rules are V-34, V-35, V-36, V-58, V-59, V-60, V-61 and V-63.
"""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Question, flag, parameter
from simlab.games.vlad.data import MagicCard
from simlab.games.vlad.duel_rows import KERNEL_OPTIONS, DuelRows, units_with_paths, write_row
from simlab.games.vlad.exact.duel import solve_duel
from simlab.games.vlad.narrate import duel_story
from simlab.games.vlad.rules.s4_v11_start import shuffle_pack
from simlab.games.vlad.rules.s7_v58_attacks import Table
from simlab.games.vlad.rules.s7_v61_battle import whole_battle
from simlab.games.vlad.setups import OnDial, UnitSetup, dial_faults, hands_fit, life_fault, magic_left, start_life
from simlab.games.vlad.state import (
    ANSWER_ORDERS,
    CROWNS_FOR_A_VLAD,
    GOLD_FOR_A_UNIT,
    IMPALE_POLICIES,
    MAGIC_POLICIES,
    MOST_CROWNS,
    PLAY_ORDERS,
)

OPTIONS = ("dial", "unit_life", "hand_size", "crown_bonus", "crown_bonus_magic", *KERNEL_OPTIONS)
MOST = 1000
Magic = int | list[MagicCard]


class DuelSetup(OnDial):
    """Setup of `duel`."""

    attackers: list[UnitSetup] = parameter(
        about="one to three tables of different units, who attack in this order", item="V-61"
    )
    defender: UnitSetup = parameter(about="the unit that is attacked", item="V-61")
    attacker_crowns: int = parameter(0, about="crowns of the attacking seat", item="V-28", low=0, high=MOST_CROWNS)
    defender_crowns: int = parameter(0, about="crowns of the defending seat", item="V-28", low=0, high=MOST_CROWNS)
    attacker_impale: int = parameter(0, about="impale tokens of the attacking seat", item="V-34", low=0, high=MOST)
    defender_impale: int = parameter(0, about="impale tokens of the defending seat", item="V-35", low=0, high=MOST)
    attacker_impale_policy: Literal[IMPALE_POLICIES] = parameter(
        "always", about="impale whenever it is legal, before any card", item="V-34"
    )
    defender_impale_policy: Literal[IMPALE_POLICIES] = parameter(
        "always", about="answer with a token whenever it is legal, before any card", item="V-35"
    )
    attacker_magic: Magic = parameter(
        0, about="magic cards of the attacking seat: how many, dealt from the stock, or a list of [attack, defence]",
        item="V-36",
    )  # fmt: skip
    defender_magic: Magic = parameter(
        0, about="magic cards of the defending seat; lists for both, or numbers for both", item="V-36"
    )
    magic_policy: Literal[MAGIC_POLICIES] = parameter(
        "always",
        about="when an attacking Vlad uses magic on a Vlad; if_better: if he has no battle card with as high an attack",
        item="V-36",
    )
    attack_order: Literal[PLAY_ORDERS] = parameter(
        "attack_desc", about="which matching card attacks: the first in this order", item="V-66"
    )
    answer_order: Literal[ANSWER_ORDERS] = parameter(
        "defence_desc", about="which matching card answers; a magic card by defence_desc, or never", item="V-59"
    )


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a duel."""
    setup, rules = case.setup, case.rules
    attackers, defender = len(setup.attackers), setup.defender
    lives = [
        Column(
            f"life_a{place}",
            f"life of attacker {place} ({unit.unit}); 0: dead",
            0,
            start_life(unit.unit, unit.life, rules),
            block="lives",
        )
        for place, unit in enumerate(setup.attackers, start=1)
    ]
    return (
        flag("defender_dead", "the defender is dead or impaled"),
        Column("defender_life", "life of the defender", 0, start_life(defender.unit, defender.life, rules)),
        Column("attacker_deaths", "attackers dead, impaled ones included", 0, attackers),
        *lives,
        flag("impaled", "the defender is impaled"),
        Column("impaled_attackers", "attackers impaled", 0, attackers),
        Column("attacks_made", "attacks of any sort, cancelled ones too", 0, attackers),
        Column("answers_made", "answers with a card", 0, attackers),
        Column("cards_attacker", "battle cards used by the attackers", 0, attackers),
        Column("cards_defender", "battle cards used by the defender", 0, attackers),
        Column("magic_attacker", "magic cards used by the attackers", 0, 1),
        Column("magic_defender", "magic cards used by the defender", 0, 1),
        Column("gold_attacker", "gold for the attacking seat", 0, GOLD_FOR_A_UNIT),
        Column("crown_attacker", "crowns for the attacking seat", 0, CROWNS_FOR_A_VLAD),
        Column("gold_defender", "gold for the defending seat", 0, GOLD_FOR_A_UNIT * attackers),
        Column("crown_defender", "crowns for the defending seat", 0, CROWNS_FOR_A_VLAD),
    )


def faults(case: Case) -> Iterable[Fault]:
    """Units that are listed twice, dials, lives, hands and magic cards that do not fit."""
    setup = case.setup
    yield from dial_faults(case)
    names = [unit.unit for unit in setup.attackers]
    if not names or len(set(names)) < len(names):
        yield Fault(("setup", "attackers"), "one to three different units", "V-61")
        return
    for path, unit in units_with_paths(setup):
        yield from life_fault((*path, "life"), unit.unit, unit.life, case.rules)
    yield from hands_fit(case, [((*path, "hand"), unit.unit, unit.hand) for path, unit in units_with_paths(setup)])
    yield from magic_faults(case)


def magic_faults(case: Case) -> Iterable[Fault]:
    """V-36 Magic cards are dealt to both seats or given to both, and there are enough of them."""
    hands = {name: getattr(case.setup, name) for name in ("attacker_magic", "defender_magic")}
    numbers = {name: hand for name, hand in hands.items() if type(hand) is int}
    for name, number in numbers.items():
        if not 0 <= number <= magic_left(case):
            yield Fault(("setup", name), f"0..{magic_left(case)} magic cards, or a list of them", "V-36")
            return
    for name, hand in hands.items():
        if type(hand) is not int and len(hand) > MOST:
            yield Fault(("setup", name), f"at most {MOST} magic cards", "V-36")
    if len(numbers) == 1 and all(numbers.values()):
        yield Fault(("setup", *numbers), "give numbers for both seats, or lists for both", "V-36")
    if sum(numbers.values()) > magic_left(case):
        yield Fault(
            ("setup", "defender_magic"), f"{sum(numbers.values())} of {magic_left(case)} magic cards are dealt", "V-36"
        )


@kernel
def duel_trials(attackers, defenders, seats, magic, packs, time, rules, shuffled, rng, seed, first, out):
    """Trials first, first + 1, ... of a battle: one row of `out` each; `shuffled` are the packs that are dealt from."""
    table, defender = Table(seats, magic, packs), defenders[0]
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        for place in range(shuffled.size):
            shuffle_pack(packs[shuffled[place]], stream)
        whole_battle(attackers, defender, table, time, rules, stream)
        write_row(attackers, defender, seats, out[i])


def compile_duel(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    rows = DuelRows(case)
    shuffled = sorted({fighter.pack for fighter in rows.fighters if fighter.dealt})
    return Compiled(duel_trials, (*rows.arguments, np.array(shuffled, np.int64)))


DUEL = Model(
    name="duel",
    about="one battle: up to three units of a seat attack one unit of another",
    setup=DuelSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("defender dies", "event", "defender_dead"),
        Question("an attacker dies", "event", "attacker_deaths > 0"),
        Question("defender's life", "value", "defender_life"),
        Question("first attacker's life", "value", "life_a1"),
    ),
    faults=faults,
    compile=compile_duel,
    narrate=duel_story,
    exact=solve_duel,
    fixed_columns=False,
    data=("decks", "magic_cards"),
    starter='attackers = [{unit = "archer"}]\ndefender = {unit = "knight"}\ndial = 1\n',
)
