"""Battles and storms of a campaign in plain sentences: a round of a battle takes two lines, a storm one."""

from simlab.games.forest import campaign_story, story
from simlab.games.forest.campaign_names import DEED, DETAIL, Names, line
from simlab.games.forest.campaign_state import NO_GENERAL
from simlab.games.forest.state import ATTACKER, DEFENDER
from simlab.telling import Sentence, counted

BOTH = ATTACKER, DEFENDER


class Volley:
    """The fire of both sides in one step: shots at each side, hits, and those of them that were wasted."""

    def __init__(self) -> None:
        self.shots, self.hits, self.wasted = [0, 0], [0, 0], [0, 0]

    def by(self, side: int, name: str) -> str:
        """What one side's fire came to."""
        wasted = f" ({self.wasted[1 - side]} wasted)" if self.wasted[1 - side] else ""
        return f"{name} {self.hits[1 - side]} of {counted(self.shots[1 - side], 'shot')}{wasted}"


class BattleStory:
    """A battle, round by round; what belongs to a round is gathered until it is over."""

    def __init__(self, names: Names):
        self.names = names
        self.sides, self.left, self.number, self.leaves = ["", ""], [0, 0], 0, ""
        self.new_round(0)

    def new_round(self, number: int) -> None:
        """Nothing has happened yet in this round."""
        self.number = number
        self.rolls: tuple[list[str], list[str]] = ([], [])
        self.joined, self.volleys, self.answered = [0, 0], [Volley(), Volley()], False

    def begins(self, general: int, opponent: int, area: int, troops: int, defenders: int, can_retreat: int) -> str:
        """Who fights whom."""
        enemy = self.names.of_side[1 - self.names.side_of[general]]
        self.left, self.leaves, self.number = [troops, defenders], "", 0
        if opponent == NO_GENERAL:
            self.sides = [self.names.general[general], f"the {enemy}s"]
            against = f"{counted(defenders, f'{enemy} troop')} without a general"
        else:
            self.sides = [self.names.general[general], self.names.general[opponent]]
            against = f"{self.sides[1]} with {defenders}"
        nowhere = "" if can_retreat else ", with nowhere to retreat to"
        self.rolls = [], []
        return line(
            DEED, f"battle at {self.names.area[area]}: {self.sides[0]} with {troops} against {against}{nowhere}"
        )

    def round_begins(self, number: int) -> str | None:
        """What the round before came to."""
        told = self.round_told()
        self.new_round(number)
        return told

    def searched(self, side: int, group: int, size: int, roll: int, joined_now: int) -> None:
        """A Lost group searches."""
        self.rolls[side].append(str(roll))
        self.joined[side] += joined_now

    def shot_at(self, side: int, group: int, size: int, was_joined: int, shots: int, hits: int) -> None:
        """Shots at a group."""
        volley = self.volleys[self.answered]
        volley.shots[side] += shots
        volley.hits[side] += hits
        volley.wasted[side] += max(hits - size, 0)
        self.left[side] -= min(hits, size)

    def spilled(self, side: int, group: int, hits: int) -> None:
        """Hits that go on to another group are not wasted."""
        self.volleys[self.answered].wasted[side] -= hits
        self.left[side] -= hits

    def answers(self, side: int, group: int, size: int) -> None:
        """A Lost group was fired at: the fire that follows is surprise fire."""
        self.answered = True

    def search_told(self) -> str:
        """What the groups rolled."""
        found = []
        for side in BOTH:
            if self.rolls[side]:
                joins = f"{self.joined[side] or 'none'} {'Join' if self.joined[side] > 1 else 'Joins'}"
                found.append(f"{self.sides[side]} {', '.join(self.rolls[side])} ({joins})")
        return f"search: {'; '.join(found)}" if found else "all groups have Joined"

    def round_told(self) -> str | None:
        """The search and the fire of the round that is over."""
        fire = []
        for volley, kind in zip(self.volleys, ("hits", "hits of surprise fire")):
            told = [volley.by(side, self.sides[side]) for side in BOTH if volley.shots[1 - side]]
            if told:
                fire.append(f"{kind}: {', '.join(told)}")
        if not self.rolls[ATTACKER] and not self.rolls[DEFENDER] and not fire:
            return None
        name = f"round {self.number}" if self.number else "before round 1"
        search = line(DETAIL, f"{name}, {self.search_told()}")
        if not fire:
            return search
        fire.append(f"{self.left[ATTACKER]} against {self.left[DEFENDER]} left")
        return f"{search}\n{line(DETAIL + 2, '; '.join(fire))}"

    def withdrew(self, side: int) -> None:
        """F-46 A side leaves before battle."""
        self.leaves = f"all enemies are Lost and {self.sides[side]} withdraws; "

    def retreated(self, side: int) -> None:
        """F-44 A side leaves at the end of a round."""
        self.leaves = f"{self.sides[side]} retreats; "

    def driven_off(self, defenders: int, can_retreat: int) -> None:
        """F-51 Who has no general cannot stay."""
        fate = "driven off" if can_retreat else "eliminated, as they have nowhere to go"
        self.leaves = f"those left, {counted(defenders, 'troop')}, are {fate}; "

    def ends(self, winner: int, attackers: int, defenders: int) -> str:
        """The last round, and who has won."""
        told = self.round_told()
        self.new_round(0)
        won = "won by nobody" if winner not in BOTH else f"won by {self.sides[winner]}"
        end = line(DEED, f"{self.leaves}the battle is {won}, {attackers} against {defenders} left")
        return end if told is None else f"{told}\n{end}"

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of a battle."""
        return {
            campaign_story.BATTLE_BEGINS: self.begins,
            story.ROUND_BEGINS: self.round_begins,
            story.SEARCHED: self.searched,
            story.WITHDREW: self.withdrew,
            story.SHOT_AT: self.shot_at,
            story.SPILLED: self.spilled,
            story.ANSWERS: self.answers,
            story.RETREATED: self.retreated,
            story.DRIVEN_OFF: self.driven_off,
            campaign_story.BATTLE_ENDS: self.ends,
        }


def retreat_sentences(names: Names) -> dict[int, Sentence]:
    """Where armies, troops and generals go after a fight."""

    def army_retreats(general, target, troops):
        army = f"with {counted(troops, 'troop')}" if troops else "without troops"
        return line(DEED, f"{names.general[general]} goes to {names.area[target]} {army}")

    def loose_retreat(side, area, target, troops):
        if troops == 0:
            return None
        who = counted(troops, f"{names.of_side[side]} troop")
        return line(DEED, f"from {names.area[area]} to {names.area[target]}: {who} without a general")

    def general_flees(general, target):
        return line(DEED, f"{names.general[general]}, without troops, takes refuge at {names.area[target]}")

    def loose_join(general, troops):
        if troops == 0:
            return None
        return line(DEED, f"{names.general[general]} takes command of {counted(troops, 'loose troop')}")

    return {
        campaign_story.ARMY_RETREATS: army_retreats,
        campaign_story.LOOSE_RETREAT: loose_retreat,
        campaign_story.GENERAL_FLEES: general_flees,
        campaign_story.LOOSE_JOIN: loose_join,
    }


class StormStory:
    """F-56 A storm, all its rounds in one line."""

    def __init__(self, names: Names):
        self.names, self.stands = names, [""]

    def begins(self, general: int, area: int, attackers: int, defenders: int) -> None:
        """Who storms what."""
        self.stands = [f"{self.names.general[general]} storms the castle of {self.names.area[area]}"]

    def stand(self, rnd: int, attackers: int, defenders: int) -> None:
        """A round begins."""
        self.stands.append(f"{attackers} against {defenders}")

    def leaves(self, side: int) -> None:
        """A side leaves the storm."""
        self.stands.append("the attackers leave" if side == ATTACKER else "the garrison leaves")

    def ends(self, area: int, taken: int, attackers: int, defenders: int) -> str:
        """The whole storm."""
        storm, *rounds = [*self.stands, f"{attackers} against {defenders}"]
        return line(DEED, f"{storm}: {', then '.join(rounds)}; it {'falls' if taken else 'holds'}")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of a storm."""
        return {
            campaign_story.STORM_BEGINS: self.begins,
            story.STORM_ROUND: self.stand,
            story.PAIR_FOUGHT: lambda pair, attacker_lost, defender_lost: None,
            story.LEFT_STORM: self.leaves,
            campaign_story.STORM_ENDS: self.ends,
        }
