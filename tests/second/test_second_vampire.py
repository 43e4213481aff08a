"""The slow models of "Vampire Empire": by hand, closed formulas, two flows against each other."""

from collections import Counter
from itertools import combinations, product
from math import comb, isclose, sqrt
from random import Random

import pytest

from . import vampire_game as vg
from . import vampire_players as vp
from .vampire import MODELS
from .vampire_combat import least_play, least_values, rank
from .vampire_shared import BOTH_DECKS, DECKS, card, decks, hands, options

SMALL = {
    "human": [
        ["noble:1", 2],
        ["noble/clergy:2", 1],
        ["servant:3", 1],
        ["water:2", 1],
        ["water/noble:1", 1],
        ["block", 1],
    ],
    "vampire": [
        ["noble:1", 1],
        ["noble:2", 2],
        ["clergy:4", 1],
        ["vampire:3", 1],
        ["vampire/noble:1", 1],
        ["fetch", 1],
    ],
}
HUMAN_POLICIES = ("inquisitor", "brawler", "random", "idle")
VAMPIRE_POLICIES = ("lurker", "bold", "three_thrones", "random", "idle")


def cards(*texts):
    return [card(text) for text in texts]


def combat(rules=None, data=None, **setup):
    return MODELS["combat"].distribution(setup, rules or {}, data)


def hand_fight(ours, theirs, rules=None, **setup):
    """The only outcome of a fight without chance, by both flows."""
    setup = {"attacker_hand": list(ours), "defender_hand": list(theirs), **setup}
    rows = MODELS["combat"].distribution(setup, rules or {})
    assert len(rows) == 1 and isclose(sum(rows.values()), 1)
    row = next(iter(rows))
    assert MODELS["combat"].simulate(setup, rules or {}, Random(1)) == row
    return row


def close(rows, counts, n):
    """Every count within 5 standard deviations of the exact chance, nothing outside the support."""
    assert isclose(sum(rows.values()), 1, abs_tol=1e-9)
    assert set(counts) <= set(rows)
    for row, p in rows.items():
        assert abs(counts.get(row, 0) - n * p) <= 5 * sqrt(n * p * (1 - p)) + 3, (row, p, counts.get(row))


# ------------------------------------------------------------------ cards, decks, options


def test_default_decks():
    """E-10: 18 + 6 + 11 + 5 = 40; 11 cards fit a profession: 6 + 2 x 2 + 1."""
    assert sum(n for text, n in BOTH_DECKS) == 29
    for side, pack in decks(None).items():
        assert len(pack) == 40
        special = "water" if side == "human" else "vampire"
        assert sum(special in made.colours for made in pack) == 11
        for profession in ("noble", "clergy", "servant"):
            assert sum(profession in made.colours for made in pack) == 11
        assert sum(made.width == 0 for made in pack) == 5
    assert sum(n for text, n in DECKS["human"] if text.startswith("water:")) == 8


def test_card_order():
    """E-08, E-11: value, then number of colours, then the name; the order of two colours does not matter."""
    assert card("noble/clergy:2") == card("clergy/noble:2")
    order = [
        "block",
        "fetch",
        "noble:1",
        "servant:1",
        "water/noble:1",
        "clergy:2",
        "clergy/noble:2",
        "noble:3",
    ]
    made = cards(*order)
    assert sorted(set(made)) == made


@pytest.mark.parametrize(
    "text",
    [
        "noble",
        "noble:0",
        "noble:-1",
        "noble/noble:2",
        "water/vampire:2",
        "red:2",
        "noble/clergy/servant:2",
        "fetch:1",
        "",
        "noble:x",
        "noble: 2",
        "bishop:2",
    ],
)
def test_bad_cards(text):
    """E-67: texts that are no card."""
    with pytest.raises(ValueError):
        card(text)


BAD_COMBAT = [
    {},
    {"attacker_hand": []},
    {"attacker_hand": [], "defender_hand": [], "defender_hand_size": 2},
    {"attacker_hand": ["vampire:2"], "defender_hand": []},
    {"attacker_hand": [], "defender_hand": ["water:2"]},
    {"attacker_hand": [], "defender_hand_size": 41},
    {"attacker_hand_size": -1, "defender_hand": []},
    {"attacker_hand": [], "defender_hand": [], "attacker_revealed": True},
    {"attacker_hand": [], "defender_hand": [], "opening_water": 1},
    {
        "attacker_hand": [],
        "defender_hand": [],
        "attacker_side": "vampire",
        "defender_revealed": True,
        "opening_water": 1,
    },
    {"attacker_hand": [], "defender_hand": [], "attacker_policy": "none"},
    {"attacker_hand": [], "defender_hand": [], "colour": 1},
    {"attacker_hand": [], "defender_hand": [], "attack_markers": -1},
    {"attacker_hand": [], "defender_hand": [], "attacker_profession": "bishop"},
]


@pytest.mark.parametrize("setup", BAD_COMBAT)
def test_refused_combat(setup):
    """E-67: refused by both flows."""
    for call in (lambda: combat(**setup), lambda: MODELS["combat"].simulate(setup, {}, Random(1))):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize(
    "rules",
    [
        {"hand": 8},
        {"hand_size": 0},
        {"known_humans": 7},
        {"ties": "both"},
        {"half_cards_pay": 1},
        {"max_rounds": 3},
        {"reveals_per_turn": True},
        {"carry_over": "attack"},
        {"turn_limit": 0},
        {"score_human": -1},
    ],
)
def test_refused_options(rules):
    """E-67: unknown options and values out of range, in every model."""
    with pytest.raises(ValueError):
        options(rules)
    with pytest.raises(ValueError):
        MODELS["unmask"].distribution({}, rules)
    with pytest.raises(ValueError):
        MODELS["game"].simulate({}, rules, Random(1))


