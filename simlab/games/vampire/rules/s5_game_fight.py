"""Section 5: a fight in a full game, with the hands of both players, and who dies and comes up (E-31, E-32)."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, branch
from simlab.chance.witness import tell
from simlab.games.vampire import story
from simlab.games.vampire.rules.s1_hands import use_card
from simlab.games.vampire.rules.s2_cards import gather, valid_colours
from simlab.games.vampire.rules.s5_fight import fight
from simlab.games.vampire.rules.s8_choices import attack_play, defend_play
from simlab.games.vampire.rules.s8_knowledge import remember_fight
from simlab.games.vampire.rules.s9_end import test_at_once
from simlab.games.vampire.state import CASTLE, CHARACTERS, PLAY


@rule
def game_fight(board, side, pair, opening, rules, stream):
    """E-24, E-31 The active player attacks, the other one supports the target; all played cards are gone."""
    table, active, other = board.table, board.players.of[side], board.players.of[1 - side]
    attacking, defending = board.forces.of[0], board.forces.of[1]
    tell(story.FIGHT_BEGINS, side, pair.attacker, pair.target, pair.margin)
    take_sides(board, side, pair, opening, stream)
    end = fight(attacking, defending, rules, branch(at(stream, PLAY, table.turn, 0), 0))
    lay_aside(active, attacking)
    lay_aside(other, defending)
    remember_fight(table, side, pair.target, end.rounds, end.defender_cards)
    table.fights += end.rounds > 0
    if end.dead:
        dies(table, board.secret, pair.target)


@rule
def take_sides(board, side, pair, opening, stream):
    """E-09, E-24, E-25 The forces of both: valid cards, markers, the opening card, and how they are going to play."""
    table, attacker, target = board.table, pair.attacker, pair.target
    active, other = board.players.of[side], board.players.of[1 - side]
    revealed, target_revealed = table.revealed[attacker], table.revealed[target]
    counting = valid_colours(side, table.profession[attacker], revealed, target_revealed)
    gather(board.forces.of[0], active, counting, table.attack_markers[attacker], opening, attack_play(active))
    counting = valid_colours(1 - side, table.profession[target], target_revealed, revealed)
    play = defend_play(board, other, target, stream)
    gather(board.forces.of[1], other, counting, table.defence_markers[target], 0, play)


@rule
def lay_aside(player, force):
    """E-31 All played cards are gone."""
    for i in range(force.played):
        use_card(player, force.gone[i])


@rule
def dies(table, secret, character):
    """E-31 A character is dead and leaves; its nature is open; the castle is refilled; the game may be over (E-60)."""
    table.alive[character] = 0
    table.dead_vampires += secret.vampire[character]
    leave_castle(table, character)
    tell(story.DIED, character, secret.vampire[character])
    refill_castle(table, secret)
    test_at_once(table, secret)


@rule
def leave_castle(table, character):
    """E-37 Markers are lost when a character leaves the castle."""
    table.in_castle[character], table.attack_markers[character], table.defence_markers[character] = 0, 0, 0


@rule
def refill_castle(table, secret):
    """E-31, E-32 The top of the city comes into the castle until three are there, while the city lasts."""
    count = 0
    for character in range(CHARACTERS):
        count += table.in_castle[character]
    while count < CASTLE and table.city_count > 0:
        table.in_castle[secret.city[0]] = 1
        tell(story.CAME_UP, secret.city[0])
        table.city_count -= 1
        count += 1
        for place in range(table.city_count):
            secret.city[place] = secret.city[place + 1]
