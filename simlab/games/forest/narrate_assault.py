"""One trial of an assault in plain sentences: those of its parts, and what joins them (story.py)."""

from collections.abc import Callable
from functools import partial

from simlab.contract import Case
from simlab.games.forest import story
from simlab.games.forest.narrate import battle_story, morale_story, siege_story, storm_story
from simlab.games.forest.state import ATTACKER, BY_SIEGE, BY_STORM, DEFENDER
from simlab.telling import counted, teller

#: A part's story, and the codes that it puts into sentences.
PARTS = (
    (morale_story, (story.MORALE_ROLLED, story.WENT_ON)),
    (battle_story, range(story.ROUND_BEGINS, story.DRIVEN_OFF + 1)),
    (storm_story, range(story.STORM_ROUND, story.LEFT_STORM + 1)),
    (siege_story, (story.SIEGE_ROLLED,)),
)


def assault_story(case: Case) -> Callable[..., str | None]:
    """Sentences of an assault: the impalements, the field, then turn by turn before the castle."""
    parts = {code: partial(part(case), code) for part, codes in PARTS for code in codes}
    stakes = case.setup.impalements > 0

    def told_if_stakes(code):
        return lambda *details: parts[code](*details) if stakes else None

    return teller(
        parts
        | {code: told_if_stakes(code) for code in (story.MORALE_ROLLED, story.WENT_ON)}
        | {
            story.WENT_IN: went_in,
            story.MET_FIELD_ARMY: met_field_army,
            story.FIELD_FOUGHT: field_fought,
            story.CAME_TO_CASTLE: came_to_castle,
            story.STORM_BEGINS: lambda attackers, garrison: f"  {attackers} storm the castle against {garrison}",
            story.NO_STORM: lambda attackers, garrison: f"  No storm with {attackers} against {garrison}",
            story.SIEGE_LIFTED: lambda b, d: f"  {counted(b, 'troop')} against {d}: too few for a siege",
            story.STARVED: starved,
            story.CASTLE_TAKEN: castle_taken,
        }
    )


def went_in(groups, troops, sent_back):
    """Who is left after the impalements; without any, the army that arrives."""
    if groups == 0:
        return f"Nobody goes on; {counted(sent_back, 'troop')} turn back."
    back = f"; {counted(sent_back, 'troop')} turn back" if sent_back else ""
    return f"{counted(troops, 'troop')} in {counted(groups, 'group')} march in{back}."


def met_field_army(attackers, defenders):
    """The battle begins; groups are numbered anew, as those who went on."""
    return f"Battle before the castle: {attackers} against {defenders} (groups numbered as they went in)"


def field_fought(winner, attackers, defenders):
    """Who holds the field."""
    left = f"{counted(attackers, 'attacker')} and {counted(defenders, 'defender')} live"
    holds = {ATTACKER: "The attacker holds the field", DEFENDER: "The defender holds the field"}
    return f"{holds.get(winner, 'Nobody holds the field')}: {left}."


def came_to_castle(turn, attackers, garrison):
    """A turn before the castle begins."""
    inside = f"a garrison of {garrison}" if garrison else "no garrison"
    return f"Turn {turn}: {counted(attackers, 'attacker')} before the castle, {inside}"


def starved(who, before, left):
    """Hunger, if there is anybody to be hungry."""
    return f"  Out of supply: {before - left} of the {before} attackers starve, {left} left" if before else None


def castle_taken(turn, method, attackers):
    """How the castle has fallen."""
    how = {BY_STORM: "is taken by storm", BY_SIEGE: "falls to the siege"}.get(method, "stands empty and is taken")
    return f"The castle {how} in turn {turn}; {counted(attackers, 'attacker')} left."
