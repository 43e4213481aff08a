"""What works from afar, in plain sentences: Akathist cards, bell, curse, plague and outposts (V-20 to V-29, V-40)."""

from simlab.contract import Case
from simlab.games.vlad import game_story as game
from simlab.games.vlad import story
from simlab.games.vlad.game_names import DEED, DETAIL, TURN, Draft, Names, line
from simlab.games.vlad.game_state import (
    AKATHIST,
    AKATHIST_KEYS,
    BELL_ROUNDS,
    BLUNTED,
    DEEP_MUD_LIMIT,
    HAIL_LOSS,
    IMMUNE,
    LIGHTNING_LOSS,
    MERCY_LIFE,
    NO_CARD_TURNED,
    RUSTY_BLADES,
    TITHE_GOLD,
    WRATH_DISTANCE,
    WRATH_LOSS,
)
from simlab.games.vlad.narrate import hit
from simlab.telling import Sentence, counted

#: What an Akathist card does (A-3).
EFFECTS = {
    "plague": "who bought it is infected",
    "altar_wrath": f"every unit within {WRATH_DISTANCE} squares of this church loses {WRATH_LOSS}",
    "tithe": f"every other seat gives {TITHE_GOLD} gold, or what it has",
    "stillness": "units of other seats cannot move",
    "deep_mud": f"all units move {DEEP_MUD_LIMIT} squares at most",
    "truce": "no unit may attack a unit of another seat",
    "long_night": "cards are judged as by night",
    "turning_sun": "the dial goes one position on",
    "hail": f"every unit of other seats loses {HAIL_LOSS}",
    "lightning": f"one unit on the map loses {LIGHTNING_LOSS}",
    "mercy": f"every unit on a church square gets {MERCY_LIFE} life back",
    "rusty_blades": f"the attack of all cards is {BLUNTED} lower",
}


