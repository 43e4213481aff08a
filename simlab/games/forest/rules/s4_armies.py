"""Section 4: troops of armies and loose troops, and how far they have been led (F-13, F-16, F-26).

All that changes how many troops stand where goes through here, so that `field` is always the sum of armies and loose
troops, and `led` never counts more troops than there are.
"""

from simlab.chance.compiled import rule
from simlab.games.forest.campaign_state import LED_ROOM, PER_ACTIVATION, SENT_BACK
from simlab.games.forest.rules.s1_pieces import bury


@rule
def forget_leads(board):
    """F-26 The count of areas that troops were led into starts anew."""
    board.army_led[:] = 0
    board.loose_led[:] = 0


@rule
def leads_of_activation(board, rules):
    """F-26 In a new activation the count starts anew (option troop_moves); groups sent back can be led again."""
    if rules.troop_moves == PER_ACTIVATION:
        forget_leads(board)


@rule
def forget_sent_back(board, side):
    """F-37 With the end of the activation broken groups are as other troops again (where counts go on, F-26)."""
    for led in range(SENT_BACK, LED_ROOM):
        for general in range(board.army_led.shape[0]):
            board.army_led[general, led - SENT_BACK] += board.army_led[general, led]
            board.army_led[general, led] = 0
        for area in range(board.loose_led.shape[1]):
            board.loose_led[side, area, led - SENT_BACK] += board.loose_led[side, area, led]
            board.loose_led[side, area, led] = 0


@rule
def drop_led(led, count):
    """F-26 Of troops that leave a stack those led into the most areas go first."""
    if count == 0:  # as often as not: spares the loop, here and below
        return
    for areas in range(LED_ROOM - 1, 0, -1):
        gone = min(count, led[areas])
        led[areas] -= gone
        count -= gone


@rule
def pass_on_led(led, target, count, sent):
    """F-26 Troops that go over from one stack to another take their counts along; `sent`: they were sent back."""
    if count == 0:
        return
    for areas in range(LED_ROOM - 1, 0, -1):
        gone = min(count, led[areas])
        led[areas] -= gone
        target[areas + SENT_BACK if sent and areas < SENT_BACK else areas] += gone
        count -= gone
    if sent:
        target[SENT_BACK] += count


@rule
def gather_led(led, target, troops, count):
    """F-26 Of `troops` picked up those led into the fewest areas come first, those sent back last."""
    fresh = troops
    for areas in range(1, LED_ROOM):
        fresh -= led[areas]
    count -= min(count, fresh)
    if count == 0:
        return
    for areas in range(1, LED_ROOM):
        gone = min(count, led[areas])
        led[areas] -= gone
        target[areas] += gone
        count -= gone


@rule
def lead_on(led, troops):
    """F-26 All troops of an army are led into one area more."""
    fresh = troops
    for areas in range(1, SENT_BACK):
        fresh -= led[areas]
    for areas in range(SENT_BACK - 1, 1, -1):
        led[areas] = led[areas - 1]
    led[1] = fresh


@rule
def cannot_be_led(board, general, rules):
    """F-26, F-37 How many troops of an army have been led into `lead_points` areas, or were sent back."""
    if rules.lead_points == 0:
        return board.troops[general]
    tired = 0
    for areas in range(rules.lead_points, LED_ROOM):
        tired += board.army_led[general, areas]
    return tired


@rule
def leave_troops(board, side, general, count, sent):
    """F-27, F-37 Troops of an army stay behind as loose ones; `sent`: they broke and were sent back."""
    area = board.where[general]
    pass_on_led(board.army_led[general], board.loose_led[side, area], count, sent)
    board.troops[general] -= count
    board.loose[side, area] += count


@rule
def gather_troops(board, side, general, count):
    """F-27 A general picks up loose field troops of his side."""
    area = board.where[general]
    gather_led(board.loose_led[side, area], board.army_led[general], board.loose[side, area], count)
    board.loose[side, area] -= count
    board.troops[general] += count


@rule
def army_to(board, side, general, area):
    """F-16 An army is in another area."""
    board.field[side, board.where[general]] -= board.troops[general]
    board.field[side, area] += board.troops[general]
    board.where[general] = area


@rule
def leave_army(board, side, general, count):
    """F-26 Troops of an army are in the field no more."""
    drop_led(board.army_led[general], count)
    board.troops[general] -= count
    board.field[side, board.where[general]] -= count


@rule
def leave_loose(board, side, area, count):
    """F-26 Loose field troops are in the field no more."""
    drop_led(board.loose_led[side, area], count)
    board.loose[side, area] -= count
    board.field[side, area] -= count


@rule
def army_loses(board, side, general, count):
    """F-63 Troops of an army die."""
    leave_army(board, side, general, count)
    bury(board, side, count)


@rule
def loose_lose(board, side, area, count):
    """F-63 Loose field troops die."""
    leave_loose(board, side, area, count)
    bury(board, side, count)


@rule
def loose_to(board, side, area, target, count):
    """F-51 Loose field troops are in another area."""
    pass_on_led(board.loose_led[side, area], board.loose_led[side, target], count, 0)
    board.loose[side, area] -= count
    board.field[side, area] -= count
    board.loose[side, target] += count
    board.field[side, target] += count


@rule
def garrison_loses(board, side, area, count):
    """F-63 Troops of a garrison die."""
    board.garrison[side, area] -= count
    bury(board, side, count)


@rule
def man_with_loose(board, side, area, count):
    """F-12, F-42 Loose field troops go into the castle."""
    leave_loose(board, side, area, count)
    board.garrison[side, area] += count


@rule
def man_from_army(board, side, general, count):
    """F-12, F-27 Troops of an army go into the castle."""
    leave_army(board, side, general, count)
    board.garrison[side, board.where[general]] += count
