"""Activations of a campaign in plain sentences: whose chit it is, marches, recruiting, impalements."""

from simlab.contract import Case
from simlab.games.forest import campaign_story, story
from simlab.games.forest.campaign_names import CHIT, DEED, DETAIL, Names, line
from simlab.games.forest.narrate import turn_order_sentences
from simlab.telling import Sentence, counted, joined


class OrderStory:
    """Whose turn it is: a chit that is drawn and acts at once takes one line."""

    def __init__(self, names: Names):
        self.names, self.told = names, turn_order_sentences(names.general)
        self.drawn, self.place = "", 0

    def picked(self, code: int) -> Sentence:
        """A chit is drawn, or the held one is picked: told with what comes of it."""

        def keep(chit: int) -> None:
            self.drawn = (self.told[code](chit) or "").strip()

        return keep

    def tried(self, code: int) -> Sentence:
        """Somebody tries to alter the order."""

        def attempt(*details: int) -> str:
            tried = line(CHIT, (self.told[code](*details) or "").strip())
            drawn, self.drawn = self.drawn, ""
            return f"{line(CHIT, drawn)}\n{tried}" if drawn else tried

        return attempt

    def settled(self, general: int, place: int) -> None:
        """It is settled who acts; his activation tells of it."""
        self.place = place

    def acts(self, general: int, area: int, troops: int) -> str:
        """The general acts."""
        drawn, self.drawn = self.drawn, ""
        name = "he" if drawn else self.names.general[general]
        troops_told = f"with {counted(troops, 'troop')}" if troops else "without troops"
        who = f"{drawn}: {name}" if drawn else name
        return f"{' ' * CHIT}{self.place}. {line(0, who)} acts, at {self.names.area[area]} {troops_told}"

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of the turn order."""
        return {
            story.CHIT_DRAWN: self.picked(story.CHIT_DRAWN),
            story.HELD_CHIT_PICKED: self.picked(story.HELD_CHIT_PICKED),
            story.DELAY_TRIED: self.tried(story.DELAY_TRIED),
            story.JUMP_TRIED: self.tried(story.JUMP_TRIED),
            story.ACTED: self.settled,
            campaign_story.ACTIVATED: self.acts,
        }


class StakesStory:
    """Ottoman groups at impalements; their rolls are gathered until it is known what came of them."""

    def __init__(self, names: Names, broken_die: bool):
        self.names, self.broken_die = names, broken_die
        self.rolls: list[str] = []
        self.unrolled = self.markers = 0

    def rolled(self, group: int, size: int, roll: int, broken: int, left: int) -> None:
        """A group that had to roll."""
        self.rolls.append(f"group {group + 1} ({size}) rolls {roll}: {'breaks' if broken else 'goes on'}")
        self.markers = left

    def went_on(self, group: int, size: int) -> None:
        """A group that need not roll."""
        self.unrolled += 1

    def together(self, area: int) -> str:
        """All rolls since the last sentence."""
        others = f"; {counted(self.unrolled, 'other group')} without a roll" if self.unrolled else ""
        left = counted(self.markers, "marker") + " left"
        told = f"impalements of {self.names.area[area]}: {'; '.join(self.rolls) or 'nobody rolls'}{others}; {left}"
        self.rolls, self.unrolled = [], 0
        return line(DETAIL, told)

    def broke(self, general: int, area: int, broken: int, left: int) -> str:
        """F-37 What came of it on entering."""
        told = self.together(area)
        fate = "eliminated" if self.broken_die else "sent back where they came from"
        lost = f"{fate}: {counted(broken, 'troop')}" if broken else ""
        alone = "nobody goes on: he is back without troops and his activation is over" if left == 0 else ""
        went = [part for part in (lost, alone) if part]
        return f"{told}\n{line(DETAIL, '; '.join(went))}" if went else told

    def died_fleeing(self, area: int, lost: int) -> str:
        """F-38 What came of it on a retreat."""
        dead = f"eliminated: {counted(lost, 'troop')}"
        return f"{self.together(area)}\n{line(DETAIL, dead)}" if lost else self.together(area)

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events at impalements."""
        return {
            story.MORALE_ROLLED: self.rolled,
            story.WENT_ON: self.went_on,
            campaign_story.BROKE: self.broke,
            campaign_story.DIED_FLEEING: self.died_fleeing,
        }


