"""E-24 .. E-32, E-39 .. E-41, E-64: the model `combat`, slow and plain.

`distribution` counts with the values of the valid cards only; `simulate` (and the full game) plays with
real cards in `fight`, a flow of its own.
"""

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from .vampire_shared import (
    PROFESSIONS,
    SIDES,
    add,
    beats,
    check_names,
    decks,
    flag,
    hands,
    is_valid,
    need,
    number,
    options,
    side_card,
    total,
    valid_cards,
    whole,
    word,
)

ATTACK_PLAYS = ("all_in", "minimal", "hold_back", "random")
DEFEND_PLAYS = ATTACK_PLAYS + ("none",)
NAMES = ("attacker_side", "attacker_profession", "defender_profession", "attacker_revealed",
         "defender_revealed", "attacker_hand", "attacker_hand_size", "defender_hand", "defender_hand_size",
         "attack_markers", "defence_markers", "opening_water", "attacker_policy", "defender_policy")


class Spot(NamedTuple):
    """E-25, E-40, E-41: what is fixed for one fight."""

    attack_markers: int
    defence_markers: int  # = D0
    opening: int  # value of the opening water card, 0 = none
    attack_play: str
    defend_play: str
    opts: dict


class Result(NamedTuple):
    """E-31, E-64: how a fight ended."""

    dead: bool
    rounds: int
    attack: int
    defence: int
    attack_cards: list
    defence_cards: list


def columns(setup, rules):
    """E-64: outcome columns."""
    return ["defender_dead", "rounds", "attack_total", "defence_total", "attacker_cards_used",
            "defender_cards_used"]


# ------------------------------------------------------------------ the set-up

def check(setup, rules, data):
    """E-64, E-67: legal parameters; gives (spot, attacker's source, defender's source)."""
    opts, packs = options(rules), decks(data)
    check_names(setup, NAMES, "combat")
    side = word(setup, "attacker_side", SIDES, "human")
    other = "vampire" if side == "human" else "human"
    own, theirs = flag(setup, "attacker_revealed"), flag(setup, "defender_revealed")
    need(not (own and side == "human"), "the human player cannot attack with a revealed vampire")
    opening = number(setup, "opening_water", 0, 0)
    # CHOICE: `opening_water` is accepted with the option `water_attack` = false too, E-67 does not refuse it.
    need(opening == 0 or (side == "human" and theirs),
         "opening_water: no human attack on a revealed vampire")
    spot = Spot(number(setup, "attack_markers", 0, 0), number(setup, "defence_markers", 0, 0), opening,
                word(setup, "attacker_policy", ATTACK_PLAYS, "all_in"),
                word(setup, "defender_policy", DEFEND_PLAYS, "minimal"), opts)
    attacker = (side, word(setup, "attacker_profession", PROFESSIONS, "noble"), own, theirs)
    defender = (other, word(setup, "defender_profession", PROFESSIONS, "noble"), theirs, own)
    return (spot, source(setup, "attacker", attacker, packs[side]),
            source(setup, "defender", defender, packs[other]))


def source(setup, who, role, pack):
    """E-64: (given hand or None, hand size, deck, role) of one side."""
    given, size = f"{who}_hand", f"{who}_hand_size"
    need((given in setup) != (size in setup), f"exactly one of {given} and {size}")
    if given in setup:
        need(isinstance(setup[given], (list, tuple)), f"parameter {given}")
        # CHOICE: a given hand need not be part of the deck and may be of any size.
        return [side_card(text, role[0]) for text in setup[given]], None, pack, role
    need(whole(setup[size], 0, len(pack)), f"parameter {size}")
    return None, setup[size], pack, role


# ------------------------------------------------------------------ exact, with values only

