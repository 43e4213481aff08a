"""One neutral fight, exactly: mass over the neutral's life, the units' lives and what is known of their hands.

What follows from a card and from a die is said by the rules' own functions (V-66, V-67, V-68). The order of play is
gone through here once more, by kinds of cards in place of cards: by rank, then unit order, or as dealt (V-66).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import NamedTuple

from simlab.chance.plain import plain
from simlab.contract import Budget
from simlab.games.vlad.exact.hidden_hands import HiddenHand, Kinds
from simlab.games.vlad.rules.s5_v12_dials import lose_life
from simlab.games.vlad.rules.s7_v65_neutral_fight import (
    answer_loss,
    gives_up,
    is_hit_without_cards,
    is_over,
    neutral_after,
    neutral_answers,
)
from simlab.games.vlad.state import AS_DEALT

STEPS_A_STATE, STEPS_A_REVEALED = 180, 20  # as measured; ten million steps take about a second (contract.Budget)
CELLS_A_STATE = 150


class UnitState(NamedTuple):
    """A unit in a fight: its life, the cards that it has played in it, its hand."""

    life: int
    played: int
    hand: HiddenHand


class FightState(NamedTuple):
    """A fight: the neutral's life left, the cards played so far in all attempts, the units."""

    neutral_left: int
    cards: int
    units: tuple[UnitState, ...]


Mass = dict[FightState, float]
Successors = Iterator[tuple[FightState, float]]