@pytest.mark.parametrize(
    "policies",
    [
        {"human": {"name": "bold"}},
        {"vampire": {"name": "brawler"}},
        {"human": {"name": "thinker"}},
        {"red": {}},
        {"vampire": {"name": "lurker", "reveal_red": 2}},
        {"human": {"name": "inquisitor", "bluff": 0.5}},
        {"vampire": {"name": "bold", "bluff": 1.5}},
        {"human": {"name": "idle", "cycle": 1}},
        {"human": {"name": "brawler", "suspicion": "deep"}},
        {"human": {"name": "brawler", "cycle": -1}},
        {"human": {"name": "brawler", "attack_play": "none"}},
        {"human": {"name": "brawler", "min_attack": 1.5}},
    ],
)
def test_refused_policies(policies):
    """E-67: policies of the wrong side, unknown names and parameters."""
    with pytest.raises(ValueError):
        MODELS["game"].simulate({}, {}, Random(1), None, policies)


@pytest.mark.parametrize(
    "packs",
    [
        {"human": [["vampire:2", 3]]},
        {"vampire": [["water/noble:2", 3]]},
        {"human": []},
        {"both": [["noble:1", 1]]},
        {"human": [["noble:1", -1]]},
        {"human": [["noble:1"]]},
    ],
)
def test_refused_decks(packs):
    """E-67: decks with foreign colours, empty ones, unknown sides."""
    with pytest.raises(ValueError):
        MODELS["game"].simulate({}, {}, Random(1), {"decks": packs})
    with pytest.raises(ValueError):
        MODELS["game"].simulate({"castle": 1}, {}, Random(1))


# ------------------------------------------------------------------ combat by hand


def test_all_in_against_minimal():
    """noble 1+2 and noble/clergy 2: A = 5; D: 4+1 = 5 ties, the target lives, nothing is left (E-30)."""
    assert hand_fight(
        ["noble:1", "noble:2", "clergy/noble:2", "servant:4", "water:3"], ["noble:4", "noble:1", "vampire:5"]
    ) == (0, 1, 5, 5, 3, 2)


def test_ties_attacker():
    """The same 5 against at most 5: with `ties` = `attacker` 5 kills, so the defender plays nothing."""
    assert hand_fight(
        ["noble:1", "noble:2", "clergy/noble:2"], ["noble:4", "noble:1"], {"ties": "attacker"}
    ) == (1, 1, 5, 0, 3, 0)


def test_minimal_in_two_rounds():
    """Round 1: 1 against 0, answered by 1; round 2: T = 1, X = 1, least play 2 -> 3, answered by 2 -> 3."""
    assert hand_fight(
        ["noble:1", "noble:2", "noble:4"], ["noble:1", "noble:2"], attacker_policy="minimal"
    ) == (0, 2, 3, 3, 2, 2)
    # With one more point: round 2 D can get 1 + 1 = 2 < 3: nothing suffices, nothing is played: 3 v 1.
    assert hand_fight(
        ["noble:1", "noble:2", "noble:4"], ["noble:1", "noble:1"], attacker_policy="minimal"
    ) == (1, 2, 3, 1, 2, 1)


def test_hold_back():
    """Round 1: 1; reply 1. Round 2: all of H: 1 + 2 + 4 = 7; D: 1 + 2 + 3 = 6 does not hold: nothing."""
    assert hand_fight(
        ["noble:1", "noble:2", "noble:4"], ["noble:1", "noble:2", "noble:3"], attacker_policy="hold_back"
    ) == (1, 2, 7, 1, 3, 1)
    # With 4 more the least play that holds 7 from 1: 6 = 4+2 (fewest cards before 3+2+1).
    assert hand_fight(
        ["noble:1", "noble:2", "noble:4"],
        ["noble:1", "noble:1", "noble:2", "noble:3", "noble:4"],
        attacker_policy="hold_back",
    ) == (0, 2, 7, 7, 3, 3)
    # A defender that holds back plays all that is left: 1 + 1 + 2 + 3 + 4 = 11.
    assert hand_fight(
        ["noble:1", "noble:2", "noble:4"],
        ["noble:1", "noble:1", "noble:2", "noble:3", "noble:4"],
        attacker_policy="hold_back",
        defender_policy="hold_back",
    ) == (0, 2, 7, 11, 3, 5)


def test_one_round():
    """`max_rounds` 1: hold_back plays all at once, 3 v 2 + 1."""
    assert hand_fight(
        ["noble:1", "noble:2"], ["noble:2", "noble:1"], {"max_rounds": 1}, attacker_policy="hold_back"
    ) == (0, 1, 3, 3, 2, 2)


