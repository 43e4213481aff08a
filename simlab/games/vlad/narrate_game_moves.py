"""The first stage of turns in plain sentences: the underworld, potions, moves, and what is bought (V-15 to V-24)."""

from simlab.games.vlad import game_story as game
from simlab.games.vlad import story
from simlab.games.vlad.game_names import DEED, DETAIL, ITEM_NAMES, TURN, Draft, Names, line
from simlab.games.vlad.game_state import KINDS, NOBODY, OUTPOST_ITEM
from simlab.games.vlad.narrate import values_of
from simlab.games.vlad.state import FIRST_EXIT, MAGIC, TIMES
from simlab.telling import Sentence, counted

PACK_NAMES = ("Vlad's", "the knights'", "the archers'", "the magic")


class RoadStory:
    """V-15, V-16, V-17 Figures in the underworld."""

    def __init__(self, names: Names, draft: Draft):
        self.names, self.draft, self.unit = names, draft, 0

    def token_used(self, unit: int) -> str | None:
        """A token, told with its die."""
        self.unit = unit
        return self.draft.begin("road", line(DEED, f"a resurrection token for {self.names.unit(unit)}: "))

    def walks(self, unit: int) -> str | None:
        """A figure walks, told with its die."""
        self.unit = unit
        return self.draft.begin("road", line(DEED, f"underworld, {self.names.unit(unit)}: "))

    def walked(self, turn: int, square: int, roll: int, reached: int, thrown: int) -> str | None:
        """The die, and where it leads."""
        again = f" after {counted(thrown, 'throw')}" if thrown > 1 else ""
        where = f"stays on {square}" if reached == square else f"from {square} to {reached}"
        where = f"on to square {reached}" if square == 0 else where
        an_exit = ", an exit" if reached >= FIRST_EXIT else ""
        return self.draft.add("road", "", f"the die shows {roll}{again}: {where}{an_exit}")

    def waits(self, unit: int, square: int) -> str:
        """V-16 It is not yet the time of the exit."""
        return line(DEED, f"underworld: {self.names.unit(unit)} waits at exit {square}")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that are told at once."""
        return {
            game.WAITS_AT_EXIT: self.waits,
            game.CHURCH_FULL: lambda unit, square: line(
                DEED, f"{self.names.unit(unit)} could return from exit {square}, but the church is full"
            ),
            game.CAME_BACK: lambda unit, square: line(
                DEED, f"{self.names.unit(unit)} comes back from the underworld at {self.names.square(square)}"
            ),
        }

    @property
    def drafting(self) -> dict[int, Sentence]:
        """Events that share a line."""
        return {game.TOKEN_USED: self.token_used, game.WALKS_ROAD: self.walks, story.ROAD_WALKED: self.walked}


class MoveStory:
    """Moves, potions, purchases, hands and outposts."""

    def __init__(self, names: Names, draft: Draft):
        self.names, self.draft, self.spent = names, draft, (0, 0)

    def moved(self, unit: int, start: int, end: int, steps: int) -> str:
        """V-50 A move."""
        ways = f"from {self.names.square(start)} to {self.names.square(end)}"
        return line(DEED, f"{self.names.unit(unit)} goes {ways}, {counted(steps, 'step')}")

    def spends(self, seat: int, gold: int, left: int) -> None:
        """What a purchase costs, told with it."""
        self.spent = gold, left

    def bought(self, seat: int, item: int) -> str | None:
        """V-24 Purchases of one visit, a line."""
        gold, left = self.spent
        place = ", which Vlad may place" if item == OUTPOST_ITEM else ""
        bought = f"{ITEM_NAMES[item]} for {gold} gold{place} ({left} left)"
        return self.draft.add(("tavern", seat), line(DEED, f"{self.names.seat(seat)} buys at the tavern: "), bought)

    def taken_up(self, pack: int, seat: int, attack: int, defence: int, by_day: int, by_night: int) -> str | None:
        """V-11, V-62 Cards drawn into a hand."""
        whose = f"{self.names.seat(seat)} gets" if pack == MAGIC else f"{self.names.unit(KINDS * seat + pack)} draws"
        card = "magic" if by_day and by_night else TIMES[0] if by_day else TIMES[1]
        head = line(TURN if self.names.active == NOBODY else DETAIL, f"{whose} ")
        return self.draft.add(("cards", seat, pack), head, f"{card} {values_of(attack, defence)}")

    def fills(self, seat: int, square: int) -> str | None:
        """V-18 An outpost, with all its squares."""
        where = self.names.square(square)
        self.names.outposts[square] = seat
        return self.draft.add("outpost", line(DEED, "Vlad places the outpost at "), where)

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that are told at once."""
        return {
            game.MOVED: self.moved,
            game.STAYED: lambda unit: line(DEED, f"{self.names.unit(unit)} stays"),
            game.OUTPOST_PLACED: lambda seat, square: None,
            game.DRUNK: lambda seat, kind, life: line(
                DEED, f"{self.names.unit(KINDS * seat + kind)} drinks a potion: life {life}"
            ),
            story.RESHUFFLED: lambda pack, cards: line(
                DETAIL, f"{PACK_NAMES[pack]} pack is empty: {counted(cards, 'used card')} are shuffled"
            ),
        }

    @property
    def drafting(self) -> dict[int, Sentence]:
        """Events that share a line."""
        return {
            story.TAKEN_UP: self.taken_up,
            game.SPENT: self.spends,
            game.BOUGHT: self.bought,
            game.OUTPOST_FILLS: self.fills,
        }