@dataclass
class NeutralFight:
    """The rules of one fight at one time of day; `remember`: what is seen of the packs matters afterwards."""

    packs: tuple[Kinds, ...]
    time: int
    remember: bool
    plan: SimpleNamespace
    rules: SimpleNamespace
    budget: Budget
    _answered: dict = field(default_factory=dict)
    _gives_up: dict = field(default_factory=dict)

    @cached_property
    def faces(self) -> dict[int, float]:
        """V-46 Faces of the eight-sided die and their chances."""
        faces = self.rules.die8[: self.rules.die8_count]
        return {face: count / len(faces) for face, count in Counter(faces).items()}

    def answered(self, life: int, defence: int) -> list[tuple[int, float]]:
        """V-66 Life of a unit after the neutral's answer to its card of this defence, with the chances."""
        if (life, defence) not in self._answered:
            chances: dict[int, float] = defaultdict(float)
            for face, chance in self.faces.items():
                loss = plain(answer_loss)(face, defence, self.plan)
                chances[plain(lose_life)(life, loss)] += chance
            self._answered[life, defence] = list(chances.items())
        return self._answered[life, defence]

    def gives_up(self, life: int) -> bool:
        """V-67 Does a unit with this life make its side surrender."""
        if life not in self._gives_up:
            self._gives_up[life] = bool(plain(gives_up)(life, self.plan))
        return self._gives_up[life]

    def outcome(self, mass: Mass) -> Mass:
        """How the fight may end."""
        ended: Mass = defaultdict(float)
        going: Mass = defaultdict(float)
        for state, chance in mass.items():
            if any(kinds.matching(unit.hand, self.time) for kinds, unit in zip(self.packs, state.units) if unit.life):
                going[state] += chance
            else:
                for after, share in self.only_hit(state):
                    ended[after] += chance * share
        going = self.as_dealt(going, ended) if self.packs[0].order == AS_DEALT else self.by_rank(going, ended)
        for state, chance in going.items():
            ended[state] += chance
        return ended

    def only_hit(self, state: FightState) -> Successors:
        """V-68 Nobody has a matching card."""
        hit, living_before = {state: 1.0}, 0
        for who, unit in enumerate(state.units):
            if plain(is_hit_without_cards)(unit.life, living_before, self.rules):
                spend(self.budget, 30 * len(self.faces), hit)
                after: Mass = defaultdict(float)
                for before, chance in hit.items():
                    for face, share in self.faces.items():
                        after[self.hurt(before, who, face)] += chance * share
                hit = after
            living_before += unit.life > 0
        return iter(hit.items())

    def by_rank(self, going: Mass, ended: Mass) -> Mass:
        """V-66 Kind by kind in playing order, unit by unit: how many has the unit, and what do they do."""
        slots = [(who, kind) for who, kinds in enumerate(self.packs) for kind in kinds.of_time[self.time]]
        slots.sort(key=lambda slot: (-self.packs[slot[0]].ranks[slot[1]], slot[0]))
        for place, (who, kind) in enumerate(slots):
            spend(self.budget, STEPS_A_STATE, going)
            kinds = self.packs[who]
            after: Mass = defaultdict(float)
            for state, chance in going.items():
                hand = state.units[who].hand
                if not state.units[who].life or not (hand.hidden[self.time] or kind in hand.known):
                    after[state] += chance
                    continue
                for revealed, share in kinds.reveal(hand, kind, self.remember):
                    begun = {with_hand(state, who, revealed): chance * share}
                    for played, mass in self.copies(begun, who, kind, slots[place + 1 :], ended).items():
                        after[played] += mass
            going = after
        return going

    def copies(self, mass: Mass, who: int, kind: int, slots: list, ended: Mass) -> Mass:
        """All copies of a kind that a unit has are played, as long as it lives and the fight goes on."""
        after: Mass = defaultdict(float)
        while mass:
            following: Mass = defaultdict(float)
            for state, chance in mass.items():
                if not state.units[who].life or kind not in state.units[who].hand.known:
                    after[state] += chance
                    continue
                for played, share, over in self.card(state, who, kind):
                    if over:
                        for shown, part in self.show_rest(played, slots):
                            ended[shown] += chance * share * part
                    else:
                        following[played] += chance * share
            mass = following
        return after

    def as_dealt(self, going: Mass, ended: Mass) -> Mass:
        """V-66 Unit by unit, each card in hand order."""
        for who, kinds in enumerate(self.packs):
            after: Mass = defaultdict(float)
            while going:
                spend(self.budget, 2 * STEPS_A_STATE, going)
                following: Mass = defaultdict(float)
                for state, chance in going.items():
                    hand = state.units[who].hand
                    if not state.units[who].life or not kinds.matching(hand, self.time):
                        hand = hand if self.remember else kinds.forget_unseen(hand, self.time)
                        after[with_hand(state, who, hand)] += chance
                        continue
                    for kind, revealed, share in kinds.reveal_next(hand, self.time):
                        for played, part, over in self.card(with_hand(state, who, revealed), who, kind):
                            (ended if over else following)[played] += chance * share * part
                going = following
            going = after
        return going

    def card(self, state: FightState, who: int, kind: int) -> Iterator[tuple[FightState, float, bool]]:
        """V-66, V-67 A unit plays a card: (what follows, chance, is the fight over)."""
        unit, kinds = state.units[who], self.packs[who]
        _, attack, defence = kinds.cards[kind]
        neutral_left, cards = plain(neutral_after)(state.neutral_left, attack, self.plan), state.cards + 1
        after = UnitState(unit.life, unit.played + self.remember, kinds.play(unit.hand, kind, self.remember))
        if not plain(neutral_answers)(neutral_left, self.rules):
            yield FightState(neutral_left, cards, with_unit(state.units, who, after)), 1.0, True
            return
        others = [other.life for place, other in enumerate(state.units) if place != who and other.life]
        given_up = any(self.gives_up(life) for life in others)
        for life, chance in self.answered(unit.life, defence):
            hurt = UnitState(life, after.played, after.hand) if life else self.dead(who)
            # Whether anyone who lives has a card left is seen when it is his turn.
            over = plain(is_over)(neutral_left, bool(life or others)) or given_up or self.gives_up(life)
            yield FightState(neutral_left, cards, with_unit(state.units, who, hurt)), chance, over

    def dead(self, who: int) -> UnitState:
        """Of a dead unit nothing is remembered."""
        return UnitState(0, 0, self.packs[who].empty)

    def hurt(self, state: FightState, who: int, loss: int) -> FightState:
        """V-14 A unit loses life."""
        unit = state.units[who]
        life = plain(lose_life)(unit.life, loss)
        return state._replace(units=with_unit(state.units, who, unit._replace(life=life) if life else self.dead(who)))

    def show_rest(self, state: FightState, slots: list) -> Successors:
        """The unplayed cards of a fight that is over; unseen, they are of the kinds whose turn had not come."""
        mass = {state: 1.0}
        if not self.remember or state.neutral_left == 0:
            return iter(mass.items())
        for who, kind in slots:
            spend(self.budget, STEPS_A_REVEALED, mass)
            after: Mass = defaultdict(float)
            for before, chance in mass.items():
                for hand, share in self.packs[who].reveal(before.units[who].hand, kind, True):
                    after[with_hand(before, who, hand)] += chance * share
            mass = after
        return iter(mass.items())


def spend(budget: Budget, steps: int, mass: Mass) -> None:
    """Count the work on these states; raises TooLarge when it is too much, or the states are too many."""
    budget.spend(steps * len(mass))
    budget.hold(CELLS_A_STATE * len(mass), "cells of the states of a hunt")


def with_unit(units: tuple, who: int, unit: UnitState) -> tuple:
    """The units with one of them changed."""
    return (*units[:who], unit, *units[who + 1 :])


def with_hand(state: FightState, who: int, hand: HiddenHand) -> FightState:
    """The state with one unit's hand changed."""
    unit = state.units[who]
    holding = UnitState(unit.life, unit.played, hand)
    return FightState(state.neutral_left, state.cards, with_unit(state.units, who, holding))
