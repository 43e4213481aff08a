"""The slow models against the reading's own figures, and their two code paths against each other."""

from math import isclose, sqrt
from random import Random

import pytest

from tests.forest_figures import BATTLES, CHANGES, STORMS

from .forest import MODELS
from .forest_battle import JOINED, LOST, allotment, group_sizes, target_list
from .forest_morale import rolling_order
from .forest_turn_order import wants_jump

SIX = 0.6e-6  # a figure printed with six places


def answer(model, setup, rules=None):
    return MODELS[model].distribution(setup, rules or {})


def event(rows, test):
    return sum(p for row, p in rows.items() if test(row))


def mean(rows, column):
    return sum(p * row[column] for row, p in rows.items())


def army(troops, rating, **more):
    return {"troops": troops, "rating": rating, **more}


def fight(a, d, **more):
    return {"attacker": army(*a[:2], **(a[2] if len(a) > 2 else {})),
            "defender": army(*d[:2], **(d[2] if len(d) > 2 else {})), **more}


# ---- section 14, battles



def perhaps_slow(line):
    return pytest.param(line, marks=pytest.mark.slow, id=str(line[:2])) if line[0][0] == 12 else line


@pytest.mark.parametrize("line", [perhaps_slow(line) for line in BATTLES], ids=lambda line: f"{line[0]}v{line[1]}")
def test_battle_figures(line):
    a, d = line[:2]
    rows = answer("battle", fight(a, d))
    got = [event(rows, lambda r, w=w: r[0] == w) for w in ("attacker", "defender", "none")]
    got += [mean(rows, 2), mean(rows, 3), mean(rows, 1)]
    assert got == pytest.approx(list(line[2:]), abs=SIX)
    assert isclose(sum(rows.values()), 1, abs_tol=1e-11)


def test_battle_ten_over_twenty_one():
    rows = answer("battle", fight((1, 4), (1, 2)))
    assert isclose(event(rows, lambda r: r[0] == "attacker"), 10 / 21, abs_tol=1e-11)




@pytest.mark.parametrize("line", CHANGES, ids=lambda line: str({**line[0], **line[1]}))
def test_battle_changes(line):
    more, rules = line[:2]
    rows = answer("battle", fight((8, 4, more), (5, 2)), rules)
    got = [event(rows, lambda r, w=w: r[0] == w) for w in ("attacker", "defender", "none")]
    assert got + [mean(rows, 2)] == pytest.approx(list(line[2:]), abs=SIX)


@pytest.mark.parametrize("a, d, figures", [
    (1, 1, (1 / 3, 1 / 3, 1 / 3)),
    (4, 4, (0.4616, 0.4616, 0.0768)),
    (8, 5, (0.9837, 0.0128, 0.0035)),
    (12, 12, (0.4886, 0.4886, 0.0228)),
])
def test_battle_open_field(a, d, figures):
    rows = answer("battle", fight((a, 6), (d, 6)), {"excess_hits": "spill"})
    got = [event(rows, lambda r, w=w: r[0] == w) for w in ("attacker", "defender", "none")]
    assert got == pytest.approx(figures, abs=0.6e-4)


def test_battle_roles_swap():
    one = answer("battle", fight((4, 4), (5, 2)))
    two = answer("battle", fight((5, 2), (4, 4)))
    other = {"attacker": "defender", "defender": "attacker", "none": "none"}
    assert len(one) == len(two)
    for row, p in one.items():
        turned = (other[row[0]], row[1], row[3], row[2], row[5], row[4])
        assert isclose(two[turned], p, abs_tol=1e-12)


# ---- section 13 and F-17, F-47


class Script(Random):
    """A die that shows what it is told."""

    def __init__(self, faces):
        super().__init__(0)
        self.faces = list(faces)

    def randint(self, low, high):
        assert (low, high) == (1, 6)
        return self.faces.pop(0)