def test_start_check():
    """D0 = 2: a hand of 1 + 1 cannot start (0 rounds); 1 + 2 can, and 3 > 2 kills without an answer."""
    assert hand_fight(["noble:1", "noble:1"], [], defence_markers=2) == (0, 0, 0, 0, 0, 0)
    assert hand_fight(["noble:1", "noble:2"], [], defence_markers=2) == (1, 1, 3, 2, 2, 0)
    assert hand_fight(["noble:1", "noble:1"], [], {"start_check": "off"}, defence_markers=2) == (
        0,
        1,
        2,
        2,
        2,
        0,
    )
    assert hand_fight(["noble:1", "noble:1"], [], {"start_check": "hand"}, defence_markers=2) == (
        0,
        0,
        0,
        0,
        0,
        0,
    )
    assert hand_fight(["noble:1", "noble:1"], [], defence_markers=2, attack_markers=1) == (1, 1, 3, 2, 2, 0)
    assert hand_fight([], ["noble:1"], attack_markers=3) == (0, 0, 0, 0, 0, 0)


def test_holy_water():
    """E-09: water is dead against an unrevealed target; against a revealed one 2 + 1 = 3 > red 2."""
    assert hand_fight(["water:2", "water/servant:1"], ["vampire:2"]) == (0, 0, 0, 0, 0, 0)
    assert hand_fight(["water:2", "water/servant:1"], ["vampire:2"], defender_revealed=True) == (
        1,
        1,
        3,
        0,
        2,
        0,
    )
    assert hand_fight(
        ["water:2", "water/servant:1"], ["vampire:2", "vampire/clergy:1"], defender_revealed=True
    ) == (0, 1, 3, 3, 2, 2)
    # In defence against a revealed attacker: red 3 v water 3.
    assert hand_fight(["vampire:3"], ["water:3"], attacker_side="vampire", attacker_revealed=True) == (
        0,
        1,
        3,
        3,
        1,
        1,
    )
    assert hand_fight(["vampire:3", "noble:2"], ["water:3"], attacker_side="vampire") == (1, 1, 2, 0, 1, 0)


def test_opening_water():
    """E-21: the opening 1 alone kills (1 > 0); answered by 2, round 2 plays 2 more: 3 > 2."""
    common = {"defender_revealed": True, "opening_water": 1}
    assert hand_fight([], [], **common) == (1, 1, 1, 0, 1, 0)
    assert hand_fight(["noble:2"], ["vampire:2"], attacker_policy="minimal", **common) == (1, 2, 3, 2, 2, 1)
    # `carry_over` none: round 2 from 0 v 0; the reply left is nothing: 2 > 0; cards 1 + 1, 1.
    assert hand_fight(
        ["noble:2"], ["vampire:2"], {"carry_over": "none"}, attacker_policy="minimal", **common
    ) == (1, 2, 2, 0, 2, 1)
    # D0 = 1: 1 does not beat it; with `off` the opening card is played all the same, round 2 adds nothing.
    assert hand_fight([], [], attacker_policy="minimal", defence_markers=1, **common) == (0, 0, 0, 0, 0, 0)
    assert hand_fight(
        [], [], {"start_check": "off"}, attacker_policy="minimal", defence_markers=1, **common
    ) == (0, 1, 1, 1, 1, 0)
    # One round, hold_back, H empty: the opening card is enough.
    assert hand_fight([], [], {"max_rounds": 1}, attacker_policy="hold_back", **common) == (1, 1, 1, 0, 1, 0)


def test_carry_over():
    """1 v 1, then with `attack_only` D is 0 again: the least play of {2, 4} is 2: 3 > 0, no reply left."""
    ours, theirs = ["noble:1", "noble:2", "noble:4"], ["noble:1"]
    assert hand_fight(ours, theirs, {"carry_over": "attack_only"}, attacker_policy="minimal") == (
        1,
        2,
        3,
        0,
        2,
        1,
    )
    assert hand_fight(ours, theirs, {"carry_over": "none"}, attacker_policy="minimal") == (1, 2, 2, 0, 2, 1)
    assert hand_fight(
        ours, theirs, {"carry_over": "none"}, attacker_policy="minimal", attack_markers=2, defence_markers=2
    ) == (1, 2, 4, 2, 2, 1)


def test_forced_second_round():
    """2 v 4 is not enough with 1 more: optional stops after round 1 (2 v 4), forced plays the 1: 3 v 4."""
    ours, theirs = ["noble:1", "noble:1"], ["noble:4"]
    assert hand_fight(ours, theirs, attacker_policy="minimal") == (0, 1, 1, 4, 1, 1)
    assert hand_fight(ours, theirs, {"second_round": "forced"}, attacker_policy="minimal") == (
        0,
        2,
        2,
        4,
        2,
        1,
    )
    assert hand_fight(ours, theirs, {"second_round": "forced"}, attacker_policy="hold_back") == (
        0,
        2,
        2,
        4,
        2,
        1,
    )


def test_random_play_by_hand():
    """H = {1, 2}, no defence: the three non-empty subsets, each kills with 1, 2 or 3."""
    rows = combat(attacker_hand=["noble:1", "noble:2"], defender_hand=[], attacker_policy="random")
    assert rows == pytest.approx(
        {(1, 1, 1, 0, 1, 0): 1 / 3, (1, 1, 2, 0, 1, 0): 1 / 3, (1, 1, 3, 0, 2, 0): 1 / 3}
    )
    # Against a 2 played with 1/2 each round: 1 is held by it (1/2), then {2} is played with 1/2: 3 > 2.
    rows = combat(
        attacker_hand=["noble:1", "noble:2"],
        defender_hand=["noble:2"],
        attacker_policy="random",
        defender_policy="random",
    )
    assert rows == pytest.approx(
        {
            (1, 1, 1, 0, 1, 0): 1 / 6,
            (0, 1, 1, 2, 1, 1): 1 / 12,
            (1, 1, 2, 0, 1, 0): 1 / 6,
            (0, 1, 2, 2, 1, 1): 1 / 12,
            (1, 1, 3, 0, 2, 0): 1 / 6,
            (1, 1, 3, 2, 2, 1): 1 / 6,
            (1, 2, 3, 2, 2, 1): 2 / 12,  # 1 then 2, and 2 then 1
        }
    )


