"""Section 9: the end of the game (E-60 to E-63), with what a death and a refill bring (E-31, E-37)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.state import (
    CARDS_OUT,
    CASTLE,
    CHARACTERS,
    HUMAN_WINS,
    HUMANS_DEAD,
    NOBODY_YET,
    THREE_THRONES_WON,
    TIE,
    TURN_LIMIT,
    VAMPIRE_WINS,
    VAMPIRES,
    VAMPIRES_DEAD,
)


@rule
def living(table, secret, vampire):
    """How many vampires (1) or humans (0) live."""
    count = 0
    for one in range(CHARACTERS):
        count += table.alive[one] and secret.vampire[one] == vampire
    return count


@rule
def thrones(table):
    """E-60 Revealed vampires in the castle."""
    count = 0
    for one in range(CHARACTERS):
        count += table.in_castle[one] and table.revealed[one]
    return count


@rule
def end_game(table, winner, way):
    """The game is over."""
    table.winner, table.way = winner, way
    tell(story.GAME_ENDED, winner, way)


@rule
def test_at_once(table, secret):
    """E-60 After every reveal, death and hide: is the game over?"""
    if living(table, secret, 1) == 0:
        end_game(table, HUMAN_WINS, VAMPIRES_DEAD)
    elif living(table, secret, 0) == 0:
        end_game(table, VAMPIRE_WINS, HUMANS_DEAD)
    elif thrones(table) == VAMPIRES:
        end_game(table, VAMPIRE_WINS, THREE_THRONES_WON)


@rule
def score(table, secret, way, rules):
    """E-61 Points for living humans against points for living vampires."""
    humans = living(table, secret, 0) * rules.score_human
    vampires = living(table, secret, 1) * rules.score_vampire
    end_game(table, HUMAN_WINS if humans > vampires else VAMPIRE_WINS if vampires > humans else TIE, way)


@rule
def has_cards(player):
    """E-62 A player without cards in deck and hand is skipped."""
    return player.hand + player.pile > 0


@rule
def test_after_turn(table, secret, players, rules):
    """E-61, E-63 After every turn: are both players out of cards, or was it the last turn?"""
    if table.winner != NOBODY_YET:
        return
    if not has_cards(players[0]) and not has_cards(players[1]):
        score(table, secret, CARDS_OUT, rules)
    elif table.turn >= rules.turn_limit:
        score(table, secret, TURN_LIMIT, rules)


@rule
def leave_castle(table, one):
    """E-37 Markers are lost when a character leaves the castle."""
    table.in_castle[one], table.attack_markers[one], table.defence_markers[one] = 0, 0, 0


@rule
def refill_castle(table, secret):
    """E-18, E-31 The top of the city comes into the castle until three are there, while the city lasts."""
    count = 0
    for one in range(CHARACTERS):
        count += table.in_castle[one]
    while count < CASTLE and table.city_count > 0:
        table.in_castle[secret.city[0]] = 1
        tell(story.CAME_UP, secret.city[0])
        table.city_count -= 1
        count += 1
        for place in range(table.city_count):
            secret.city[place] = secret.city[place + 1]


@rule
def dies(table, secret, one):
    """E-31 A character is dead and leaves; its nature is open; the castle is refilled."""
    table.alive[one] = 0
    table.dead_vampires += secret.vampire[one]
    leave_castle(table, one)
    tell(story.DIED, one, secret.vampire[one])
    refill_castle(table, secret)
    test_at_once(table, secret)


@rule
def hide(table, secret, one):
    """E-18 A castle character goes to the bottom of the city, and the top one comes up."""
    leave_castle(table, one)
    secret.city[table.city_count] = one
    table.city_count += 1
    table.hides += 1
    tell(story.HIDDEN, one)
    refill_castle(table, secret)
    test_at_once(table, secret)


@rule
def reveal(table, secret, one):
    """E-07, E-14, E-20 A vampire is revealed, once and for all."""
    table.revealed[one] = 1
    tell(story.REVEALED, one)
    test_at_once(table, secret)
