"""Section IV: a game is set up (V-08, V-11)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import FIRST_SEAT, KINDS
from simlab.games.vlad.rules.s2_v01_winning import check_death_match
from simlab.games.vlad.rules.s3_v09_board import note_squares, put, seat_after
from simlab.games.vlad.rules.s4_v11_start import shuffle_pack, take_up_hand
from simlab.games.vlad.rules.s5_v23_purse import note_bonuses
from simlab.games.vlad.state import MAGIC


@rule
def set_up_game(tables, start, play, rules, stream):
    """V-11 Everything stands as at the start; packs are shuffled, hands dealt, and a seat begins."""
    tables[0] = start[0]
    table = play.table
    for pack in range(MAGIC + 1):
        shuffle_pack(play.packs.of[pack], stream)
        play.packs.of[pack].discarded = 0
    table.first_seat = rules.first_seat - 1
    if rules.first_seat == 0:
        table.first_seat = die(at(stream, FIRST_SEAT, 0, 0), 0, table.players) - 1
    tell(story.GAME_BEGINS, table.first_seat)
    for number in range(table.players):
        seat_takes_place(seat_after(table.first_seat, number, table), play, rules, stream)
    check_death_match(play, rules)


@rule
def seat_takes_place(seat, play, rules, stream):
    """V-11 A seat begins: its units go to where they start, unhurt, and each draws a hand."""
    row = play.seats.of[seat]
    row.tokens, row.impaled, row.magic_cards, row.blunted = 0, 0, 0, 0
    play.magic.of[seat].held = 0
    note_squares(seat, play, rules)
    note_bonuses(seat, play, rules)
    for kind in range(KINDS):
        fighter = play.units.of[seat, kind]
        fighter.life = fighter.start_life
        take_up_hand(fighter, play.packs.of[kind], stream)
        put(KINDS * seat + kind, play.ground.start_square[play.table.corner[seat], kind], play)