def test_random_hand_by_hand():
    """One card of six dealt: noble:1 x 2 or water/noble:1 -> 1; noble/clergy 2 -> 2; 3 of 7 dead."""
    rows = combat(data={"decks": SMALL}, attacker_hand_size=1, defender_hand=[])
    assert rows == pytest.approx({(1, 1, 1, 0, 1, 0): 3 / 7, (1, 1, 2, 0, 1, 0): 1 / 7, (0,) * 6: 3 / 7})


def test_default_hands():
    """E-10: at least one of 11 good cards in 8 of 40."""
    rows = combat(attacker_hand_size=8, defender_hand=[])
    assert sum(p for row, p in rows.items() if row[0]) == pytest.approx(1 - comb(29, 8) / comb(40, 8))
    mean = sum(p * row[2] for row, p in rows.items())
    assert mean == pytest.approx(8 / 40 * (2 * 1 + 5 * 2 + 3 * 3 + 4))


def test_hands_sum_to_one():
    """E-64: hypergeometric weights."""
    table = list(hands({1: 2, 2: 3, 0: 4}, 4))
    assert sum(p for _, p in table) == pytest.approx(1)
    assert {tuple(sorted(t.items())): p for t, p in table}[((0, 2), (1, 1), (2, 1))] == pytest.approx(
        6 * 2 * 3 / comb(9, 4)
    )


def test_least_play():
    """E-39: by hand, and against brute force over all subsets."""
    opts = options({})
    pool = cards("noble:1", "noble:2", "noble:3", "noble:4", "noble/clergy:2", "noble/servant:3")
    # 5 = 4+1 before 3+2
    assert least_play(pool, 0, 4, opts, True) == cards("noble:1", "noble:4")
    # 3 as one card, the single-coloured one
    assert least_play(pool, 0, 2, opts, True) == cards("noble:3")
    # the defender needs 6 against 6: 4+2 single-coloured
    assert sorted(least_play(pool, 0, 6, opts, False)) == cards("noble:2", "noble:4")
    assert least_play(pool, 0, 15, opts, True) is None and least_play([], 9, 0, opts, True) is None
    # already enough, still non-empty
    assert least_play(pool, 9, 0, opts, True) == cards("noble:1")
    rng, kinds = (
        Random(3),
        cards(*(f"{c}:{v}" for c in ("noble", "noble/clergy", "noble/water") for v in (1, 2, 3))),
    )
    for _ in range(200):
        hand, need = sorted(rng.choices(kinds, k=rng.randint(1, 6))), rng.randint(0, 9)
        fits = [
            part for k in range(1, 7) for part in combinations(hand, k) if sum(c.value for c in part) > need
        ]
        best = least_play(hand, 0, need, opts, True)
        assert (best is None) == (not fits)
        if fits:
            assert rank(best) == min(rank(part) for part in fits)
            values = tuple(sorted(c.value for c in hand))
            assert least_values(values, lambda s, need=need: s > need) == tuple(sorted(c.value for c in best))


GRID = [
    {},
    {"ties": "attacker"},
    {"carry_over": "attack_only"},
    {"carry_over": "none"},
    {"second_round": "forced"},
    {"start_check": "hand"},
    {"start_check": "off"},
    {"max_rounds": 1},
    {"start_check": "off", "max_rounds": 1, "ties": "attacker"},
    {"start_check": "off", "second_round": "forced", "carry_over": "none"},
]


@pytest.mark.parametrize("rules", GRID)
def test_combat_flows(rules):
    """Every pair of policies: exact chances against the plain flow."""
    rng, n = Random(repr(rules)), 120
    pairs = list(
        product(
            ("all_in", "minimal", "hold_back", "random"), ("none", "all_in", "minimal", "hold_back", "random")
        )
    )
    for ours, theirs in pairs:
        for extra in (
            {},
            {"defender_revealed": True, "opening_water": 1, "defence_markers": 2},
            {
                "attacker_side": "vampire",
                "attacker_revealed": True,
                "attack_markers": 1,
                "defence_markers": 1,
                "defender_profession": "clergy",
            },
        ):
            setup = {
                "attacker_hand_size": 4,
                "defender_hand_size": 4,
                "attacker_policy": ours,
                "defender_policy": theirs,
                **extra,
            }
            data = {"decks": SMALL}
            rows = MODELS["combat"].distribution(setup, rules, data)
            close(rows, Counter(MODELS["combat"].simulate(setup, rules, rng, data) for _ in range(n)), n)


@pytest.mark.parametrize(
    "ours, theirs", [("hold_back", "minimal"), ("random", "random"), ("minimal", "hold_back")]
)
def test_combat_flows_long(ours, theirs):
    """The same with more trials for three pairs."""
    setup = {
        "attacker_hand_size": 5,
        "defender_hand_size": 4,
        "attacker_policy": ours,
        "defender_policy": theirs,
        "defender_revealed": True,
    }
    rows = MODELS["combat"].distribution(setup, {}, {"decks": SMALL})
    rng, n = Random(11), 6000
    close(rows, Counter(MODELS["combat"].simulate(setup, {}, rng, {"decks": SMALL}) for _ in range(n)), n)


