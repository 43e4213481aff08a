"""Section V: what is bought at a tavern, potions and magic cards (V-24, V-18, V-33, V-36)."""

from simlab.chance.cards import NOT_IN_PILE
from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import (
    BOUGHT,
    BY_CHOICE,
    IMPALE_ITEM,
    MAGIC_ITEM,
    NOT_BOUGHT,
    POTION_ITEM,
    POTION_LIFE,
)
from simlab.games.vlad.rules.s5_v23_purse import impales_left, potions_left, spend
from simlab.games.vlad.rules.s5_v36_cards import add_cards
from simlab.games.vlad.state import ATTACK_DESC, DAY, MAGIC, NO_CARD

MAGIC_PRICE, IMPALE_PRICE, POTION_PRICE = 4, 1, 2  # V-24; that of an outpost is an option


@rule
def price_of(item, rules):
    """V-24 What an item costs at a tavern."""
    if item == MAGIC_ITEM:
        return MAGIC_PRICE
    if item == IMPALE_ITEM:
        return IMPALE_PRICE
    return POTION_PRICE if item == POTION_ITEM else rules.outpost_price


@rule
def is_for_sale(item, seat, play, rules):
    """V-08, V-18, V-36 Is an item in the box, and may the seat buy it?"""
    if item == MAGIC_ITEM:
        return magic_left(play) > 0
    if item == IMPALE_ITEM:
        return impales_left(play, rules) > 0
    if item == POTION_ITEM:
        return potions_left(play, rules) > 0
    return play.table.outpost_state[seat] == NOT_BOUGHT


@rule
def magic_left(play):
    """V-36 How many magic cards are left in the stock; used ones never come back."""
    pack = play.packs.of[MAGIC]
    return pack.card_count - play.table.magic_sold


@rule
def buy(item, seat, play, rules, stream):
    """V-24 An item is bought."""
    table = play.table
    spend(seat, price_of(item, rules), play)
    tell(story.BOUGHT, seat, item)
    if item == MAGIC_ITEM:
        buy_magic(seat, play, rules, stream)
    elif item == IMPALE_ITEM:
        play.seats.of[seat].tokens += 1
    elif item == POTION_ITEM:
        table.flasks[seat] += 1
    else:
        table.outpost_state[seat] = BOUGHT


@rule
def buy_magic(seat, play, rules, stream):
    """V-36 The top card of the stock, or by the option the first of those that are left."""
    hand, pack = play.magic.of[seat], play.packs.of[MAGIC]
    play.table.magic_sold += 1
    if rules.magic_purchase == BY_CHOICE:
        take_best_magic(hand, pack)
    else:
        add_cards(hand, pack, 1, stream)


@rule
def take_best_magic(hand, pack):
    """V-36, V-66 The card with the highest attack that is left in the stock, then with the highest defence."""
    best = NO_CARD
    for card in range(1, pack.card_count + 1):
        if pack.keys[card] != NOT_IN_PILE:
            if best == NO_CARD or pack.rank[ATTACK_DESC, DAY, card] > pack.rank[ATTACK_DESC, DAY, best]:
                best = card
    pack.keys[best] = NOT_IN_PILE
    hand.hand[hand.held] = best
    hand.held += 1


@rule
def drink(kind, seat, play):
    """V-33, V-14 A whole potion for one unit."""
    fighter = play.units.of[seat, kind]
    fighter.life = min(fighter.life + POTION_LIFE, fighter.start_life)
    play.table.flasks[seat] -= 1
    play.table.potions[seat] += 1
    tell(story.DRUNK, seat, kind, fighter.life)
