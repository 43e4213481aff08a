"""Castles and the ends of turns of a campaign in plain sentences: sieges, supply, the position, who has won."""

from simlab.contract import Case
from simlab.games.forest import campaign_story, story
from simlab.games.forest.campaign_names import CHIT, DEED, TURN, Names, line
from simlab.games.forest.campaign_state import CHRISTIAN, NO_SIEGE, OTTOMAN
from simlab.games.forest.narrate import siege_rolled, starved
from simlab.games.forest.rules.s8_supply import ARMY, LOOSE
from simlab.telling import Sentence, counted, joined


class CastleStory:
    """Sieges, castles that fall, and hunger."""

    def __init__(self, case: Case, names: Names):
        self.names, self.margin = names, case.rules["siege_margin"]
        self.besieged = self.hungry = ""
        self.fall_told = False

    def storm_ended(self, taken: int) -> None:
        """The storm has told that the castle falls."""
        self.fall_told = taken == 1

    def manned(self, side: int, area: int, troops: int) -> str | None:
        """Troops go into a castle."""
        if troops == 0:
            return None
        who = counted(troops, f"{self.names.of_side[side]} troop")
        return line(DEED, f"{who} {'goes' if troops == 1 else 'go'} into the castle of {self.names.area[area]}")

    def taken(self, area: int, side: int) -> str | None:
        """A castle is somebody else's; storm and siege have told of it."""
        told, self.fall_told = self.fall_told, False
        if told:
            return None
        why = "its garrison has starved" if self.hungry else "it has no garrison"
        return line(DEED, f"{self.names.side[side]} take the castle of {self.names.area[area]}, as {why}")

    def falls_back(self, area: int) -> str:
        """No Ottoman troop is left there."""
        return line(
            DEED, f"the castle of {self.names.area[area]} falls back to the Christians: no Ottoman troop is there"
        )

    def laid(self, general: int, area: int, besiegers: int, garrison: int) -> str:
        """A siege begins."""
        return line(DEED, f"he lays siege to {self.names.area[area]}, {besiegers} against a garrison of {garrison}")

    def goes_on(self, area: int, count: int) -> str:
        """A siege was laid before."""
        after = f" after {counted(count, 'siege roll')}" if count else ""
        return line(DEED, f"the siege of {self.names.area[area]} goes on{after}")

    def left_alone(self, area: int, troops: int, garrison: int) -> str:
        """An enemy garrison that is not attacked."""
        few = ": too few to besiege it" if troops < garrison + self.margin else ""
        return line(DEED, f"he leaves the garrison of {garrison} at {self.names.area[area]} alone{few}")

    def siege_ends(self, area: int, side: int, besiegers: int, garrison: int, relief: int) -> str:
        """Why a siege is over."""
        if garrison == 0 or besiegers == 0:
            why = "no garrison is left" if garrison == 0 else "no besieger is left"
        elif relief > 0:
            why = f"{counted(relief, 'enemy troop')} came to its relief"
        else:
            why = f"{besiegers} are too few against {garrison}"
        return line(DEED, f"the siege of {self.names.area[area]} is over: {why}")

    def siege_of(self, area: int, side: int, besiegers: int, garrison: int, count: int) -> None:
        """The castle that is rolled for next."""
        who = f"{besiegers} {self.names.of_side[side]} {'troop' if besiegers == 1 else 'troops'} against {garrison}"
        self.besieged = f"{self.names.area[area]}, besieged by {who} for {counted(count, 'turn')}: "

    def siege_rolled(self, roll: int, count: int, fell: int, again: int) -> str:
        """The roll for it."""
        besieged, self.besieged, self.fall_told = self.besieged, "", fell == 1
        rolled = siege_rolled(roll, count, fell, again).strip()
        return line(DEED, f"{besieged}{rolled[0].lower()}{rolled[1:]}")

    def out_of_supply(self, kind: int, area: int, unit: int, side: int) -> None:
        """The stack that is hungry."""
        of_side = self.names.of_side[side]
        stack = {ARMY: self.names.general[unit] if kind == ARMY else "", LOOSE: f"{of_side} troops without a general"}
        self.hungry = f"{stack.get(kind, f'the {of_side} garrison')} at {self.names.area[area]}"

    def starved(self, who: int, before: int, left: int) -> str:
        """What hunger does to it."""
        return line(DEED, f"{self.hungry}: {starved(who, before, left).strip().lower()}")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of castles and supply."""
        return {
            campaign_story.CASTLE_MANNED: self.manned,
            campaign_story.CASTLE_TAKEN: self.taken,
            campaign_story.CASTLE_FALLS_BACK: self.falls_back,
            campaign_story.SIEGE_LAID: self.laid,
            campaign_story.SIEGE_GOES_ON: self.goes_on,
            campaign_story.LEAVES_CASTLE_ALONE: self.left_alone,
            campaign_story.SIEGE_ENDS: self.siege_ends,
            campaign_story.SIEGE_OF: self.siege_of,
            story.SIEGE_ROLLED: self.siege_rolled,
            campaign_story.OUT_OF_SUPPLY: self.out_of_supply,
            story.STARVED: self.starved,
        }


class PositionStory:
    """Where everybody stands when a turn is over, and who has won when the last is."""

    def __init__(self, case: Case, names: Names):
        self.names, self.loyal = names, case.setup.radu == "loyal"
        self.forget()

    def forget(self) -> None:
        """A new position."""
        self.held: dict[int, list[int]] = {OTTOMAN: [], CHRISTIAN: []}
        self.castles: dict[int, list[str]] = {OTTOMAN: [], CHRISTIAN: []}
        self.armies: dict[int, list[str]] = {OTTOMAN: [], CHRISTIAN: []}
        self.loose: dict[int, list[str]] = {OTTOMAN: [], CHRISTIAN: []}
        self.stakes: list[str] = []

    def castle(self, area: int, ottoman: int, inside: int, besieger: int, count: int) -> None:
        """A castle, its garrison, and whether it is besieged."""
        side = OTTOMAN if ottoman else CHRISTIAN
        self.held[side].append(area)
        siege = "" if besieger == NO_SIEGE else f", besieged {counted(count, 'turn')}"
        self.castles[side].append(f"{self.names.area[area]} ({inside or 'no garrison'}{siege})")

    def general(self, general: int, area: int, troops: int) -> None:
        """A general."""
        army = f"{self.names.general[general]} {troops} at {self.names.area[area]}"
        self.armies[self.names.side_of[general]].append(army)

    def loose_troops(self, area: int, ottomans: int, christians: int) -> None:
        """Troops without a general."""
        for side, troops in ((OTTOMAN, ottomans), (CHRISTIAN, christians)):
            if troops:
                self.loose[side].append(f"{troops} at {self.names.area[area]}")

    def markers(self, area: int, count: int) -> None:
        """Impalements."""
        if count:
            self.stakes.append(f"{count} at {self.names.area[area]}")

    def turn_ends(self, *living: int) -> str:
        """The whole position."""
        told = []
        for side in (OTTOMAN, CHRISTIAN):
            loose = f"; without a general {joined(self.loose[side], '')}" if self.loose[side] else ""
            troops = counted(living[side], "troop")
            told.append(f"{self.names.side[side]}, {troops}: {joined(self.armies[side], 'no general')}{loose}")
            told.append(f"castles of {self.names.side[side]}: {joined(self.castles[side], 'none')}")
        told += [f"impalements: {joined(self.stakes, '')}"] if self.stakes else []
        return "\n".join(line(DEED, text) for text in told)

    def turn_begins(self, turn: int) -> str:
        """A turn begins."""
        self.forget()
        return f"Turn {turn}"

    def game_ends(self, winner: int) -> str:
        """F-66 Who has won, and why."""
        needed = ("Wallachia",) if self.loyal else ("Wallachia", "Transylvania")
        lacking = [area for area in self.held[CHRISTIAN] if self.names.region[area] in needed]
        lost = [area for area in self.held[OTTOMAN] if self.names.region[area] in needed]
        if winner == OTTOMAN:
            return line(TURN, f"the Ottomans have won: they hold all castles of {joined(needed, '')}")
        castles = f"{len(lost)} of the {counted(len(lost) + len(lacking), 'castle')} of {joined(needed, '')}"
        lack = f"the Ottomans hold {castles} and lack {joined((self.names.area[area] for area in lacking), 'none')}"
        if winner == CHRISTIAN:
            return f"Dracula has won: {lack}"
        regions = {self.names.region[area] for area in lacking}
        return f"Nobody has won: {lack}, and Dracula has no castle in {joined(sorted(set(needed) - regions), '')}"

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of positions."""
        return {
            campaign_story.TURN_BEGINS: self.turn_begins,
            campaign_story.SIEGES_ROLLED: lambda: line(CHIT, "end of the turn"),
            campaign_story.CASTLE_STANDS: self.castle,
            campaign_story.GENERAL_STANDS: self.general,
            campaign_story.LOOSE_STAND: self.loose_troops,
            campaign_story.STAKES_STAND: self.markers,
            campaign_story.TURN_ENDS: self.turn_ends,
            campaign_story.ENDS_EARLY: lambda turn: f"A side has no troops left: the game ends with turn {turn}",
            campaign_story.GAME_ENDS: self.game_ends,
        }