def test_worked_round():
    shots_at_d = {"D3": [5, 1], "D1": [6, 4, 4, 1], "D2": [1, 5]}
    order = ["D3", "D1", "D1", "D2", "D2", "D3", "D1", "D1"]
    faces = [2, 4] + [3, 5, 2]  # searches
    faces += [shots_at_d[name].pop(0) for name in order]
    faces += [4]  # D3 at A1
    faces += [3]  # D2 answers, at A2
    dice = Script(faces)
    row = MODELS["battle"].simulate(fight((8, 4), (5, 2), stop_after=1), {}, dice)
    assert row == ("open", 1, 7, 1, False, False)
    assert dice.faces == []


def test_worked_round_lists():
    defenders = ((2, LOST), (2, LOST), (1, JOINED))
    assert target_list(defenders, "even", {}) == [2, 0, 0, 1, 1]
    assert allotment(defenders, 8, "even", {}) == [4, 2, 2]
    attackers = ((3, JOINED), (4, JOINED))
    assert allotment(attackers, 1, "even", {}) == [0, 1]
    assert allotment(attackers, 1, "even", {"group_order": "list"}) == [1, 0]


@pytest.mark.parametrize("policy, counts", [
    ("even", [2, 4, 2]), ("joined_first", [8, 0, 0]), ("surprise_first", [1, 4, 3]),
])
def test_allotment_table(policy, counts):
    assert allotment(((1, JOINED), (2, LOST), (2, LOST)), 8, policy, {}) == counts


def test_groups():
    assert group_sizes(army(8, 4)) == (4, 4)
    assert group_sizes(army(5, 2)) == (2, 2, 1)
    assert group_sizes(army(3, 4)) == (3,)
    assert group_sizes(army(3, 0)) == (1, 1, 1)
    assert group_sizes(army(5, 4, groups=[1, 4])) == (1, 4)


# ---- battles small enough to do by hand


def test_withdrawals_by_hand():
    def ways(a_wish, d_wish, rules=None, **more):
        return answer("battle", fight((1, 2, {"withdraw": a_wish}), (1, 2, {"withdraw": d_wish}),
                                      **more), rules)
    # the defender leaves when A is Lost (2/3); the attacker when D is Lost
    rows = ways("always", "always")
    assert isclose(rows[("attacker", 1, 1, 1, False, True)], 2 / 3)
    assert isclose(rows[("defender", 1, 1, 1, True, False)], 1 / 3 * 2 / 3)
    rows = ways("always", "never")
    assert isclose(rows[("defender", 1, 1, 1, True, False)], 2 / 3)
    rows = ways("never", "always", can_retreat=False)
    assert event(rows, lambda r: r[5]) == 0
    # before the battle only: nobody may have Joined before the search; 4/9 is "both Lost"
    rows = ways("never", "always", {"initial_search": "separate"})
    assert isclose(rows[("attacker", 0, 1, 1, False, True)], 2 / 3)
    assert ("attacker", 1, 1, 1, False, True) not in rows


def test_retreat_by_hand():
    setup = fight((1, 2, {"withdraw": "policy", "retreat": "below", "retreat_below": 3}), (1, 2))
    rows = answer("battle", setup)
    # D Lost (2/3): A withdraws.  Else the round is fought, and A retreats if both sides live:
    # A Joined (1/3) with two misses, or A Lost (2/3), missed, and his answer misses
    both_live = 1 / 3 * 1 / 4 + 2 / 3 * (1 / 2 * 1 / 2)
    assert isclose(rows[("defender", 1, 1, 1, True, False)], 2 / 3 + 1 / 3 * both_live)


