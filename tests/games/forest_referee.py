"""A referee of Forest's campaign, written from the reading alone.

He hears what a game tells, keeps a table of his own (forest_table.py), and raises Illegal when a choice is not allowed,
when something ought to have been told, or when his table and the game's are not the same. Of battles and storms he
checks who fights and what it leads to; how they are fought has checks of its own.
"""

from types import SimpleNamespace

import numpy as np

from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import Witness, watching
from simlab.contract import row_type
from simlab.games.forest.campaign_state import Campaign
from simlab.games.forest.models.campaign import write_row
from simlab.games.forest.rules.s5_turn import play_campaign
from simlab.rows import rows_of
from tests.games.forest_fights import Fights
from tests.games.forest_listener import NAMES, SETTLED, Illegal
from tests.games.forest_table import CHRISTIAN, HOME, NOBODY, OTTOMAN, SENT, SIDES


class Referee(Fights):
    """Follows one game from its first event to its last."""

    def game(self):
        """F-20, F-67 All turns."""
        for turn in range(1, self.rules["turns"] + 1):
            self.turn = turn
            self.play_turn()
            if self.rules["early_end"] and min(self.living(OTTOMAN), self.living(CHRISTIAN)) == 0:
                break
        self.demand(self.at == len(self.events), "F-20 the game goes on after its end")

    def play_turn(self):
        """F-20 A turn."""
        self.demand(self.hear("TURN_BEGINS") == (self.turn,), "F-20 turn")
        self.lead_anew()
        self.cup, self.held = set(range(len(self.id))), NOBODY
        self.eligible = set(self.cup)
        for acted in range(1, len(self.id) + 1):
            general = self.next_general(acted)
            self.activation(general)
        self.hear("SIEGES_ROLLED")
        for area in self.castles:
            self.roll_siege(area)
        self.supply()
        self.hear("TURN_ENDS")

    def lead_anew(self):
        """F-26 Counts of areas start at 0."""
        for stack in [*self.army, *self.loose[OTTOMAN], *self.loose[CHRISTIAN]]:
            stack[:] = [0] * len(stack)

    def next_general(self, acted):
        """F-20.2 to F-24 Who acts now."""
        open_order = True
        if self.held is not NOBODY:
            (picked,) = self.hear("HELD_CHIT_PICKED")
            self.demand(picked == self.held, "F-20 the held chit is the picked one")
            open_order, self.held = self.rules["held_chit"] == "open", NOBODY
        else:
            picked = self.draw()
        while self.comes("DELAY_TRIED"):
            self.demand(open_order and self.cup, "F-22 no delay now", picked)
            if not self.attempt("DELAY_TRIED", picked, picked):
                self.demand(not self.comes("DELAY_TRIED"), "F-21 one attempt a turn")
                break
            delayed, picked = picked, self.draw()
            self.cup.add(delayed)
        tried, jumped = -1, False
        while self.comes("JUMP_TRIED") and not jumped:
            jumper = self.events[self.at][1][0]
            self.demand(open_order and jumper in self.cup and jumper > tried, "F-23 no jump now", jumper)
            higher = self.rules["jump_rating"] == "any" or self.rating[jumper] > self.rating[picked]
            self.demand(higher, "F-24 he may not jump past this one", jumper, picked)
            tried, jumped = jumper, self.attempt("JUMP_TRIED", jumper, picked)
        if jumped:
            self.cup.remove(tried)
            self.held, picked = picked, tried
        self.demand(self.hear("ACTED") == (picked, acted), "F-20 who acts", picked, acted)
        return picked

    def draw(self):
        """F-20.2 A chit of the cup."""
        (chit,) = self.hear("CHIT_DRAWN")
        self.demand(chit in self.cup, "F-20 each general acts once a turn", chit)
        self.cup.remove(chit)
        return chit

    def attempt(self, what, general, picked):
        """F-21 One attempt a turn, which succeeds with less than the rating."""
        who, past, roll, succeeds = self.hear(what)
        self.demand((who, past) == (general, picked), "F-21 who tries", what)
        self.demand(general in self.eligible, "F-21 one attempt a general a turn", general)
        self.eligible.remove(general)
        self.demand(succeeds == (roll < self.rating[general]), "F-21 roll", roll)
        return succeeds

    def activation(self, general):
        """F-20.4, F-20.5, F-25 to F-60 One general moves and fights."""
        self.general, self.mine, self.points = general, self.side[general], self.rules["move_points"]
        self.came_from, self.recruits, self.recruited_in, self.staked = NOBODY, 0, NOBODY, 0
        self.stopped = self.ended = self.fought = self.attacked_castle = False
        if self.rules["troop_moves"] == "per_activation":
            self.lead_anew()
        who, where, troops = self.hear("ACTIVATED")
        self.demand((who, where, troops) == (general, self.here, len(self.troop)), "F-19 who is activated")
        steps = {
            "ENTERS": self.enters,
            "PICKED_UP": self.picks_up,
            "LEFT_BEHIND": self.leaves_behind,
            "RECRUITING_ROLL": self.recruits_now,
            "STAKES_PLACED": self.places_stakes,
            "CASTLE_MANNED": self.mans_castle,
            "BATTLE_BEGINS": self.fights,
            "STORM_BEGINS": self.storms,
            "SIEGE_LAID": self.lays_siege,
            "SIEGE_GOES_ON": self.goes_on_besieging,
        }
        while self.comes(*steps):
            self.demand(not self.ended, "F-37, F-52 his activation is over", self.id[general])
            name = self.events[self.at][0]
            if not self.fought and name in ("STORM_BEGINS", "SIEGE_LAID", "SIEGE_GOES_ON"):
                self.ends_movement()
            steps[name](*self.hear(name))
        self.ends_movement()
        for stack in [*self.army, *self.loose[self.mine]]:
            stack[:] = [troop % SENT for troop in stack]

    def outcome(self):
        """Section 11 The columns that the table comes to, by name."""
        held = [self.castles_held(region) for region in HOME[CHRISTIAN]]
        counted = self.counted
        columns = {
            "winner": self.winner(),
            "variant": int(self.radu == "loyal"),
            "castles_ottoman": sum(held),
            "castles_christian": len(self.castles) - sum(held),
            "castles_wallachia": held[0],
            "castles_transylvania": held[1],
            "fallen_by_storm": counted["by_storm"],
            "fallen_by_siege": counted["by_siege"],
            "fallen_empty": counted["empty"],
            "retaken": counted["retaken"],
            "sieges_open": sum(self.besieges(OTTOMAN, a) or self.besieges(CHRISTIAN, a) for a in self.castles),
            "dracula_troops": len(self.army[self.id.index("dracula")]),
            "battles": counted["battles"],
            "impaled": counted["impaled"],
            "sent_back": counted["sent_back"],
        }
        columns |= {f"fell_{self.map[area].id}": self.fell[area] for area in self.castles}
        for side, name in enumerate(SIDES):
            columns |= {f"troops_{name}": self.living(side), f"battles_won_{name}": self.won[side]}
            columns |= {f"recruited_{name}": self.recruited[side], f"starved_{name}": self.starved[side]}
        return columns