@lru_cache(maxsize=20000)
def subsets(values):
    """E-40: every different part of the values -> in how many of the 2^n subsets it comes."""
    table = {(): 1}
    for value in sorted(set(values)):
        copies, longer = values.count(value), {}
        for part, ways in table.items():
            for k in range(copies + 1):
                longer[part + (value,) * k] = ways * comb(copies, k)
        table = longer
    return table


def least_values(values, enough):
    """E-39: the least play as values (which of two equal values it is does not change the outcome)."""
    plays = [part for part in subsets(values) if part and enough(sum(part))]
    if not plays:
        return None
    return min(plays, key=lambda part: (sum(part), len(part), [-v for v in reversed(part)]))


def may_start(spot, values, played):
    """E-27: may a round-1 play of that sum start the fight?"""
    ground = spot.attack_markers + spot.opening
    if spot.opts["start_check"] == "first_round":
        return beats(ground + played, spot.defence_markers, spot.opts)
    if spot.opts["start_check"] == "hand":
        return beats(ground + sum(values), spot.defence_markers, spot.opts)
    return True


def weighted(parts):
    """E-40: chances out of numbers of ways."""
    everything = sum(parts.values())
    return {part: ways / everything for part, ways in parts.items()}


def first_plays(spot, values):
    """E-40: play or None -> chance, for the attacker in round 1."""
    if spot.attack_play == "random":
        parts = {part: ways for part, ways in subsets(values).items()
                 if (part or spot.opening) and may_start(spot, values, sum(part))}
        return weighted(parts) if parts else {None: 1.0}
    play = first_value_play(spot, values)
    if play is not None and (not (play or spot.opening) or not may_start(spot, values, sum(play))):
        play = None
    return {play: 1.0}


def first_value_play(spot, values):
    """E-40: what `all_in`, `minimal` or `hold_back` wants to play in round 1."""
    def enough(played):
        return beats(spot.attack_markers + spot.opening + played, spot.defence_markers, spot.opts)

    if spot.attack_play == "all_in":
        return values
    if spot.attack_play == "hold_back" and spot.opts["max_rounds"] == 1:
        play = values if enough(sum(values)) else None
    elif spot.opening and enough(0):
        play = ()
    else:
        play = least_values(values, enough)
    if play is None and spot.opening and spot.opts["start_check"] != "first_round":
        return ()
    return play


def second_plays(spot, values, own, other):
    """E-30, E-40: play or None -> chance, for the attacker in round 2."""
    forced = spot.opts["second_round"] == "forced"
    if not values:
        return {None: 1.0}
    if spot.attack_play == "random":
        table = dict(subsets(values))
        nothing = table.pop(())
        return weighted(table if forced else {**table, None: nothing})

    def enough(played):
        return beats(own + played, other, spot.opts)

    if spot.attack_play == "all_in":
        play = values
    elif spot.attack_play == "minimal":
        play = least_values(values, enough)
    else:
        play = values if enough(sum(values)) else None
    return {values[:1] if play is None and forced else play: 1.0}


def replies(spot, values, own, attack, last):
    """E-41: play -> chance, for the defender."""
    if spot.defend_play == "random":
        return weighted(subsets(values))
    if spot.defend_play == "none":
        return {(): 1.0}
    if spot.defend_play == "all_in":
        return {values: 1.0}

    def holds(played):
        return not beats(attack, own + played, spot.opts)

    if holds(0):
        return {(): 1.0}
    if spot.defend_play == "hold_back" and last:
        return {values if holds(sum(values)) else (): 1.0}
    return {least_values(values, holds) or (): 1.0}


def without(values, played):
    """E-28: the values that are left."""
    left = list(values)
    for value in played:
        left.remove(value)
    return tuple(left)


def second_start(spot, attack, defence):
    """E-29: where A and D start in round 2."""
    if spot.opts["carry_over"] == "both":
        return attack, defence
    if spot.opts["carry_over"] == "attack_only":
        return attack, spot.defence_markers
    return spot.attack_markers, spot.defence_markers


