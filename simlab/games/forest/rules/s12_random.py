"""Section 12: policies. Here: random_legal, every choice evenly among the legal ones."""

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_state import AT_CASTLE, CHOOSING, CHRISTIAN, OTTOMAN, STAKING
from simlab.games.forest.rules.s6_movement import enter, has_moved, leadable, leave_behind, may_go, pick_up
from simlab.games.forest.rules.s6_recruiting import may_recruit, recruit
from simlab.games.forest.rules.s6_stakes import room_for_stakes, stakes_from_dead
from simlab.games.forest.rules.s7_who_fights import fight_field
from simlab.games.forest.rules.s8_castles import (
    besiege,
    garrison_to_attack,
    leave_castle_alone,
    may_besiege,
    storm_castle,
    take_if_empty,
)

STOP, RECRUIT, FIRST_AREA = 0, 1, 2  # choices on the way


@rule
def random_activation(game, rules, stream):
    """Section 12, random_legal: stop, recruit or go on, until he stops, has to stop or has no point left."""
    march = game.march
    gather_and_stake(game, rules, stream)
    choices = 0
    while march.points > 0 and not march.stopped and not march.ended:
        choices += 1
        choice = random_choice(game, rules, at(stream, CHOOSING, choices, 0))
        if choice == STOP:
            tell(story.STOPS, game.board.where[march.general], march.points)
            break
        if choice == RECRUIT:
            recruit(game, rules, stream)
        else:
            go_at_random(game, choice - FIRST_AREA, rules, stream)
    if not march.ended:
        random_fight(game, rules, stream)


@rule
def gather_and_stake(game, rules, stream):
    """Section 12, random_legal: he picks up what he can; Dracula places 0, 1, … markers from the dead pile."""
    board, march = game.board, game.march
    pick_up(game, rules.army_max, rules)
    if march.general == game.generals.dracula:
        area = board.where[march.general]
        dead = board.dead[OTTOMAN] + board.dead[CHRISTIAN]
        most = min(room_for_stakes(board, area, rules), dead)
        stakes_from_dead(board, area, die(at(stream, STAKING, march.entries, 0), 0, most + 1) - 1)


@rule
def random_choice(game, rules, event):
    """Section 12, random_legal: one of the legal choices, each equally likely: STOP, RECRUIT, or FIRST_AREA + area."""
    here, troops = game.board.where[game.march.general], leadable(game, rules)
    recruits = int(may_recruit(game, rules))
    count = 1 + recruits
    for place in range(game.map.neighbours[here]):
        count += may_go(game, game.map.neighbour[here, place], troops, rules)
    chosen = die(event, 0, count) - 1
    if chosen <= recruits:
        return chosen
    chosen -= 1 + recruits
    for place in range(game.map.neighbours[here]):
        area = game.map.neighbour[here, place]
        if may_go(game, area, troops, rules):
            if chosen == 0:
                return FIRST_AREA + area
            chosen -= 1
    return STOP


@rule
def go_at_random(game, area, rules, stream):
    """Section 12, random_legal: he goes on with all troops that can be led; the others stay behind."""
    general = game.march.general
    leave_behind(game, game.board.troops[general] - leadable(game, rules))
    enter(game, area, rules, stream)
    if not game.march.ended:
        gather_and_stake(game, rules, stream)


@rule
def random_fight(game, rules, stream):
    """Section 12, random_legal: he fights in the field if he has to, then draws what he does about a garrison."""
    board, march = game.board, game.march
    if has_moved(march) and board.troops[march.general] > 0:
        fight_field(game, rules, stream)
    take_if_empty(game)
    if garrison_to_attack(game) > 0:
        choice = die(at(stream, AT_CASTLE, 0, 0), 0, 2 + may_besiege(game, rules))
        if choice == 1:
            storm_castle(game, rules, stream)
        elif choice == 3:
            besiege(game)
        else:
            leave_castle_alone(game)