def light(part):
    """A row of the game as a plain object: the same fields, many times faster to read in plain Python."""
    if isinstance(part, (np.recarray, tuple)):
        return [light(row) for row in part]
    if not isinstance(part, np.void):
        return part
    fields = {name: part[name] for name in part.dtype.names}
    rows = {name: light(value) for name, value in fields.items() if isinstance(value, np.void)}
    numbers = {name: int(value) for name, value in fields.items() if isinstance(value, np.integer)}
    return SimpleNamespace(**(fields | rows | numbers))


def copy_of(board):
    """The board as it is now."""
    return SimpleNamespace(**{n: v.copy() if isinstance(v, np.ndarray) else v for n, v in vars(board).items()})


def position(case):
    """A case's game and rules as plain objects."""
    _, _, game, rules = case.model.compile(case).arguments
    return Campaign(*(light(part) for part in game)), light(rules)


def recorded(case, trial, seed=5):
    """One game in plain Python: its events as (name, details, the board where everything is settled), and its row."""
    game, rules = position(case)
    events, out = [], rows_of(row_type(case.columns))

    def listen(what, *details):
        name = NAMES[what]
        events.append((name, details, copy_of(game.board) if name in SETTLED else None))

    with watching(Witness(listener=listen)), np.errstate(over="ignore"):
        plain(play_campaign)(game, rules, plain(trial_stream)(0, seed, trial))
        plain(write_row)(game, rules, out[0])
    values = out.view("int32").reshape(-1).tolist()
    return events, dict(zip((column.name for column in case.columns), values))


def judge(case, trial):
    """Plays a game and lets the referee follow it; raises Illegal if he objects."""
    events, row = recorded(case, trial)
    referee = Referee(case, events)
    referee.game()
    for name, value in referee.outcome().items():
        referee.demand(row[name] == value, f"section 11: column {name}", row[name], value)
    return referee


__all__ = ["Illegal", "Referee", "judge", "recorded"]
