"""A referee of I Am Vlad's full game, written from the reading alone.

He hears what a game tells, keeps a table of his own (vlad_referee_table.py), and raises Illegal when a choice is not
allowed, when something ought to have been told, or when his table and the game's numbers are not the same. Wherever the
rules leave a choice he only asks whether it is allowed; of policies he knows the order of cards in neutral fights, when
they surrender, and which of several shortest ways is taken.
"""

from tests.games.vlad_referee_fights import Fights
from tests.games.vlad_referee_record import Record
from tests.games.vlad_referee_table import COUNTED, NOBODY, Illegal


class Referee(Fights):
    """Follows one game from its first event to its last."""

    def __init__(self, case, record):
        super().__init__(case, record)
        self.moved, self.attacked, self.resting, self.battled = set(), set(), set(), set()
        self.spared, self.paid, self.current, self.card_bought = set(), set(), NOBODY, False
        self.second_stage = self.fought = self.battling = False

    def game(self):
        """V-01, V-47 All rounds."""
        self.set_up()
        while not self.over and self.round_now < self.rules["max_rounds"]:
            self.round_now += 1
            told = self.hear("ROUND_BEGINS", "V-47")
            self.demand(told == (self.round_now, self.dial), "V-12 round and dial", told, self.dial)
            for seat in self.turn_order(self.first):
                self.active = seat
                if self.option("effect_clock", "owner_turn"):
                    self.end_effects(seat, self.round_now)
                if self.plays_on(seat):
                    self.turn(seat)
            if not self.over:
                if self.option("effect_clock", "round_end"):
                    for seat in self.seats:
                        self.end_effects(seat, self.round_now + 1)
                self.dial = self.dial % 4 + 1
        self.demand(self.at == len(self.events), "V-01 the game goes on after its end")
        self.compare((self.record.numbers, self.record.lives.tolist()))
        self.compare_cards(self.record.cards())
        self.conserve()

    def set_up(self):
        """V-11 The first seat, and hands of cards."""
        self.first = int(self.record.numbers[self.record.first_seat])
        wanted = self.rules["first_seat"]
        self.demand(0 <= self.first < self.players and wanted in (0, self.first + 1), "V-11 first seat", self.first)
        for seat in self.turn_order(self.first):
            for unit in self.own(seat):
                self.draw(unit % 3, seat, self.rules["hand_size"], self.hand[unit])
        self.call_death_match()

    def turn(self, seat):
        """V-48 One turn."""
        cards = self.record.cards_at.get(self.at)
        told = self.hear("TURN_BEGINS", "V-47")
        self.demand(told == (seat,), "V-47 whose turn", told, seat)
        self.compare_cards(cards)
        if seat == self.first:
            self.conserve()
        for noted in (self.moved, self.attacked, self.resting, self.battled, self.spared, self.paid):
            noted.clear()
        self.current, self.card_bought = NOBODY, False
        self.second_stage = self.fought = self.battling = False
        if self.option("tower_check", "before_upkeep"):
            self.count_tower(seat)
        if self.plays_on(seat):
            self.upkeep(seat)
        if self.plays_on(seat) and self.option("tower_check", "after_upkeep"):
            self.count_tower(seat)
        if self.plays_on(seat):
            self.underworld(seat)
            self.act(seat)

    def act(self, seat):
        """V-53, V-65, V-58 What a seat chooses to do, in its order."""
        deeds = {
            "DRUNK": self.drinks,
            "MOVED": self.moves,
            "STAYED": self.stays,
            "BOUGHT": self.buys,
            "OUTPOST_PLACED": self.places_outpost,
            "BELL_TOLLED": self.tolls,
            "CARD_TURNED": self.turns_card,
            "CURSED": self.lays_curse,
            "TAX_PAID": self.pays_tax,
            "FIGHT_BEGINS": self.fights_neutral,
            "BATTLE_BEGINS": self.battles,
        }
        while self.plays_on(seat) and self.comes(*deeds):
            name = self.events[self.at][0]
            if name in ("MOVED", "STAYED"):
                self.fought = self.battling = False
            deeds[name](*self.hear(name, "V-48"))
        if self.plays_on(seat):
            self.check_all_fought(seat)

    def outcome(self):
        """K-6 The columns that the table comes to, by name."""
        columns = {
            "winner": self.winner + 1,
            "way": self.way,
            "rounds": self.round_now,
            "death_match": self.death_match,
            "first_seat": self.first + 1,
            "tie_respawns": self.tie_respawns,
        }
        per_seat = {name: getattr(self, name) for name in ("crowns", "gold", *COUNTED)}
        per_seat |= {"flags": [banners.bit_count() for banners in self.banners]}
        per_seat |= {"magic": self.magic_used, "impales": self.impales_used}
        for name, values in per_seat.items():
            columns |= {f"{name}_{seat + 1}": values[seat] for seat in self.seats}
        return columns


def judge(case, record):
    """The referee follows a game that has been played; raises Illegal if he objects."""
    referee = Referee(case, record)
    referee.game()
    for name, value in referee.outcome().items():
        referee.demand(record.row[name] == value, f"K-6: column {name}", record.row[name], value)
    return referee


__all__ = ["Illegal", "Record", "Referee", "judge"]
