"""The full game of I Am Vlad against the second implementation, written from the rulebook and the reading alone.

Every column is compared: its mean, its mean square, and how many games it is not zero in; of codes the shares. The
figures of 20,000 games of the second between players of one policy are kept in a file; under other rules and policies
some hundred of its games are played here.
"""

import json
from math import log, sqrt

import numpy as np
import pytest
from joblib import Parallel, delayed
from scipy.stats import hypergeom

from simlab.games.vlad.models.game import OPTIONS
from simlab.runs.batches import Sampler
from tests.games.vlad_game_sets import SETS, game_between
from tests.second.vlad_game import columns
from tests.second.vlad_game_figures import FILE, PLAYERS, digest, features, replayed
from tests.second.vlad_game_means import batch

FIGURES = json.loads(FILE.read_text())
OURS, THEIRS = 20_000, 240
#: A chance of 1e-4 that a test of this file fails by bad luck, over all that is compared in it (Bonferroni).
COMPARED = 2 * 213 + 3 * 110 * (len(SETS) + 2)
CHANCE = 1e-4 / COMPARED
MOST = sqrt(2 * log(2 / CHANCE))  # Hoeffding: whatever the distribution, for about as many games on both sides
EXPECTED = 10  # games of theirs in which a column is not zero, from which a mean is compared by its spread


def part_of_ours(case, first, games):
    """Rows of some thousand games."""
    sampler = Sampler(case, "splitmix", 8, {})
    return np.concatenate([sampler.rows(n, 1_000).copy() for n in range(first, first + games, 1_000)])


def our_rows(policies, rules, data, games=OURS):
    """Rows of the kernel, by two threads."""
    case = game_between(policies, rules, data)
    half = games // 2
    parts = Parallel(2, prefer="threads")(delayed(part_of_ours)(case, n * half, half) for n in range(2))
    return np.concatenate(parts)


def as_they_say(rules):
    """Changed rules in the words of the second implementation, which has one option for corners."""
    corners = {int(name[-1]): value for name, value in rules.items() if name.startswith("corners_")}
    others = {name: value for name, value in rules.items() if not name.startswith("corners_")}
    return others | ({"corners": corners} if corners else {})


def their_rows(seed, policies, rules, data, games=THEIRS):
    """Rows of the second implementation, by two processes."""
    setup = {"players": len(policies)}
    jobs = [((f"{seed}/{part}", games // 2), setup, as_they_say(rules), data, policies) for part in range(2)]
    return np.array([row for rows in Parallel(2)(delayed(batch)(*job) for job in jobs) for row in rows])


def differences(ours, theirs):
    """{feature: difference of means in standard errors}, of (games, {feature: (sum, sum of squares)}) on both sides.

    The spread is that of all games together: some hundred of theirs may have none at all in what is rare.
    """
    (games, found), (their_games, their_found) = ours, theirs
    every, off = games + their_games, {}
    for name in found:
        (total, square), (their_total, their_square) = found[name], their_found[name]
        variance = (square + their_square) / every - ((total + their_total) / every) ** 2
        difference = total / games - their_total / their_games
        off[name] = difference / sqrt(variance * (1 / games + 1 / their_games)) if variance > 0 else 0.0
    return off


def summed(rows, names):
    """How many games, and the sums of their features."""
    return len(rows), {name: (v.sum(), (v**2).sum()) for name, v in features(rows, names).items()}


def unlikely(ours, theirs):
    """The chance that so many games or more (or less) of theirs are not zero, if all games are of one kind."""
    both, hit = len(ours) + len(theirs), int((ours != 0).sum() + (theirs != 0).sum())
    theirs_hit = int((theirs != 0).sum())
    known = hypergeom(both, hit, len(theirs))
    return 2 * min(known.cdf(theirs_hit), known.sf(theirs_hit - 1))


def disagreements(ours, theirs, names):
    """What is not the same in rows of ours and theirs: {feature: how far off it is}."""
    one, two = features(ours, names), features(theirs, names)
    odd = {name: unlikely(one[name], two[name]) for name in one}
    odd = {name: chance for name, chance in odd.items() if chance < CHANCE}
    often = {name for name in one if (one[name] != 0).mean() * len(theirs) >= EXPECTED}
    off = differences(summed(ours, names), summed(theirs, names))
    return odd | {name: z for name, z in off.items() if name in often and abs(z) > MOST}


@pytest.mark.parametrize("policy", FIGURES)
def test_every_column_has_the_mean_of_the_second_implementation(policy):
    """K-6 Four players of one policy: 20,000 games of ours against the figures of theirs."""
    entry = FIGURES[policy]
    ours = summed(our_rows([{"policy": policy}] * PLAYERS, {}, None), columns({"players": PLAYERS}))
    assert ours[1].keys() == entry["features"].keys()
    off = differences(ours, (entry["games"], entry["features"]))
    assert not {name: z for name, z in off.items() if abs(z) > MOST}


def test_the_sets_of_other_rules_change_every_option():
    changed = {name for _, rules, _ in SETS.values() for name in rules}
    assert changed == set(OPTIONS) - {"outpost_price"}  # that one is ours alone


@pytest.mark.slow
@pytest.mark.parametrize("policy", FIGURES)
def test_the_figures_are_those_of_this_second_implementation(policy):
    assert digest(replayed(policy)) == FIGURES[policy]["first_batch"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_other_rules_and_mixed_policies(name):
    policies, rules, data = SETS[name]
    ours, theirs = our_rows(policies, rules, data, OURS // 2), their_rows(name, policies, rules, data)
    assert not disagreements(ours, theirs, columns({"players": len(policies)}))


@pytest.mark.slow
def test_the_comparison_can_fail():
    """One option of theirs changed is seen."""
    policies = [{"policy": "balanced"}] * PLAYERS
    theirs = their_rows("weak neutrals", policies, {"neutral_life": 20}, None)
    assert disagreements(our_rows(policies, {}, None), theirs, columns({"players": PLAYERS}))