def test_withdraw_window_by_hand():
    # attackers 1 and 1 found on a 1 only, the defender at once; he leaves when he sees nobody
    setup = fight((2, 1), (1, 6, {"withdraw": "always"}))
    later = ("attacker", 2, 1, 1, False, True)
    rows = answer("battle", setup, {"withdraw_window": "every_round"})
    # one attacker Joined, missed and was shot dead (1/4), the other one is Lost again: the dead
    # group is no hindrance
    assert isclose(rows[later], 10 / 36 * 1 / 4 * 5 / 6)
    # before the battle only: a group that had Joined counts even when it is dead
    rows = answer("battle", setup)
    assert later not in rows
    assert isclose(rows[("attacker", 1, 2, 1, False, True)], 25 / 36)
    rows = answer("battle", fight((2, 1), (2, 1, {"withdraw": "always"})))
    assert event(rows, lambda r: r[5] and r[1] > 1) == 0


def test_leaderless_by_hand():
    # 1 attacker, found at once, against 2 loose troops: one shot, the target answers if it lives
    rows = answer("battle", fight((1, 6), (2, 0)))
    assert rows == pytest.approx({
        ("attacker", 1, 1, 1, False, True): 1 / 2,
        ("attacker", 1, 1, 2, False, True): 1 / 4,
        ("defender", 1, 0, 2, False, False): 1 / 4,
    })
    rows = answer("battle", fight((1, 6), (2, 0), can_retreat=False))
    assert rows == pytest.approx({
        ("attacker", 1, 1, 0, False, False): 3 / 4,
        ("defender", 1, 0, 2, False, False): 1 / 4,
    })
    rows = answer("battle", fight((1, 6), (2, 0)), {"surprise_fire": "none"})
    assert event(rows, lambda r: r[0] == "attacker") == pytest.approx(1)
    # rounds without a Joined attacker are empty, and counted by stop_after
    rows = answer("battle", fight((1, 2), (2, 0), stop_after=2))
    assert rows[("open", 2, 1, 2, False, False)] == pytest.approx(4 / 9)
    # the defender's groups always count as Lost
    rows = answer("battle", fight((4, 2, {"withdraw": "always"}), (2, 0)))
    assert rows == pytest.approx({("defender", 1, 4, 2, True, False): 1})


def test_errors():
    for setup in (fight((13, 4), (1, 2)), fight((0, 4), (1, 2)), fight((4, 0), (1, 2)),
                  fight((4, 2, {"groups": [3, 1]}), (1, 2)),
                  fight((4, 2), (2, 0, {"groups": [1, 1]}))):
        with pytest.raises(ValueError):
            answer("battle", setup)
    with pytest.raises(ValueError):
        answer("storm", {"attackers": 3, "defenders": 3, "towers": 2})
    answer("storm", {"attackers": 3, "defenders": 3, "towers": 2}, {"garrison_per_tower": 2})


# ---- section 14, the rest



@pytest.mark.parametrize("garrison", STORMS)
@pytest.mark.parametrize("pairing", ["paired", "duel"])
def test_storm_figures(garrison, pairing):
    for attackers, figure in zip((2, 3, 4, 5, 6, 8, 10, 12), STORMS[garrison]):
        rows = answer("storm", {"attackers": attackers, "defenders": garrison},
                      {"storm_pairing": pairing})
        assert event(rows, lambda r: r[0] == "attacker") == pytest.approx(figure, abs=SIX)
        assert isclose(sum(rows.values()), 1, abs_tol=1e-11)


def test_storm_edges():
    assert answer("storm", {"attackers": 3, "defenders": 0}) == {("attacker", 0, 3, 0, "none"): 1}
    rows = answer("storm", {"attackers": 1, "defenders": 1, "defender_withdraw_below": 9})
    assert rows == pytest.approx({
        ("defender", 1, 0, 1, "none"): 1 / 2,
        ("attacker", 1, 1, 0, "none"): 1 / 4,
        ("attacker", 1, 1, 1, "defender"): 1 / 4,
    })