def test_columns():
    """Section 11: as many columns as values."""
    assert len(MODELS["combat"].columns({}, {})) == 6 and MODELS["unmask"].columns({}, {}) == ["uses"]
    assert len(MODELS["game"].columns({}, {})) == len(MODELS["game"].simulate({}, {}, Random(1))) == 15


# ------------------------------------------------------------------ unmask


@pytest.mark.parametrize("unknown, vampires, find", [(7, 3, 3), (7, 3, 1), (9, 3, 2), (5, 5, 2), (1, 1, 1)])
def test_unmask_negative_hypergeometric(unknown, vampires, find):
    """P(uses = n) = C(n-1, f-1) C(N-n, V-f) / C(N, V)."""
    rows = MODELS["unmask"].distribution({"unknown": unknown, "vampires": vampires, "find": find}, {})
    want = {
        (n,): comb(n - 1, find - 1) * comb(unknown - n, vampires - find) / comb(unknown, vampires)
        for n in range(find, unknown - vampires + find + 1)
    }
    assert rows == pytest.approx(want)
    mean = find * (unknown + 1) / (vampires + 1)
    assert sum(n * p for (n,), p in rows.items()) == pytest.approx(mean)


@pytest.mark.parametrize("unknown, vampires", [(7, 3), (9, 3), (6, 3), (5, 1)])
def test_unmask_known(unknown, vampires):
    """The first time that all vampires or all humans have been asked."""
    rows = MODELS["unmask"].distribution(
        {"unknown": unknown, "vampires": vampires, "find": vampires, "stop": "known"}, {}
    )
    humans = unknown - vampires
    ways = comb(unknown, vampires)
    want = {}
    for n in range(min(vampires, humans), unknown):
        want[(n,)] = (comb(n - 1, vampires - 1) + comb(n - 1, humans - 1)) / ways
    assert rows == pytest.approx({row: p for row, p in want.items() if p})
    assert MODELS["unmask"].distribution({"unknown": 2, "vampires": 2, "find": 2, "stop": "known"}, {}) == {
        (0,): 1.0
    }


def test_unmask_repeat():
    """Coupon collector: 7/3 + 7/2 + 7/1 uses on average; find = 1 is geometric; the cap cuts."""
    rows = MODELS["unmask"].distribution({"ask": "repeat"}, {})
    assert sum(n * p for (n,), p in rows.items()) == pytest.approx(7 / 3 + 7 / 2 + 7)
    rows = MODELS["unmask"].distribution({"ask": "repeat", "find": 1, "max_uses": 4}, {})
    stay = 4 / 7
    assert rows == pytest.approx({(1,): 3 / 7, (2,): stay * 3 / 7, (3,): stay**2 * 3 / 7, (4,): stay**3})
    assert MODELS["unmask"].distribution({"max_uses": 1}, {}) == {(1,): 1.0}


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"find": 2},
        {"ask": "repeat", "max_uses": 12},
        {"stop": "known"},
        {"ask": "repeat", "stop": "known", "unknown": 5, "vampires": 2, "find": 2},
    ],
)
def test_unmask_flows(setup):
    """Exact chances against question by question."""
    rng, n = Random(5), 4000
    rows = MODELS["unmask"].distribution(setup, {})
    close(rows, Counter(MODELS["unmask"].simulate(setup, {}, rng) for _ in range(n)), n)


@pytest.mark.parametrize(
    "setup",
    [
        {"unknown": 0},
        {"vampires": 8},
        {"find": 4},
        {"find": 2, "stop": "known"},
        {"ask": "twice"},
        {"max_uses": 0},
        {"uses": 1},
    ],
)
def test_unmask_refused(setup):
    """E-67."""
    for call in (MODELS["unmask"].distribution, lambda s, r: MODELS["unmask"].simulate(s, r, Random(1))):
        with pytest.raises(ValueError):
            call(setup, {})


# ------------------------------------------------------------------ the full game


def watched(rules=None, data=None, policies=None, seed=1):
    """One game with the conservation checked at the start and after every turn."""
    rng = Random(seed)
    game = vg.new_game({}, rules or {}, rng, data, policies)
    packs = decks(data)
    vg.check_conservation(game, packs)
    vg.play(game, rng, lambda now: vg.check_conservation(now, packs))
    vg.check_conservation(game, packs)
    row = dict(zip(vg.columns({}, {}), vg.outcome(game)))
    check_row(row, game)
    return row


def check_row(row, game):
    """E-60 .. E-63: the row fits its way of ending."""
    assert row["winner"] in ("human", "vampire", "tie")
    if row["way"] == "vampires_dead":
        assert row["vampires_alive"] == 0 and row["winner"] == "human"
    if row["way"] == "humans_dead":
        assert row["humans_alive"] == 0 and row["winner"] == "vampire"
    if row["way"] == "three_thrones":
        assert row["vampires_alive"] == 3 and set(game.table.castle) == game.vampires == game.table.revealed
    if row["way"] == "cards":
        assert row["human_cards_left"] == row["vampire_cards_left"] == 0
    if row["way"] in ("cards", "turn_limit"):
        gap = row["humans_alive"] - 2 * row["vampires_alive"]
        if game.opts["score_human"] == 1 and game.opts["score_vampire"] == 2:
            assert row["winner"] == ("tie" if gap == 0 else "human" if gap > 0 else "vampire")


