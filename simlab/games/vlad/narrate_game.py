"""One full game in plain sentences, from what its rules tell (game_story.py)."""

from collections.abc import Callable

from simlab.contract import Case
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import AKATHIST_KEYS, ITEMS, KINDS, WAYS
from simlab.games.vlad.state import UNITS
from simlab.telling import Sentence


def _unit(number: int) -> str:
    return f"seat {number // KINDS + 1}'s {UNITS[number % KINDS]}"


def game_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a game: rounds, turns, moves, purchases, fights and how it ends."""
    sentences = {**_course(), **_fights(), **_seats(), **_moves(len(case.data.board[0]))}
    return lambda what, *details: sentences[what](*details) if what in sentences else None


def _course() -> dict[int, Sentence]:
    """Rounds and turns, and how the game ends."""
    return {
        story.ROUND_BEGINS: lambda number, dial: f"Round {number} (dial on {dial})",
        story.TURN_BEGINS: lambda seat: f" Seat {seat + 1}'s turn",
        story.DEATH_MATCH: lambda number: "  The death match begins",
        story.TIED: lambda times: "  All last Vlads have fallen together; those with most crowns come back",
        story.LEFT_GAME: lambda seat, number: f"  Seat {seat + 1} is out of the game",
        story.GAME_ENDS: lambda winner, way: (
            f"The game ends: {WAYS[way]}, seat {winner + 1} wins" if winner >= 0 else "The game ends; nobody wins"
        ),
    }


def _fights() -> dict[int, Sentence]:
    """Fights, deaths and losses."""
    return {
        story.FIGHT_BEGINS: lambda seat, den, number: f"  Fight at {'den' if den else 'gate'} {number}",
        story.FIGHT_ENDS: lambda seat, left: f"  {'Beaten' if left == 0 else f'Not beaten, {left} life left'}",
        story.DEN_CLEARED: lambda seat, den, coins: f"  Den {den} is cleared: {coins} gold",
        story.FLAG_WON: lambda seat, gate: f"  Seat {seat + 1}'s flag on gate {gate}",
        story.ATTACK_BEGINS: lambda who, target: f"  {_unit(who)} attacks {_unit(target)}",
        story.LIFE_LOST: lambda who, loss, life: f"  {_unit(who)} loses {loss}: life {life}",
        story.DIED: lambda who, killer, impaled: f"  {_unit(who)} is {'impaled' if impaled else 'dead'}",
        story.CROWNED: lambda seat, crowns: f"  Seat {seat + 1} has {crowns} crowns",
        story.PAID: lambda seat, gold: f"  Seat {seat + 1} gets {gold} gold",
    }


def _seats() -> dict[int, Sentence]:
    """What seats buy and do where their units stand."""
    return {
        story.BOUGHT: lambda seat, item: f"  Seat {seat + 1} buys: {ITEMS[item]}",
        story.DRUNK: lambda seat, kind, life: f"  Seat {seat + 1}'s {UNITS[kind]} drinks a potion: life {life}",
        story.BELL_TOLLED: lambda seat: f"  Seat {seat + 1} tolls the bell",
        story.CARD_TURNED: lambda who, card: f"  {_unit(who)} turns an Akathist card: {AKATHIST_KEYS[card]}",
        story.CURSED: lambda seat, other: f"  Seat {seat + 1} curses seat {other + 1}",
        story.CURSE_ENDS: lambda seat: f"  The curse on seat {seat + 1} ends",
        story.INFECTED: lambda who: f"  {_unit(who)} is infected",
        story.CURED: lambda who: f"  {_unit(who)} is cured",
        story.TOWER_COUNT: lambda seat, count: f"  Seat {seat + 1} on the cursed tower: {count}",
        story.TAX_PAID: lambda seat, other: f"  Seat {other + 1} pays tax to seat {seat + 1}",
        story.TOKEN_USED: lambda who: f"  A resurrection token for {_unit(who)}",
    }


def _moves(columns: int) -> dict[int, Sentence]:
    """Where units go, stand up and come back, and where outposts are built."""

    def at(square: int) -> str:
        return f"row {square // columns}, column {square % columns}"

    return {
        story.MOVED: lambda who, start, end: f"  {_unit(who)} goes from {at(start)} to {at(end)}",
        story.STOOD_UP: lambda who, square: f"  {_unit(who)} stands up at {at(square)}",
        story.CAME_BACK: lambda who, square: f"  {_unit(who)} comes back at {at(square)}",
        story.OUTPOST_PLACED: lambda seat, square: f"  Seat {seat + 1}'s outpost stands at {at(square)}",
    }
