"""One trial of Forest in plain sentences, from what its rules tell (story.py)."""

from collections.abc import Callable, Sequence

from simlab.chance.dice import FACES
from simlab.contract import Case
from simlab.games.forest import story
from simlab.games.forest.state import ATTACKER, BESIEGERS, GARRISON
from simlab.telling import Sentence, counted, teller


def battle_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a battle: who searched, was found, fired and fell."""
    sides = ("attacker", "defender")

    def group(side: int, number: int, size: int) -> str:
        return f"the {sides[side]}'s group {number + 1} ({counted(size, 'troop')})"

    def shot_at(side, number, size, joined, shots, hits):
        status = "Joined" if joined else "Lost"
        wasted = f", {hits - size} more than it has" if hits > size else ""
        return f"  {counted(shots, 'shot')} at {group(side, number, size)}, {status}: {counted(hits, 'hit')}{wasted}"

    def driven_off(defenders, can_retreat):
        fate = "are driven off" if can_retreat else "have nowhere to go and are eliminated"
        return f"  The {counted(defenders, 'troop')} without a general that live {fate}."

    def searched(side, number, size, roll, joined):
        return f"  {group(side, number, size)} searches, rolls {roll}: {'Joined' if joined else 'stays Lost'}"

    return teller(
        {
            story.ROUND_BEGINS: lambda rnd: f"Round {rnd}" if rnd else "Search before battle",
            story.SEARCHED: searched,
            story.WITHDREW: lambda side: f"  All enemies are Lost: the {sides[side]} withdraws.",
            story.SHOT_AT: shot_at,
            story.SPILLED: lambda side, number, hits: (
                f"  {counted(hits, 'spilled hit')} on the {sides[side]}'s group {number + 1}"
            ),
            story.ANSWERS: lambda side, number, size: (
                f"  {group(side, number, size)} was fired at: it Joins and answers"
            ),
            story.RETREATED: lambda side: f"  The {sides[side]} retreats.",
            story.DRIVEN_OFF: driven_off,
        }
    )


def storm_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a storm, pair by pair."""

    def pair(number, attacker_lost, defender_lost):
        if attacker_lost:
            return f"  pair {number + 1}: the defender shoots and kills the attacker"
        what = "the attacker shoots back and kills the defender" if defender_lost else "both miss"
        return f"  pair {number + 1}: {what}"

    def leaves(side):
        return "  The attacker leaves the storm." if side == ATTACKER else "  The garrison gives up the castle."

    return teller(
        {
            story.STORM_ROUND: lambda rnd, a, d: f"Round {rnd}: {counted(a, 'attacker')}, {counted(d, 'defender')}",
            story.PAIR_FOUGHT: pair,
            story.LEFT_STORM: leaves,
        }
    )


def starved(who: int, before: int, left: int) -> str:
    """Hunger of one stack."""
    name = {BESIEGERS: "besiegers", GARRISON: "garrison"}.get(who, "troops")
    return f"  Out of supply: {before - left} of the {before} {name} starve, {left} left"


def siege_rolled(roll: int, count: int, fell: int, again: int) -> str:
    """The roll for a castle."""
    falls = f"falls at {min(count, FACES)} or less" if count > 0 else "cannot fall yet"
    return f"  {'Re-roll' if again else 'Siege roll'} {roll}, {falls}: it {'falls' if fell else 'holds'}"


def siege_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a siege or of troops out of supply, turn by turn."""

    return teller(
        {
            story.TURN_BEGINS: lambda turn: f"End of turn {turn}",
            story.SIEGE_LIFTED: lambda b, d: f"  {counted(b, 'besieger')} against {d}: too few, the siege is lifted",
            story.SIEGE_ROLLED: siege_rolled,
            story.STARVED: starved,
            story.CASTLE_FELL: lambda turn: f"The castle falls in turn {turn}.",
        }
    )


def morale_story(case: Case) -> Callable[..., str | None]:
    """Sentences of groups that face impalements."""

    def rolled(group, size, roll, broken, left):
        what = "breaks" if broken else f"goes on and takes a marker down, {left} left"
        return f"Group {group + 1} ({counted(size, 'troop')}) rolls {roll}: it {what}"

    return teller(
        {
            story.MORALE_ROLLED: rolled,
            story.WENT_ON: lambda group, size: (
                f"Group {group + 1} ({counted(size, 'troop')}) need not roll and goes on"
            ),
        }
    )


def turn_order_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a turn order, chit by chit."""
    return teller(turn_order_sentences([general.name for general in case.setup.generals]))


def turn_order_sentences(names: Sequence[str]) -> dict[int, Sentence]:
    """The sentences of a turn order of generals of these names."""

    def tried(what):
        return lambda general, picked, roll, succeeds: (
            f"  {names[general]} {what(picked)}, rolls {roll}: {'it works' if succeeds else 'in vain'}"
        )

    return {
        story.CHIT_DRAWN: lambda chit: f"  {names[chit]}'s chit is drawn",
        story.HELD_CHIT_PICKED: lambda chit: f"  {names[chit]}'s chit was held and is picked",
        story.DELAY_TRIED: tried(lambda picked: "tries to delay"),
        story.JUMP_TRIED: tried(lambda picked: f"tries to jump ahead of {names[picked]}"),
        story.ACTED: lambda general, acted: f"{acted}. {names[general]} acts",
    }
