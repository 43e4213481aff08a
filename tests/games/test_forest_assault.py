"""The chained question of Forest: what joins its parts, with scripted dice, and its exact solver against theirs."""

from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings

from simlab.chance.plain import plain
from simlab.chance.witness import Witness
from simlab.contract import Budget, TooLarge
from simlab.games.forest import story
from simlab.games.forest.models.assault import assault_row
from simlab.games.forest.rules.s11_assault import storms
from tests.games.conformance import plain_rows, rows
from tests.games.forest_setups import RULES, case, cases
from tests.games.setups import by_name
from tests.games.test_sampled_meets_exact import chi_square_p

FOUR = {"troops": 4, "rating": 2}


def played(dice, rules=None, **setup):
    """The outcome of one assault with these dice by column, and what was told; no die is left over or missing."""
    witness = Witness(script=dice)
    played_case = case("assault", {"attacker": FOUR} | setup, rules)
    row = plain_rows(played_case, 0, 1, witness=witness)[0]
    assert next(witness.script, "spent") == "spent"
    return {column.name: column.shown(value) for column, value in zip(played_case.columns, row)}, witness.events


def exact(model, setup, rules=None):
    """The rows of an exact solution by name, with their probabilities."""
    solved = case(model, setup, rules)
    outcomes = solved.model.exact(solved, Budget())
    assert outcomes.weights.sum() + outcomes.lost == pytest.approx(1, abs=1e-12)
    return {tuple(zip((c.name for c in solved.columns), row)): p for row, p in by_name(outcomes).items()}


def chances_of(solution, *names):
    """The distribution of some columns alone."""
    found = defaultdict(float)
    for row, chance in solution.items():
        found[tuple(dict(row)[name] for name in names)] += chance
    return dict(found)


def same(found, expected):
    """Two distributions are equal but for rounding."""
    assert found == {row: pytest.approx(chance, abs=1e-12) for row, chance in expected.items() if chance > 0}


def test_groups_that_break_are_out_of_the_question_for_good():
    end, _ = played([3, 1], impalements=1, castle={"garrison": 1}, plan="siege", turns=1)
    assert (end["sent_back"], end["attackers_left"], end["method"]) == (2, 2, "siege")


def test_if_nobody_goes_on_nothing_else_happens():
    end, _ = played([1, 2], impalements=3, field={"troops": 3, "rating": 4}, castle={"garrison": 2})
    assert list(end.values()) == [False, 0, "none", False, "no_battle", 4, 0, 3, 2]


def test_groups_that_go_on_are_kept_as_they_are_and_in_their_order():
    """Five troops under a rating of 3 would form groups of 3 and 2."""
    army = {"troops": 8, "rating": 3, "groups": [3, 1, 3, 1], "withdraw": "always"}
    field = {"troops": 1, "rating": 1}
    _, events = played([3, 4, 4, 4, 2], impalements=1, attacker=army, field=field, castle={"garrison": 4})
    assert [event[3] for event in events if event[0] == story.SEARCHED and event[1] == 0] == [1, 3, 1]


def test_an_attacker_who_withdraws_does_not_come_to_the_castle():
    army = FOUR | {"withdraw": "always"}
    end, _ = played([3, 6], attacker=army, field={"troops": 3}, castle={"garrison": 1})
    assert (end["reached"], end["field_winner"], end["attackers_left"], end["field_left"]) == (False, "defender", 4, 3)
    assert end["garrison_left"] == 1


def test_a_field_army_that_leaves_is_gone_and_does_not_man_the_castle():
    field = {"troops": 3, "rating": 4, "retreat": "below", "retreat_below": 4}
    end, _ = played([6, 6, 6], field=field, castle={"garrison": 0}, plan="siege")
    assert (end["field_winner"], end["field_left"], end["reached"]) == ("attacker", 3, True)
    assert (end["method"], end["turn"], end["garrison_left"]) == ("empty", 1, 0)


@pytest.mark.parametrize(("can_retreat", "left"), [(True, 1), (False, 0)])
def test_leaderless_troops_outside_are_driven_off_or_have_nowhere_to_go(can_retreat, left):
    found, hits, answer = [1, 6], [4, 1], [1]
    end, _ = played([*found, *hits, *answer], field={"troops": 2}, can_retreat=can_retreat)
    assert (end["field_winner"], end["field_left"], end["attackers_left"]) == ("attacker", left, 4)


def test_a_storm_that_is_broken_off_is_followed_by_a_siege_roll_in_the_same_turn():
    kills_one, both_miss, siege = [4], [1, 1], [1]
    orders = {"plan": "storm", "storm_withdraw_below": 4, "castle": {"garrison": 2}}
    end, _ = played([*kills_one, *both_miss, *siege], **orders)
    assert (end["method"], end["turn"], end["attackers_left"]) == ("siege", 1, 3)


