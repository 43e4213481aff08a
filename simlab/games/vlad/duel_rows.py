"""A duel's setup as the rows that its battle works on, and a battle's end as an outcome row (K-3)."""

from collections.abc import Iterator

import numpy as np

from simlab.chance.compiled import rule
from simlab.chance.plain import plain
from simlab.contract import Case
from simlab.games.vlad.hands import RANDOM, Fighter, PackTable, cards_of, fighter_rows, given_from
from simlab.games.vlad.rules.s5_v12_dials import time_at
from simlab.games.vlad.rules.s5_v23_gold_and_crowns import crown_bonuses, magic_bonuses
from simlab.games.vlad.setups import UnitSetup, dial_of, pack_number, start_life
from simlab.games.vlad.state import (
    ANSWER_ORDERS,
    ATTACKER,
    DEFENDER,
    IMPALE_ALWAYS,
    IMPALE_POLICIES,
    MAGIC,
    MAGIC_POLICIES,
    PLAY_ORDERS,
    SEAT,
    SIDES,
)
from simlab.rows import rows_of

KERNEL_OPTIONS = ("impale_life", "bare_defence_bonus", "reward_at")


def units_with_paths(setup) -> Iterator[tuple[tuple, UnitSetup]]:
    """All units of a duel with their paths in the scenario, the defender last."""
    for place, unit in enumerate(setup.attackers):
        yield ("setup", "attackers", place), unit
    yield ("setup", "defender"), setup.defender


def fighters_of(case: Case) -> list[Fighter]:
    """Attackers, the defender, and the magic hands of both seats."""
    setup, rules, fighters = case.setup, case.rules, []
    for _, unit in units_with_paths(setup):
        life, dealt = start_life(unit.unit, unit.life, rules), rules["hand_size"] if unit.hand == RANDOM else 0
        fighters.append(Fighter(pack_number(unit.unit), life, cards_of(unit.hand), dealt))
    for magic in (setup.attacker_magic, setup.defender_magic):
        dealt = type(magic) is int
        fighters.append(Fighter(MAGIC, 0, [] if dealt else [("", *card) for card in magic], magic if dealt else 0))
    return fighters


def seat_rows(case: Case) -> np.recarray:
    """The attacking and the defending seat."""
    setup, rules = case.setup, case.rules_row("crown_bonus", "crown_bonus_magic")
    rows = rows_of(SEAT, len(SIDES))
    for row, side in zip(rows, SIDES):
        crowns, policy = getattr(setup, f"{side}_crowns"), getattr(setup, f"{side}_impale_policy")
        row.attack_bonus, row.defence_bonus = plain(crown_bonuses)(crowns, rules)
        row.magic_attack_bonus, row.magic_defence_bonus = plain(magic_bonuses)(crowns, rules)
        row.start_tokens = getattr(setup, f"{side}_impale")
        row.impales = IMPALE_POLICIES.index(policy) == IMPALE_ALWAYS
        row.magic_policy = MAGIC_POLICIES.index(setup.magic_policy)
        row.attack_order = PLAY_ORDERS.index(setup.attack_order)
        row.answer_order = ANSWER_ORDERS.index(setup.answer_order)
    return rows


class DuelRows:
    """The rows of a duel: packs, fighters, seats, and the numbers that its kernels take."""

    def __init__(self, case: Case):
        setup, attackers = case.setup, len(case.setup.attackers)
        self.case, self.fighters = case, fighters_of(case)
        self.seats = seat_rows(case)
        orders = (int(self.seats[ATTACKER].attack_order), int(self.seats[DEFENDER].answer_order))
        self.packs = PackTable(case, given_from(self.fighters), orders)
        rows = fighter_rows(self.packs, self.fighters)
        self.attackers, self.defenders, self.magic = np.split(rows, [attackers, attackers + 1])
        self.defenders[0].seat = self.magic[DEFENDER].seat = DEFENDER
        self.time = int(plain(time_at)(dial_of(setup, case.rules), case.rules_row("dial")))
        self.rules = case.rules_row(*KERNEL_OPTIONS)

    @property
    def arguments(self) -> tuple:
        """What both kernels begin with: attackers, defenders, seats, magic hands, packs, time, rules."""
        table = (self.seats, self.magic, self.packs.rows)
        return (self.attackers, self.defenders, *table, self.time, self.rules)


@rule
def write_row(attackers, defender, seats, row):
    """The outcome of a battle as a row."""
    attacking, defending, deaths = seats[ATTACKER], seats[DEFENDER], 0
    for place in range(attackers.size):
        row.lives[place] = attackers[place].life
        deaths += attackers[place].life == 0
    row.defender_dead = defender.life == 0
    row.defender_life = defender.life
    row.attacker_deaths = deaths
    row.impaled = attacking.impaled
    row.impaled_attackers = defending.impaled
    row.attacks_made = attacking.attacks
    row.answers_made = defending.answers
    row.cards_attacker = attacking.battle_cards
    row.cards_defender = defending.battle_cards
    row.magic_attacker = attacking.magic_cards
    row.magic_defender = defending.magic_cards
    row.gold_attacker = attacking.gold
    row.crown_attacker = attacking.crowns
    row.gold_defender = defending.gold
    row.crown_defender = defending.crowns
