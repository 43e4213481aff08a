"""Positions of I Am Vlad's full game made by hand, and rules tried on them with scripted dice, in plain Python.

Seats are numbered 1 to 4 as in the reading, a unit is "vlad1", "knight2", "archer4", a square is (row, column), a card
is "day 14/5", a magic card "26/6". Seats do nothing of their own accord until they are given a policy.
"""

import json
from collections.abc import Iterable

import numpy as np

from simlab.chance.plain import plain
from simlab.chance.witness import Witness, watching
from simlab.contract import by_name
from simlab.games.vlad import game_state as state
from simlab.games.vlad import game_story
from simlab.games.vlad.models.game import write_row
from simlab.games.vlad.rules.s3_v09_board import lift, note_squares, put
from simlab.games.vlad.rules.s5_v18_outposts import build, place_inside
from simlab.games.vlad.rules.s5_v23_purse import note_bonuses
from simlab.games.vlad.rules.s5_v26_curse_and_bell import end_effects_of
from simlab.games.vlad.rules.s5_v43_spread import infect
from simlab.games.vlad.rules.s6_v47_turns import play_game, play_round, take_turn
from simlab.games.vlad.rules.s6_v50_arrival import move
from simlab.games.vlad.rules.s6_v50_movement import look_around
from simlab.games.vlad.rules.s7_v61_game_battle import battle_is_over, begin_battle, end_battle, exchange_blows
from simlab.games.vlad.rules.s7_v62_aftermath import lose, settle
from simlab.games.vlad.state import MAGIC, PACKS, UNITS
from tests.games.vlad_piles import leave_only, printed, put_on_top, shown, take_up
from tests.games.vlad_starts import WAITS, copied, new_stream, policy_rows, start_of

PLACES = ("map", "outpost", "fallen", "road", "gone")
MARKS = ("healthy", "infected", "immune")
NAMES = {code: name for name, code in vars(game_story).items() if isinstance(code, int)}
SEAT_PARAMETERS = ("seat", "other", "killer", "owner")
NO_DICE: tuple[int, ...] = ()
FIGHTS = {"attack_min": -1000}  # a seat that attacks whatever is in reach
DEADLY, WEAK = ("day 19/7", "night 21/7"), ("day 11/12", "night 12/12")  # hands of Vlads


def unit_number(name):
    """The number of a unit: "knight2" is 4."""
    return state.KINDS * (int(name[-1]) - 1) + UNITS.index(name[:-1])


class Dice(Witness):
    """Scripted dice; cards come from their piles as they lie there."""

    def __init__(self, dice, packs: Iterable[int]):
        super().__init__()
        self.dice, self.packs = list(dice), tuple(packs)

    def roll(self, key, number, faces, value):
        """The next die of the script, unless a card is drawn."""
        if faces not in self.packs:
            assert self.dice, f"a die of {faces} faces too much"
            value = self.dice.pop(0)
        return super().roll(key, number, faces, value)


