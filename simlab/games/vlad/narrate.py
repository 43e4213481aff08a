"""One trial of I Am Vlad in plain sentences, from what its rules tell (story.py)."""

from collections.abc import Callable

from simlab.contract import Case
from simlab.games.vlad import story
from simlab.games.vlad.state import ATTACKER, DEFENDER, FIRST_EXIT, MAGIC, TIMES, UNITS
from simlab.telling import Sentence, counted, teller

NAMES = ("Vlad", "the knight", "the archer")
OWNERS = ("Vlad's", "the knights'", "the archers'", "the magic")  # of packs
SEATS = ("attacking", "defending")


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def hit(name: str, loss: int, life: int) -> str:
    """What a hit did to a unit."""
    if loss == 0:
        return f"{name} is not hurt"
    return f"{name} is hit for {loss}, {life} left" if life else f"{name} is hit for {loss} and dies"


def values_of(attack: int, defence: int, attack_bonus: int = 0, defence_bonus: int = 0) -> str:
    """A card's values as players write them, with the bonus of crowns."""
    bonus = f" (+{attack_bonus}/+{defence_bonus})" if attack_bonus or defence_bonus else ""
    return f"{attack}/{defence}{bonus}"


def underworld_story(case: Case) -> Sentence:
    """Sentences of a journey, die by die."""

    def walked(turn, square, roll, reached, thrown):
        again = f" after {counted(thrown, 'throw')}" if thrown > 1 else ""
        if square == 0:
            return f"Own turn 0: the token's die shows {roll}{again}, the figure is placed on square {reached}"
        where = f"stays on square {square}" if reached == square else f"goes from square {square} to {reached}"
        an_exit = ", an exit" if reached >= FIRST_EXIT else ""
        return f"Own turn {turn}: the die shows {roll}{again}, the figure {where}{an_exit}"

    def returned(turn, square, position, waited):
        wait = f" after a wait of {counted(waited, 'own turn')}" if waited else ""
        return f"Own turn {turn}: the dial shows {position}, the figure returns from exit {square}{wait}"

    return teller({story.ROAD_WALKED: walked, story.RETURNED: returned})


def hand_sentences(owner: Callable[[int, int], str]) -> dict[int, Sentence]:
    """Sentences of cards that are dealt and shuffled; `owner` names a hand by pack and seat."""

    def taken_up(pack, seat, attack, defence, by_day, by_night):
        kind = "magic" if by_day and by_night else TIMES[0] if by_day else TIMES[1]
        return f"  {capital(owner(pack, seat))} has a {kind} card {values_of(attack, defence)}"

    def reshuffled(pack, cards):
        are = "is" if cards == 1 else "are"
        return f"  {counted(cards, 'used card')} of {OWNERS[pack]} pack {are} shuffled"

    return {story.TAKEN_UP: taken_up, story.RESHUFFLED: reshuffled}


def hunt_story(case: Case) -> Sentence:
    """Sentences of a hunt, card by card and die by die."""
    foe = {"werewolf": "werewolves", "guard": "guards"}[case.setup.neutral]

    def played(unit, attack, defence, attack_bonus, defence_bonus, neutral_left):
        values = values_of(attack, defence, attack_bonus, defence_bonus)
        return f"  {capital(NAMES[unit])} plays {values}: the {foe} have {neutral_left} left"

    def not_beaten(neutral_left, alive):
        nobody = "" if alive else ", and nobody lives"
        return f"The {foe} are not beaten: they had {neutral_left} left in the end{nobody}"

    return teller(
        hand_sentences(lambda pack, seat: NAMES[pack])
        | {
            story.ATTEMPT_BEGINS: lambda attempt, time: f"Attempt {attempt}, by {TIMES[time]}",
            story.CARD_PLAYED: played,
            story.NEUTRAL_ANSWERED: lambda unit, roll, loss, life: (
                f"    They answer with {roll}: {hit(NAMES[unit], loss, life)}"
            ),
            story.HIT_WITHOUT_CARDS: lambda unit, roll, life: (
                f"  Nobody has a matching card: {hit(NAMES[unit], roll, life)}"
            ),
            story.SURRENDERED: lambda unit: f"  {capital(NAMES[unit])} has too little life left: the fight is given up",
            story.NEUTRAL_BEATEN: lambda gold: f"The {foe} are beaten: {gold or 'no'} gold",
            story.NEUTRAL_NOT_BEATEN: not_beaten,
        }
    )


def duel_story(case: Case) -> Sentence:
    """Sentences of a battle, card by card."""

    def who(unit, seat):
        return f"the {SEATS[seat]} {'seat' if unit == MAGIC else NAMES[unit].removeprefix('the ')}"

    def attacked(unit, pack, *values):
        magic = "magic " if pack == MAGIC else ""
        return f"{capital(who(unit, ATTACKER))} attacks with {magic}{values_of(*values)}"

    def answered(unit, pack, *values):
        magic = "magic " if pack == MAGIC else ""
        return f"  {capital(who(unit, DEFENDER))} answers with {magic}{values_of(*values)}"

    def impaled(impaler, victim, as_answer):
        if as_answer:
            answers = f"  {capital(who(impaler, DEFENDER))} answers with an impale token"
            return f"{answers}: {who(victim, ATTACKER)} is impaled"
        return f"{capital(who(impaler, ATTACKER))} impales {who(victim, DEFENDER)}"

    return teller(
        hand_sentences(who)
        | {
            story.ATTACKED: attacked,
            story.CANNOT_ATTACK: lambda unit: f"{capital(who(unit, ATTACKER))} has nothing to attack with",
            story.ANSWERED: answered,
            story.LOST_LIFE: lambda seat, unit, loss, life: f"    {capital(hit(who(unit, seat), loss, life))}",
            story.IMPALED: impaled,
            story.REWARDED: rewarded,
        }
    )


def rewarded(*rewards: int) -> str:
    """The sentence of a battle's rewards: gold and crowns of the attacking seat, then of the defending one."""
    parts = []
    for seat, (gold, crowns) in zip(SEATS, (rewards[:2], rewards[2:])):
        what = ([f"{gold} gold"] if gold else []) + ([counted(crowns, "crown")] if crowns else [])
        parts += [f"{' and '.join(what)} for the {seat} seat"] if what else []
    return f"Reward: {', '.join(parts)}" if parts else "Nobody is rewarded"


def outpost_story(case: Case) -> Sentence:
    """Sentences of a unit in range, hit by hit."""
    name = NAMES[UNITS.index(case.setup.unit)]
    return teller(
        {
            story.OUTPOST_HIT: lambda loss, life: f"The outpost fires: {hit(name, loss, life)}",
            story.LEFT_RANGE: lambda turn: f"Before turn {turn} of the outpost's owner {name} has gone",
        }
    )


def plague_story(case: Case) -> Sentence:
    """Sentences of an infected unit, turn by turn."""
    name, distance = NAMES[UNITS.index(case.setup.unit)], case.setup.distance

    def plague_turn(turn, life, squares, walked):
        if life == 0:
            return f"Own turn {turn}: the plague kills {name}"
        to_walk, arrived = max(distance - walked + squares, 0), walked >= distance
        walk = f"walks {counted(min(squares, to_walk), 'square')}" if to_walk else "is at the church"
        end = "and is cured" if arrived else f"and has {counted(distance - walked, 'square')} to go"
        return f"Own turn {turn}: {life} life left, {name} {walk} {end}"

    return teller({story.PLAGUE_TURN: plague_turn})