def pair(human, vampire):
    return {"human": {"name": human}, "vampire": {"name": vampire}}


@pytest.mark.parametrize("human, vampire", list(product(HUMAN_POLICIES, VAMPIRE_POLICIES)))
def test_every_pair(human, vampire):
    """30 games a pair, conservation after every turn; 80 cards at one a turn at least."""
    for seed in range(30):
        row = watched(policies=pair(human, vampire), seed=seed)
        assert row["turns"] <= 80
        if vampire in ("lurker", "idle"):
            assert row["reveals"] == 0
        if human == "idle":
            assert row["holy_water_uses"] == 0


ODD_RULES = [
    {"hand_size": 1},
    {"hand_size": 15, "known_humans": 6},
    {"known_humans": 0, "first_player": "human"},
    {"reveals_per_turn": 3, "reveal_where": "anywhere", "reveal_bonus_cards": 2},
    {"reveals_per_turn": 0},
    {"support_per_turn": 3, "marker_cap": 2},
    {"support_per_turn": 0},
    {"marker_cap": 0},
    {"support_cards": "blank"},
    {"pass_discards": 0, "turn_limit": 40},
    {"pass_discards": 3},
    {"hide_cards": 1, "water_cards": 1},
    {"half_cards_pay": False},
    {"water_attack": False},
    {"max_rounds": 1, "ties": "attacker"},
    {"carry_over": "none", "second_round": "forced", "start_check": "off"},
    {"carry_over": "attack_only", "start_check": "hand"},
    {"score_human": 0, "score_vampire": 0},
    {"water_cards": 3, "hide_cards": 2},
]


@pytest.mark.parametrize("rules", ODD_RULES)
def test_every_option(rules):
    """Each option off its default, with four pairs of policies."""
    for human, vampire in (
        ("inquisitor", "three_thrones"),
        ("brawler", "bold"),
        ("random", "random"),
        ("inquisitor", "lurker"),
    ):
        for seed in range(4):
            row = watched(rules, None, pair(human, vampire), seed)
            assert rules.get("support_cards") != "blank" or row["blocks"] == 0
            assert rules.get("reveals_per_turn") != 0 or row["reveals"] == 0


def test_every_parameter():
    """Section 8: each parameter off its default."""
    for play, reply in product(("all_in", "minimal", "hold_back", "random"), ("none", "all_in", "random")):
        policies = {
            "human": {
                "name": "brawler",
                "attack_play": play,
                "defend_play": reply,
                "cycle": 0,
                "min_attack": -2,
                "suspicion": "flat",
            },
            "vampire": {
                "name": "bold",
                "attack_play": play,
                "defend_play": reply,
                "bluff": 0.5,
                "min_attack": 1,
                "reveal_red": 0,
                "cycle": 8,
            },
        }
        watched({"start_check": "off"}, None, policies, 3)
    watched(policies={"human": {"name": "random", "discard_chance": 1}, "vampire": {}})


NINES = [["noble:9", 14], ["clergy:9", 13], ["servant:9", 13]]
STRONG_HUMAN = {"decks": {"human": NINES, "vampire": [["fetch", 40]]}}
STRONG_VAMPIRE = {"decks": {"vampire": NINES, "human": [["fetch", 40]]}}


def test_way_vampires_dead():
    """Known humans 6: the unknown are sure; every vampire that shows up in the castle dies at once."""
    rules = {"known_humans": 6}
    policies = {"human": {"name": "brawler"}, "vampire": {"name": "three_thrones"}}
    ways = Counter()
    for seed in range(60):
        row = watched({**rules, "reveals_per_turn": 0}, STRONG_HUMAN, policies, seed)
        ways[row["way"]] += 1
        # only vampires are attacked, so all humans live, and each vampire costs one fight
        assert row["humans_alive"] == 6 and row["fights"] == 3 - row["vampires_alive"]
    assert ways["vampires_dead"] and ways["cards"] and set(ways) == {"vampires_dead", "cards"}


def test_way_humans_dead():
    """The lurker kills a human a turn; only castle vampires are spared; the human player is idle."""
    rows = [watched(None, STRONG_VAMPIRE, pair("idle", "lurker"), seed) for seed in range(30)]
    assert {row["way"] for row in rows} <= {"humans_dead", "cards"}
    won = [row for row in rows if row["way"] == "humans_dead"]
    # six kills in six vampire turns with five human turns between
    # (`cards`: the three vampires fill the castle, so that no human can be attacked)
    assert won and all(row["turns"] == 11 and row["fights"] == 6 for row in won)


def test_way_three_thrones():
    """Nothing but red cards against idle: humans are hidden, then one vampire is revealed a turn."""
    data = {"decks": {"vampire": [["vampire:1", 200]], "human": [["fetch", 200]]}}
    rows = [watched({"hand_size": 20}, data, pair("idle", "three_thrones"), s) for s in range(20)]
    assert {row["way"] for row in rows} == {"three_thrones"}
    assert all(row["reveals"] == 3 and row["fights"] == 0 for row in rows)
    # a reveal in the turn of the k-th hide is impossible: at least 2 turns after the last hide
    assert all(row["turns"] == 2 * row["hides"] + 5 for row in rows)


def test_way_cards():
    """Idle v idle: 8 + 1 cards go in the first turn, then 7 + 1 (the hand is 7): 9 + 8 + 8 + 8 = 33 in four.

    Fifth turn: 7 are discarded, nothing is drawn: ten turns, six humans v 2 x three vampires: a tie."""
    row = watched(policies=pair("idle", "idle"))
    assert (row["winner"], row["way"], row["turns"]) == ("tie", "cards", 10)
    row = watched({"score_human": 2}, policies=pair("idle", "idle"))
    assert row["winner"] == "human"


