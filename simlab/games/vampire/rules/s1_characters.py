"""Section 1: the set-up, and the nine characters: castle, city, who is what (E-01, E-02, E-03, E-04, E-07)."""

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.streams import at
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_hands import set_up_player
from simlab.games.vampire.rules.s9_end import test_at_once
from simlab.games.vampire.state import CASTLE, CHARACTERS, HUMAN, NOBODY_YET, SET_UP, TOLD, VAMPIRE, VAMPIRES


@rule
def set_up_game(board, rules, stream):
    """E-01, E-05 Everything before the first turn: characters, decks and hands."""
    set_up_characters(board.table, board.secret, board.knowledge, board.scratch.marked, rules, stream)
    set_up_player(board.players.of[HUMAN], rules, stream)
    set_up_player(board.players.of[VAMPIRE], rules, stream)
    tell(story.PLAYS, HUMAN)
    tell(story.PLAYS, VAMPIRE)
    tell_marks(story.VAMPIRES_ARE, board.secret.vampire)
    tell_marks(story.TOLD, board.knowledge.told)


@rule
def tell_marks(what, mark):
    """Tell something of each character."""
    tell(what, mark[0], mark[1], mark[2], mark[3], mark[4], mark[5], mark[6], mark[7], mark[8])


@rule
def set_up_characters(table, secret, knowledge, free, rules, stream):
    """E-01, E-02, E-03, E-04 Castle and city, the vampires, and the humans that the human player knows."""
    clear_table(table, secret, knowledge)
    deal_characters(table, secret, free, stream)
    choose_vampires(secret, free, stream)
    tell_humans(knowledge, free, rules, stream)


@rule
def clear_table(table, secret, knowledge):
    """E-01, E-07 All nine live; nobody is revealed, nobody is known, nothing has happened."""
    for character in range(CHARACTERS):
        table.alive[character], table.revealed[character], table.in_castle[character] = 1, 0, 0
        table.attack_markers[character], table.defence_markers[character] = 0, 0
        table.defended_cards[character], table.attacked_fights[character] = 0, 0
        secret.vampire[character], knowledge.told[character] = 0, 0
    table.dead_vampires, table.turn, table.winner, table.way = 0, 0, NOBODY_YET, 0
    table.holy_water_uses, table.hides, table.fights, table.blocks, table.reveals = 0, 0, 0, 0, 0


@rule
def mark_all(marked):
    """Mark all nine characters."""
    for character in range(CHARACTERS):
        marked[character] = 1


@rule
def mark_only(marked, character):
    """Mark one of the nine characters."""
    for other in range(CHARACTERS):
        marked[other] = other == character


@rule
def deal_characters(table, secret, free, stream):
    """E-02 The nine are shuffled: three are the castle, the others the city, from the top on."""
    mark_all(free)
    table.city_count = CHARACTERS - CASTLE
    for place in range(CHARACTERS):
        character = draw_one(at(stream, SET_UP, 0, place), free)
        free[character] = 0
        if place < CASTLE:
            table.in_castle[character] = 1
        else:
            secret.city[place - CASTLE] = character


@rule
def choose_vampires(secret, free, stream):
    """E-03 Three of the nine are vampires; `free` are those who are human then."""
    mark_all(free)
    for nth in range(VAMPIRES):
        character = draw_one(at(stream, SET_UP, 1, nth), free)
        secret.vampire[character], free[character] = 1, 0


@rule
def tell_humans(knowledge, free, rules, stream):
    """E-04 The human player is told of some of the humans, who are `free`."""
    for nth in range(rules.known_humans):
        character = draw_one(at(stream, TOLD, 0, nth), free)
        knowledge.told[character], free[character] = 1, 0


@rule
def reveal(table, secret, character):
    """E-07 A vampire is revealed, once and for all; the game may be over by that (E-60)."""
    table.revealed[character] = 1
    tell(story.REVEALED, character)
    test_at_once(table, secret)
