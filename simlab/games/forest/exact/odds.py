"""The odds that policies look ahead with: battles, storms and sieges under a case's rules, solved exactly once."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from simlab.chance.dice import chance_that
from simlab.chance.kept_tables import is_kept, kept_table
from simlab.chance.plain import plain
from simlab.contract import Budget, Case
from simlab.games.forest.campaign_state import (
    ATTACKER_WINS,
    ATTACKERS_LEFT,
    CHRISTIAN,
    DEFENDER_WINS,
    DEFENDERS_LEFT,
    FALLS,
    MOST_TROOPS_KNOWN,
    OTTOMAN,
    SMALLEST_PAIRS,
    STORM_PLAN,
    STORMERS_LEFT,
    WORTHS,
    odds_type,
)
from simlab.games.forest.exact.battle_odds import MIRRORED, battle_odds
from simlab.games.forest.exact.storm import storm_chances
from simlab.games.forest.rules.s8_siege import castle_falls, turns_besieged
from simlab.games.forest.state import ATTACKER
from simlab.rows import room_for, row_of

BATTLE_OPTIONS = ("hit_min", "initial_search", "withdraw_window", "excess_hits", "group_order", "surprise_fire")
STORM_OPTIONS = ("hit_min", "storm_pairing")
MOST_TROOPS = MOST_TROOPS_KNOWN
NO_GENERAL_RATING = 0


def no_odds() -> np.record:
    """In place of the odds where no policy asks for them."""
    return row_of(odds_type(SMALLEST_PAIRS))


def odds_of(case: Case, ratings: tuple[Iterable[int], Iterable[int]]) -> np.record:
    """All odds of a campaign between generals of these ratings, by side."""
    pairs = rating_pairs(ratings)
    odds = row_of(odds_type(room_for(len(pairs), SMALLEST_PAIRS)))
    for place, pair in enumerate(pairs):
        odds.pair[pair] = place
        odds.battles[place] = battles_of(pair, case)
    odds.storms[:] = storms_of(case)
    sieges = sieges_of(case)
    odds.sieges[: len(sieges), : len(sieges)] = sieges
    return odds


def rating_pairs(ratings: tuple[Iterable[int], Iterable[int]]) -> list[tuple[int, int]]:
    """Who may attack whom: generals those of the other side, and all of them troops without a general."""
    sides = [sorted(set(of_side)) for of_side in ratings]
    pairs = {(own, other) for side in (OTTOMAN, CHRISTIAN) for own in sides[side] for other in sides[1 - side]}
    return sorted(pairs | {(own, NO_GENERAL_RATING) for of_side in sides for own in of_side})


def asked_of_battles(pair: tuple[int, int], case: Case) -> Any:
    """What the odds of battles between two ratings rest on."""
    return pair, MOST_TROOPS, [(name, case.rules[name]) for name in BATTLE_OPTIONS]


def battles_of(pair: tuple[int, int], case: Case) -> np.ndarray:
    """F-43 to F-51 Battles by (worth, attackers, defenders), 0 .. MOST_TROOPS; both sides follow the same rules."""
    lower = max(pair), min(pair)
    rules = case.rules_row(*BATTLE_OPTIONS)
    fought = kept_table(
        "battles", asked_of_battles(lower, case), lambda: battle_odds(MOST_TROOPS, lower[0], lower[1], rules)
    )
    table = np.zeros((WORTHS, MOST_TROOPS + 1, MOST_TROOPS + 1))
    table[:, 1:, 1:] = fought if lower == pair else fought[MIRRORED].swapaxes(1, 2)
    troops = np.arange(1, MOST_TROOPS + 1)
    table[ATTACKER_WINS, 1:, 0] = table[DEFENDER_WINS, 0, 1:] = 1.0
    table[ATTACKERS_LEFT, 1:, 0] = table[DEFENDERS_LEFT, 0, 1:] = troops
    return table


def storms_of(case: Case) -> np.ndarray:
    """F-56 Storms by attackers and garrison, 0 .. MOST_TROOPS: the chance that the castle falls, and who is left."""
    rules = case.rules_row(*STORM_OPTIONS)
    asked = MOST_TROOPS, [(name, case.rules[name]) for name in STORM_OPTIONS]
    return kept_table("storms", asked, lambda: solve_storms(rules))


def solve_storms(rules) -> np.ndarray:
    """Every storm from its exact solution."""
    plan = row_of(STORM_PLAN)
    table = np.zeros((2, MOST_TROOPS + 1, MOST_TROOPS + 1))
    for attackers in range(1, MOST_TROOPS + 1):
        for defenders in range(MOST_TROOPS + 1):
            for end, chance in storm_chances(attackers, defenders, plan, rules, Budget())[0].items():
                if end[0] == ATTACKER:
                    table[FALLS, attackers, defenders] += chance
                    table[STORMERS_LEFT, attackers, defenders] += chance * end[2]
    return table


def sieges_of(case: Case) -> np.ndarray:
    """F-59 Sieges by rolls made before and rolls to come: the chance that the castle falls within these."""
    turns = case.rules["turns"]
    rules = case.rules_row("siege_first_count")
    table = np.zeros((turns + 1, turns + 1))
    for already in range(turns + 1):
        stands = 1.0
        for turn in range(1, turns + 1):
            stands *= 1 - chance_that(castle_falls, plain(turns_besieged)(already, turn, rules))
            table[already, turn] = 1 - stands
    return table


def odds_are_kept(case: Case, ratings: tuple[Iterable[int], Iterable[int]]) -> bool:
    """Have the odds of battles, which take long, been solved before?"""
    pairs = {(max(pair), min(pair)) for pair in rating_pairs(ratings)}
    return all(is_kept("battles", asked_of_battles(pair, case)) for pair in pairs)