def test_way_turn_limit():
    """E-63: after three turns the score of E-61."""
    row = watched({"turn_limit": 3, "score_vampire": 3}, policies=pair("idle", "idle"))
    assert (row["winner"], row["way"], row["turns"]) == ("vampire", "turn_limit", 3)


def test_skipped_turns():
    """E-62: the human player has one card only; his later turns are skipped and not counted."""
    data = {"decks": {"human": [["fetch", 1]], "vampire": [["fetch", 20]]}}
    row = watched({"hand_size": 1}, data, pair("idle", "idle"))
    # vampire: first turn discards 1, draws 1, passes 1; then draws 1, passes 1: 1 + 18 turns; human: one turn
    assert row["turns"] == 20 and row["way"] == "cards"


# ------------------------------------------------------------------ single steps of the game


def table_of(castle, vampires, told=(), rules=None, policies=None, human=(), vampire=(), revealed=()):
    """A game put in a chosen position; empty decks."""
    game = vg.new_game({}, rules or {}, Random(1), None, policies)
    table = game.table
    table.castle[:] = castle
    game.city[:] = [one for one in range(9) if one not in castle]
    game.vampires = frozenset(vampires)
    table.revealed.update(revealed)
    ours, theirs = game.players["human"], game.players["vampire"]
    theirs.vampires = game.vampires
    ours.told = set(told)
    ours.hand[:], theirs.hand[:] = cards(*human), cards(*vampire)
    ours.deck.clear()
    theirs.deck.clear()
    return game


def test_sets():
    """E-43: 3 of 9 vampires; the rest follows when the numbers fit."""
    game = table_of([0, 1, 2], [0, 4, 8], [1, 2])
    know = game.players["human"]
    assert know.sets() == ([1, 2], [0, 3, 4, 5, 6, 7, 8], [])
    know.told |= {3, 5, 6, 7}
    assert know.sets() == ([1, 2, 3, 5, 6, 7], [], [0, 4, 8])
    know.told = {1}
    game.table.revealed |= {0, 4, 8}
    assert know.sets() == ([1, 2, 3, 5, 6, 7], [], [])
    game.table.revealed = {0}
    assert know.sets() == ([1], [2, 3, 4, 5, 6, 7, 8], [])
    vg.kill(game, 1)
    vg.kill(game, 2)
    assert game.table.castle == [0, 3, 4] and know.sets() == ([], [3, 4, 5, 6, 7, 8], [])
    vg.kill(game, 4)
    vg.kill(game, 3)
    know.told |= {5, 6}
    assert know.sets() == ([5, 6], [7, 8], []) and game.table.dead_vampires == 1
    know.told = {1, 5, 6, 7}
    assert know.sets() == ([5, 6, 7], [], [8])
    know.told = {1}
    game.table.castle.append(8)
    game.city.remove(8)
    vg.kill(game, 8)
    assert know.sets() == ([5, 6, 7], [], [])


def test_hide_and_markers():
    """E-18, E-37: the hidden one goes to the bottom, the top comes in, no marker is left; lowest reds pay."""
    game = table_of([0, 1, 2], [0, 4, 8], vampire=["vampire:5", "vampire:2", "vampire/noble:2", "vampire:3"])
    game.table.attack_markers[1] = 1
    vg.hide(game, 1, Random(1))
    assert game.table.castle == [0, 2, 3] and game.city == [4, 5, 6, 7, 8, 1]
    assert game.table.attack_markers[1] == 0 and game.counts["hides"] == 1
    assert game.players["vampire"].hand == cards("vampire:5")


def test_block():
    """E-38: paid, blocked, no effect."""
    game = table_of([0, 1, 2], [0, 4, 8], human=["block", "noble:1"], vampire=["vampire:2"] * 3)
    vg.hide(game, 1, Random(1))
    assert game.table.castle == [0, 1, 2] and game.counts["hides"] == 0 and game.counts["blocks"] == 1
    assert game.players["vampire"].hand == [] and game.players["human"].hand == cards("noble:1")


def test_unmask_and_attack():
    """E-21: water 1 + 3 are paid, the 1 opens, character 3 (clergy) attacks; 8 against red 3."""
    game = table_of(
        [0, 3, 6],
        [0, 1, 2],
        [3, 6],
        human=["water:1", "water:3", "water:3", "clergy:4"],
        vampire=["vampire:3"],
    )
    vg.act(game, "human", Random(1))
    # the only unknown in the castle is 0; round 1: the opening 1 v 0, answered by 3;
    # round 2: 1 + water 3 + clergy 4 = 8 > 3
    assert game.counts["holy_water_uses"] == game.counts["fights"] == 1
    assert game.table.dead == [0] and game.table.dead_vampires == 1 and game.table.castle == [3, 6, 1]
    assert game.players["human"].hand == [] and game.players["vampire"].hand == []
    game = table_of(
        [0, 3, 6],
        [0, 1, 2],
        [3, 6],
        {"water_attack": False},
        human=["water:1", "water:3", "water:3", "clergy:4"],
        vampire=["vampire:3"],
    )
    vg.act(game, "human", Random(1))
    assert game.counts["fights"] == 0 and game.table.revealed == {0}