def test_siege_figures():
    for turns, figure in zip((1, 2, 3, 4), (1 / 6, 4 / 9, 13 / 18, 49 / 54)):
        rows = answer("siege", {"besiegers": 9, "defenders": 4, "turns": turns})
        assert isclose(event(rows, lambda r: r[0]), figure)
    rows = answer("siege", {"besiegers": 5, "defenders": 4, "turns": 4, "supplied": False})
    assert event(rows, lambda r: r[0]) == pytest.approx(0.208486, abs=SIX)
    assert event(rows, lambda r: r[2]) == pytest.approx(0.791302, abs=SIX)


def test_siege_by_hand():
    rows = answer("siege", {"besiegers": 4, "defenders": 4, "turns": 3})
    assert rows == {(False, 0, True, 4, 4): 1}
    rows = answer("siege", {"besiegers": 6, "defenders": 4, "turns": 1, "reroll_tokens": 2})
    assert isclose(rows[(False, 0, False, 6, 4)], (5 / 6) ** 3)
    rows = answer("siege", {"besiegers": 6, "defenders": 4, "turns": 1, "turns_already": 3})
    assert isclose(rows[(True, 1, False, 6, 0)], 4 / 6)
    rows = answer("siege", {"besiegers": 6, "defenders": 4, "turns": 2}, {"siege_first_count": 0})
    assert rows == pytest.approx({(True, 2, False, 6, 0): 1 / 6, (False, 0, False, 6, 4): 5 / 6})
    rows = answer("siege", {"besiegers": 2, "defenders": 1, "turns": 1, "garrison_supplied": False})
    assert isclose(rows[(True, 1, False, 2, 0)], 1 / 6 + 5 / 6 / 3)


def test_supply():
    rows = answer("supply", {"troops": 2, "turns": 1})
    assert rows == pytest.approx({(2, 0): 4 / 9, (1, 1): 4 / 9, (0, 2): 1 / 9})
    rows = answer("supply", {"troops": 12, "turns": 3})
    assert mean(rows, 0) == pytest.approx(12 * (2 / 3) ** 3)
    assert answer("supply", {"troops": 5, "turns": 0}) == {(5, 0): 1}


def test_morale():
    rows = answer("morale", {"groups": 6, "impalements": 6})
    assert event(rows, lambda r: r[0] >= 3) == pytest.approx(21 / 32)
    sizes = {"group_sizes": [4, 4, 1], "impalements": 1}
    assert answer("morale", sizes) == pytest.approx(
        {(3, 0, 0, 9, 0): 1 / 2, (2, 1, 1, 5, 4): 1 / 2})
    assert answer("morale", sizes, {"morale_order": "last"}) == pytest.approx(
        {(3, 0, 0, 9, 0): 1 / 2, (2, 1, 1, 8, 1): 1 / 2})
    assert answer("morale", sizes, {"morale_scheme": "until_cleared"}) == pytest.approx(
        {(3, 0, 0, 9, 0): 1 / 2, (2, 1, 0, 5, 4): 1 / 4,
         (1, 2, 0, 1, 8): 1 / 8, (0, 3, 1, 0, 9): 1 / 8})
    assert rolling_order(sizes, {"morale_order": "last"}) == [2, 1, 0]


SEVEN = [("dracula", 4, "christian"), ("radu", 3, "ottoman"), ("sultan", 2, "ottoman"),
         ("mahmud", 2, "ottoman"), ("omer", 2, "ottoman"), ("ali", 2, "ottoman"),
         ("evrenos", 2, "ottoman")]


def seven(**dracula):
    generals = [{"name": n, "rating": r, "side": s} for n, r, s in SEVEN]
    generals[0].update(dracula)
    return {"generals": generals}


def test_turn_order_figures():
    columns = MODELS["turn_order"].columns(seven())
    assert columns == tuple("pos_" + g[0] for g in SEVEN) + ("first", "last")
    rows = answer("turn_order", seven(jump="always"))
    assert event(rows, lambda r: r[7] == "dracula") == pytest.approx(4 / 7)
    assert event(rows, lambda r: r[0] == 1) == pytest.approx(4 / 7)
    rows = answer("turn_order", seven(delay="while_enemy"))
    assert event(rows, lambda r: r[8] == "dracula") == pytest.approx(89 / 280)


