"""The small models in lock-step NumPy, as one would write them without a compiler: all trials advance together.

Each knows its model's starter setup and the default options alone, where simlab's kernels read setup and options anew,
so NumPy has it easier here. A function of (trials, random) gives the outcome columns that differ from trial to trial,
by name. What a whole game would take is not here: with every trial somewhere else, masks are most of the work.
"""

import numpy as np

from benchmarks.lockstep import battles
from tests.second.vlad_shared import pack

HIT, GOES_ON, STARVES = 1 / 2, 1 / 2, 1 / 3


def battle(trials, random):
    """Twelve troops under a rating of 4 against twelve under 2."""
    return dict(zip(("winner", "rounds", "attacker_left", "defender_left"), battles(trials, random).T))


def storm(trials, random):
    """Eight against three: in each pair the defender shoots first, and is shot at by who is left."""
    attackers, defenders = np.full(trials, 8), np.full(trials, 3)
    rounds, on = np.zeros(trials, int), np.arange(trials)
    while on.size:
        pairs = np.minimum(attackers[on], defenders[on])
        shot = random.binomial(pairs, HIT)
        attackers[on] -= shot
        defenders[on] -= random.binomial(pairs - shot, HIT)
        rounds[on] += 1
        on = on[(attackers[on] > 0) & (defenders[on] > 0)]
    return {
        "winner": (defenders > 0).astype(int),
        "rounds": rounds,
        "attackers_left": attackers,
        "defenders_left": defenders,
    }


def siege(trials, random):
    """Four turns, in which the castle falls on at most 1, 2, 3 and 4."""
    falls = random.integers(1, 7, (trials, 4)) <= np.arange(1, 5)
    fell = falls.any(axis=1)
    return {"fell": fell, "turn": np.where(fell, falls.argmax(axis=1) + 1, 0), "defenders_left": np.where(fell, 0, 4)}


def supply(trials, random):
    """Twelve troops out of supply for two turns."""
    left = np.full(trials, 12)
    for _ in range(2):
        left -= random.binomial(left, STARVES)
    return {"left": left, "lost": 12 - left}


def morale(trials, random):
    """Three of six groups of two face an impalement each."""
    went_on = random.binomial(3, GOES_ON, trials)
    broken = 3 - went_on
    return {
        "passed": 6 - broken,
        "broken": broken,
        "impalements_left": broken,
        "troops_passed": 12 - 2 * broken,
        "troops_broken": 2 * broken,
    }


def turn_order(trials, random):
    """Three chits; Dracula tries once to jump past the first chit if that is not his own."""
    places = random.permuted(np.tile([1, 2, 3], (trials, 1)), axis=1)
    jumps = (places[:, 0] > 1) & (random.integers(1, 7, trials) < 4)
    places[:, 1:] += jumps[:, None] & (places[:, 1:] < places[:, :1])
    places[jumps, 0] = 1
    return dict(zip(("pos_dracula", "pos_sultan", "pos_mahmud"), places.T)) | {
        "first": places.argmin(axis=1),
        "last": places.argmax(axis=1),
    }


def underworld(trials, random):
    """From the token on, in the first position of the dial; the exits wait for positions 1 to 4."""
    square = random.integers(1, 7, trials)
    reached, on = np.zeros(trials, int), np.arange(trials)
    while on.size:
        square[on] = np.minimum(square[on] + random.integers(1, 7, on.size), 16)
        reached[on] += 1
        on = on[square[on] < 13]
    waited = (square - 13 - reached) % 4
    return {"exit": square, "rolls": reached + 1, "rounds": reached + waited, "waited": waited}


def outpost(trials, random):
    """An archer that crosses the range once and then stays up to four times; each hit costs 6 of 24."""
    stayed = (random.random((trials, 4)) < 0.5).cumprod(axis=1).sum(axis=1)
    hits = np.minimum(1 + stayed, 4)
    return {"hits": hits, "damage": 6 * hits, "life_left": 24 - 6 * hits, "dead": hits == 4}