def target_sentences(names: Names) -> dict[int, Sentence]:
    """What the general has in mind."""

    def target(here, area, enemies):
        there = f"the {counted(enemies, 'enemy troop')} in the field" if enemies else ""
        if here == area:
            return line(DEED, f"he stays at {names.area[area]}{f' to face {there}' if there else ''}")
        return line(DEED, f"he marches for {names.area[area]}{f', against {there}' if there else ''}")

    def goes_recruiting(here, area):
        if here == area:
            return line(DEED, f"he would raise an army at {names.area[area]} and cannot")
        return line(DEED, f"he marches for {names.area[area]} to raise an army")

    def too_few(general, troops, least):
        few = f"with {counted(troops, 'troop')}, fewer than {least}," if troops else "without troops"
        return line(DEED, f"{few} he does nothing more")

    def stays(area):
        return line(DEED, f"he stays before the castle of {names.area[area]}")

    return {
        campaign_story.TARGET: target,
        campaign_story.NO_TARGET: lambda here: line(DEED, "he finds no target and stays"),
        campaign_story.GOES_RECRUITING: goes_recruiting,
        campaign_story.TOO_FEW: too_few,
        campaign_story.STAYS_BEFORE_CASTLE: stays,
    }


def way_sentences(case: Case, names: Names) -> dict[int, Sentence]:
    """Where the general comes to, and what ends his march."""
    leads = counted(case.rules["lead_points"], "area")

    def enters(general, area, troops, points):
        army = counted(troops, "troop") if troops else "no troops"
        return line(DEED, f"he goes to {names.area[area]} with {army}, {counted(points, 'point')} left")

    def must_stop(area, field, garrison):
        enemies = [counted(field, "enemy troop") + " in the field"] if field else []
        enemies += [f"a garrison of {garrison}"] if garrison else []
        return line(DETAIL, f"he must stop: {joined(enemies, 'nobody')}")

    def march_ends(here, area, points, tired):
        if here == area:
            return None
        nearer = f"nothing that he may enter is nearer to {names.area[area]}"
        why = f"his troops were led into {leads}" if tired else nearer
        return line(DEED, f"he gets no further: {'he has no point left' if points == 0 else why}")

    def stops(area, points):
        return line(DEED, f"he chooses to stop, {counted(points, 'point')} left")

    return {
        campaign_story.ENTERS: enters,
        campaign_story.MUST_STOP: must_stop,
        campaign_story.MARCH_ENDS: march_ends,
        campaign_story.STOPS: stops,
    }


class TroopsStory:
    """What is picked up, left behind, recruited and impaled on the way."""

    def __init__(self, names: Names):
        self.names = names
        self.rolls: list[int] = []

    def recruiting_roll(self, general: int, roll: int, again: int) -> None:
        """The die, perhaps rolled again with a token."""
        self.rolls.append(roll)

    def recruited(self, general: int, area: int, raised: int, loose: int) -> str:
        """How many have come."""
        rolls, self.rolls = self.rolls, []
        again = "".join(f", with a token again {roll}" for roll in rolls[1:])
        few = ", as no more pieces are free" if raised < rolls[-1] else ""
        stay = f"; {loose} of them stay loose, his army being full" if loose else ""
        troops = counted(raised, "new troop")
        return line(DEED, f"he recruits at {self.names.area[area]} and rolls {rolls[0]}{again}: {troops}{few}{stay}")

    def picked_up(self, general: int, troops: int, after: int) -> str:
        """Loose troops join him."""
        return line(DEED, f"he picks up {counted(troops, 'loose troop')} and leads {after}")

    def left_behind(self, general: int, troops: int, after: int) -> str:
        """Troops of his stay."""
        left = f"he leaves {counted(troops, 'troop')} behind"
        return line(DEED, f"{left} and leads {after}" if after else f"{left}, all that he has")

    def stakes_placed(self, area: int, count: int, own: int, there: int) -> str:
        """Dracula's markers."""
        what = "one of his own troops" if own else f"{count} from the dead pile"
        return line(DEED, f"he impales {what} at {self.names.area[area]}: {counted(there, 'marker')} there")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of troops."""
        return {
            campaign_story.RECRUITING_ROLL: self.recruiting_roll,
            campaign_story.RECRUITED: self.recruited,
            campaign_story.PICKED_UP: self.picked_up,
            campaign_story.LEFT_BEHIND: self.left_behind,
            campaign_story.STAKES_PLACED: self.stakes_placed,
        }
