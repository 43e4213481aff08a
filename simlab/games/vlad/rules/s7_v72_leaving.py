"""Section VII: a seat leaves the game (V-72, V-39)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import GONE, KINDS, NOBODY
from simlab.games.vlad.rules.s3_v09_board import leave_tower, lift
from simlab.games.vlad.rules.s5_v18_outposts import abandon_outpost
from simlab.games.vlad.rules.s5_v43_spread import end_infection
from simlab.games.vlad.state import NO_CARD


@rule
def discard_hand(fighter, pack):
    """V-39 A hand goes to the discards of its pack."""
    for place in range(fighter.held):
        if fighter.hand[place] != NO_CARD:
            pack.discards[pack.discarded] = fighter.hand[place]
            pack.discarded += 1
    fighter.held, fighter.used = 0, 0


@rule
def end_curse(play):
    """V-26, V-27 The curse goes back into the box."""
    if play.table.cursed != NOBODY:
        tell(story.CURSE_ENDS, play.table.cursed)
    play.table.cursed, play.table.caster = NOBODY, NOBODY


@rule
def leave(seat, play, rules):
    """V-72 Everything of a seat leaves the board; its gold, flags and crowns stay noted as they were."""
    table = play.table
    tell(story.LEFT_GAME, seat, table.round_now)
    table.alive[seat], table.out_round[seat] = 0, table.round_now
    for kind in range(KINDS):
        unit, fighter = KINDS * seat + kind, play.units.of[seat, kind]
        lift(unit, play)
        table.place[unit] = GONE
        end_infection(unit, True, play)
        fighter.life = 0
        discard_hand(fighter, play.packs.of[kind])
    leave_tower(seat, table)
    abandon_outpost(seat, play, rules)
    table.gold_box += table.gold[seat]
    table.crown_box += table.crowns[seat]
    table.flasks[seat], play.seats.of[seat].tokens, play.magic.of[seat].held = 0, 0, 0
    if table.cursed == seat or table.caster == seat:
        end_curse(play)
