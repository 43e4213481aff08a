"""Section VII: what follows a battle, a neutral fight or another loss of life (V-62, V-63, V-64, V-32, V-72)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import FALLEN, KINDS, NOBODY, SEATS
from simlab.games.vlad.rules.s2_v01_winning import check_crowns, check_death_match, eliminate, leaves
from simlab.games.vlad.rules.s3_v09_board import fighter_of, seat_after
from simlab.games.vlad.rules.s5_v12_dials import lose_life
from simlab.games.vlad.rules.s5_v23_gold_and_crowns import crowns_for, gold_for
from simlab.games.vlad.rules.s5_v23_purse import receive, take_crown
from simlab.games.vlad.rules.s5_v32_lives import bury, has_died, stand_up
from simlab.games.vlad.rules.s7_v61_battle import refill
from simlab.games.vlad.state import VLAD


@rule
def settle(play, rules, stream):
    """V-62, V-63, V-64 Deaths, new lives, refill, rewards, eliminations, in this order; the killers are noted."""
    table = play.table
    clear_dead(play, rules)
    refill_hands(play, stream)
    if somebody_fell(table):
        pay_rewards(play, rules)
        if not table.over:
            eliminate(play, rules)
        check_death_match(play, rules)
        forget_deaths(table)


@rule
def clear_dead(play, rules):
    """V-14, V-32 The dead leave the map at once, and fallen Vlads with a life left stand up, also within a battle."""
    for unit in range(KINDS * play.table.players):
        if has_died(unit, play):
            bury(unit, play, rules)
    stand_up_again(play, rules)


@rule
def somebody_fell(table):
    """Has a unit died since deaths were last settled?"""
    fell = False
    for unit in range(KINDS * table.players):
        fell |= table.fell[unit] == 1
    return fell


@rule
def refill_hands(play, stream):
    """V-62 Who has used cards draws as many, the active seat first; not who leaves."""
    table = play.table
    for number in range(table.players):
        seat = seat_after(table.active, number, table)
        for kind in range(KINDS):
            fighter = play.units.of[seat, kind]
            if fighter.used > 0 and not leaves(seat, table):
                refill(fighter, play.packs.of[kind], stream)


@rule
def stand_up_again(play, rules):
    """V-32 Fallen Vlads with a life left stand up, the active seat's first."""
    table = play.table
    for number in range(table.players):
        seat = seat_after(table.active, number, table)
        if table.alive[seat] and table.place[KINDS * seat + VLAD] == FALLEN and table.lives[seat] > 0:
            stand_up(seat, play, rules)


@rule
def pay_rewards(play, rules):
    """V-63, V-64 Who has killed is paid, unless its own last Vlad fell as well; a third crown ends the game."""
    table = play.table
    for number in range(table.players):
        seat = seat_after(table.active, number, table)
        for unit in range(KINDS * table.players):
            if table.fell[unit] and table.killer[unit] == seat and table.alive[seat] and table.lives[seat] > 0:
                table.kills[seat] += 1
                tell(story.KILL_REWARDED, seat, unit)
                if gold_for(unit % KINDS) > 0:
                    receive(seat, gold_for(unit % KINDS), play, rules)
                if crowns_for(unit % KINDS) > 0:
                    take_crown(seat, play, rules)
                    check_crowns(seat, play)
        if table.over:
            return


@rule
def forget_deaths(table):
    """The next event begins without deaths."""
    for unit in range(KINDS * SEATS):
        table.fell[unit], table.doomed[unit], table.killer[unit] = 0, 0, NOBODY


@rule
def lose(unit, loss, killer, play):
    """V-14, V-64 A unit loses life; `killer` is the seat that is paid if it dies, NOBODY if none or its own."""
    fighter = fighter_of(unit, play)
    fighter.life = lose_life(fighter.life, loss)
    play.table.killer[unit] = NOBODY if unit // KINDS == killer else killer
    tell(story.LIFE_LOST, unit, loss, fighter.life)