def test_third_throne_by_water():
    """E-22: the third revealed vampire in the castle ends the game before the attack."""
    game = table_of([0, 3, 6], [0, 3, 6], [1, 2], human=["water:1", "water:3", "noble:4"], revealed=[3, 6])
    vg.holy_water(game, 0, Random(1))
    assert game.end == ("vampire", "three_thrones") and game.counts["fights"] == 0


def test_legal_attackers():
    """E-24: human: none that is revealed; vampire: the revealed ones first."""
    game = table_of(
        [0, 3, 6], [0, 1, 2], human=["noble:1", "clergy:1"], vampire=["noble:1", "servant:3"], revealed=[0]
    )
    ours = vg.players.startable(game.players["human"], [0, 3, 6])
    assert {(a, t) for _, a, t in ours} == {(3, 0), (3, 6)}
    theirs = vg.players.startable(game.players["vampire"], [0, 3, 6])
    assert theirs == [(1, 0, 3), (1, 0, 6)]
    game.table.revealed.clear()
    assert len(vg.players.startable(game.players["vampire"], [0, 3, 6])) == 4
    game.table.defence_markers[3] = 1
    assert {(a, t) for _, a, t in vg.players.startable(game.players["vampire"], [0, 3, 6])} == {
        (0, 6),
        (6, 0),
        (6, 3),
    }


def test_discard_order():
    """E-48: castle of nobles and clergy: servant cards go first, then the useful, then red, then support."""
    game = table_of(
        [0, 1, 3],
        [0, 4, 8],
        vampire=[
            "fetch",
            "vampire:2",
            "noble:3",
            "servant:4",
            "servant/noble:2",
            "vampire/servant:2",
            "servant:1",
        ],
    )
    order = [made for _, made in vp.discard_order(game.players["vampire"])]
    assert order == cards(
        "servant:1", "servant:4", "servant/noble:2", "noble:3", "vampire:2", "servant/vampire:2", "fetch"
    )
    assert vp.choose_pass(game.players["vampire"], Random(1)) == cards("servant:1")
    assert vp.choose_discards(game.players["vampire"], Random(1)) == []
    game.players["vampire"].deck += cards("noble:1")
    assert vp.choose_discards(game.players["vampire"], Random(1)) == cards("servant:1", "servant:4")


def test_fetch():
    """E-50: too few water cards: the highest payable; else the highest card."""
    game = table_of([0, 1, 3], [0, 4, 8], human=["fetch", "water:1"])
    know = game.players["human"]
    know.deck += cards("water:2", "water/noble:2", "noble:4", "water:1")
    vg.support_step(game, "human", Random(1))
    assert sorted(know.hand) == cards("water:1", "noble/water:2") and len(know.deck) == 3
    know.hand += cards("fetch")
    vg.support_step(game, "human", Random(1))
    assert card("noble:4") in know.hand


def test_markers_placed():
    """E-50: the human on a known human, the vampire player on a revealed vampire first; the cap holds."""
    game = table_of(
        [0, 1, 3],
        [0, 1, 8],
        [3],
        human=["attack_marker"] * 2,
        vampire=["defence_marker"] * 3,
        revealed=[1],
        rules={"support_per_turn": 3},
    )
    vg.support_step(game, "human", Random(1))
    assert game.table.attack_markers[3] == 1 and game.players["human"].hand == cards("attack_marker")
    vg.support_step(game, "vampire", Random(1))
    assert game.table.defence_markers[:2] == [1, 1] and len(game.players["vampire"].hand) == 1


def test_bold_reveals():
    """E-56: reds 2 + 3 count for all, clergy 4 for the clergy vampire: the sum there is greatest."""
    game = table_of(
        [0, 3, 6],
        [0, 3, 8],
        vampire=["vampire:2", "vampire/clergy:3", "clergy:4", "noble:3"],
        policies=pair("idle", "bold"),
    )
    know = game.players["vampire"]
    assert vp.choose_reveal(know, Random(1)) == 3
    know.hand.remove(card("vampire:2"))
    assert vp.choose_reveal(know, Random(1)) is None


def test_suspicion():
    """E-47: defended by two cards once, attacked once by its own side: 2 - 2 = 0 against 1."""
    game = table_of([0, 3, 6], [0, 3, 8], policies=pair("brawler", "bold"))
    know = game.players["human"]
    vg.remember(game.table, "human", 0, 2)
    vg.remember(game.table, "human", 3, 1)
    assert vp.pick_suspects(know, [0, 3, 6]) == [0]
    vg.remember(game.table, "vampire", 0, 5)
    assert vp.pick_suspects(know, [0, 3, 6]) == [3]


def test_knowledge_is_closed():
    """E-42: the human player's object has no vampires, no order of the city, no other hand."""
    game = vg.new_game({}, {}, Random(1))
    know = game.players["human"]
    assert set(vars(know)) == {"table", "opts", "hand", "deck", "policy", "told"}
    assert not {"vampires", "city"} & set(vars(know.table))


def test_start_columns():
    """E-66: means after the set-up: 3 x 3 / 9 vampires in the castle, 8 x 11 / 40 special cards each."""
    rng, n = Random(2), 1500
    rows = [vg.new_game({}, {}, rng).start for _ in range(n)]
    for place, want, spread in ((0, 1, 0.71), (1, 2.2, 1.15), (2, 2.2, 1.15)):
        assert abs(sum(row[place] for row in rows) / n - want) < 5 * spread / sqrt(n)