def plague(trials, random):
    """An archer twelve squares from a church: it is there in twelve turns at most, and dies of 24."""
    to_go, turns, on = np.full(trials, 12), np.zeros(trials, int), np.arange(trials)
    while on.size:
        turns[on] += 1
        to_go[on] -= random.integers(1, 6, on.size)
        on = on[to_go[on] > 0]
    return {"turns": turns, "life_lost": turns, "life_left": 24 - turns}


def hands(unit, order, trials, random):
    """Three cards of the unit's pack for each trial, in playing order: (is it of the day, attack, defence) of each."""
    cards = np.array([(time == "day", attack, defence) for time, attack, defence in pack(unit, None)])
    cards = cards[np.lexsort(order(cards))]
    drawn = np.argpartition(random.random((trials, len(cards))), 3, axis=1)[:, :3]
    drawn.sort(axis=1)
    return np.moveaxis(cards[drawn], 2, 0)


def attack_first(cards):
    """Keys of the larger attack first, then of the larger defence, for lexsort."""
    return -cards[:, 2], -cards[:, 1]


def defence_first(cards):
    """The same the other way round."""
    return -cards[:, 1], -cards[:, 2]


def hunt(trials, random):
    """A knight by day against the werewolf's 36: the largest attack first, the eight-sided die from 7 to 14 answers."""
    of_day, attacks, defences = hands("knight", attack_first, trials, random)
    neutral, life, used = np.full(trials, 36), np.full(trials, 28), np.zeros(trials, int)
    for card in range(3):
        plays = (of_day[:, card] == 1) & (neutral > 0) & (life > 0)
        used += plays
        neutral -= np.where(plays, np.minimum(attacks[:, card], neutral), 0)
        blow = np.maximum(random.integers(7, 15, trials) - defences[:, card], 0)
        life -= np.where(plays & (neutral > 0), np.minimum(blow, life), 0)
    life -= np.where(used == 0, random.integers(7, 15, trials), 0)
    killed = neutral == 0
    return {
        "killed": killed, "cards_used": used, "neutral_left": neutral, "life_knight": life,
        "deaths": life == 0, "damage": 28 - life, "gold": np.where(killed & (life > 0), 3, 0),
    }  # fmt: skip


def duel(trials, random):
    """An archer attacks a knight by day, once: its largest attack against the knight's largest defence."""
    mine, theirs = hands("archer", attack_first, trials, random), hands("knight", defence_first, trials, random)
    every = np.arange(trials)
    attacks, answers = mine[0].any(axis=1), theirs[0].any(axis=1)
    _, attack, defence = mine[:, every, mine[0].argmax(axis=1)]
    _, back, shield = theirs[:, every, theirs[0].argmax(axis=1)]
    answers = answers & attacks
    blow = np.where(attacks, np.maximum(attack - np.where(answers, shield, 0), 0), 0)
    hurt = np.where(answers, np.maximum(back - defence, 0), 0)
    return {
        "defender_life": 28 - blow, "life_a1": 24 - hurt, "attacks_made": attacks, "answers_made": answers,
        "cards_attacker": attacks, "cards_defender": answers,
    }  # fmt: skip


def unmask(trials, random):
    """Seven, of whom three are vampires, asked one after another until all of one sort are known."""
    vampires = np.argsort(random.random((trials, 7)), axis=1) < 3
    found = vampires.cumsum(axis=1)
    known = (found == 3) | (np.arange(1, 8) - found == 4)
    return {"uses": known.argmax(axis=1) + 1}


LOCKSTEP = {
    "forest": {
        "battle": battle,
        "storm": storm,
        "siege": siege,
        "supply": supply,
        "morale": morale,
        "turn_order": turn_order,
    },
    "vlad": {"underworld": underworld, "hunt": hunt, "duel": duel, "outpost": outpost, "plague": plague},
    "vampire": {"unmask": unmask},
}
