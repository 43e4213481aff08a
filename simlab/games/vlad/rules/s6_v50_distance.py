"""Section VI: how far it is to some squares, units ignored (V-32, P-1). The squares in question are `reach.target`."""

from simlab.chance.compiled import rule
from simlab.games.vlad.game_state import FAR, SEATS
from simlab.games.vlad.ground_state import NO_WAY
from simlab.games.vlad.rules.s3_v09_board import NOTHING, bit_of
from simlab.games.vlad.rules.s5_v18_outposts import part, parts_of_outpost
from simlab.games.vlad.rules.s6_v50_movement import divide_wave, leads_into_wave


@rule
def aim_at_nothing(play):
    """P-1 No square is aimed at yet."""
    play.reach.targets = 0


@rule
def aim_at(square, play):
    """P-1 One more square is aimed at, if anybody can stand there."""
    reach = play.reach
    if play.ground.stands[square] and play.table.built[square] == 0:
        reach.target[reach.targets] = square
        reach.targets += 1


@rule
def aim_at_all(squares, count, play):
    """P-1 The first so many squares of a list are aimed at, and no others."""
    aim_at_nothing(play)
    for number in range(count):
        aim_at(squares[number], play)


@rule
def steps_without_outposts(here, there, seat, play):
    """P-1 The fewest steps between two squares with the gates that are closed to a seat; FAR if no way leads."""
    squares = play.ground.squares
    steps = int(play.ways.steps[(play.table.banners[seat] * squares + there) * squares + here])
    return FAR if steps == NO_WAY else steps


@rule
def at_least_far(square, seat, play):
    """P-1 Steps from a square to the nearest target where no outpost stands in the way."""
    fewest = FAR
    for number in range(play.reach.targets):
        fewest = min(fewest, steps_without_outposts(square, play.reach.target[number], seat, play))
    return fewest


@rule
def far_from(square, seat, play, rules):
    """P-1 far: steps from a square to the nearest target."""
    fewest = at_least_far(square, seat, play)
    if play.table.outposts == 0 or fewest == FAR or fewest == 0:
        return fewest
    for number in range(play.reach.targets):
        target = play.reach.target[number]
        steps = steps_without_outposts(square, target, seat, play)
        if steps == fewest and not outposts_matter(square, target, seat, play, rules):
            return fewest
    return far_by_waves(square, seat, play)


@rule
def outposts_matter(here, there, seat, play, rules):
    """P-1 Does some shortest way of a seat between two squares lead over an outpost?"""
    table, steps = play.table, steps_without_outposts(here, there, seat, play)
    for owner in range(SEATS):
        if table.outpost_square[owner] >= 0:
            for number in range(parts_of_outpost(rules)):
                over = part(table.outpost_square[owner], number, owner, play)
                if over == here or over == there or table.built[over] == 0:
                    continue
                on_way = steps_without_outposts(here, over, seat, play)
                if on_way + steps_without_outposts(over, there, seat, play) <= steps:
                    return True
    return False


@rule
def far_by_waves(square, seat, play):
    """P-1 far, by waves that go out from the targets until they come to the square."""
    ground, reach = play.ground, play.reach
    for row in range(ground.rows):
        reach.wave[row] = NOTHING
    for number in range(reach.targets):
        reach.wave[ground.row[reach.target[number]]] |= bit_of(reach.target[number], ground)
    row, bit, steps = ground.row[square], bit_of(square, ground), 0
    while reach.wave[row] & bit == NOTHING:
        if not widen_wave(square, seat, play):
            return FAR
        steps += 1
    return steps


@rule
def widen_wave(square, seat, play):
    """P-1, V-51 All squares from which one step leads into the wave come to it; returns whether there are any."""
    ground, reach = play.ground, play.reach
    for row in range(ground.rows):
        divide_wave(row, reach.wave[row], seat, play)
    wider = False
    for row in range(ground.rows):
        stands = ground.stand_bits[row] & ~play.table.built_bits[row]
        if row == ground.row[square]:
            stands |= bit_of(square, ground)
        before = reach.wave[row]
        reach.wave[row] |= leads_into_wave(row, seat, play) & stands
        wider |= reach.wave[row] != before
    return wider
