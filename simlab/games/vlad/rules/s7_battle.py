"""Section VII: battles between units (V-58 to V-63)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_cards import first_in_hand, play
from simlab.games.vlad.rules.s5_dials import lose_life
from simlab.games.vlad.rules.s7_exchange import bare_loss, can_impale, loss_from
from simlab.games.vlad.state import (
    AT_EXCHANGE,
    CROWNS_FOR_A_VLAD,
    GOLD_FOR_A_UNIT,
    MAGIC,
    MAGIC_ALWAYS,
    MAGIC_NEVER,
    VLAD,
)


class Choice(NamedTuple):
    """A card of a hand; rank -1 for none."""

    rank: int
    place: int


class Blow(NamedTuple):
    """The printed values of a card and the bonuses of its seat."""

    attack: int
    defence: int
    attack_bonus: int
    defence_bonus: int


@rule
def gold_for(unit):
    """V-23, V-63 Gold for a killed knight or archer."""
    return GOLD_FOR_A_UNIT if unit != VLAD else 0


@rule
def crowns_for(unit):
    """V-02, V-63 A crown for a killed Vlad."""
    return CROWNS_FOR_A_VLAD if unit == VLAD else 0


@rule
def prefers_magic(policy, magic_attack, rank, battle_attack):
    """V-36 Does a Vlad who holds a magic card use it against a Vlad: always, never, or if its attack is higher."""
    if policy == MAGIC_ALWAYS or policy == MAGIC_NEVER:
        return policy == MAGIC_ALWAYS
    return rank < 0 or magic_attack > battle_attack


@rule
def choose_attack(attacker, defender, magic, seat, packs, time):
    """V-58 Which card an attacker uses: (is it magic, rank, place in hand); rank -1 for none."""
    rank, place = first_in_hand(attacker, packs[attacker.unit].attack_rank, time)
    if attacker.unit == VLAD and defender.unit == VLAD:
        magic_rank, magic_place = first_in_hand(magic, packs[MAGIC].attack_rank, time)
        magic_attack = packs[MAGIC].attack[magic.hand[magic_place]]
        battle_attack = packs[attacker.unit].attack[attacker.hand[place]]
        if magic_rank >= 0 and prefers_magic(seat.magic_policy, magic_attack, rank, battle_attack):
            return True, Choice(magic_rank, magic_place)
    return False, Choice(rank, place)


@rule
def impale_defender(attacker, defender, seat, battle):
    """V-34 Vlad's attack with a token: no answer, the unit is dead and removed for good."""
    seat.tokens -= 1
    defender.life, defender.impaled = 0, 1
    battle.impaled += 1
    battle.attacks += 1
    tell(story.IMPALED, attacker.unit, defender.unit, 0)


@rule
def impale_attacker(attacker, defender, seat, battle):
    """V-35 Vlad's answer with a token: the card is cancelled, the attacker is dead and removed for good."""
    seat.tokens -= 1
    attacker.life, attacker.impaled = 0, 1
    battle.impaled_attackers += 1
    tell(story.IMPALED, defender.unit, attacker.unit, 1)


@rule
def blow(pack, card, seat):
    """V-28 A card's values with the bonuses that its seat's crowns give it."""
    if pack.pack == MAGIC:
        return Blow(pack.attack[card], pack.defence[card], seat.magic_attack_bonus, seat.magic_defence_bonus)
    return Blow(pack.attack[card], pack.defence[card], seat.attack_bonus, seat.defence_bonus)


@rule
def show_blow(what, unit, pack, shown):
    """Tell of a card that attacks or answers."""
    tell(what, unit, pack, shown.attack, shown.defence, shown.attack_bonus, shown.defence_bonus)


@rule
def exchange(attacker, defender, hand, pack, attack, seat, rules, time):
    """V-59, V-60 The defender answers from `hand` if he can; both lose life at once. Returns whether he answered."""
    rank, place = first_in_hand(hand, pack.answer_rank, time)
    if rank < 0:
        loss = bare_loss(attack.attack, attack.attack_bonus, seat.defence_bonus, rules)
        defender.life = lose_life(defender.life, loss)
        tell(story.LOST_LIFE, 1, defender.unit, loss, defender.life)
        return False
    answer = blow(pack, play(hand, pack, place), seat)
    show_blow(story.ANSWERED, defender.unit, pack.pack, answer)
    loss = loss_from(attack.attack, attack.attack_bonus, answer.defence, answer.defence_bonus)
    defender.life = lose_life(defender.life, loss)
    tell(story.LOST_LIFE, 1, defender.unit, loss, defender.life)
    loss = loss_from(answer.attack, answer.attack_bonus, attack.defence, attack.defence_bonus)
    attacker.life = lose_life(attacker.life, loss)
    tell(story.LOST_LIFE, 0, attacker.unit, loss, attacker.life)
    return True


