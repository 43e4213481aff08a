"""F-20 to F-24: the model `turn_order`, slow and plain.

Generals are known by their place in the scenario's list, which is also the order of jump attempts.
"""

from functools import cache

from .forest_shared import add, chance, need, option, roll


def columns(setup):
    """Section 11: outcome columns of `turn_order`."""
    return tuple("pos_" + g["name"] for g in setup["generals"]) + ("first", "last")


def check(setup):
    """Section 11: at least one general, each with a name of his own."""
    names = [g["name"] for g in setup["generals"]]
    need(names and len(set(names)) == len(names), "turn_order: names")


def row(setup, order):
    """Section 11: the outcome row for an order of action (list places, first to last)."""
    places = tuple(order.index(g) + 1 for g in range(len(setup["generals"])))
    names = [g["name"] for g in setup["generals"]]
    return places + (names[order[0]], names[order[-1]])


def side(general):
    """Section 11: a general is Ottoman if nothing is said."""
    return general.get("side", "ottoman")


def succeeds(general, die):
    """F-21: an attempt works on a roll below the rating."""
    return die < general["rating"]


def wants_delay(generals, picked, cup):
    """F-22, section 11: does the picked general's policy try a delay?  Not with an empty cup."""
    policy = generals[picked].get("delay", "never")
    if not cup or policy == "never":
        return False
    if policy == "while_enemy":
        return any(side(generals[g]) != side(generals[picked]) for g in cup)
    return True  # always


def wants_jump(generals, jumper, picked, rules):
    """F-23, F-24, section 11: does this general's policy try to jump past the picked one?"""
    policy = generals[jumper].get("jump", "never")
    past = generals[picked]
    if option(rules, "jump_rating") == "higher" and past["rating"] >= generals[jumper]["rating"]:
        return False
    if policy == "never":
        return False
    if policy == "always":
        return True
    if policy == "enemy":
        return side(past) != side(generals[jumper])
    return past["name"] in policy  # a list of names


def distribution(setup, rules):
    """F-20 steps 2 to 6: chances of all orders, by recursion over cup, held chit and eligibility.

    Eligibility is kept only for generals who have not acted: nobody asks for it afterwards.
    """
    check(setup)
    generals = setup["generals"]
    works = [chance(lambda die, g=g: succeeds(g, die)) for g in generals]

    @cache
    def rest_of_turn(cup, held, eligible):
        """F-20 step 2: the held chit, or one drawn from the cup."""
        if held is not None:
            return alter(held, True, cup, eligible)
        if not cup:
            return {(): 1.0}
        orders = {}
        for drawn in cup:
            for order, p in alter(drawn, False, cup - {drawn}, eligible).items():
                add(orders, order, p / len(cup))
        return orders

    @cache
    def alter(picked, was_held, cup, eligible):
        """F-20 step 3, F-22, F-24: first the delay of the picked general."""
        if was_held and option(rules, "held_chit") == "closed":
            return acts(picked, None, cup, eligible)
        if picked not in eligible or not wants_delay(generals, picked, cup):
            return jumps(picked, cup, eligible, 0)
        eligible = eligible - {picked}
        orders = {}
        for order, p in jumps(picked, cup, eligible, 0).items():
            add(orders, order, p * (1 - works[picked]))
        for drawn in cup:
            new_cup = (cup - {drawn}) | {picked}
            for order, p in alter(drawn, False, new_cup, eligible).items():
                add(orders, order, p * works[picked] / len(cup))
        return orders

    @cache
    def jumps(picked, cup, eligible, start):
        """F-23: the jump attempts of the generals from this place of the list on."""
        for jumper in range(start, len(generals)):
            if jumper not in cup or jumper not in eligible:
                continue
            if not wants_jump(generals, jumper, picked, rules):
                continue
            eligible = eligible - {jumper}
            orders = {}
            for order, p in acts(jumper, picked, cup - {jumper}, eligible).items():
                add(orders, order, p * works[jumper])
            for order, p in jumps(picked, cup, eligible, jumper + 1).items():
                add(orders, order, p * (1 - works[jumper]))
            return orders
        return acts(picked, None, cup, eligible)

    def acts(general, held, cup, eligible):
        """F-20 steps 4 to 6: he acts now, and the turn goes on."""
        rest = rest_of_turn(cup, held, eligible - {general})
        return {(general,) + order: p for order, p in rest.items()}

    everybody = frozenset(range(len(generals)))
    orders = rest_of_turn(everybody, None, everybody)
    return {row(setup, order): p for order, p in orders.items()}


def simulate(setup, rules, random):
    """F-20 steps 2 to 6: one turn, chit by chit."""
    check(setup)
    generals = setup["generals"]
    cup = list(range(len(generals)))
    eligible = [True] * len(generals)
    held = None
    order = []

    def draw():
        return cup.pop(random.randrange(len(cup)))

    while cup or held is not None:
        if held is not None:
            picked, held = held, None
            untouchable = option(rules, "held_chit") == "closed"
        else:
            picked = draw()
            untouchable = False
        acting = picked
        if not untouchable:
            while eligible[picked] and wants_delay(generals, picked, cup):
                eligible[picked] = False
                if not succeeds(generals[picked], roll(random)):
                    break
                new = draw()
                cup.append(picked)
                picked = new
            acting = picked
            for jumper in range(len(generals)):
                if jumper not in cup or not eligible[jumper]:
                    continue
                if wants_jump(generals, jumper, picked, rules):
                    eligible[jumper] = False
                    if succeeds(generals[jumper], roll(random)):
                        cup.remove(jumper)
                        held = picked
                        acting = jumper
                        break
        order.append(acting)
    return row(setup, tuple(order))
