"""Exact hunts: fight after fight, with hands as far as they are known (V-65, V-66, V-67, V-68, V-69, V-70, V-71)."""

from collections import defaultdict
from types import SimpleNamespace

import numpy as np

from simlab.chance.plain import plain
from simlab.contract import Budget, Case, Outcomes
from simlab.games.vlad.exact.hidden_hands import Kinds
from simlab.games.vlad.exact.neutral_fight import (
    STEPS_A_STATE,
    FightState,
    Mass,
    NeutralFight,
    UnitState,
    spend,
    with_hand,
    with_unit,
)
from simlab.games.vlad.hands import Fighter, stock, undealt
from simlab.games.vlad.rules.s5_v12_dials import dial_after, time_at
from simlab.games.vlad.rules.s7_v69_hunt import neutral_reward
from simlab.games.vlad.state import PLAY_ORDERS


def values_of(row: np.record) -> SimpleNamespace:
    """A row of numbers as plain Python numbers, which the rules read faster here."""
    return SimpleNamespace(**{name: row[name].tolist() for name in row.dtype.names or ()})


class ExactHunt:
    """The fights of a hunt, one after another."""

    def __init__(self, case: Case, fighters: list[Fighter], plan, rules, budget: Budget):
        self.case, self.fighters, self.budget = case, fighters, budget
        self.plan, self.rules = values_of(plan), values_of(rules)
        order = PLAY_ORDERS.index(case.setup.order)
        self.packs = tuple(Kinds(stock(case, unit.pack).keys() | set(unit.given), order, budget) for unit in fighters)
        turns = [0 if plan.hold_time else attempt for attempt in range(plan.attempts)]
        self.times = [plain(time_at)(plain(dial_after)(self.plan.dial, turn), self.rules) for turn in turns]
        self.rows: dict[tuple[int, ...], float] = defaultdict(float)

    def solve(self) -> Outcomes:
        """Exact outcomes. Raises TooLarge."""
        mass = self.before()
        for attempt, time in enumerate(self.times, start=1):
            later, draws = set(self.times[attempt:]), bool(self.plan.refill) and attempt < self.plan.attempts
            remember = draws or time in later
            fight = NeutralFight(self.packs, time, remember, self.plan, self.rules, self.budget)
            following: Mass = defaultdict(float)
            for state, chance in fight.outcome(mass).items():
                if (
                    state.neutral_left == 0
                    or attempt == self.plan.attempts
                    or not any(unit.life for unit in state.units)
                ):
                    self.rows[self.row(state, attempt)] += chance
                else:
                    following[state] += chance
            if not following:
                break
            mass = self.between(following, draws)
            mass = self.forget(mass, later, bool(self.plan.refill) and attempt + 1 < self.plan.attempts)
        return self.case.outcomes(self.rows, [column.name for column in self.case.columns])

    def before(self) -> Mass:
        """The first fight's states: every hand taken up."""
        units = []
        for unit, kinds in zip(self.fighters, self.packs):
            pile = undealt(self.case, unit.pack, unit.given)
            units.append(UnitState(unit.life, unit.dealt, kinds.start(unit.given, pile)))
        mass = {FightState(self.rules.neutral_life, 0, tuple(units)): 1.0}
        mass = self.between(mass, True)
        draws = bool(self.plan.refill) and self.plan.attempts > 1
        return self.forget(mass, set(self.times), draws)

    def between(self, mass: Mass, draws: bool) -> Mass:
        """V-62, V-69 Every unit draws as many cards as it has played; the neutral is at full life again."""
        if draws:
            for who in range(len(self.packs)):
                for _ in range(max(state.units[who].played for state in mass)):
                    mass = self.draw(mass, who)
        after: Mass = defaultdict(float)
        for state, chance in mass.items():
            units = tuple(unit._replace(played=0) for unit in state.units)
            after[FightState(self.rules.neutral_life, state.cards, units)] += chance
        return after

    def draw(self, mass: Mass, who: int) -> Mass:
        """A unit that has cards to draw draws one."""
        spend(self.budget, STEPS_A_STATE, mass)
        after: Mass = defaultdict(float)
        for state, chance in mass.items():
            unit = state.units[who]
            if not unit.played:
                after[state] += chance
                continue
            for hand, share in self.packs[who].draw(unit.hand):
                drawn = UnitState(unit.life, unit.played - 1, hand)
                after[state._replace(units=with_unit(state.units, who, drawn))] += chance * share
        return after

    def forget(self, mass: Mass, times: set[int], draws: bool) -> Mass:
        """States that differ only in what does not matter any more are one."""
        after: Mass = defaultdict(float)
        for state, chance in mass.items():
            for who, kinds in enumerate(self.packs):
                state = with_hand(state, who, kinds.forget(state.units[who].hand, times, draws))
            after[state] += chance
        return after

    def row(self, state: FightState, attempt: int) -> tuple[int, ...]:
        """The outcome row of a hunt that has ended so; lives stand in the order of the packs."""
        ended = zip(self.fighters, state.units)
        lives = [unit.life for _, unit in sorted(ended, key=lambda pair: pair[0].pack)]
        alive = sum(life > 0 for life in lives)
        damage = sum(fighter.life for fighter in self.fighters) - sum(lives)
        gold = plain(neutral_reward)(state.neutral_left, alive, self.plan.reward)
        killed = int(state.neutral_left == 0)
        return (killed, attempt, state.cards, state.neutral_left, *lives, len(lives) - alive, damage, gold)


def solve_hunt(case: Case, fighters: list[Fighter], plan, rules, budget: Budget) -> Outcomes:
    """Exact outcomes of a hunt. Raises TooLarge."""
    return ExactHunt(case, fighters, plan, rules, budget).solve()
