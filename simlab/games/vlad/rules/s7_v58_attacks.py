"""Section VII: one attack of a unit on another, and its answer (V-58, V-59, V-60)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_v12_dials import lose_life
from simlab.games.vlad.rules.s5_v34_impaling import impale, impales
from simlab.games.vlad.rules.s5_v36_cards import blunted, card_to_use, play, prefers_magic
from simlab.games.vlad.rules.s7_v65_neutral_fight import attack_order
from simlab.games.vlad.state import DEFENCE_DESC, MAGIC, NEVER, VLAD


class Table(NamedTuple):
    """What fighters use in a battle: arrays of rows of state.py; a seat and its magic cards have the same number.

    Only attack and what calls it take a table: handing on arrays costs time, handing on their rows costs none.
    """

    seats: object
    magic: object
    packs: object


class Choice(NamedTuple):
    """A card of a hand of magic or of battle cards; rank -1 for none."""

    is_magic: bool
    rank: int
    place: int


class Blow(NamedTuple):
    """The printed values of a card and the bonuses of its seat."""

    attack: int
    defence: int
    attack_bonus: int
    defence_bonus: int


@rule
def attack(attacker, defender, table, time, rules):
    """V-58 A unit attacks with a token, a magic card or a battle card; with none of these it cannot."""
    seat, magic, packs = table.seats[attacker.seat], table.magic[attacker.seat], table.packs
    if impales(attacker, defender, seat, rules):
        seat.attacks += 1
        impale(attacker, defender, seat, False)
        return
    choice = choose_card(attacker, packs[attacker.unit], magic, packs[MAGIC], defender, seat, time)
    if choice.rank < 0:
        tell(story.CANNOT_ATTACK, attacker.unit)
        return
    seat.attacks += 1
    other_seat = table.seats[defender.seat]
    if choice.is_magic:
        blow = attack_with(attacker, magic, choice.place, seat, packs[MAGIC])
        exchange(attacker, blow, defender, table.magic[defender.seat], other_seat, packs[MAGIC], time, rules)
    else:
        blow = attack_with(attacker, attacker, choice.place, seat, packs[attacker.unit])
        answer_battle_card(attacker, blow, defender, other_seat, packs[defender.unit], time, rules)


@rule
def choose_card(attacker, pack, magic, magic_pack, defender, seat, time):
    """V-58, V-36 Which card an attacker uses, of its own hand or of the seat's magic cards."""
    rank, place = card_to_use(attacker, pack, seat.attack_order, time)
    if attacker.unit == VLAD and defender.unit == VLAD:
        magic_rank, magic_place = card_to_use(magic, magic_pack, attack_order(MAGIC, seat.attack_order), time)
        magic_attack, battle_attack = magic_pack.attack[magic.hand[magic_place]], pack.attack[attacker.hand[place]]
        if magic_rank >= 0 and prefers_magic(seat.magic_policy, magic_attack, rank, battle_attack):
            return Choice(True, magic_rank, magic_place)
    return Choice(False, rank, place)


@rule
def attack_with(attacker, hand, place, seat, pack):
    """V-58 A card of the unit's hand, or of its seat's magic cards, attacks."""
    blow = blow_of(hand, place, seat, pack)
    tell_blow(story.ATTACKED, attacker, pack, blow)
    return blow


@rule
def blow_of(hand, place, seat, pack):
    """V-28 A card of a hand is used: its values with the bonuses that its seat's crowns give it."""
    card = play(hand, pack, place)
    attack_in_force = blunted(pack.attack[card], seat.blunted)
    if pack.pack == MAGIC:
        seat.magic_cards += 1
        return Blow(attack_in_force, pack.defence[card], seat.magic_attack_bonus, seat.magic_defence_bonus)
    seat.battle_cards += 1
    return Blow(attack_in_force, pack.defence[card], seat.attack_bonus, seat.defence_bonus)


@rule
def answer_battle_card(attacker, blow, defender, seat, pack, time, rules):
    """V-59, V-35 A battle card is answered by a token, which cancels it, or by a battle card."""
    if impales(defender, attacker, seat, rules):
        impale(defender, attacker, seat, True)
    else:
        exchange(attacker, blow, defender, defender, seat, pack, time, rules)


@rule
def answer_order(pack, order):
    """V-59 In which order the cards of a pack answer; magic cards by defence, or never (K-3)."""
    return DEFENCE_DESC if pack == MAGIC and order < NEVER else order


@rule
def exchange(attacker, blow, defender, hand, seat, pack, time, rules):
    """V-59, V-60 The defender answers from this hand if he can; both lose life at once."""
    rank, place = card_to_use(hand, pack, answer_order(pack.pack, seat.answer_order), time)
    if rank < 0:
        take_loss(defender, bare_loss(blow, seat, rules))
        return
    seat.answers += 1
    answer = blow_of(hand, place, seat, pack)
    tell_blow(story.ANSWERED, defender, pack, answer)
    take_loss(defender, loss_from(blow, answer))
    take_loss(attacker, loss_from(answer, blow))


@rule
def loss_from(blow, answer):
    """V-60 What a card costs the unit that has played the other."""
    return max(blow.attack + blow.attack_bonus - answer.defence - answer.defence_bonus, 0)


@rule
def bare_loss(blow, seat, rules):
    """V-60, V-28 What a card costs a unit that does not answer: all of it, but for its bonus if the option says so."""
    defence_bonus = seat.defence_bonus if rules.bare_defence_bonus else 0
    return max(blow.attack + blow.attack_bonus - defence_bonus, 0)


@rule
def take_loss(fighter, loss):
    """V-60, V-14 A unit loses life."""
    fighter.life = lose_life(fighter.life, loss)
    tell(story.LOST_LIFE, fighter.seat, fighter.unit, loss, fighter.life)


@rule
def tell_blow(what, fighter, pack, blow):
    """Tell of a card that attacks or answers."""
    tell(what, fighter.unit, pack.pack, blow.attack, blow.defence, blow.attack_bonus, blow.defence_bonus)
