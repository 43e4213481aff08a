"""F-26: stacks of troops that know how often each troop was led.

With `lead_points` L a stack is a list of 2 (L + 1) numbers: place k holds the troops led into k areas, place
L + 1 + k those that were sent back (F-37) after being led into k areas.  So the front of the list is
what is picked up first and the back is what leaves first.
"""


def new_stack(lead, troops=0):
    """F-26: troops that nobody has led yet."""
    return [troops] + [0] * (2 * lead + 1)


def take(stack, troops, places):
    """F-26: take so many troops out, place after place; the part is a stack of its own."""
    part = [0] * len(stack)
    for place in places:
        some = min(troops, stack[place])
        stack[place] -= some
        part[place] = some
        troops -= some
        if troops == 0:
            break
    return part


def take_freshest(stack, troops):
    """F-26: picking up takes those led into the fewest areas first, groups sent back last."""
    return take(stack, troops, range(len(stack)))


def take_weariest(stack, troops):
    """F-26: troops that leave are those led into the most areas first."""
    return take(stack, troops, range(len(stack) - 1, -1, -1))


def put(stack, part):
    """F-16: a part joins a stack."""
    for place, troops in enumerate(part):
        stack[place] += troops


def can_be_led(stack):
    """F-26: how many troops can be led into one more area."""
    return sum(stack[: len(stack) // 2 - 1])


def lead_on(stack):
    """F-26: all troops of the stack, which can be led, have entered one more area."""
    half = len(stack) // 2
    for place in range(half - 1, 0, -1):
        stack[place] = stack[place - 1]
    stack[0] = 0


def send_back(part):
    """F-37: these troops cannot be led again in this activation."""
    half = len(part) // 2
    return [0] * half + [part[place] + part[half + place] for place in range(half)]


def free_again(stack):
    """F-37: a new activation; those sent back may be led as often as the others."""
    half = len(stack) // 2
    for place in range(half):
        stack[place] += stack[half + place]
        stack[half + place] = 0


def rest(stack):
    """F-26: the count starts at 0 for every troop."""
    stack[0] = sum(stack)
    for place in range(1, len(stack)):
        stack[place] = 0