def test_turn_order_by_hand():
    # two generals; b jumps past a with chance 1/2 if a is drawn
    pair = [{"name": "a", "rating": 2}, {"name": "b", "rating": 4, "jump": ["a"]}]
    rows = answer("turn_order", {"generals": pair})
    assert rows == pytest.approx({(1, 2, "a", "b"): 1 / 4, (2, 1, "b", "a"): 3 / 4})
    pair = [{"name": "a", "rating": 4, "delay": "always"}, {"name": "b", "rating": 2}]
    rows = answer("turn_order", {"generals": pair})
    assert rows == pytest.approx({(1, 2, "a", "b"): 1 / 4, (2, 1, "b", "a"): 3 / 4})


def test_held_chit_by_hand():
    # c is jumped by a (always works but for 1/6), then, if open, by b as well
    three = [{"name": "a", "rating": 6, "jump": ["c"]}, {"name": "b", "rating": 6, "jump": ["c"]},
             {"name": "c", "rating": 2}]
    for held, figure in (("open", 5 / 6), ("closed", 0)):
        rows = answer("turn_order", {"generals": three}, {"held_chit": held})
        # c drawn first (1/3) and a jumps (5/6): a, then b or c
        # a drawn first (1/3): then b or c drawn; with c (1/2) b jumps (5/6)
        a_b_c = 1 / 3 * 5 / 6 * figure + 1 / 3 * (1 / 2 + 1 / 2 * 5 / 6)
        assert rows[(1, 2, 3, "a", "c")] == pytest.approx(a_b_c)


def test_jump_rating():
    two = [{"name": "a", "rating": 2, "jump": "always"}, {"name": "b", "rating": 2}]
    assert wants_jump(two, 0, 1, {})
    assert not wants_jump(two, 0, 1, {"jump_rating": "higher"})


# ---- the two code paths against each other

GENERALS = [
    {"name": "d", "rating": 4, "side": "christian", "delay": "while_enemy", "jump": "enemy"},
    {"name": "r", "rating": 3, "delay": "always", "jump": ["d", "s"]},
    {"name": "s", "rating": 2, "jump": "always"},
    {"name": "m", "rating": 2, "delay": "always", "jump": "always"},
    {"name": "x", "rating": 3, "side": "christian", "delay": "never", "jump": "always"},
]
OUT = {"retreat": "outnumbered", "retreat_ratio": 1.5}
BELOW = {"retreat": "below", "retreat_below": 3}

