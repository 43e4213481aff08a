"""Section 9: the end of the game (E-60, E-61, E-62, E-63)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.state import (
    CARDS_OUT,
    CHARACTERS,
    HUMAN,
    HUMAN_WINS,
    HUMANS_DEAD,
    NOBODY_YET,
    THREE_THRONES_WON,
    TIE,
    TURN_LIMIT,
    VAMPIRE,
    VAMPIRE_WINS,
    VAMPIRES,
    VAMPIRES_DEAD,
)


@rule
def test_at_once(table, secret):
    """E-60 After every reveal, death and hide: is the game over?"""
    if living(table, secret, VAMPIRE) == 0:
        end_game(table, HUMAN_WINS, VAMPIRES_DEAD)
    elif living(table, secret, HUMAN) == 0:
        end_game(table, VAMPIRE_WINS, HUMANS_DEAD)
    elif thrones(table) == VAMPIRES:
        end_game(table, VAMPIRE_WINS, THREE_THRONES_WON)


@rule
def living(table, secret, nature):
    """E-60 How many vampires (VAMPIRE) or humans (HUMAN) live."""
    count = 0
    for character in range(CHARACTERS):
        count += table.alive[character] and secret.vampire[character] == nature
    return count


@rule
def thrones(table):
    """E-60 Revealed vampires in the castle."""
    count = 0
    for character in range(CHARACTERS):
        count += table.in_castle[character] and table.revealed[character]
    return count


@rule
def end_game(table, winner, way):
    """E-60, E-61 The game is over."""
    table.winner, table.way = winner, way
    tell(story.GAME_ENDED, winner, way)


@rule
def test_after_turn(table, secret, players, rules):
    """E-61, E-63 After every turn: are both players out of cards, or was it the last turn?"""
    if table.winner != NOBODY_YET:
        return
    if not has_cards(players.of[HUMAN]) and not has_cards(players.of[VAMPIRE]):
        score(table, secret, CARDS_OUT, rules)
    elif table.turn >= rules.turn_limit:
        score(table, secret, TURN_LIMIT, rules)


@rule
def score(table, secret, way, rules):
    """E-61 Points for living humans against points for living vampires; equal points are a tie."""
    humans = living(table, secret, HUMAN) * rules.score_human
    vampires = living(table, secret, VAMPIRE) * rules.score_vampire
    tell(story.SCORED, humans, vampires)
    end_game(table, HUMAN_WINS if humans > vampires else VAMPIRE_WINS if vampires > humans else TIE, way)


@rule
def has_cards(player):
    """E-62 Has the player cards in deck or hand; without any he is skipped, and the game ends if neither has one."""
    return player.hand + player.pile > 0
