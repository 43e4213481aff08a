"""Section V: gold, crowns and tokens of the seats, and what is left in the box (V-08, V-23, V-28)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import game_story as story
from simlab.games.vlad.game_state import BOX_IMPALES, BOX_POTIONS, NO_LIMIT, SEATS
from simlab.games.vlad.rules.s5_v23_gold_and_crowns import crown_bonuses, magic_bonuses


@rule
def receive(seat, amount, play, rules):
    """V-08, V-23 Gold from the box, as far as it reaches."""
    table = play.table
    paid = min(amount, max(table.gold_box, 0)) if rules.supply_limits else amount
    table.gold_box -= paid
    table.gold[seat] += paid
    tell(story.PAID, seat, paid, table.gold[seat])


@rule
def spend(seat, amount, play):
    """V-08 Gold that is spent goes into the box."""
    play.table.gold[seat] -= amount
    play.table.gold_box += amount
    tell(story.SPENT, seat, amount, play.table.gold[seat])


@rule
def take_crown(seat, play, rules):
    """V-02, V-08, V-28 A crown from the box, if there is one, and the bonuses that it brings."""
    table = play.table
    if table.crown_box > 0 or not rules.supply_limits:
        table.crown_box -= 1
        table.crowns[seat] += 1
        note_bonuses(seat, play, rules)
        tell(story.CROWNED, seat, table.crowns[seat])
    else:
        tell(story.NO_CROWN_LEFT, seat)


@rule
def note_bonuses(seat, play, rules):
    """V-28 What a seat's crowns add to its cards."""
    row, crowns = play.seats.of[seat], play.table.crowns[seat]
    bonuses, magic = crown_bonuses(crowns, rules), magic_bonuses(crowns, rules)
    row.attack_bonus, row.defence_bonus = bonuses.attack, bonuses.defence
    row.magic_attack_bonus, row.magic_defence_bonus = magic.attack, magic.defence


@rule
def impales_left(play, rules):
    """V-08 Impale tokens in the box."""
    if not rules.supply_limits:
        return NO_LIMIT
    left = BOX_IMPALES
    for seat in range(SEATS):
        left -= play.seats.of[seat].tokens
    return left


@rule
def potions_left(play, rules):
    """V-08 Potions in the box."""
    if not rules.supply_limits:
        return NO_LIMIT
    left = BOX_POTIONS
    for seat in range(SEATS):
        left -= play.table.flasks[seat]
    return left
