"""E-65: the model `unmask`, slow and plain."""

from .vampire_shared import add, check_names, need, number, options, word


def columns(setup, rules):
    """E-65: outcome columns."""
    return ["uses"]


def check(setup, rules, data=None):
    """E-65, E-67: legal parameters; gives (unknown, vampires, find, repeat, known, cap)."""
    options(rules)
    check_names(setup, ("unknown", "vampires", "find", "ask", "stop", "max_uses"), "unmask")
    unknown = number(setup, "unknown", 7, 1)
    # CHOICE: the defaults 3 of `vampires` and `find` are not cut down: `unknown` = 2 alone is refused.
    vampires = number(setup, "vampires", 3, 1, unknown)
    find = number(setup, "find", 3, 1, vampires)
    repeat = word(setup, "ask", ("no_repeat", "repeat"), "no_repeat") == "repeat"
    known = word(setup, "stop", ("revealed", "known"), "revealed") == "known"
    need(not known or find == vampires, "stop = known only with find = vampires")
    return unknown, vampires, find, repeat, known, number(setup, "max_uses", 1000, 1)


def finished(found, cleared, unknown, vampires, find, known):
    """E-65: enough vampires asked, or (`known`) all the humans asked."""
    # CHOICE: without any human `known` is true before the first use: 0 uses.
    return found >= find or (known and cleared == unknown - vampires)


def distribution(setup, rules, data=None):
    """E-65: step by step over (different vampires asked, different humans asked)."""
    unknown, vampires, find, repeat, known, cap = check(setup, rules, data)
    rows, now = {}, {(0, 0): 1.0}
    for uses in range(cap + 1):
        after = {}
        for (found, cleared), p in now.items():
            if uses == cap or finished(found, cleared, unknown, vampires, find, known):
                add(rows, (uses,), p)
                continue
            choices = unknown if repeat else unknown - found - cleared
            fresh_vampires, fresh_humans = vampires - found, unknown - vampires - cleared
            add(after, (found + 1, cleared), p * fresh_vampires / choices)
            add(after, (found, cleared + 1), p * fresh_humans / choices)
            add(after, (found, cleared), p * (choices - fresh_vampires - fresh_humans) / choices)
        now = after
    return rows


def simulate(setup, rules, random, data=None):
    """E-65: question by question."""
    unknown, vampires, find, repeat, known, cap = check(setup, rules, data)
    hidden = set(random.sample(range(unknown), vampires))
    asked, uses = set(), 0
    while uses < cap:
        if finished(len(asked & hidden), len(asked - hidden), unknown, vampires, find, known):
            break
        asked.add(random.choice([one for one in range(unknown) if repeat or one not in asked]))
        uses += 1
    return (uses,)
