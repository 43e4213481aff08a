"""Section II: how a game is won, the death match, and last Vlads who fall together (V-01 to V-07)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import (
    BY_CROWNS,
    BY_TIE_BREAK,
    BY_TOKENS,
    BY_TOWER,
    DRAW,
    LAST_VLAD,
    NO_LIMIT,
    NOBODY,
    SEATS,
    UNDECIDED,
    WINNING_CROWNS,
)
from simlab.games.vlad.rules.s3_v09_board import seat_after
from simlab.games.vlad.rules.s5_v32_lives import stand_up
from simlab.games.vlad.rules.s7_v72_leaving import leave


@rule
def end_game(winner, way, play):
    """V-01 The game is over."""
    play.table.winner, play.table.way, play.table.over = winner, way, 1
    tell(story.GAME_ENDS, winner, way)


@rule
def is_playing(seat, table):
    """V-01 Is a seat in the game, and the game not over?"""
    return table.alive[seat] == 1 and not table.over


@rule
def check_crowns(seat, play):
    """V-02 A third crown wins."""
    if play.table.crowns[seat] >= WINNING_CROWNS:
        end_game(seat, BY_CROWNS, play)


@rule
def crowns_within_reach(seat, play, rules):
    """V-04 How many more crowns a seat may come to: no more than the box has, or than others have lives."""
    table, lives = play.table, 0
    for other in range(SEATS):
        if other != seat and table.alive[other]:
            lives += table.lives[other]
    box = table.crown_box if rules.supply_limits else NO_LIMIT
    return box if rules.crown_pool == BY_TOKENS else min(box, lives)


@rule
def check_death_match(play, rules):
    """V-04 The death match begins as soon as nobody can come to three crowns any more."""
    table = play.table
    if table.death_match or table.over:
        return
    for seat in range(SEATS):
        if table.alive[seat] and table.crowns[seat] + crowns_within_reach(seat, play, rules) >= WINNING_CROWNS:
            return
    table.death_match = 1
    tell(story.DEATH_MATCH, table.round_now)


@rule
def check_tower(seat, play, rules):
    """V-07 The turns of a Vlad on the tower; enough of them win."""
    table = play.table
    if table.on_tower[seat]:
        table.tower_count[seat] += 1
        table.tower_turns[seat] = max(table.tower_turns[seat], table.tower_count[seat])
        tell(story.TOWER_COUNT, seat, table.tower_count[seat])
        open_way = rules.tower_win_in_death_match or not table.death_match
        if table.tower_count[seat] >= rules.tower_rounds and open_way:
            end_game(seat, BY_TOWER, play)


@rule
def has_fallen(seat, table):
    """V-72 Is a seat in the game whose Vlad has no life left?"""
    return table.alive[seat] == 1 and table.lives[seat] <= 0


@rule
def remaining(table):
    """V-05 How many seats are in the game whose Vlad has a life left."""
    seats = 0
    for seat in range(SEATS):
        seats += table.alive[seat] == 1 and table.lives[seat] > 0
    return seats


@rule
def most_crowns(table):
    """V-06 The most crowns of a seat in the game."""
    most = 0
    for seat in range(SEATS):
        if table.alive[seat]:
            most = max(most, table.crowns[seat])
    return most


@rule
def comes_back(seat, table):
    """V-06 If all last Vlads fell together: does a seat have the most crowns, which others may share?"""
    return remaining(table) == 0 and table.crowns[seat] == most_crowns(table)


@rule
def leaves(seat, table):
    """V-72, V-06 Does a seat leave the game now?"""
    return has_fallen(seat, table) and not comes_back(seat, table)


@rule
def eliminate(play, rules):
    """V-05, V-06, V-72 Seats without a life leave; the last one wins; if none is left, crowns decide."""
    table = play.table
    all_fell, staying, last = remaining(table) == 0, 0, NOBODY
    out = 0  # as bits, since who leaves hangs on who is there
    for seat in range(SEATS):
        out |= int(leaves(seat, table)) << seat
    for number in range(table.players):
        seat = seat_after(table.active, number, table)
        if (out >> seat) & 1:
            leave(seat, play, rules)
        elif table.alive[seat]:
            staying, last = staying + 1, seat
    if staying == 1:
        end_game(last, BY_TIE_BREAK if all_fell else LAST_VLAD, play)
    elif all_fell:
        bring_back_all(play, rules)


@rule
def bring_back_all(play, rules):
    """V-06 The last Vlads with most crowns come back with one life each; by the option not a second time."""
    table = play.table
    if table.tie_respawns > 0 and rules.tie_repeat == DRAW:
        end_game(NOBODY, UNDECIDED, play)
        return
    table.tie_respawns += 1
    tell(story.TIED, table.tie_respawns)
    for number in range(table.players):
        seat = seat_after(table.active, number, table)
        if table.alive[seat]:
            table.lives[seat] = 1
            stand_up(seat, play, rules)
