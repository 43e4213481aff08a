"""Turns and fights of I Am Vlad on positions made by hand in which nobody holds a card but those that a test deals."""

from simlab.games.vlad import game_state as state
from simlab.games.vlad.rules.p2_turn import move_and_act, second_stage
from simlab.games.vlad.rules.p3_goals import set_goals
from simlab.games.vlad.rules.p11_random_attacks import second_random_stage
from simlab.games.vlad.rules.s6_v47_turns import begin_turn
from simlab.games.vlad.rules.s6_v50_movement import look_around
from simlab.games.vlad.rules.s7_v65_game_fights import ANY_UNIT
from simlab.games.vlad.state import UNITS
from tests.games.vlad_positions import Position, unit_number


class Turns(Position):
    """A position with empty hands; options are keywords."""

    def __init__(self, players=4, data=None, **rules):
        super().__init__(players, rules, data)
        for seat in range(1, players + 1):
            for kind in UNITS:
                self.hand(f"{kind}{seat}")

    def hands(self, **cards):
        """Units hold these cards, a list or one."""
        for unit, held in cards.items():
            self.hand(unit, *([held] if isinstance(held, str) else held))
        return self

    def fallen(self, *units):
        """Units lie dead beside the board."""
        for unit in units:
            self.kill(unit)
        return self

    def begins(self, seat):
        """A seat's turn begins."""
        self.table.active = seat - 1
        self.do(begin_turn, seat)
        return self

    def plans(self, seat):
        """The goals that a seat sets its Vlad, knight and archer, in its turn."""
        self.begins(seat).do(set_goals, seat)
        return [self.goal(f"{kind}{seat}") for kind in UNITS]

    def acts(self, unit, dice=()):
        """A unit moves for the goal that it has and acts where it stands."""
        self.do(move_and_act, unit, dice=dice)
        return self

    def heads_for(self, unit):
        """Where a unit stands after its seat has planned and it has moved."""
        self.plans(int(unit[-1]))
        return self.acts(unit).where(unit)

    def second_stage(self, seat, dice=(), only=ANY_UNIT, rule=second_stage):
        """Tax, neutral fights and attacks of a seat, in its turn."""
        self.begins(seat).do(rule, seat, only, dice=dice)
        return self

    def second_random_stage(self, seat, dice=(), only=ANY_UNIT):
        """The same of a seat that plays `random`."""
        return self.second_stage(seat, dice, only, second_random_stage)

    def steps(self, unit):
        """All squares of the map to which a unit can go, with the steps that it takes."""
        self.do(look_around, unit)
        reach, steps = self.play.reach, {}
        for needed in reversed(range(int(reach.limit) + 1)):
            for row in range(int(reach.low), int(reach.high) + 1):
                bits = int(reach.layer[needed, row])
                steps |= {(row, column): needed for column in range(40) if bits >> column & 1}
        return steps

    def goal(self, unit):
        """What a unit wants to do in this turn."""
        return state.GOALS[int(self.table.goal[unit_number(unit)])]

    def attacks(self):
        """All attacks so far: (by whom, on whom)."""
        return [(name_of(one), name_of(other)) for one, other in self.heard("ATTACK_BEGINS")]


def name_of(unit):
    """The name of a unit by its number."""
    return f"{UNITS[unit % state.KINDS]}{unit // state.KINDS + 1}"
