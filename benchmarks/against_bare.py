"""What readable rules cost: simlab's form beside bare loops, side by side in one run. Run it with `make bench`.

A salvo battle (12 v 8, hits on 5+ and 4+) is written four times: bare, with plain numbers and one running generator;
with addressed draws; with record rows as well; and as rules, as simlab's games are. Then the 12 v 12 battle of Forest:
simlab's, which reads all options, beside bare loops that know the default options alone. Ways take turns.
"""

import statistics
import sys
import time
from pathlib import Path

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bare_battle import bare_battles
from simlab.chance.compiled import kernel, rule
from simlab.chance.dice import FACES
from simlab.chance.streams import GENERATORS, at, die, trial_stream
from simlab.games import GAMES
from simlab.games.forest.armies import group_sizes
from simlab.runs.batches import ROWS_AT_ONCE, Sampler
from simlab.scenario.load import load

ROUNDS, TRIALS, FIRE = 9, 12 * ROWS_AT_ONCE, 1
TROOPS, HIT_MIN = (12, 8), (5, 4)
SIDE = np.dtype([("who", np.int64), ("troops", np.int64), ("hit_min", np.int64)])
SPLITMIX = GENERATORS["splitmix"]
GOLDEN, MIX_A, MIX_B = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S27, S30, S31, S32, SIX = (np.uint64(n) for n in (27, 30, 31, 32, 6))


@numba.njit(error_model="numpy")
def bare(attackers, defenders, attackers_hit, defenders_hit, state, out):
    """Plain numbers and one running generator (splitmix64, the arithmetic of simlab's default)."""
    for i in range(out.shape[0]):
        a, d, rounds = attackers, defenders, 0
        while a > 0 and d > 0:
            by_a = by_d = 0
            for shot in range(a + d):
                state += GOLDEN
                z = (state ^ (state >> S30)) * MIX_A
                z = (z ^ (z >> S27)) * MIX_B
                roll = np.int64((((z ^ (z >> S31)) >> S32) * SIX) >> S32) + 1
                if shot < a:
                    by_a += roll >= attackers_hit
                else:
                    by_d += roll >= defenders_hit
            a -= min(by_d, a)
            d -= min(by_a, d)
            rounds += 1
        out[i, 0], out[i, 1] = a, rounds


@kernel
def addressed(attackers, defenders, attackers_hit, defenders_hit, rng, seed, out):
    """Plain numbers, draws by address."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, i)
        a, d, rounds = attackers, defenders, 0
        while a > 0 and d > 0:
            by_a = by_d = 0
            event = at(stream, FIRE, rounds, 0)
            for shot in range(a):
                by_a += die(event, shot, FACES) >= attackers_hit
            event = at(stream, FIRE, rounds, 1)
            for shot in range(d):
                by_d += die(event, shot, FACES) >= defenders_hit
            a -= min(by_d, a)
            d -= min(by_a, d)
            rounds += 1
        out[i, 0], out[i, 1] = a, rounds


@rule
def hits(side, stream, rounds):
    """The hits of a side's salvo."""
    event, count = at(stream, FIRE, rounds, side.who), 0
    for shot in range(side.troops):
        count += die(event, shot, FACES) >= side.hit_min
    return count


@rule
def take_losses(side, lost):
    """A hit removes a troop."""
    side.troops -= min(lost, side.troops)


@rule
def salvo_battle(attacker, defender, stream):
    """Salvoes of both sides at the same time until one is gone; returns the rounds."""
    rounds = 0
    while attacker.troops > 0 and defender.troops > 0:
        by_attacker, by_defender = hits(attacker, stream, rounds), hits(defender, stream, rounds)
        take_losses(attacker, by_defender)
        take_losses(defender, by_attacker)
        rounds += 1
    return rounds


@kernel
def as_rules(attacker, defender, attackers, defenders, rng, seed, out):
    """As a game of simlab is written: rules on record rows, draws by address."""
    for i in range(out.shape[0]):
        attacker.troops, defender.troops = attackers, defenders
        out[i, 1] = salvo_battle(attacker, defender, trial_stream(rng, seed, i))
        out[i, 0] = attacker.troops


def salvo_ways():
    """Name -> (function of nothing, rows that it fills)."""
    rows = np.zeros((TRIALS, 2), np.int32)
    attacker, defender = np.array([(who, TROOPS[who], HIT_MIN[who]) for who in (0, 1)], SIDE).view(np.recarray)
    return {
        "salvo, bare": lambda: bare(*TROOPS, *HIT_MIN, np.uint64(1), rows) or rows[:, 0] > 0,
        "salvo, addressed draws": lambda: addressed(*TROOPS, *HIT_MIN, SPLITMIX, 1, rows) or rows[:, 0] > 0,
        "salvo, rules on rows": lambda: as_rules(attacker, defender, *TROOPS, SPLITMIX, 1, rows) or rows[:, 0] > 0,
        "salvo, rules on rows, Philox": lambda: as_rules(attacker, defender, *TROOPS, 1, 1, rows) or rows[:, 0] > 0,
    }


def battle_ways():
    """The same for Forest's battle of 12 under a rating of 4 against 12 under 2."""
    scenario = load(Path(__file__).parents[1] / "scenarios/forest/battle_twelve.toml", GAMES)
    case, rows = scenario.cases[0], np.zeros((TRIALS, 4), np.int32)
    sides = [np.array(group_sizes(army)) for army in (case.setup.attacker, case.setup.defender)]
    ratings = case.setup.attacker.rating, case.setup.defender.rating
    sampler = Sampler(case, "splitmix", 1, {})

    def simlab():
        return np.concatenate(
            [sampler.rows(first, ROWS_AT_ONCE)[:, 0] == 0 for first in range(0, TRIALS, ROWS_AT_ONCE)]
        )

    return {
        "battle, bare": lambda: (
            bare_battles(*sides, *ratings, case.rules["hit_min"], np.uint64(1), rows) or rows[:, 0] == 0
        ),
        "battle, simlab": simlab,
    }


def main() -> None:
    """Measure and print."""
    for ways in (salvo_ways(), battle_ways()):
        seconds, won = {name: [] for name in ways}, {name: way().mean() for name, way in ways.items()}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                begin = time.perf_counter()
                way()
                seconds[name].append(time.perf_counter() - begin)
        best = {name: statistics.median(times) for name, times in seconds.items()}
        bare_seconds = next(iter(best.values()))
        for name, median in best.items():
            rate, cost = TRIALS / median / 1e6, median / bare_seconds
            print(f"{name:<32}{rate:>8.2f} million a second {cost:>6.2f} times the bare time   wins {won[name]:.4f}")


if __name__ == "__main__":
    main()