class Position:
    """A game that has been set up, in round 3, its first seat about to play; things are put on the board afterwards."""

    def __init__(self, players=4, rules=None, data=None):
        self.case, start, self.rules = start_of(players, {"first_seat": 1} | (rules or {}), data)
        changing = ("table", "units", "seats", "magic", "packs", "players", "intent", "reach", "plan")
        self.play = start._replace(**{name: copied(getattr(start, name)) for name in changing})
        self.table, self.told, self.stream = self.play.table, [], new_stream()
        self.table.active, self.table.round_now = 0, 3
        self.sizes = (*(pack.card_count for pack in self.play.packs.of), state.MOST_AKATHIST)
        self.faces = []  # of dice that have been thrown

    # What is put on the board

    def place(self, **squares):
        """Units stand on these squares of the map."""
        for name in squares:
            self.do(lift, name)
        for name, place in squares.items():
            assert self.table.at[self.square(place)] == state.NO_UNIT, f"{place} is taken"
            self.do(put, name, place)
        return self

    def set_life(self, **lives):
        """Units have so much life."""
        for name, life in lives.items():
            self.fighter(name).life = life
        return self

    def give(self, seat, crowns=0, gold=0, potions=0, impales=0, flags=()):
        """A seat has this as well, out of the box."""
        table, number = self.table, seat - 1
        table.crowns[number] += crowns
        table.gold[number] += gold
        table.crown_box, table.gold_box = table.crown_box - crowns, table.gold_box - gold
        table.flasks[number] += potions
        self.play.seats.of[number].tokens += impales
        for gate in flags:
            table.banners[number] |= 1 << gate
        self.do(note_squares, seat)
        self.do(note_bonuses, seat)
        return self

    def dial(self, position):
        """The dial shows this position."""
        self.table.dial = position
        return self

    def lives(self, **lives):
        """Seats have so many lives of Vlad: seat1=1."""
        for name, count in lives.items():
            self.table.lives[int(name[-1]) - 1] = count
        return self

    def outpost(self, seat, place, *inside):
        """A seat's outpost stands on a square, with these units inside."""
        self.do(build, seat, place)
        for name in inside:
            number = unit_number(name)
            self.do(lift, name)
            self.table.square[number] = self.do(place_inside, name)
            self.table.place[number] = state.IN_OUTPOST
        return self

    def on_road(self, **squares):
        """Dead units stand on these squares of the underworld road, since an earlier round."""
        for name, road in squares.items():
            number = unit_number(name)
            self.do(lift, name)
            self.table.place[number], self.table.road[number] = state.ON_ROAD, road
            self.table.placed_in[number] = self.table.round_now - 1
        return self

    def infect(self, *names):
        """Units have the plague; whom they reach is not asked yet."""
        for name in names:
            self.do(infect, name)
        return self

    def hand(self, name, *cards):
        """A unit holds these cards of its pack; those that it held are in the pile again."""
        take_up(self.fighter(name), cards, *self._pack_and_hands(name[:-1]), self.stream)
        return self

    def magic(self, seat, *cards):
        """A seat holds these magic cards."""
        take_up(self.play.magic.of[seat - 1], cards, *self._pack_and_hands("magic"), self.stream)
        self.table.magic_sold = sum(int(hand.held) for hand in self.play.magic.of)
        return self

    def on_top(self, kind, *cards):
        """These cards of a pack, a unit's or "magic", lie on top of its pile, in this order."""
        put_on_top(cards, *self._pack_and_hands(kind))
        return self

    def pile(self, kind, *cards):
        """The pile of a pack is these cards; nothing is in its discards."""
        leave_only(cards, *self._pack_and_hands(kind))
        return self

    def _pack_and_hands(self, kind):
        number = PACKS.index(kind)
        return self.play.packs.of[number], self.play.magic.of if kind == "magic" else self.play.units.of[:, number]

    def akathist(self, *keys):
        """The stock has these Akathist cards only."""
        stock, table = self.play.stock, self.table
        kinds = [state.AKATHIST_KEYS[stock.kind[number]] for number in range(stock.cards)]
        table.card_left[:], table.cards_left = 0, len(keys)
        for key in keys:
            table.card_left[kinds.index(key)] = 1
        return self

    def plays(self, seat, policy="waits", **parameters):
        """A seat plays a policy; `waits` does only what its parameters, which are those of `balanced`, say."""
        table = {"name": "balanced"} | WAITS if policy == "waits" else {"name": policy}
        player, fighting = policy_rows(json.dumps(table | parameters))
        self.play.players.of[seat - 1] = player
        self.play.seats.of[seat - 1].answer_order = fighting.answer_order
        return self

    # What is done

    def do(self, rule, *given, dice=NO_DICE):
        """A rule with these dice, all of which it has to roll; `play`, `table`, `rules`, `stream` come by themselves.

        Units, squares and seats among its arguments are given as tests write them.
        """
        code, given = rule.py_func.__code__, iter(given)
        own = {"play": self.play, "table": self.table, "rules": self.rules, "stream": self.stream}
        arguments = [
            own[p] if p in own else self._as_number(p, next(given)) for p in code.co_varnames[: code.co_argcount]
        ]
        assert next(given, None) is None, "too many arguments"
        witness = Dice(dice, self.sizes)
        with watching(witness), np.errstate(over="ignore"):
            result = plain(rule)(*arguments)
        assert not witness.dice, f"dice are left over: {witness.dice}"
        self.faces += [faces for _, _, faces, _ in witness.draws if faces not in self.sizes]
        self.told += [(NAMES.get(what, what), *details) for what, *details in witness.events]
        return result

    def kill(self, *names, by=0):
        """Units lose all their life in one event, which this seat has brought about (0: nobody)."""
        for name in names:
            self.do(lose, name, 1000, by)
        self.do(settle)
        return self

    def _as_number(self, parameter, value):
        if isinstance(value, str):
            return unit_number(value)
        if isinstance(value, tuple):
            return self.square(value)
        return value - 1 if parameter in SEAT_PARAMETERS else value

    def square(self, place):
        """The number of a square."""
        return place[0] * int(self.play.ground.columns) + place[1]

    def reach(self, name):
        """The squares of the map to which a unit can go, its own included."""
        self.do(look_around, name)
        reach = self.play.reach
        rows = range(int(reach.low), int(reach.high) + 1)
        return {
            (r, c) for r in rows for c in range(self.play.ground.columns) if int(reach.layer[reach.limit, r]) >> c & 1
        }

    def go(self, name, place, dice=NO_DICE):
        """A unit moves to a square, which may be its own or its outpost."""
        self.table.active = unit_number(name) // state.KINDS
        free = self.reach(name)
        into = self.play.reach.outpost_steps < state.FAR and self.square(place) == self.play.reach.outpost_square
        assert into or place in free, f"{name} cannot go to {place}"
        self.do(move, name, place, dice=dice)
        return self

    def battle(self, target, *attackers, dice=NO_DICE):
        """A battle: these units attack the target, one after another, as long as it goes on."""
        self.table.active = unit_number(attackers[0]) // state.KINDS
        self.do(begin_battle, target)
        for name in attackers:
            self.do(exchange_blows, name, target, dice=dice)
            if self.do(battle_is_over, target):
                break
        self.do(end_battle, target)
        return self

    def turn(self, seat, dice=NO_DICE):
        """A seat's turn, as its policy plays it."""
        self.table.active = seat - 1
        self.do(end_effects_of, seat)
        self.do(take_turn, seat, dice=dice)
        return self

    def round(self, dice=NO_DICE):
        """A round from its beginning on; its number is the present one."""
        self.do(play_round, dice=dice)
        self.table.round_now += 1
        return self

    def play_on(self, round_now=0, dice=NO_DICE):
        """The game to its end, beginning with the round after this one."""
        self.table.round_now = round_now
        self.do(play_game, dice=dice)
        return self

    # What is seen

    def fighter(self, name):
        """A unit's row as a fighter."""
        number = unit_number(name)
        return self.play.units.of[number // state.KINDS, number % state.KINDS]

    def life(self, *names):
        """A unit's life; a list of several."""
        lives = [int(self.fighter(name).life) for name in names]
        return lives[0] if len(lives) == 1 else lives

    def where(self, name):
        """The square of a unit on the map, else "outpost", "fallen", "road" or "gone"."""
        number = unit_number(name)
        place = PLACES[self.table.place[number]]
        return divmod(int(self.table.square[number]), int(self.play.ground.columns)) if place == "map" else place

    def road(self, name):
        """The square of the underworld road on which a unit stands."""
        assert self.where(name) == "road"
        return int(self.table.road[unit_number(name)])

    def mark(self, *names):
        """What a unit's plague mark says; a list of several."""
        marks = [MARKS[self.table.plague[unit_number(name)]] for name in names]
        return marks[0] if len(marks) == 1 else marks

    def of(self, seat, *names):
        """A number of a seat's at the table, such as "gold"; a list of several."""
        values = [int(self.table[name][seat - 1]) for name in names]
        return values[0] if len(values) == 1 else values

    def cards(self, name):
        """A unit's hand."""
        return shown(self.fighter(name), self.play.packs.of[UNITS.index(name[:-1])])

    def magic_cards(self, seat):
        """A seat's magic cards."""
        return shown(self.play.magic.of[seat - 1], self.play.packs.of[MAGIC])

    def discards(self, kind):
        """The cards in the discards of a unit type's pack."""
        pack = self.play.packs.of[UNITS.index(kind)]
        return [printed(pack, int(card)) for card in pack.discards[: pack.discarded]]

    def heard(self, name):
        """The details of all events of a name."""
        return [tuple(details) for event, *details in self.told if event == name]

    @property
    def end(self):
        """Winner, counted from 1, and way; None while the game goes on."""
        return (int(self.table.winner) + 1, state.WAYS[self.table.way]) if self.table.over else None

    @property
    def row(self):
        """The outcome columns as they would be written now."""
        out = np.zeros((1, len(self.case.columns)), np.int32)
        self.do(write_row, by_name(out, self.case.columns)[0])
        return {column.name: int(value) for column, value in zip(self.case.columns, out[0], strict=True)}


def face_to_face(players=4, rules=None):
    """The Vlads of seats 1 and 2 two squares apart on open ground, one life point left; seat 1 attacks."""
    position = Position(players, rules).place(vlad1=(20, 3), vlad2=(20, 5)).set_life(vlad1=1, vlad2=1)
    return position.plays(1, **FIGHTS).hand("vlad1", *DEADLY).hand("vlad2", *WEAK)