def test_below_its_smallest_number_an_army_does_not_storm():
    end, _ = played([1], plan="storm", storm_withdraw_below=5, castle={"garrison": 2})
    assert (end["method"], end["attackers_left"]) == ("siege", 4)


def test_siege_then_storm_waits_for_the_last_turn():
    siege, misses_and_dies = [6, 6], [1, 4]
    end, _ = played([*siege, *misses_and_dies], plan="siege_then_storm", castle={"garrison": 1}, turns=3)
    assert (end["method"], end["turn"]) == ("storm", 3)


def test_the_siege_counts_its_turns_and_begins_anew_once_the_numbers_did_not_hold():
    """Six, of whom three starve, are too few in turn 2; the roll of 2 in turn 3 would do for a count of 3."""
    first = [6, *[1, 1, 1, 6, 6, 6]]
    lifted = [6, 6, 6]
    storm_broken_off, again = [1, 4, 1, 4, 4], [2, *[6, 6]]
    end, _ = played(
        [*first, *lifted, *storm_broken_off, *again],
        attacker={"troops": 6, "rating": 2},
        castle={"garrison": 3},
        plan="siege_then_storm",
        storm_withdraw_below=3,
        turns=3,
        supplied=False,
    )
    assert (end["fell"], end["garrison_left"], end["attackers_left"]) == (False, 1, 2)
    end, _ = played([6, 6, 3], plan="siege", castle={"garrison": 3}, turns=3)
    assert (end["method"], end["turn"]) == ("siege", 3)


def test_hunger_comes_in_the_turn_of_the_fall_too_but_not_to_the_garrison():
    end, _ = played([1, 1, 1, 1], supplied=False)
    assert (end["method"], end["turn"], end["attackers_left"]) == ("empty", 1, 0)
    end, _ = played([1, 1, 1, 1, 1], supplied=False, plan="siege", castle={"garrison": 3})
    assert (end["method"], end["attackers_left"]) == ("siege", 0)
    end, _ = played([6, 1, 1, 1, 1], supplied=False, plan="siege", castle={"garrison": 3})
    assert (end["fell"], end["turn"], end["garrison_left"], end["attackers_left"]) == (False, 0, 3, 0)


@pytest.mark.parametrize(
    ("ratio", "attackers", "storm"),
    [(1.1, 11, True), (1.1, 10, False), (1.11, 11, False), (0, 1, True), (0.7, 7, True)],
)
def test_the_ratio_for_a_storm_is_no_matter_of_rounding(ratio, attackers, storm):
    setup = {"attacker": FOUR, "castle": {"garrison": 10}, "plan": "storm_if", "storm_ratio": ratio}
    assert bool(plain(storms)(attackers, 10, 1, assault_row(case("assault", setup).setup))) == storm


def test_two_stakes_before_a_small_castle_by_hand():
    """Two groups of 2 face two stakes, either will do for a siege of one turn: (1 - 1/4) / 6."""
    solved = exact(
        "assault", {"attacker": FOUR, "impalements": 2, "castle": {"garrison": 1}, "plan": "siege", "turns": 1}
    )
    assert chances_of(solved, "fell")[True,] == pytest.approx(1 / 8, abs=1e-14)
    assert chances_of(solved, "sent_back") == pytest.approx({(0,): 1 / 4, (2,): 1 / 2, (4,): 1 / 4})


@pytest.mark.parametrize("rules", [{}, {"morale_order": "last"}, {"morale_scheme": "until_cleared"}], ids=str)
def test_the_impalements_alone_are_those_of_morale(rules):
    groups = [3, 1, 2, 2]
    army = {"troops": 8, "rating": 3, "groups": groups}
    found = exact("assault", {"attacker": army, "impalements": 3}, rules)
    lone = exact("morale", {"group_sizes": groups, "impalements": 3}, rules)
    same(chances_of(found, "sent_back"), chances_of(lone, "troops_broken"))


@pytest.mark.parametrize("rating", [0, 4])
def test_the_field_alone_is_a_battle(rating):
    army, field = {"troops": 6, "rating": 2, "retreat": "outnumbered"}, {"troops": 4, "rating": rating}
    found = exact("assault", {"attacker": army, "field": field})
    lone = exact("battle", {"attacker": army, "defender": field})
    of_battle = chances_of(lone, "winner", "attacker_left", "defender_left")
    same(chances_of(found, "field_winner", "attackers_left", "field_left"), of_battle)


def test_one_turn_of_storm_is_a_storm():
    army = {"troops": 6, "rating": 2}
    found = exact("assault", {"attacker": army, "castle": {"garrison": 3}, "plan": "storm", "turns": 1})
    lone = exact("storm", {"attackers": 6, "defenders": 3})
    same(
        chances_of(found, "method", "attackers_left", "garrison_left"),
        {
            ("storm" if winner == "attacker" else "none", *left): chance
            for (winner, *left), chance in chances_of(lone, "winner", "attackers_left", "defenders_left").items()
        },
    )