def fight_table(spot, ours, theirs):
    """E-28: outcome -> chance for two hands of valid values."""
    rows, opened = {}, int(spot.opening > 0)
    for play, p in first_plays(spot, ours).items():
        if play is None:
            add(rows, (0, 0, 0, 0, 0, 0), p)
            continue
        attack = spot.attack_markers + spot.opening + sum(play)
        for reply, q in replies(spot, theirs, spot.defence_markers, attack,
                                spot.opts["max_rounds"] == 1).items():
            defence = spot.defence_markers + sum(reply)
            dead = beats(attack, defence, spot.opts)
            row = (int(dead), 1, attack, defence, opened + len(play), len(reply))
            if dead or spot.opts["max_rounds"] == 1:
                add(rows, row, p * q)
            else:
                second_round(rows, p * q, spot, row, without(ours, play), without(theirs, reply))
    return rows


def second_round(rows, p, spot, row, ours, theirs):
    """E-29, E-30: round 2, after `row` in round 1."""
    start_attack, start_defence = second_start(spot, row[2], row[3])
    for play, q in second_plays(spot, ours, start_attack, start_defence).items():
        if play is None:
            add(rows, row, p * q)
            continue
        attack = start_attack + sum(play)
        for reply, r in replies(spot, theirs, start_defence, attack, True).items():
            defence = start_defence + sum(reply)
            end = (int(beats(attack, defence, spot.opts)), 2, attack, defence)
            add(rows, end + (row[4] + len(play), row[5] + len(reply)), p * q * r)


def value_hands(place):
    """E-64: sorted values of the valid cards in hand -> chance."""
    given, size, pack, role = place
    if given is not None:
        return {tuple(sorted(c.value for c in given if is_valid(c, *role))): 1.0}
    counts, table = {}, {}
    for made in pack:
        kind = made.value if is_valid(made, *role) else 0  # 0: dead in this fight
        counts[kind] = counts.get(kind, 0) + 1
    for taken, p in hands(counts, size):
        add(table, tuple(v for v in sorted(taken) if v for _ in range(taken[v])), p)
    return table


def distribution(setup, rules, data=None):
    """E-64: exact chances of the outcomes."""
    spot, attacker, defender = check(setup, rules, data)
    rows = {}
    theirs = value_hands(defender)
    for ours, p in value_hands(attacker).items():
        for others, q in theirs.items():
            for row, r in fight_table(spot, ours, others).items():
                add(rows, row, p * q * r)
    return rows


# ------------------------------------------------------------------ one fight with real cards

def rank(play):
    """E-39: the smaller, the sooner it is the least play."""
    values = sorted((c.value for c in play), reverse=True)
    two = sum(1 for c in play if c.width == 2)
    return sum(values), len(play), [-v for v in values], two, sorted(play)


def all_subsets(cards):
    """E-40: all 2^n subsets."""
    return [part for size in range(len(cards) + 1) for part in combinations(cards, size)]


def least_play(cards, own, other, opts, attacking):
    """E-39: the least non-empty play that suffices, or None."""
    if not cards or not suffices(cards, own, other, opts, attacking):
        return None
    plays = [part for part in all_subsets(cards) if part and suffices(part, own, other, opts, attacking)]
    low = min(total(part) for part in plays)
    return list(min((part for part in plays if total(part) == low), key=rank))


def suffices(play, own, other, opts, attacking):
    """Section 7: the attacker beats X, the defender is not beaten by X."""
    mine = own + total(play)
    return beats(mine, other, opts) if attacking else not beats(other, mine, opts)


def starts(spot, cards, play):
    """E-27: may this play start the fight?"""
    if not play and not spot.opening:
        return False
    check_at = spot.opts["start_check"]
    if check_at == "off":
        return True
    counted = cards if check_at == "hand" else play
    return suffices(counted, spot.attack_markers + spot.opening, spot.defence_markers, spot.opts, True)


