"""Small games whose chances are known in closed form, played by simlab's streams and dice, for known-answer tests.

A function plays one trial on a stream and returns whole numbers; `play` runs many. `faces` is 6 except in controls.
"""

import numpy as np

from simlab.chance.compiled import kernel, rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, branch, die, trial_stream

ATTACK, DEFEND, ROLL, SALVO, WASTED, LENGTH = range(1, 7)


@rule
def sorted_dice(event, dice, faces):
    """The highest and the second highest of up to three dice; 0 for a second that is not there."""
    first = second = 0
    for number in range(dice):
        roll = die(event, number, faces)
        if roll > first:
            first, second = roll, first
        elif roll > second:
            second = roll
    return first, second


@rule
def risk_round(attackers, defenders, strictly, rnd, faces, stream):
    """Risk: three dice against two at most; ties go to the defender if `strictly`. Returns the losses of both."""
    attack = sorted_dice(at(stream, ATTACK, rnd, 0), min(attackers, 3), faces)
    defence = sorted_dice(at(stream, DEFEND, rnd, 0), min(defenders, 2), faces)
    lost = taken = 0
    for pair in range(min(attackers, defenders, 2)):
        if attack[pair] > defence[pair] or (not strictly and attack[pair] == defence[pair]):
            taken += 1
        else:
            lost += 1
    return lost, taken


@kernel
def risk_rounds(faces, strictly, seed, out):
    """One round of 3 against 2: the attacker's losses."""
    for i in range(out.size):
        out[i] = risk_round(3, 2, strictly, 0, faces, trial_stream(0, seed, i))[0]


@kernel
def risk_battles(attackers, defenders, seed, out):
    """Risk to the end, all armies attacking: 1 if the attacker wins."""
    for i in range(out.size):
        a, d, rnd = attackers, defenders, 0
        while a > 0 and d > 0:
            lost, taken = risk_round(a, d, True, rnd, 6, trial_stream(0, seed, i))
            a, d, rnd = a - lost, d - taken, rnd + 1
        out[i] = d == 0


@kernel
def craps(faces, seed, out):
    """Craps: 1 if the shooter wins; the number of rolls in the second column."""
    for i in range(out.shape[0]):
        stream, point, rolls, won = trial_stream(0, seed, i), 0, 0, -1
        while won < 0:
            event = at(stream, ROLL, rolls, 0)
            total, rolls = die(event, 0, faces) + die(event, 1, faces), rolls + 1
            if point == 0:
                if total == 7 or total == 11:
                    won = 1
                elif total == 2 or total == 3 or total == 12:
                    won = 0
                else:
                    point = total
            elif total == point:
                won = 1
            elif total == 7:
                won = 0
        out[i, 0], out[i, 1] = won, rolls


@kernel
def first_six(seats, seed, out):
    """Who of some seats, rolling in turn, shows the first six."""
    for i in range(out.size):
        roll = 0
        while die(at(trial_stream(0, seed, i), ROLL, roll, 0), 0, 6) < 6:
            roll += 1
        out[i] = roll % seats


@kernel
def gambler(chance, start, goal, seed, out):
    """Gambler's ruin: 1 if the goal is reached; the number of bets in the second column."""
    for i in range(out.shape[0]):
        stream, money, bets = trial_stream(0, seed, i), start, 0
        while 0 < money < goal:
            money += 1 if happens(at(stream, ROLL, bets, 0), 0, chance) else -1
            bets += 1
        out[i, 0], out[i, 1] = money == goal, bets


@rule
def salvo(troops, rnd, side, stream):
    """Hits of so many dice, 5 or 6."""
    event, hits = at(stream, SALVO, rnd, side), 0
    for number in range(troops):
        hits += die(event, number, 6) >= 5
    return hits


@kernel
def salvo_battles(attackers, defenders, wasted_rolls, seed, first, out):
    """Both sides fire until one is gone: 1 if attackers are left; `wasted_rolls` are rolled and not used, a round."""
    for i in range(out.size):
        stream = trial_stream(0, seed, first + i)
        a, d, rnd, wasted = attackers, defenders, 0, 0
        while a > 0 and d > 0:
            for number in range(wasted_rolls):
                wasted += die(at(stream, WASTED, rnd, 0), number, 6)
            by_a, by_d = salvo(a, rnd, 0, stream), salvo(d, rnd, 1, stream)
            a, d, rnd = a - min(by_d, a), d - min(by_a, d), rnd + 1
        out[i] = a > 0 and wasted >= 0


@kernel
def salvo_on_one_stream(attackers, defenders, wasted_rolls, seed, out):
    """The same with one running number of draws a trial, as a stateful generator has: the control of pairing."""
    for i in range(out.size):
        stream = branch(trial_stream(0, seed, i), SALVO)
        a, d, drawn, wasted = attackers, defenders, 0, 0
        while a > 0 and d > 0:
            for _ in range(wasted_rolls):
                wasted += die(stream, drawn, 6)
                drawn += 1
            by_a = by_d = 0
            for _ in range(a):
                by_a += die(stream, drawn, 6) >= 5
                drawn += 1
            for _ in range(d):
                by_d += die(stream, drawn, 6) >= 5
                drawn += 1
            a, d = a - min(by_d, a), d - min(by_a, d)
        out[i] = a > 0 and wasted >= 0


def play(kernel_of_game, *arguments, trials, columns=None):
    """The rows of so many trials of a game."""
    out = np.zeros(trials if columns is None else (trials, columns), np.int64)
    kernel_of_game(*arguments, out)
    return out
