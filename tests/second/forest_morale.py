"""F-37: the model `morale`, slow and plain.

`morale_fail_on_entry` only says what becomes of a failed group, so it changes no column here.
"""

from .forest_shared import add, chance, need, option, roll


def columns(setup):
    """Section 11: outcome columns of `morale`."""
    return ("passed", "broken", "impalements_left", "troops_passed", "troops_broken")


def sizes(setup):
    """Section 11: the groups, either listed or all of one size."""
    if "group_sizes" in setup:
        return tuple(setup["group_sizes"])
    return (setup.get("group_size", 2),) * setup["groups"]


def check(setup, rules):
    """F-06, section 11: at least one group, every group has troops, markers within the limit."""
    need(len(sizes(setup)) >= 1 and min(sizes(setup)) >= 1, "morale: groups of at least 1 troop")
    need(0 <= setup["impalements"] <= option(rules, "impalements_max"), "morale: impalements")


def rolling_order(setup, rules):
    """F-37: group numbers in the order in which they come up to the markers (morale_order)."""
    order = list(range(len(sizes(setup))))
    if option(rules, "morale_order") == "last":
        order.reverse()
    return order


def must_roll(rules, rolled_before, markers_at_first, markers_now):
    """F-37: does the next group face a marker (morale_scheme)?"""
    if option(rules, "morale_scheme") == "until_cleared":
        return markers_now > 0
    return rolled_before < markers_at_first


def distribution(setup, rules):
    """F-37: group by group, every group that rolls breaks or goes on."""
    check(setup, rules)
    goes_on = chance(lambda face: face >= option(rules, "morale_min"))
    size = sizes(setup)
    # a state is (groups passed, groups broken, markers left, troops passed, troops broken)
    now = {(0, 0, setup["impalements"], 0, 0): 1.0}
    for turn, group in enumerate(rolling_order(setup, rules)):
        after = {}
        for (passed, broken, markers, on, back), p in now.items():
            # with one_each the first groups roll without a gap, so `turn` groups rolled before
            if must_roll(rules, turn, setup["impalements"], markers):
                gone_on = (passed + 1, broken, markers - 1, on + size[group], back)
                gone_back = (passed, broken + 1, markers, on, back + size[group])
                add(after, gone_on, p * goes_on)
                add(after, gone_back, p * (1 - goes_on))
            else:
                add(after, (passed + 1, broken, markers, on + size[group], back), p)
        now = after
    return now


def simulate(setup, rules, random):
    """F-37: one trial; the rollers are named beforehand, or roll on until no marker is left."""
    check(setup, rules)
    size = sizes(setup)
    order = rolling_order(setup, rules)
    markers = setup["impalements"]
    broken = []
    if option(rules, "morale_scheme") == "one_each":
        rollers = order[: min(len(size), markers)]
        for group in rollers:
            if roll(random) >= option(rules, "morale_min"):
                markers -= 1
            else:
                broken.append(group)
    else:
        waiting = list(order)
        while waiting and markers > 0:
            group = waiting.pop(0)
            if roll(random) >= option(rules, "morale_min"):
                markers -= 1
            else:
                broken.append(group)
    back = sum(size[group] for group in broken)
    return (len(size) - len(broken), len(broken), markers, sum(size) - back, back)