class SpellStory:
    """What is in force is remembered: which card runs, by how much cards are blunted, and the round."""

    def __init__(self, case: Case, names: Names, draft: Draft):
        self.names, self.draft, self.round = names, draft, 0
        self.at_round_end = case.rules["effect_clock"] == "round_end"
        self.card = NO_CARD_TURNED
        self.reached: tuple[int, int] | None = None

    @property
    def blunted(self) -> int:
        """A-3 What rusty blades take from attacks now."""
        return BLUNTED if self.card == RUSTY_BLADES else 0

    def until(self, seat: int, rounds: int) -> str:
        """V-29, V-41 When an effect ends."""
        last = self.round + rounds
        return (
            f"to the end of round {last - 1}"
            if self.at_round_end
            else f"until {self.names.seat(seat)}'s turn of round {last}"
        )

    def card_turned(self, unit: int, card: int, left: int) -> str:
        """V-40 A card and what it does."""
        key, rounds = AKATHIST_KEYS[card], AKATHIST[AKATHIST_KEYS[card]]
        self.card = card if rounds else self.card
        lasts = f", {self.until(self.names.active, rounds)}" if rounds else ""
        bought = f"{self.names.unit(unit)} buys an Akathist card for 1 gold"
        return line(DEED, f"{bought}: {key.replace('_', ' ')}: {EFFECTS[key]}{lasts}")

    def effect_over(self, seat: int, card: int) -> str:
        """V-29, V-41 The bell or a card ends."""
        if card == NO_CARD_TURNED:
            return line(TURN, "the bell no longer locks the fortress")
        self.card = NO_CARD_TURNED
        return line(TURN, f"the Akathist card {AKATHIST_KEYS[card].replace('_', ' ')} is over")

    def tolled(self, seat: int) -> str:
        """V-29 The bell."""
        lasts = self.until(seat, BELL_ROUNDS)
        return line(
            DEED, f"{self.names.seat(seat)} tolls the bell: nobody moves inside the fortress or enters it, {lasts}"
        )

    def not_infected(self, unit: int, mark: int) -> str:
        """V-42 The plague card finds nobody to infect."""
        return line(DETAIL, f"{self.names.unit(unit)} is {'immune' if mark == IMMUNE else 'infected already'}")

    def losses_begin(self, head: str) -> str | None:
        """Losses of one cause follow."""
        return self.draft.begin("losses", line(DEED, head))

    def fires(self, seat: int, inside: int) -> str | None:
        """V-49, V-20 A volley of an outpost, told if it hits anybody."""
        return self.losses_begin(f"the outpost fires{self.crew(inside)}: ")

    def crew(self, inside: int) -> str:
        """Who is inside an outpost."""
        return f" with {counted(inside, 'unit')} inside" if inside else ""

    def life_lost(self, unit: int, loss: int, life: int) -> str | None:
        """A unit loses life, whatever the cause."""
        left = f": {life} left" if life else " and dies"
        return self.draft.add("losses", line(DETAIL, "losses: "), f"{self.names.unit(unit)} loses {loss}{left}")

    def crosses(self, unit: int, owner: int, inside: int) -> str | None:
        """V-20 A move leads through the range of an outpost."""
        outpost = f"{self.names.seat(owner)}'s outpost{self.crew(inside)}"
        self.crossing = unit
        return self.draft.begin("crossing", line(DETAIL, f"its way leads through the range of {outpost}: "))

    def outpost_hit(self, loss: int, life: int) -> str | None:
        """V-20 A hit on the way."""
        return self.draft.add("crossing", "", hit(self.names.unit(self.crossing), loss, life))

    def reaches(self, unit: int, carrier: int, square: int) -> None:
        """V-43 From whom an infection comes, told with it."""
        self.reached = carrier, square

    def infected(self, unit: int) -> str:
        """V-42, V-43 An infection."""
        source, self.reached = self.reached, None
        if source is None:
            return line(DETAIL, f"{self.names.unit(unit)} is infected with the plague")
        carrier, square = source
        where = f"who reaches {self.names.square(square)}"
        return line(DETAIL, f"{self.names.unit(unit)} is infected by {self.names.unit(carrier)}, {where}")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that are told at once."""
        name = self.names
        return {
            game.CARD_TURNED: self.card_turned,
            game.EFFECT_OVER: self.effect_over,
            game.BELL_TOLLED: self.tolled,
            game.NOT_INFECTED: self.not_infected,
            game.TITHED: lambda other, seat, gold, now: line(
                DETAIL, f"{name.seat(other)} gives {gold or 'no'} gold: {name.seat(seat)} has {now}"
            ),
            game.DIAL_TURNED: lambda dial: line(DETAIL, f"the dial shows {dial}"),
            game.HEALED: lambda unit, life: line(DETAIL, f"{name.unit(unit)} now has {life} life"),
            game.CURSED: lambda seat, other: line(DEED, f"Vlad lays the curse on {name.seat(other)}"),
            game.CURSE_ENDS: lambda seat: line(DETAIL, f"the curse on {name.seat(seat)} ends"),
            game.RESTED: lambda unit, life: line(DEED, f"{name.unit(unit)} rests in the outpost: life {life}"),
            game.REACHED: self.reaches,
            game.INFECTED: self.infected,
            game.CURED: lambda unit: line(DETAIL, f"{name.unit(unit)} is cured of the plague and immune from now on"),
        }

    @property
    def drafting(self) -> dict[int, Sentence]:
        """Events that share a line."""
        return {
            game.OUTPOST_FIRES: self.fires,
            game.CURSE_BITES: lambda seat, caster: self.losses_begin(f"the curse of {self.names.seat(caster)}: "),
            game.PLAGUE_BITES: lambda seat: self.losses_begin("the plague: "),
            game.LIFE_LOST: self.life_lost,
            game.CROSSES_RANGE: self.crosses,
            story.OUTPOST_HIT: self.outpost_hit,
        }