def test_a_siege_alone_is_a_siege():
    """In supply: a lone siege ends once it is lifted, an army before a castle stays."""
    army = {"troops": 6, "rating": 2}
    found = exact("assault", {"attacker": army, "castle": {"garrison": 3}, "plan": "siege", "turns": 3})
    lone = exact("siege", {"besiegers": 6, "defenders": 3, "turns": 3})
    same(chances_of(found, "fell", "turn", "garrison_left"), chances_of(lone, "fell", "turn", "defenders_left"))


WEAK = {"attacker": {"troops": 4, "rating": 2, "retreat": "below", "retreat_below": 2}, "castle": {"garrison": 2}}
STAKES = WEAK | {"impalements": 1, "attacker": {"troops": 4, "rating": 3}, "field": {"troops": 3, "rating": 2}}
WITHDRAWS = WEAK | {"field": {"troops": 3, "rating": 2, "withdraw": "always"}}
HUNGRY = WEAK | {"plan": "siege", "supplied": False}
MANY_GROUPS = {
    "attacker": {"troops": 6, "rating": 4, "groups": [1, 2, 3]},
    "field": {"troops": 4, "rating": 4, "groups": [3, 1]},
    "castle": {"garrison": 1},
}
MATTERS_IN = {
    "morale_order": STAKES,
    "morale_scheme": STAKES,
    "withdraw_window": WITHDRAWS,
    "initial_search": WITHDRAWS,
    "starve_max": HUNGRY,
    "excess_hits": MANY_GROUPS,
    "group_order": MANY_GROUPS,
    "surprise_fire": MANY_GROUPS,
    "siege_first_count": HUNGRY,
    "siege_margin": HUNGRY,
    "storm_pairing": WEAK | {"plan": "storm", "storm_withdraw_below": 3},
    "hit_min": MANY_GROUPS,
    "morale_min": STAKES,
}


@pytest.mark.parametrize("name", RULES["assault"])
def test_every_option_makes_a_difference(name):
    solutions = [exact("assault", MATTERS_IN[name], {name: value}) for value in RULES["assault"][name]]
    keys = set().union(*solutions)
    for n, one in enumerate(solutions):
        for other in solutions[:n]:
            assert max(abs(one.get(key, 0) - other.get(key, 0)) for key in keys) > 1e-3


def test_groups_listed_the_other_way_round_and_rolling_from_the_last_give_the_same():
    """By size the solver lays lists of the same groups together, whatever their order."""
    setup = {"impalements": 2, "field": {"troops": 3, "rating": 2}, "castle": {"garrison": 1}}
    armies = [{"troops": 6, "rating": 3, "groups": groups} for groups in ([3, 1, 2], [2, 1, 3])]
    first, last, as_listed = (
        exact("assault", setup | {"attacker": army}, rules)
        for army, rules in zip((*armies, armies[1]), ({}, {"morale_order": "last"}, {}))
    )
    same(first, last)
    assert chances_of(first, "sent_back") != chances_of(as_listed, "sent_back")


@pytest.mark.parametrize(
    "changed",
    [
        {"impalements": 1},
        {"plan": "siege_then_storm"},
        {"storm_withdraw_below": 2},
        {"storm_ratio": 3},
        {"turns": 1},
        {"supplied": True},
        {"can_retreat": False},
        {"castle": {"garrison": 1}},
    ],
    ids=str,
)
def test_the_comparison_with_sampling_notices_a_wrong_setup(changed):
    setup = {"attacker": {"troops": 8, "rating": 2}, "impalements": 2, "field": {"troops": 3, "retreat": "never"}}
    setup |= {"castle": {"garrison": 2}, "turns": 2, "supplied": False}
    right, wrong = case("assault", setup), case("assault", setup | changed)
    sampled = rows(wrong, 0, 16_000)
    assert chi_square_p(sampled, right.model.exact(right, Budget())) < 1e-12
    assert chi_square_p(sampled, wrong.model.exact(wrong, Budget())) > 1e-6


def test_rare_ends_are_not_lost_in_the_chain():
    @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(solved=cases("assault"))
    def whole(solved):
        outcomes = solved.model.exact(solved, Budget())
        assert 0 <= outcomes.lost < 1e-14
        assert outcomes.weights.sum() + outcomes.lost == pytest.approx(1, abs=1e-12)

    whole()


def test_what_is_too_large_for_the_exact_solver_is_said():
    army = {"troops": 60, "rating": 1}
    huge = case("assault", {"attacker": army, "field": {"troops": 60, "rating": 1}}, {"army_max": 60})
    with pytest.raises(TooLarge, match="groups of a side"):
        huge.model.exact(huge, Budget())
    long = case("assault", {"attacker": FOUR, "castle": {"garrison": 1_000_000}, "plan": "storm"})
    with pytest.raises(TooLarge, match="more than"):
        long.model.exact(long, Budget(1e6))
