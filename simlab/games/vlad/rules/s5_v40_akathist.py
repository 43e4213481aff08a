"""Section V: Akathist cards and what each does (V-40, V-41, V-42, A-3)."""

from simlab.chance.cards import draw_one
from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import (
    AKATHIST_PILE,
    AKATHIST_ROUNDS,
    AKATHIST_SQUARE,
    ALTAR_WRATH,
    BOLT,
    HAIL,
    HAIL_LOSS,
    HEALTHY,
    KINDS,
    LIGHTNING,
    LIGHTNING_LOSS,
    MERCY,
    MERCY_LIFE,
    NO_CARD_TURNED,
    NO_UNIT,
    PLAGUE_CARD,
    TITHE,
    TITHE_GOLD,
    TURNING_SUN,
    WRATH_DISTANCE,
    WRATH_LOSS,
)
from simlab.games.vlad.rules.s3_v09_board import (
    CHURCH_SIGN,
    church_serves,
    fighter_of,
    is_on_map,
    seat_after,
    sign_under,
    stands_somewhere,
    turn_of,
)
from simlab.games.vlad.rules.s5_v12_dials import dial_after
from simlab.games.vlad.rules.s5_v23_purse import spend
from simlab.games.vlad.rules.s5_v26_curse_and_bell import start_effect
from simlab.games.vlad.rules.s5_v43_spread import infect, spread_plague
from simlab.games.vlad.rules.s6_v56_lines import distance
from simlab.games.vlad.rules.s7_v62_aftermath import lose, settle

CARD_PRICE = 1  # V-24


@rule
def sells_card_to(seat, play):
    """V-40 No timed card runs, the stock has cards, and the seat has bought none in this turn and can pay."""
    table = play.table
    if table.card != NO_CARD_TURNED or table.cards_left == 0 or table.akathist_bought[seat]:
        return False
    return table.gold[seat] >= CARD_PRICE


@rule
def may_buy_card(unit, play, rules):
    """V-40, V-54 May a unit buy an Akathist card where it stands?"""
    if not is_on_map(unit, play.table) or not sells_card_to(unit // KINDS, play):
        return False
    return church_serves(play.table.square[unit], AKATHIST_SQUARE, play, rules)


@rule
def buy_card(unit, play, rules, stream):
    """V-40 A card of the stock, each equally likely, is turned, acts and is gone for good."""
    table, seat = play.table, unit // KINDS
    spend(seat, CARD_PRICE, play)
    table.akathist_bought[seat] = 1
    table.akathist[seat] += 1
    number = draw_one(at(stream, AKATHIST_PILE, table.cards_left, 0), table.card_left)
    table.card_left[number] = 0
    table.cards_left -= 1
    card = play.stock.kind[number]
    tell(story.CARD_TURNED, unit, card, table.cards_left)
    if AKATHIST_ROUNDS[card] > 0:
        start_effect(card, seat, AKATHIST_ROUNDS[card], play)
    elif card in (ALTAR_WRATH, HAIL, LIGHTNING):
        strike_units(card, unit, play, rules, stream)
    else:
        act_at_once(card, unit, play)


@rule
def act_at_once(card, unit, play):
    """A-3 Cards that act at once and kill nobody: plague, tithe, turning sun, mercy."""
    table, seat = play.table, unit // KINDS
    if card == PLAGUE_CARD and table.plague[unit] == HEALTHY:
        infect(unit, play)
        spread_plague(play)
    elif card == PLAGUE_CARD:
        tell(story.NOT_INFECTED, unit, table.plague[unit])
    if card == TITHE:
        tithe(seat, table)
    if card == TURNING_SUN:
        table.dial = dial_after(table.dial, 1)
        tell(story.DIAL_TURNED, table.dial)
    if card == MERCY:
        mercy(play)


@rule
def tithe(seat, table):
    """A-3 Each other seat in the game gives two gold, or what it has."""
    for number in range(1, table.players):
        other = seat_after(seat, number, table)
        if table.alive[other]:
            given = min(TITHE_GOLD, table.gold[other])
            table.gold[other] -= given
            table.gold[seat] += given
            tell(story.TITHED, other, seat, given, table.gold[seat])


@rule
def mercy(play):
    """A-3 Every unit on an orange church square gets life back."""
    for unit in range(KINDS * play.table.players):
        if is_on_map(unit, play.table) and sign_under(unit, play) == CHURCH_SIGN:
            fighter = fighter_of(unit, play)
            fighter.life = min(fighter.life + MERCY_LIFE, fighter.start_life)
            tell(story.HEALED, unit, fighter.life)


@rule
def strike_units(card, unit, play, rules, stream):
    """A-3 Cards that cost life, all units at once; their buyer is paid for the dead."""
    table, seat, square = play.table, unit // KINDS, play.table.square[unit]
    struck = struck_by_lightning(seat, play, rules, stream) if card == LIGHTNING else NO_UNIT
    for other in range(KINDS * table.players):
        if can_be_struck(other, play, rules):
            if card == ALTAR_WRATH and near_church(other, play.ground.group[square], play):
                lose(other, WRATH_LOSS, seat, play)
            elif card == HAIL and other // KINDS != seat:
                lose(other, HAIL_LOSS, seat, play)
            elif other == struck:
                lose(other, LIGHTNING_LOSS, seat, play)
    settle(play, rules, stream)


@rule
def can_be_struck(unit, play, rules):
    """V-22 Units inside outposts are spared, unless the option says otherwise."""
    return is_on_map(unit, play.table) if rules.outpost_shields else stands_somewhere(unit, play.table)


@rule
def near_church(unit, church, play):
    """A-3 Is a unit near some orange square of a church?"""
    ground = play.ground
    for place in range(ground.church_size[church]):
        if distance(ground.church_square[church, place], play.table.square[unit], ground) <= WRATH_DISTANCE:
            return True
    return False


@rule
def struck_by_lightning(seat, play, rules, stream):
    """A-3 One unit of those on the map, each equally likely."""
    table, there = play.table, 0
    for unit in range(KINDS * table.players):
        there += can_be_struck(unit, play, rules)
    chosen = die(at(stream, BOLT, turn_of(seat, table), 0), 0, there)
    for unit in range(KINDS * table.players):
        if can_be_struck(unit, play, rules):
            chosen -= 1
            if chosen == 0:
                return unit
    return NO_UNIT
