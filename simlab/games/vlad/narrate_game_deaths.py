"""Deaths, new lives, rewards and eliminations of a game in plain sentences (V-32, V-34, V-62 to V-64, V-72)."""

from collections.abc import Mapping

from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_names import DEED, DETAIL, Names, line, lives_of
from simlab.games.vlad.game_state import NO_UNIT, NOBODY
from simlab.telling import Sentence


class DeathStory:
    """What follows a loss of life."""

    drafting: Mapping[int, Sentence] = {}

    def __init__(self, names: Names):
        self.names = names
        self.killers: dict[int, tuple[int, int]] = {}
        self.rewarded = NO_UNIT

    def struck_down(self, unit: int, killer: int, rewarded: int) -> None:
        """V-63 Who struck the blow, told with the death."""
        self.killers[unit] = killer, rewarded

    def died(self, unit: int, paid: int, impaled: int) -> str:
        """V-14, V-34, V-64 A death and its cause."""
        who = self.names.unit(unit)
        killer, rewarded = self.killers.pop(unit, (NO_UNIT, 1))
        fate = f"{who} is impaled and gone for good" if impaled else f"{who} is dead"
        if killer == NO_UNIT:
            return line(DETAIL, f"{fate}{'' if paid == NOBODY else f', a kill of {self.names.seat(paid)}'}")
        unpaid = "" if rewarded else ", who is dead too: no reward"
        return line(DETAIL, f"{fate}, killed by {self.names.unit(killer)}{unpaid}")

    def token_lost(self, seat: int, left: int) -> str:
        """V-32 Vlad's lives."""
        return line(DETAIL, f"{self.names.seat(seat)} has {lives_of(left)} of Vlad left")

    def kill_rewarded(self, seat: int, unit: int) -> None:
        """V-63 For what the next reward is."""
        self.rewarded = unit

    def paid(self, seat: int, gold: int, now: int) -> str:
        """V-23 Gold from the box."""
        why, self.rewarded = self.reason(), NO_UNIT
        return line(DETAIL, f"{self.names.seat(seat)} gets {gold or 'no'} gold{why}, now {now}")

    def crowned(self, seat: int, crowns: int) -> str:
        """V-02 A crown."""
        why, self.rewarded = self.reason(), NO_UNIT
        return line(DETAIL, f"{self.names.seat(seat)} gets a crown{why}: it has {crowns}")

    def no_crown(self, seat: int) -> str:
        """V-08 The box has none left."""
        why, self.rewarded = self.reason(), NO_UNIT
        return line(DETAIL, f"{self.names.seat(seat)} gets no crown{why}: the box is empty")

    def left_game(self, seat: int, number: int) -> str:
        """V-72 An elimination."""
        self.names.leaves(seat)
        return line(DEED, f"{self.names.seat(seat)} is out of the game")

    def reason(self) -> str:
        """The unit for which a seat is rewarded."""
        return "" if self.rewarded == NO_UNIT else f" for {self.names.unit(self.rewarded)}"

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that are told at once."""
        return {
            story.STRUCK_DOWN: self.struck_down,
            story.DIED: self.died,
            story.LIFE_TOKEN_LOST: self.token_lost,
            story.KILL_REWARDED: self.kill_rewarded,
            story.PAID: self.paid,
            story.CROWNED: self.crowned,
            story.NO_CROWN_LEFT: self.no_crown,
            story.STOOD_UP: lambda unit, square: line(
                DETAIL, f"{self.names.unit(unit)} stands up with full life at {self.names.square(square)}"
            ),
            story.LEFT_GAME: self.left_game,
        }
