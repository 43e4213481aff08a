"""Model `duel`: one battle of up to three attackers against one unit (V-34 to V-36, V-58 to V-63)."""

from collections.abc import Iterable, Iterator
from typing import Literal

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Outcomes, Question, by_name, flag, parameter
from simlab.games.vlad.data import MagicCard
from simlab.games.vlad.exact.duel import Duellist, all_hands
from simlab.games.vlad.hands import RANDOM, PackTable, cards_of, fighter_rows
from simlab.games.vlad.narrate import duel_story
from simlab.games.vlad.rules.s5_cards import shuffle_pack, take_up_hand
from simlab.games.vlad.rules.s5_crowns import attack_bonus, defence_bonus
from simlab.games.vlad.rules.s5_dials import time_at
from simlab.games.vlad.rules.s7_battle import fight_battle, start_battle
from simlab.games.vlad.setups import (
    OnDial,
    UnitSetup,
    dial_faults,
    dial_of,
    hands_fit,
    life_fault,
    magic_left,
    pack_number,
    start_life,
)
from simlab.games.vlad.state import (
    ANSWER_ORDERS,
    BATTLE,
    CROWNS_FOR_A_VLAD,
    GOLD_FOR_A_UNIT,
    IMPALE_ALWAYS,
    IMPALE_POLICIES,
    MAGIC,
    MAGIC_POLICIES,
    MOST_CROWNS,
    PLAY_ORDERS,
    SEAT,
    SIDES,
)

RULES = ("impale_life", "bare_defence_bonus", "reward_at")
OPTIONS = ("dial", "unit_life", "hand_size", "crown_bonus", "crown_bonus_magic", *RULES)
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


