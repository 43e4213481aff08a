"""How the referee of Forest's campaign listens: the next event that is due, and his table against the game's board."""

from simlab.games.forest import campaign_story, story
from simlab.games.forest.campaign_state import SENT_BACK
from tests.games.forest_table import CHRISTIAN, NOBODY, OTTOMAN, SENT, Table

NAMES = {value: name for module in (story, campaign_story) for name, value in vars(module).items() if name.isupper()}
for lone in ("TURN_BEGINS", "STORM_BEGINS", "CASTLE_TAKEN"):  # both modules have these; a campaign tells its own
    NAMES[getattr(campaign_story, lone)] = lone
    NAMES[getattr(story, lone)] = f"LONE_{lone}"
SETTLED = ("ACTIVATED", "SIEGES_ROLLED", "TURN_ENDS")  # nothing is half done when these are told
#: Choices, dice and what is due; all other events follow from these and are compared by what they come to.
HEARD = (
    *("TURN_BEGINS", "HELD_CHIT_PICKED", "CHIT_DRAWN", "DELAY_TRIED", "JUMP_TRIED", "ACTED", "ACTIVATED"),
    *("ENTERS", "MORALE_ROLLED", "BROKE", "MUST_STOP", "PICKED_UP", "LEFT_BEHIND", "RECRUITING_ROLL", "RECRUITED"),
    *("STAKES_PLACED", "CASTLE_MANNED", "BATTLE_BEGINS", "WITHDREW", "RETREATED", "DRIVEN_OFF", "BATTLE_ENDS"),
    *("STORM_BEGINS", "PAIR_FOUGHT", "STORM_ENDS", "SIEGE_LAID", "SIEGE_GOES_ON", "SIEGES_ROLLED", "SIEGE_OF"),
    *("SIEGE_ROLLED", "OUT_OF_SUPPLY", "STARVED", "TURN_ENDS"),
)


class Illegal(Exception):
    """The game did what the reading does not allow."""


class Listener(Table):
    """Takes events one after another; an event is (name, details, the board if everything is settled)."""

    def __init__(self, case, events):
        super().__init__(case)
        self.events, self.at = [event for event in events if event[0] in HEARD], 0

    def demand(self, true, what, *details):
        """Objects unless something is so."""
        if not true:
            told = [event[:2] for event in self.events[max(self.at - 8, 0) : self.at + 2]]
            raise Illegal(f"{what} {details}; told last: {told}")

    def comes(self, *names):
        """Is the next event one of these?"""
        return self.at < len(self.events) and self.events[self.at][0] in names

    def hear(self, name):
        """The details of the next event, which has to be this one."""
        self.demand(self.comes(name), f"F-20 {name} is due")
        self.at += 1
        event = self.events[self.at - 1]
        if name in SETTLED:
            self.compare(event[2])
        return event[1]

    def compare(self, board):
        """Is the game's board what the referee's table says?"""
        for g in range(len(self.id)):
            led = [0] * SENT_BACK
            for troop in self.army[g]:
                led[troop % SENT] += 1
            counts = board.army_led[g].reshape(2, SENT_BACK).sum(axis=0)
            mine, theirs = (self.where[g], *led[1:]), (board.where[g], *counts[1:])
            self.demand(len(self.army[g]) == board.troops[g], "F-26 army", self.id[g], self.army[g], board.troops[g])
            self.demand(mine == theirs, "F-26 place and leads", self.id[g], mine, theirs)
        for side in (OTTOMAN, CHRISTIAN):
            for name in ("garrison", "stakes", "field", "loose"):
                mine = getattr(self, name)[side] if name in ("garrison", "stakes") else self.in_the_field(name, side)
                theirs = getattr(board, name)[side][: len(self.map)].tolist()
                self.demand(list(mine) == theirs, f"F-63 {name}", side, mine, theirs)
            self.demand(self.living(side) == board.living[side], "F-63 living", side)
            self.demand(self.dead[side] == board.dead[side], "F-63 dead", side, self.dead, board.dead)
            self.demand(self.tokens[side] == board.tokens[side], "F-68 tokens", side)
        for area in self.castles:
            siege = -1 if self.siege[area] is NOBODY else self.siege[area]
            mine = (siege, self.count[area], self.holder[area], self.fell[area])
            theirs = tuple(int(getattr(board, n)[area]) for n in ("siege", "siege_count", "holder", "fell"))
            self.demand(mine == theirs, "F-59 castle", self.map[area].id, mine, theirs)

    def in_the_field(self, name, side):
        """Field troops or loose ones, by area."""
        return [self.field(side, a) if name == "field" else len(self.loose[side][a]) for a in self.places]

    @property
    def here(self):
        """Where the activated general is."""
        return self.where[self.general]

    @property
    def troop(self):
        """His army."""
        return self.army[self.general]
