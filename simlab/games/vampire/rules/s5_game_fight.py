"""Sections 5 and 8: a fight in a full game, with the hands of both players (E-25, E-31, E-51)."""

from simlab.chance.compiled import rule
from simlab.chance.dice import happens
from simlab.chance.streams import at, branch
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_set_up import use_card
from simlab.games.vampire.rules.s5_combat import fight, valid_colours
from simlab.games.vampire.rules.s9_end import dies
from simlab.games.vampire.state import (
    BLUFFING,
    HUMAN,
    IDLE,
    MINIMAL,
    NONE,
    PLAY,
    RANDOM,
    RANDOM_PLAYER,
    REVEALED,
    SURE_VAMPIRE,
    VAMPIRE,
)


@rule
def gather(force, player, colours, markers, opening, policy):
    """E-09, E-25 A player's force: his valid cards, the markers of his character, how he plays."""
    force.side, force.play, force.markers, force.opening, force.cards = player.side, policy, markers, opening, 0
    for place in range(player.hand):
        card = player.held[place]
        if player.colours[card] & colours:
            force.card[force.cards], force.value[force.cards] = card, player.value[card]
            force.cards += 1


@rule
def human_defends(player, knowledge, target):
    """E-51 The human player does not defend a character that he takes for a vampire."""
    if player.policy == RANDOM_PLAYER:
        return RANDOM
    taken_for_vampire = knowledge.status[target] == REVEALED or knowledge.status[target] == SURE_VAMPIRE
    return NONE if player.policy == IDLE or taken_for_vampire else player.defend_play


@rule
def vampire_defends(player, is_vampire, event):
    """E-51 The vampire player defends vampires, and humans only as a bluff."""
    if player.policy == RANDOM_PLAYER:
        return RANDOM
    if player.policy == IDLE:
        return NONE
    if is_vampire:
        return player.defend_play
    return MINIMAL if happens(event, 0, player.bluff) else NONE


@rule
def attack_policy(player):
    """E-51 How the active player plays a fight."""
    return RANDOM if player.policy == RANDOM_PLAYER else player.attack_play


@rule
def remember_fight(table, side, target, rounds, defender_cards):
    """E-47 What the vampire player does in a fight tells of its target."""
    if rounds > 0 and side == HUMAN:
        table.defended_cards[target] += defender_cards
    if rounds > 0 and side == VAMPIRE:
        table.attacked_fights[target] += 1


@rule
def lay_aside(player, force):
    """E-31 All played cards are gone."""
    for i in range(force.played):
        use_card(player, force.gone[i])


@rule
def game_fight(table, secret, knowledge, players, forces, side, pair, opening, rules, stream):
    """E-24 to E-31 The active player attacks; the other one supports the target."""
    event = branch(at(stream, PLAY, table.turn, 0), 0)
    attacker, target, active, other = pair.attacker, pair.target, players[side], players[1 - side]
    if other.side == HUMAN:
        policy = human_defends(other, knowledge, target)
    else:
        policy = vampire_defends(other, secret.vampire[target], at(stream, BLUFFING, table.turn, 0))
    revealed = table.revealed[attacker], table.revealed[target]
    colours = valid_colours(active.side, table.profession[attacker], revealed[0], revealed[1])
    gather(forces[0], active, colours, table.attack_markers[attacker], opening, attack_policy(active))
    colours = valid_colours(other.side, table.profession[target], revealed[1], revealed[0])
    gather(forces[1], other, colours, table.defence_markers[target], 0, policy)
    tell(story.FIGHT_BEGINS, side, attacker, target, pair.margin)
    end = fight(forces[0], forces[1], rules, event)
    lay_aside(active, forces[0])
    lay_aside(other, forces[1])
    remember_fight(table, side, target, end.rounds, end.defender_cards)
    table.fights += end.rounds > 0
    if end.dead:
        dies(table, secret, target)