def life_of(unit: UnitSetup, rules) -> int:
    """A unit's life at the start."""
    return start_life(unit.unit, unit.life, rules)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a duel."""
    setup, rules = case.setup, case.rules
    attackers = len(setup.attackers)
    lives = [
        Column(
            f"life_a{place}",
            f"life of attacker {place} ({unit.unit}); 0: dead",
            0,
            life_of(unit, rules),
            block="lives",
        )
        for place, unit in enumerate(setup.attackers, start=1)
    ]
    return (
        flag("defender_dead", "the defender is dead or impaled"),
        Column("defender_life", "life of the defender", 0, life_of(setup.defender, rules)),
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
    """What no single field can see."""
    setup = case.setup
    yield from dial_faults(case)
    names = [unit.unit for unit in setup.attackers]
    if not names or len(set(names)) < len(names):
        yield Fault(("setup", "attackers"), "one to three different units", "V-61")
        return
    for path, unit in placed(setup):
        yield from life_fault((*path, "life"), unit.unit, unit.life, case.rules)
    yield from hands_fit(case, [((*path, "hand"), unit.unit, unit.hand) for path, unit in placed(setup)])
    yield from magic_faults(case)


def placed(setup: DuelSetup) -> Iterator[tuple[tuple, UnitSetup]]:
    """All units with their paths, the defender last."""
    for place, unit in enumerate(setup.attackers):
        yield ("setup", "attackers", place), unit
    yield ("setup", "defender"), setup.defender


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


@rule
def fight(attackers, defenders, magic, seats, packs, battle, time, rules, stream):
    """V-61 One battle, from the hands on."""
    start_battle(attackers, defenders[0], seats, battle)
    for a in range(attackers.size):
        take_up_hand(attackers[a], packs[attackers[a].unit], stream)
    take_up_hand(defenders[0], packs[defenders[0].unit], stream)
    take_up_hand(magic[0], packs[MAGIC], stream)
    take_up_hand(magic[1], packs[MAGIC], stream)
    fight_battle(attackers, defenders[0], magic, seats, packs, battle, rules, time)


@rule
def write_row(attackers, defender, battle, row):
    """The outcome of a battle as a row."""
    deaths = 0
    for a in range(attackers.size):
        row.lives[a] = attackers[a].life
        deaths += attackers[a].life == 0
    row.defender_dead = defender.life == 0
    row.defender_life = defender.life
    row.attacker_deaths = deaths
    row.impaled = battle.impaled
    row.impaled_attackers = battle.impaled_attackers
    row.attacks_made = battle.attacks
    row.answers_made = battle.answers
    row.cards_attacker = battle.attacker_cards
    row.cards_defender = battle.defender_cards
    row.magic_attacker = battle.attacker_magic
    row.magic_defender = battle.defender_magic
    row.gold_attacker = battle.attacker_gold
    row.crown_attacker = battle.attacker_crowns
    row.gold_defender = battle.defender_gold
    row.crown_defender = battle.defender_crowns


@kernel
def duel_trials(attackers, defenders, magic, seats, packs, shuffled, battle, time, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a battle: one row of `out` each; `shuffled` are the packs that are dealt from."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        for s in range(shuffled.size):
            shuffle_pack(packs[shuffled[s]], stream)
        fight(attackers, defenders, magic, seats, packs, battle, time, rules, stream)
        write_row(attackers, defenders[0], battle, out[i])


@kernel
def duels_with_hands(attackers, defenders, magic, seats, packs, battle, time, rules, hands, out):
    """The battle with every row of `hands` in turn, (rows, attackers + defender + two magic hands, cards)."""
    stream = trial_stream(0, 0, 0)
    for i in range(out.shape[0]):
        for a in range(attackers.size):
            hold(attackers[a], hands[i, a])
        hold(defenders[0], hands[i, attackers.size])
        hold(magic[0], hands[i, attackers.size + 1])
        hold(magic[1], hands[i, attackers.size + 2])
        fight(attackers, defenders, magic, seats, packs, battle, time, rules, stream)
        write_row(attackers, defenders[0], battle, out[i])


@rule
def hold(fighter, cards):
    """Give a unit a hand; card 0 is none."""
    fighter.dealt, fighter.given = 0, 0
    for place in range(cards.size):
        if cards[place] > 0:
            fighter.given_cards[fighter.given] = cards[place]
            fighter.given += 1


def seat_rows(case: Case) -> np.recarray:
    """The attacking and the defending seat."""
    setup, rules = case.setup, case.rules_row("crown_bonus", "crown_bonus_magic")
    rows = []
    for side in SIDES:
        crowns, tokens = getattr(setup, f"{side}_crowns"), getattr(setup, f"{side}_impale")
        bonuses = (plain(attack_bonus)(crowns, rules), plain(defence_bonus)(crowns))
        magic = bonuses if rules.crown_bonus_magic else (0, 0)
        impales = IMPALE_POLICIES.index(getattr(setup, f"{side}_impale_policy")) == IMPALE_ALWAYS
        rows.append((*bonuses, *magic, tokens, tokens, impales, MAGIC_POLICIES.index(setup.magic_policy)))
    return np.array(rows, SEAT).view(np.recarray)


def duellists(case: Case) -> list[Duellist]:
    """Attackers, the defender, and the magic hands of both seats."""
    setup, size = case.setup, case.rules["hand_size"]
    units = [
        Duellist(
            pack_number(unit.unit),
            life_of(unit, case.rules),
            cards_of(unit.hand),
            size * (unit.hand == RANDOM),
        )
        for _, unit in placed(setup)
    ]
    for magic in (setup.attacker_magic, setup.defender_magic):
        dealt = type(magic) is int
        units.append(Duellist(MAGIC, 0, [] if dealt else [("", *card) for card in magic], magic if dealt else 0))
    return units


class Table:
    """The rows of a duel: packs, fighters, seats."""

    def __init__(self, case: Case):
        setup, count = case.setup, len(case.setup.attackers)
        self.fighters = duellists(case)
        given = {}
        for fighter in self.fighters:
            given.setdefault(fighter.pack, []).extend(fighter.given)
        orders = (PLAY_ORDERS.index(setup.attack_order), ANSWER_ORDERS.index(setup.answer_order))
        self.packs = PackTable(case, given, orders)
        rows = fighter_rows(self.packs, self.fighters)
        rows[count].seat = rows[count + 2].seat = 1
        self.time = int(plain(time_at)(dial_of(setup, case.rules), case.rules_row("dial")))
        fought = np.zeros(1, BATTLE).view(np.recarray)[0]
        sides = (rows[:count], rows[count : count + 1], rows[count + 1 :])
        self.before = (*sides, seat_rows(case), self.packs.rows)
        self.after = (fought, self.time, case.rules_row(*RULES))


def compile_duel(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    table = Table(case)
    shuffled = sorted({fighter.pack for fighter in table.fighters if fighter.dealt})
    return Compiled(duel_trials, (*table.before, np.array(shuffled, np.int64), *table.after))


def solve(case: Case, budget) -> Outcomes:
    """Exact distribution of a battle: with the hands given, nothing is left to chance."""
    table = Table(case)
    policy = MAGIC_POLICIES.index(case.setup.magic_policy)
    hands, chances = all_hands(case, table.fighters, table.packs, table.time, policy, budget)
    rows = np.zeros((len(hands), len(case.columns)), np.int32)
    duels_with_hands(*table.before, *table.after, hands, by_name(rows, case.columns))
    rows, places = np.unique(rows[chances > 0], axis=0, return_inverse=True)
    return Outcomes(case.columns, rows, np.bincount(places.ravel(), chances[chances > 0]))


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
    exact=solve,
    fixed_columns=False,
    data=("decks", "magic_cards"),
    starter='attackers = [{unit = "archer"}]\ndefender = {unit = "knight"}\ndial = 1\n',
)
