"""I Am Vlad's exact solvers against the figures of the reading (section F), to the digits printed."""

import pytest

from simlab.contract import Budget, TooLarge
from tests.games.conformance import plain_rows
from tests.games.vlad_setups import case

ROAD = {
    "cap": (0.279263, 0.236996, 0.192313, 0.291428, 4.19721, (4.74182, 4.70550, 4.61972, 4.72179)),
    "stay": (0.315724, 0.273456, 0.228774, 0.182046, 4.41597, (4.98492, 4.85408, 4.82343, 5.00145)),
    "reroll": (0.315724, 0.273456, 0.228774, 0.182046, 4.41597, (4.77593, 4.64509, 4.61445, 4.79247)),
}
ALONE = {
    ("archer", "day"): (0.07619, 0.11246, 0.12941, 8.303),
    ("archer", "night"): (0.03978, 0.10238, 0.11246, 8.442),
    ("knight", "day"): (0.07619, 0.11246, 0.12941, 4.494),
    ("knight", "night"): (0.07857, 0.11345, 0.12941, 4.393),
    ("vlad", "day"): (0.12689, 0.25042, 0.34874, 4.180),
    ("vlad", "night"): (0.21765, 0.40168, 0.46218, 3.334),
}
TOGETHER = {
    ("archer", "knight"): (0.55282, 0.50516),
    ("vlad", "archer"): (0.63731, 0.64285),
    ("vlad", "knight"): (0.63731, 0.66422),
}
DUELS = {
    ("archer", "archer"): ((17.0480, 18.9359), (17.9337, 19.7169)),
    ("archer", "knight"): ((23.3933, 18.9168), (24.3946, 18.8495)),
    ("archer", "vlad"): ((29.5729, 16.6878), (30.7938, 15.4511)),
    ("knight", "archer"): ((17.0747, 25.2236), (17.0533, 25.9463)),
    ("knight", "knight"): ((23.3606, 25.2382), (23.5433, 25.2337)),
    ("knight", "vlad"): ((29.5729, 23.0412), (29.9976, 21.8692)),
    ("vlad", "archer"): ((14.5663, 31.3610), (13.1093, 32.4376)),
    ("vlad", "knight"): ((20.9198, 31.3610), (19.6821, 31.7891)),
    ("vlad", "vlad"): ((27.0837, 29.2169), (26.0759, 28.4819)),
}


def exact(model, setup, rules=None, data=None):
    """Column name -> mean, and `column=value` -> probability, of an exact solution."""
    solved = case(model, setup, rules, data)
    outcomes = solved.model.exact(solved, Budget())
    assert outcomes.weights.sum() + outcomes.lost == pytest.approx(1, abs=1e-12)
    figures = {}
    for place, column in enumerate(outcomes.columns):
        values = outcomes.rows[:, place]
        figures[column.name] = float(values @ outcomes.weights)
        for value in set(values.tolist()):
            figures[f"{column.name}={value}"] = float(outcomes.weights[values == value].sum())
    return figures


@pytest.mark.parametrize("overshoot", ROAD)
def test_the_road_through_the_underworld(overshoot):
    *exits, rolls, rounds = ROAD[overshoot]
    for dial, expected in enumerate(rounds, start=1):
        found = exact("underworld", {"dial": dial}, {"overshoot": overshoot})
        assert [found[f"exit={square}"] for square in (13, 14, 15, 16)] == pytest.approx(exits, abs=6e-7)
        assert found["rolls"] == pytest.approx(rolls, abs=6e-6)
        assert found["rounds"] == pytest.approx(expected, abs=6e-6)


@pytest.mark.parametrize(("unit", "time"), ALONE)
def test_one_unit_against_a_neutral(unit, time):
    *beaten, damage = ALONE[unit, time]
    for crowns, expected in enumerate(beaten):
        found = exact("hunt", {"units": [unit], "time": time, "crowns": crowns})
        assert found["killed"] == pytest.approx(expected, abs=6e-6)
        if crowns == 0:
            assert found["damage"] == pytest.approx(damage, abs=6e-4)


@pytest.mark.slow
@pytest.mark.parametrize("units", TOGETHER)
def test_two_units_against_a_neutral(units):
    for time, expected in zip(("day", "night"), TOGETHER[units]):
        assert exact("hunt", {"units": list(units), "time": time})["killed"] == pytest.approx(expected, abs=6e-6)


@pytest.mark.parametrize(("attacker", "defender"), DUELS)
def test_one_attacker_on_one_defender(attacker, defender):
    for time, expected in zip(("day", "night"), DUELS[attacker, defender]):
        setup = {"attackers": [{"unit": attacker}], "defender": {"unit": defender}, "time": time}
        found = exact("duel", setup)
        assert [found["defender_life"], found["life_a1"]] == pytest.approx(expected, abs=6e-5)


def test_too_large_a_solution_says_by_how_much():
    three = case("hunt", {"units": ["vlad", "knight", "archer"], "attempts": 4})
    with pytest.raises(TooLarge, match=r"about \d.*, more than 1e\+05"):
        three.model.exact(three, Budget(1e5))


@pytest.mark.parametrize(
    ("model", "setup", "rules", "decks"),
    [
        # A hand of a whole pack in hand order: more orders than can be gone through.
        (
            "hunt",
            {"order": "as_dealt", "attempts": 2, "hold_time": True},
            {"hand_size": 22},
            {"archer": [["day", n, n, 2] for n in range(11)]},
        ),
        # Nobody has a card, and the die has many faces.
        (
            "hunt",
            {"units": ["archer", "knight", "vlad"], "hands": {"archer": [], "knight": [], "vlad": []}},
            {"die8": list(range(1, 121)), "unit_life": {"archer": 900, "knight": 900, "vlad": 900}},
            {},
        ),
    ],
)
def test_all_work_is_counted_before_it_is_done(model, setup, rules, decks):
    huge = case(model, setup, rules, {"decks": {**case("hunt", {}).data.decks.model_dump(), **decks}})
    with pytest.raises(TooLarge):
        huge.model.exact(huge, Budget(1e6))


def test_a_pack_of_a_thousand_different_cards():
    decks = case("hunt", {}).data.decks.model_dump() | {"archer": [["day", n, n % 7, 1] for n in range(990)]}
    setup = {"attackers": [{"unit": "knight"}], "defender": {"unit": "archer"}}
    figures = exact("duel", setup, {"hand_size": 1}, {"decks": decks})
    assert figures["cards_defender"] == pytest.approx(0.5), "the knight has a day card in half of his hands"


def test_cards_that_the_pack_lacks_do_not_crowd_it_out():
    hand = [["day", n, 9] for n in range(100)]
    decks = case("hunt", {}).data.decks.model_dump() | {"archer": [["day", 1, 1, 999], ["day", 2, 1, 1]]}
    setup = {"hands": {"archer": hand}, "attempts": 3, "hold_time": True}
    found = plain_rows(case("hunt", setup, {"die8": [0], "neutral_life": 10_000}, {"decks": decks}), 0, 1)
    assert found[0, 2] == 300, "a hundred cards are played in each fight"
