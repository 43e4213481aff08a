"""Section VII: a battle of several attackers against one unit, what follows it, and its rewards (V-61, V-62, V-63)."""

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s4_v11_start import take_up_hand
from simlab.games.vlad.rules.s5_v23_gold_and_crowns import crowns_for, gold_for
from simlab.games.vlad.rules.s5_v36_cards import add_cards
from simlab.games.vlad.rules.s7_v58_attacks import attack
from simlab.games.vlad.state import AT_EXCHANGE, MAGIC, NO_CARD


@rule
def start_battle(attackers, defender, seats):
    """V-61 Everybody as the setup has them; nothing has happened yet."""
    for place in range(attackers.size):
        attackers[place].life = attackers[place].start_life
    defender.life = defender.start_life
    for number in range(seats.size):
        seat = seats[number]
        seat.tokens = seat.start_tokens
        seat.attacks, seat.answers, seat.battle_cards, seat.magic_cards = 0, 0, 0, 0
        seat.impaled, seat.gold, seat.crowns = 0, 0, 0


@rule
def take_up_hands(attackers, defender, magic, packs, stream):
    """V-11 The hands of a battle's units and the magic hands of its seats."""
    for place in range(attackers.size):
        take_up_hand(attackers[place], packs[attackers[place].unit], stream)
    take_up_hand(defender, packs[defender.unit], stream)
    for number in range(magic.size):
        take_up_hand(magic[number], packs[MAGIC], stream)


@rule
def fight_battle(attackers, defender, table, time, rules):
    """V-61 The attackers attack one after another until the defender is dead; then come the rewards."""
    survived, last = 0, 0  # how many attacks the defender survived; whose attack was the last one
    seat, other_seat = table.seats[attackers[0].seat], table.seats[defender.seat]
    for place in range(attackers.size):
        last = place
        attack(attackers[place], defender, table, time, rules)
        if defender.life == 0:
            break
        survived = place + 1
    reward_attacker(attackers[last], defender, seat)
    reward_defender(attackers, survived, defender, other_seat, rules)
    tell(story.REWARDED, seat.gold, seat.crowns, other_seat.gold, other_seat.crowns)


@rule
def whole_battle(attackers, defender, table, time, rules, stream):
    """V-61 One battle, from the setup on."""
    start_battle(attackers, defender, table.seats)
    take_up_hands(attackers, defender, table.magic, table.packs, stream)
    fight_battle(attackers, defender, table, time, rules)


@rule
def close_up(fighter):
    """V-62 A hand closes up where cards have been used."""
    kept = 0
    for place in range(fighter.held):
        if fighter.hand[place] != NO_CARD:
            fighter.hand[kept] = fighter.hand[place]
            kept += 1
    fighter.held = kept


@rule
def refill(fighter, pack, stream):
    """V-62 After a battle a hand gets a new card for each that it has used."""
    close_up(fighter)
    used, fighter.used = fighter.used, 0
    add_cards(fighter, pack, used, stream)


@rule
def reward_attacker(attacker, defender, seat):
    """V-63 Gold or a crown for the defender killed, if the unit that struck the blow lives."""
    if defender.life == 0 and attacker.life > 0:
        seat.gold += gold_for(defender.unit)
        seat.crowns += crowns_for(defender.unit)


@rule
def earns_reward(lived_after_exchange, life_at_end, rules):
    """V-03, V-63 Does a unit live that has killed: at the end of the battle, or by the option after its exchange?"""
    return lived_after_exchange > 0 if rules.reward_at == AT_EXCHANGE else life_at_end > 0


@rule
def reward_defender(attackers, survived, defender, seat, rules):
    """V-63 Gold and crowns for the attackers killed, if the defender lived long enough; it survived so many attacks."""
    for place in range(attackers.size):
        if attackers[place].life == 0 and earns_reward(survived > place, defender.life, rules):
            seat.gold += gold_for(attackers[place].unit)
            seat.crowns += crowns_for(attackers[place].unit)