def attack_first(spot, cards, random):
    """E-40: the attacker's play of round 1, None for no play."""
    if spot.attack_play == "random":
        plays = [part for part in all_subsets(cards) if starts(spot, cards, part)]
        return list(random.choice(plays)) if plays else None
    wish = wish_first(spot, cards)
    return wish if wish is not None and starts(spot, cards, wish) else None


def wish_first(spot, cards):
    """E-40: round 1 by `all_in`, `minimal`, `hold_back`, before E-27 is asked."""
    own, other, opts = spot.attack_markers + spot.opening, spot.defence_markers, spot.opts
    if spot.attack_play == "all_in":
        return list(cards)
    if spot.attack_play == "hold_back" and opts["max_rounds"] == 1:
        wish = list(cards) if suffices(cards, own, other, opts, True) else None
    elif spot.opening and suffices((), own, other, opts, True):
        wish = []
    else:
        wish = least_play(cards, own, other, opts, True)
    if wish is None and spot.opening and opts["start_check"] in ("hand", "off"):
        wish = []
    return wish


def attack_second(spot, cards, own, other, random):
    """E-30, E-40: the attacker's play of round 2, None for no play."""
    if not cards:
        return None
    forced = spot.opts["second_round"] == "forced"
    if spot.attack_play == "random":
        plays = [part for part in all_subsets(cards) if part or not forced]
        return list(random.choice(plays)) or None
    if spot.attack_play == "all_in":
        return list(cards)
    if spot.attack_play == "minimal":
        wish = least_play(cards, own, other, spot.opts, True)
    else:
        wish = list(cards) if suffices(cards, own, other, spot.opts, True) else None
    return [min(cards)] if wish is None and forced else wish


def defend(spot, cards, own, attack, last, random):
    """E-41: the defender's play."""
    if spot.defend_play == "none":
        return []
    if spot.defend_play == "all_in":
        return list(cards)
    if spot.defend_play == "random":
        return [c for c in cards if random.random() < 0.5]
    if suffices((), own, attack, spot.opts, False):
        return []
    if spot.defend_play == "hold_back" and last:
        return list(cards) if suffices(cards, own, attack, spot.opts, False) else []
    return least_play(cards, own, attack, spot.opts, False) or []


def take(cards, play):
    """E-28: played cards leave the hand."""
    for made in play:
        cards.remove(made)


def fight(spot, ours, theirs, random):
    """E-28 .. E-31: one fight between two lists of valid cards (in card order)."""
    ours, theirs, limit = list(ours), list(theirs), spot.opts["max_rounds"]
    attack, defence = spot.attack_markers + spot.opening, spot.defence_markers
    ended, played, answered = (False, 0, 0, 0), [], []
    for lap in range(1, limit + 1):
        if lap == 1:
            play = attack_first(spot, ours, random)
        else:
            attack, defence = second_start(spot, attack, defence)
            play = attack_second(spot, ours, attack, defence, random)
        if play is None:
            break
        take(ours, play)
        attack, played = attack + total(play), played + play
        reply = defend(spot, theirs, defence, attack, lap == limit, random)
        take(theirs, reply)
        defence, answered = defence + total(reply), answered + reply
        ended = (beats(attack, defence, spot.opts), lap, attack, defence)
        if ended[0]:
            break
    return Result(*ended, played, answered)


def dealt(place, random):
    """E-64: the valid cards of a given or freshly dealt hand."""
    given, size, pack, role = place
    return valid_cards(random.sample(pack, size) if given is None else given, *role)


def simulate(setup, rules, random, data=None):
    """E-64: one fight, dealt and played."""
    spot, attacker, defender = check(setup, rules, data)
    end = fight(spot, dealt(attacker, random), dealt(defender, random), random)
    used = len(end.attack_cards) + int(spot.opening > 0 and end.rounds > 0)
    return (int(end.dead), end.rounds, end.attack, end.defence, used, len(end.defence_cards))