CASES = [
    ("battle", fight((6, 4), (5, 2)), {}),
    ("battle", fight((5, 4, {"fire": "joined_first"}), (5, 2, {"fire": "surprise_first"})), {}),
    ("battle", fight((5, 3, {"fire": "surprise_first"}), (5, 2)), {"excess_hits": "spill"}),
    ("battle", fight((4, 3), (5, 2)), {"surprise_fire": "none", "initial_search": "separate"}),
    ("battle", fight((5, 4, {"groups": [1, 3, 1]}), (4, 2, {"groups": [1, 2, 1]})),
     {"group_order": "list"}),
    ("battle", fight((6, 4, {"groups": [2, 1, 3], "fire": "joined_first"}),
                     (4, 2, {"fire": "joined_first"})),
     {"group_order": "list", "excess_hits": "spill"}),
    ("battle", fight((5, 2, {"withdraw": "never", **OUT}), (6, 2, OUT)), {}),
    ("battle", fight((3, 2, OUT), (5, 2, {**BELOW, "withdraw": "always"})),
     {"withdraw_window": "every_round", "hit_min": 5}),
    ("battle", fight((3, 1, OUT), (4, 2, {**BELOW, "withdraw": "never"})),
     {"withdraw_window": "every_round", "surprise_fire": "none"}),
    ("battle", fight((5, 2, OUT), (6, 2, BELOW), can_retreat=False, stop_after=2),
     {"initial_search": "separate"}),
    ("battle", fight((4, 1, BELOW), (6, 1, OUT), stop_after=3), {"hit_min": 3}),
    ("battle", fight((8, 2), (7, 0)), {}),
    ("battle", fight((8, 4, {"fire": "surprise_first"}), (5, 0, {"fire": "joined_first"}),
                     can_retreat=False), {"excess_hits": "spill"}),
    ("battle", fight((4, 2, {**OUT, "withdraw": "never"}), (9, 0)), {"initial_search": "separate"}),
    ("battle", fight((3, 2), (5, 0, BELOW), stop_after=2), {"surprise_fire": "none"}),
    ("battle", fight((5, 1), (2, 0, BELOW)), {"initial_search": "separate"}),
    ("storm", {"attackers": 7, "defenders": 4}, {}),
    ("storm", {"attackers": 7, "defenders": 4, "attacker_withdraw_below": 4}, {"hit_min": 5}),
    ("storm", {"attackers": 6, "defenders": 5, "defender_withdraw_below": 2,
               "attacker_withdraw_below": 3}, {"storm_pairing": "duel"}),
    ("siege", {"besiegers": 8, "defenders": 4, "turns": 4, "supplied": False}, {}),
    ("siege", {"besiegers": 5, "defenders": 3, "turns": 5, "supplied": False,
               "garrison_supplied": False, "reroll_tokens": 1}, {"siege_first_count": 0}),
    ("siege", {"besiegers": 3, "defenders": 3, "turns": 3, "garrison_supplied": False,
               "turns_already": 1, "reroll_tokens": 2}, {"siege_margin": 0, "starve_max": 3}),
    ("supply", {"troops": 9, "turns": 3}, {}),
    ("supply", {"troops": 6, "turns": 2}, {"starve_max": 1}),
    ("morale", {"groups": 5, "impalements": 3}, {}),
    ("morale", {"group_sizes": [2, 2, 1], "impalements": 2}, {"morale_order": "last"}),
    ("morale", {"group_sizes": [3, 3, 3, 2], "impalements": 2},
     {"morale_scheme": "until_cleared", "morale_min": 5}),
    ("morale", {"group_sizes": [3, 1, 2, 2], "impalements": 6},
     {"morale_scheme": "until_cleared", "morale_order": "last"}),
    ("turn_order", {"generals": GENERALS}, {}),
    ("turn_order", {"generals": GENERALS}, {"held_chit": "closed"}),
    ("turn_order", {"generals": GENERALS}, {"jump_rating": "higher"}),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_one_trial_at_a_time(number):
    model, setup, rules = CASES[number]
    trials, dice = 4000, Random(1462 + number)
    rows = answer(model, setup, rules)
    assert isclose(sum(rows.values()), 1, abs_tol=1e-11)
    assert all(len(row) == len(MODELS[model].columns(setup)) for row in rows)
    counts = {}
    for _ in range(trials):
        row = MODELS[model].simulate(setup, rules, dice)
        assert [type(v) for v in row] == [type(v) for v in next(iter(rows))]
        counts[row] = counts.get(row, 0) + 1
    assert set(counts) <= set(rows)
    # every row, and every value of every column
    tests = [lambda r, row=row: r == row for row, p in rows.items() if p * trials >= 5]
    for c in range(len(MODELS[model].columns(setup))):
        for value in {row[c] for row in rows}:
            tests.append(lambda r, c=c, value=value: r[c] == value)
    for test in tests:
        p = event(rows, test)
        if p * trials < 1 or (1 - p) * trials < 1:
            continue
        seen = sum(n for row, n in counts.items() if test(row)) / trials
        assert abs(seen - p) <= 5 * sqrt(p * (1 - p) / trials)
