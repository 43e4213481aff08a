"""Games of I Am Vlad as they are told, with the game's own numbers wherever everything is settled.

They are read from the rows of the game by the names of their fields; no rule is asked.
"""

from operator import itemgetter

import numpy as np

from simlab.chance.cards import NOT_IN_PILE
from simlab.chance.plain import run_plain
from simlab.chance.witness import Witness, watching
from simlab.contract import by_name
from tests.games.vlad_referee_table import HEARD, MAGIC, NAMES, NEEDED, SCALARS, SEAT_FIELDS, SETTLED, UNIT_FIELDS

NOT_THERE = int(NOT_IN_PILE.view(np.int64))
WITH_CARDS = ("TURN_BEGINS",)
CALL = {number: name for number, name in NAMES.items() if name in HEARD}


def numbers_of(rows):
    """Rows that hold whole numbers only, as a table of these; a view, not a copy."""
    flat = np.asarray(rows).reshape(-1)
    return flat.view(np.int64).reshape(len(flat), -1)


def place_of(row_type, field):
    """The place of a field among the whole numbers of a row."""
    return row_type.fields[field][1] // 8


class Record:
    """One case, and its games one after another."""

    def __init__(self, case):
        self.compiled, self.columns = case.model.compile(case), case.columns
        tables, _, play, _ = self.compiled.arguments
        table_type = tables.dtype
        self.unit_fields = [place_of(table_type, name) for name in UNIT_FIELDS]
        end = table_type.fields["at"][1]
        self.numbers = np.frombuffer(tables, np.uint8)[:end].view(np.int64)
        places = [(name, place_of(table_type, name)) for name in SCALARS]
        places += [(f"{n}_{seat}", place_of(table_type, n) + seat) for n in SEAT_FIELDS for seat in range(4)]
        self.labels, found = zip(*places)
        self.pick = itemgetter(*found)
        self.first_seat = place_of(table_type, "first_seat")
        self.spared = place_of(table_type, "spared")
        self.read_rows(play)

    def read_rows(self, play):
        """Where fighters, seats, hands and packs are."""
        fighter, seat = play.units.of.dtype, play.seats.of.dtype
        self.units, self.magic = numbers_of(play.units.of), numbers_of(play.magic.of)
        self.seats, self.packs = numbers_of(play.seats.of), numbers_of(play.packs.of)
        self.held, self.hand = place_of(fighter, "held"), place_of(fighter, "hand")
        self.lives = self.units[:, place_of(fighter, "life")]
        self.of_seat = [place_of(seat, name) for name in ("tokens", "impaled", "magic_cards")]
        pack = play.packs.of.dtype
        self.of_pack = [place_of(pack, name) for name in ("keys", "card_count", "discards", "discarded")]
        self.faces = [self.faces_of(pack) for pack in play.packs.of]

    def faces_of(self, pack):
        """What is printed on each card of a pack: (attack, defence, by day, by night)."""
        day, night = (pack["rank"][2, time] >= 0 for time in (0, 1))
        faces = zip(pack["attack"].tolist(), pack["defence"].tolist(), day.tolist(), night.tolist())
        return list(faces)

    def hands(self, fighters):
        """The cards of hands, by number."""
        return [[card for card in row[self.hand : self.hand + row[self.held]] if card] for row in fighters.tolist()]

    def cards(self):
        """Hands, magic cards, packs (pile, discards, all cards that are about) and what seats have used."""
        hands, magic = self.hands(self.units), self.hands(self.magic)
        packs = [
            self.pack(row, magic) if kind == MAGIC else self.pack(row, hands[kind::3], True)
            for kind, row in enumerate(self.packs.tolist())
        ]
        named = [[self.faces[unit % 3][card] for card in hand] for unit, hand in enumerate(hands)]
        of_magic = [[self.faces[MAGIC][card] for card in hand] for hand in magic]
        return named, of_magic, packs, [tuple(row[place] for place in self.of_seat) for row in self.seats.tolist()]

    def pack(self, row, hands, kept=False):
        """How many cards are in the pile and, if they are kept, in the discards; and all cards that are about."""
        keys, count, discards, discarded = self.of_pack
        in_pile = [card for card in range(1, row[count] + 1) if row[keys + card] != NOT_THERE]
        out = row[discards : discards + row[discarded]] if kept else []
        return len(in_pile), len(out), [*in_pile, *out, *(card for hand in hands for card in hand)]

    def listen(self, what, *details):
        """Keeps an event that the referee hears."""
        name = CALL.get(what)
        if name is not None:
            settled = (self.numbers.copy(), self.lives.tolist()) if name in SETTLED else None
            self.events.append((name, details[: NEEDED.get(name)], settled))
            if name in WITH_CARDS:
                self.cards_at[len(self.events) - 1] = self.cards()

    def play(self, trial, seed, call=run_plain):
        """One game: afterwards `events` are what was told of it, and `row` is its row by the names of columns."""
        self.events, self.cards_at = [], {}
        out = np.zeros((1, len(self.columns)), np.int32)
        kernel, arguments = self.compiled.kernel, self.compiled.arguments
        with watching(Witness(listener=self.listen)):
            call(kernel, *arguments, 0, seed, trial, by_name(out, self.columns))
        self.row = dict(zip((column.name for column in self.columns), out[0].tolist()))
        return self