@rule
def attack_with_card(attacker, defender, magic, seats, packs, battle, rules, time):
    """V-58 to V-60 One attacker's card against the defender, if he has any."""
    is_magic, choice = choose_attack(attacker, defender, magic[0], seats[0], packs, time)
    if choice.rank < 0:
        tell(story.CANNOT_ATTACK, attacker.unit)
        return
    battle.attacks += 1
    if is_magic:
        battle.attacker_magic += 1
        attack = blow(packs[MAGIC], play(magic[0], packs[MAGIC], choice.place), seats[0])
        show_blow(story.ATTACKED, attacker.unit, MAGIC, attack)
        battle.defender_magic += exchange(attacker, defender, magic[1], packs[MAGIC], attack, seats[1], rules, time)
        return
    battle.attacker_cards += 1
    pack = packs[attacker.unit]
    attack = blow(pack, play(attacker, pack, choice.place), seats[0])
    show_blow(story.ATTACKED, attacker.unit, attacker.unit, attack)
    if seats[1].impales and can_impale(defender.unit, seats[1].tokens, attacker.unit, attacker.life, rules):
        impale_attacker(attacker, defender, seats[1], battle)
    else:
        pack = packs[defender.unit]
        battle.defender_cards += exchange(attacker, defender, defender, pack, attack, seats[1], rules, time)


@rule
def reward_defender(attackers, lived, defender, battle, rules):
    """V-63 Gold and crowns for the attackers killed, if the defender lives at the end, or lived after the exchange."""
    for a in range(attackers.size):
        if attackers[a].life == 0 and (lived > a if rules.reward_at == AT_EXCHANGE else defender.life > 0):
            battle.defender_gold += gold_for(attackers[a].unit)
            battle.defender_crowns += crowns_for(attackers[a].unit)


@rule
def reward_attacker(attacker, defender, battle):
    """V-63 Gold or a crown for the defender killed, if the unit that struck the blow lives."""
    if defender.life == 0 and attacker.life > 0:
        battle.attacker_gold += gold_for(defender.unit)
        battle.attacker_crowns += crowns_for(defender.unit)


@rule
def start_battle(attackers, defender, seats, battle):
    """V-61 Everybody as the setup has them; nothing has happened yet."""
    for a in range(attackers.size):
        attackers[a].life, attackers[a].impaled = attackers[a].start_life, 0
    defender.life, defender.impaled = defender.start_life, 0
    seats[0].tokens, seats[1].tokens = seats[0].start_tokens, seats[1].start_tokens
    battle.attacks, battle.answers, battle.impaled, battle.impaled_attackers = 0, 0, 0, 0
    battle.attacker_cards, battle.defender_cards, battle.attacker_magic, battle.defender_magic = 0, 0, 0, 0
    battle.attacker_gold, battle.attacker_crowns, battle.defender_gold, battle.defender_crowns = 0, 0, 0, 0


@rule
def fight_battle(attackers, defender, magic, seats, packs, battle, rules, time):
    """V-61 The attackers attack one after another until the defender is dead. Row 0 of magic and seats attacks."""
    lived, last = 0, 0  # after how many exchanges the defender lived; whose the last one was
    for a in range(attackers.size):
        attacker = attackers[a]
        last = a
        if seats[0].impales and can_impale(attacker.unit, seats[0].tokens, defender.unit, defender.life, rules):
            impale_defender(attacker, defender, seats[0], battle)
        else:
            attack_with_card(attacker, defender, magic, seats, packs, battle, rules, time)
        if defender.life == 0:
            break
        lived = a + 1
    battle.answers = battle.defender_cards + battle.defender_magic
    reward_attacker(attackers[last], defender, battle)
    reward_defender(attackers, lived, defender, battle, rules)
    tell(story.REWARDED, battle.attacker_gold, battle.attacker_crowns, battle.defender_gold, battle.defender_crowns)
