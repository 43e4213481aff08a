"""Exact odds of all battles between two ratings at once (F-43 to F-51): for every number of troops on either side.

The solver of one battle follows the mass of its states round by round. Here it is the other way round: what each pair
of states is worth, from the last round back to the first, so that one reckoning serves every size of both armies.
"""

import numpy as np

from simlab.contract import Budget
from simlab.games.forest.armies import Army, Defender, group_sizes, two_sides
from simlab.games.forest.campaign_state import ATTACKER_WINS, ATTACKERS_LEFT, DEFENDER_WINS, DEFENDERS_LEFT, WORTHS
from simlab.games.forest.exact.battle import BattleSolver
from simlab.games.forest.exact.battle_states import LOST, SideStates
from simlab.games.forest.state import ATTACKER, DEFENDER, NO_RETURN_FIRE, SEPARATE, STILL_OPEN
from simlab.solvers.one_thread import one_thread

MIRRORED = [DEFENDER_WINS, ATTACKER_WINS, DEFENDERS_LEFT, ATTACKERS_LEFT]  # the same battle with the roles changed
SETTLED = 1e-13  # no worth changes by more in a round
STEP = 2  # troops by which armies grow from one reckoning to the next


def worths_before(worths: np.ndarray, shape, attacker_pieces: dict, defender_pieces: dict) -> np.ndarray:
    """F-44.2 What states are worth before both sides fire, by the worths of the states that they may come to."""
    before = np.zeros((WORTHS, *shape))
    for own, enemy in attacker_pieces:
        if (enemy, own) in defender_pieces:
            rows, row_targets, row_chances = attacker_pieces[own, enemy]
            columns, column_targets, column_chances = defender_pieces[enemy, own]
            block = worths[:, row_targets[:, None], column_targets]
            before[:, rows[:, None], columns] = row_chances @ block @ column_chances.T
    return before


class BattleOdds(BattleSolver):
    """What every pair of states is worth to whom, by the attacker's and the defender's states.

    Nobody retreats or withdraws, and all fire is even: the default orders.
    """

    def __init__(self, most: int, attacker: int, defender: int, rules):
        sides = Army(troops=most, rating=attacker), Defender(troops=most, rating=defender)
        starts = [[sizes_of(troops, side.rating) for troops in range(1, most + 1)] for side in sides]
        super().__init__(*two_sides(*sides, True, 0), rules, Budget(), starts)
        self.starts = [
            np.searchsorted(own.unmarked, [own.state(in_ranks(sizes)) for sizes in of_side])
            for own, of_side in zip((self.a, self.d), starts)
        ]
        self.worths = self.ended_worths()
        self.search_steps = self.searches[0].T.toarray(), self.searches[1].toarray()

    def by_troops(self) -> np.ndarray:
        """The worths of battles by (worth, attackers - 1, defenders - 1), once settled."""
        worths = self.before_search(self.worths) if self.rules.initial_search == SEPARATE else self.worths
        return worths[:, self.starts[0][:, None], self.starts[1]]

    def begin_with(self, smaller: "BattleOdds") -> None:
        """Take over what is known of smaller armies' states."""
        rows, columns = places(smaller.a, self.a), places(smaller.d, self.d)
        self.worths[:, rows[:, None], columns] = smaller.worths

    def settle(self) -> None:
        """Round before round, until the worths do not change any more."""
        worths, change = self.worths, 1.0
        over = (self.a.troops == 0)[:, None] | (self.d.troops == 0)
        ended = self.ended_worths()
        fired = self.before_fire(ended) if self.leaderless else None
        while change > SETTLED:
            after_search = self.before_fire(worths) if fired is None else self.unless_waiting(fired, worths)
            before = np.where(over, ended, self.before_search(after_search))
            worths, change = before, np.abs(before - worths).max()
        self.worths = worths

    def unless_waiting(self, fired: np.ndarray, worths: np.ndarray) -> np.ndarray:
        """F-51 While no attacker has found the leaderless defenders nothing happens."""
        return np.where((self.a.joined == 0)[:, None], worths, fired)

    def ended_worths(self) -> np.ndarray:
        """What pairs of states are worth with which the battle is over after the fire; 0 while it goes on."""
        worths = np.zeros((WORTHS, len(self.a.troops), len(self.d.troops)))
        for row, attackers in enumerate(self.a.troops.tolist()):
            for column, defenders in enumerate(self.d.troops.tolist()):
                end, left = self.end_with(attackers, defenders)
                if end.winner != STILL_OPEN:
                    worths[:, row, column] = end.winner == ATTACKER, end.winner == DEFENDER, attackers, left
        return worths

    def before_fire(self, worths: np.ndarray) -> np.ndarray:
        """F-44.2 and F-44.3 What states are worth before the fire and the surprise fire."""
        if self.rules.surprise_fire == NO_RETURN_FIRE:
            answered = self.a.forget().toarray() @ worths @ self.d.forget().toarray().T
        else:
            answered = worths_before(worths, self.marked_shape, *self.answer)
        return worths_before(answered, worths.shape[1:], *self.fire)

    def before_search(self, worths: np.ndarray) -> np.ndarray:
        """F-44.1 What states are worth before both sides search."""
        return self.search_steps[0] @ worths @ self.search_steps[1].T


def sizes_of(troops: int, rating: int) -> list[int]:
    """F-17, F-51 The groups of an army, or of troops without a general."""
    return group_sizes(Defender(troops=troops, rating=rating))


def in_ranks(sizes: list[int]) -> tuple[tuple[int, int], ...]:
    """The state of groups of these sizes at the start of a battle."""
    return tuple((troops, LOST) for troops in sizes)


def places(smaller: SideStates, larger: SideStates) -> np.ndarray:
    """Where a side of larger armies has the states of one of smaller armies."""
    states = list(smaller.number)
    return np.searchsorted(larger.unmarked, [larger.number[states[n]] for n in smaller.unmarked])


def battle_odds(most: int, attacker: int, defender: int, rules) -> np.ndarray:
    """All battles of 1 .. `most` troops under these ratings: the worths by (worth, attackers - 1, defenders - 1).

    Small armies are settled first: most rounds of larger ones end with small ones, so that these take few steps.
    """
    with one_thread():
        odds = BattleOdds(min(STEP, most), attacker, defender, rules)
        odds.settle()
        for size in range(2 * STEP, most + STEP, STEP):
            smaller, odds = odds, BattleOdds(min(size, most), attacker, defender, rules)
            odds.begin_with(smaller)
            odds.settle()
    return odds.by_troops()
