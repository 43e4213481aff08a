"""One trial of I Am Vlad in plain sentences, from what its rules tell (story.py)."""

from collections.abc import Callable

from simlab.chance.telling import Sentence, teller, times
from simlab.contract import Case
from simlab.games.vlad import story
from simlab.games.vlad.state import FIRST_EXIT, MAGIC, PACKS, TIMES, UNITS

NAMES = ("Vlad", "the knight", "the archer")
SIDES = ("attacking", "defending")


def left(life: int) -> str:
    """What is left of a unit."""
    return f"{life} left" if life else "dead"


def card(attack: int, defence: int, attack_bonus: int = 0, defence_bonus: int = 0) -> str:
    """A card's values as players write them, with the bonus of crowns."""
    bonus = f" (+{attack_bonus}/+{defence_bonus})" if attack_bonus or defence_bonus else ""
    return f"{attack}/{defence}{bonus}"


def underworld_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a journey, die by die."""

    def walked(turn, square, roll, reached, thrown):
        again = f" in {times(thrown, 'throw')}" if thrown > 1 else ""
        if square == 0:
            return f"Own turn 0: the token's die shows {roll}{again}, the figure is placed on square {reached}"
        where = f"stays on {square}" if reached == square else f"goes from {square} to {reached}"
        an_exit = ", an exit" if reached >= FIRST_EXIT else ""
        return f"Own turn {turn}: the die shows {roll}{again}, the figure {where}{an_exit}"

    def returned(turn, square, position, waited):
        wait = f" after a wait of {times(waited, 'own turn')}" if waited else ""
        return f"Own turn {turn}: the dial shows {position}, the figure returns from exit {square}{wait}"

    return teller({story.ROAD_WALKED: walked, story.RETURNED: returned})


def hand_sentences(owner: Callable[[int, int], str]) -> dict[int, Sentence]:
    """Sentences of cards that are dealt and shuffled; `owner` names a hand by pack and side."""

    def holds(pack, side, attack, defence, by_day, by_night):
        time = "magic" if by_day and by_night else TIMES[0] if by_day else TIMES[1]
        return f"  {owner(pack, side)} has a {time} card {card(attack, defence)}"

    return {
        story.TAKEN_UP: holds,
        story.RESHUFFLED: lambda pack, cards: (
            f"  The {times(cards, 'used card')} of the {PACKS[pack]} pack are shuffled"
        ),
    }


def hunt_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a hunt, card by card and die by die."""
    foe = {"werewolf": "werewolves", "guard": "guards"}[case.setup.neutral]

    def played(unit, attack, defence, attack_bonus, defence_bonus, neutral):
        values = card(attack, defence, attack_bonus, defence_bonus)
        return f"  {NAMES[unit]} plays {values}: the {foe} have {neutral} left"

    return teller(
        hand_sentences(lambda pack, side: NAMES[pack])
        | {
            story.ATTEMPT_BEGINS: lambda attempt, time: f"Attempt {attempt}, by {TIMES[time]}",
            story.CARD_PLAYED: played,
            story.NEUTRAL_ANSWERED: lambda unit, roll, loss, life: (
                f"    they answer with {roll}: {NAMES[unit]} is hit for {loss}, {left(life)}"
            ),
            story.HIT_WITHOUT_CARDS: lambda unit, roll, life: (
                f"  Nobody has a matching card; the {foe} hit {NAMES[unit]} with {roll}, {left(life)}"
            ),
            story.SURRENDERED: lambda unit: f"  {NAMES[unit]} has too little life left: the fight is given up",
            story.NEUTRAL_BEATEN: lambda gold: f"The {foe} are beaten: {gold} gold",
        }
    )


def duel_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a battle, card by card."""

    def who(unit, side):
        return f"the {SIDES[side]} {'seat' if unit == MAGIC else NAMES[unit].removeprefix('the ')}"

    def attacked(unit, pack, *values):
        return f"T{who(unit, 0)[1:]} attacks with {'magic ' if pack == MAGIC else ''}{card(*values)}"

    def answered(unit, pack, *values):
        return f"  {who(unit, 1)} answers with {'magic ' if pack == MAGIC else ''}{card(*values)}"

    def impaled(impaler, victim, as_answer):
        if as_answer:
            return f"  {who(impaler, 1)} answers with an impale token: {who(victim, 0)} is impaled"
        return f"  {who(impaler, 0)} impales {who(victim, 1)}"

    def rewarded(*rewards):
        words = [f"{number} {what}" for number, what in zip(rewards, ("gold", "crown") * 2) if number]
        sides = [SIDES[place // 2] for place, number in enumerate(rewards) if number]
        parts = ", ".join(f"{word} for the {side} seat" for word, side in zip(words, sides))
        return f"Reward: {parts}" if parts else "Nobody is rewarded"

    return teller(
        hand_sentences(who)
        | {
            story.ATTACKED: attacked,
            story.CANNOT_ATTACK: lambda unit: f"T{who(unit, 0)[1:]} has nothing to attack with",
            story.ANSWERED: answered,
            story.LOST_LIFE: lambda side, unit, loss, life: f"    {who(unit, side)} is hit for {loss}, {left(life)}",
            story.IMPALED: impaled,
            story.REWARDED: rewarded,
        }
    )


def outpost_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a unit in range, hit by hit."""
    name = NAMES[UNITS.index(case.setup.unit)]
    return teller(
        {
            story.OUTPOST_HIT: lambda loss, life: f"The outpost hits: {name} loses {loss}, {left(life)}",
            story.LEFT_RANGE: lambda turn: f"Before turn {turn} of the owner {name} has gone",
        }
    )


def plague_story(case: Case) -> Callable[..., str | None]:
    """Sentences of an infected unit, turn by turn."""
    name, distance = NAMES[UNITS.index(case.setup.unit)], case.setup.distance

    def turn(number, life, squares, walked):
        if life == 0:
            return f"Own turn {number}: the plague kills {name}"
        still, arrived = max(distance - walked + squares, 0), walked >= distance
        walk = f"walks {times(min(squares, still), 'square')}" if still else "is at the church"
        then = "cured" if arrived else f"{distance - walked} to go"
        return f"Own turn {number}: {life} life left, {name} {walk}, {then}"

    return teller({story.PLAGUE_TURN: turn})
