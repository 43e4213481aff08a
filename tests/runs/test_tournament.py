"""Tournaments of a toy game whose every chance is known: matrix, seats, strengths, values, matches."""

import math

import numpy as np
import pytest

from simlab.games import GAMES
from simlab.runs.seating import Entrants, entrants, winner_of
from simlab.runs.standings import record
from simlab.runs.tournament import Play, play_tournament, schedule
from simlab.runs.versus import Asked, match, play_match, versus_record
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from simlab.stats.ratings import ELO_PER_LOGIT
from tests.toy.lottery import GAME, OWN

BLOCKS = 20_000
NEVER = 1 - 1e-6  # confidence of what is asserted below


def scenario(model, settings=(), **tables):
    return load({"game": "lottery", "model": model, **tables}, GAMES | {GAME.name: GAME}, settings)


def tournament(model, names=None, blocks=BLOCKS, jobs=1, margin=0.02, confidence=NEVER, **tables):
    play = Play(blocks, jobs, confidence)
    return record(play_tournament(schedule(scenario(model, **tables), names, play), play), margin)


def entries(found, seat):
    return {(row["a"], row["b"]): row for row in found["matrix"] if row["seat"] == seat}


def within(row, truth):
    assert row["low"] <= truth <= row["high"], (row, truth)


def test_the_matrix_of_two_alike_seats_is_known():
    found = tournament("pair", ["few", "some", "many"])
    for seat in ("one", "two"):
        for (a, b), row in entries(found, seat).items():
            within(row, OWN[a] / (OWN[a] + OWN[b]))
            assert row["games"] == BLOCKS
    pooled = entries(found, None)
    assert len(pooled) == 6 and len(entries(found, "one")) == 9
    for (a, b), row in pooled.items():
        within(row, OWN[a] / (OWN[a] + OWN[b]))
        assert row["games"] == 2 * BLOCKS
        assert row["win_share"] + pooled[b, a]["win_share"] == pytest.approx(1)


def test_strengths_are_the_logarithms_of_the_tickets():
    found = tournament("pair", ["few", "some", "many"])
    strengths = {row["policy"]: row for row in found["strengths"]}
    assert [row["policy"] for row in found["strengths"]] == ["many", "some", "few"]
    for name, logit in (("few", -math.log(2)), ("many", math.log(2))):
        within(strengths[name], logit)
        assert strengths[name]["elo"] == pytest.approx(strengths[name]["logit"] * ELO_PER_LOGIT)
    assert found["fit"]["p_value"] is None or found["fit"]["p_value"] > 1e-6


def test_seats_are_fair_or_not_or_not_known():
    fair = tournament("pair", ["few", "some"])
    assert fair["seat_verdict"] == {"verdict": "fair", "even": 0.5, "margin": 0.02}
    extra = {"setup": {"extra": 1}}
    unfair = tournament("pair", ["few", "some"], **extra)
    assert unfair["seat_verdict"]["verdict"] == "unfair"
    # few 1, some 2, one ticket more in the first seat: 2/3, 2/4, 3/4, 3/5
    within(unfair["seats"][0], (2 / 3 + 2 / 4 + 3 / 4 + 3 / 5) / 4)
    assert sum(row["win_share"] for row in unfair["seats"]) == pytest.approx(1)
    assert tournament("pair", ["few", "some"], blocks=200)["seat_verdict"]["verdict"] == "undecided"


def test_rock_paper_scissors_is_worth_a_half_and_mixed_evenly():
    found = tournament("throws", ["rock", "paper", "scissors"])
    value = found["value"]
    assert value["low"] < 0.5 < value["high"] and value["high"] - value["low"] < 0.05
    assert [row["probability"] for row in value["strategies"]] == pytest.approx([1 / 3] * 6, abs=0.02)
    assert value["unique"] == {"first": True, "second": True}
    assert [row["logit"] for row in found["strengths"]] == pytest.approx([0] * 3, abs=0.05)
    assert found["fit"]["p_value"] < 1e-6, "no line of strengths describes a circle"
    within(entries(found, "first")["paper", "rock"], 5 / 6)


def test_a_game_of_two_sides_has_strengths_within_them_and_a_value():
    found = tournament("raid")
    shares = {(a, b): OWN[a] / (OWN[a] + OWN[b]) for a in ("few", "many") for b in ("some", "lots")}
    assert {row["seat"] for row in found["matrix"]} == {"raider"} and len(found["matrix"]) == 4
    for names, row in entries(found, "raider").items():
        within(row, shares[names])
    assert [(row["seat"], row["policy"]) for row in found["strengths"]] == [
        ("raider", "many"),
        ("raider", "few"),
        ("guard", "lots"),
        ("guard", "some"),
    ]
    for row in found["strengths"]:
        within(row, math.log(2) * (1 if row["policy"] in ("many", "lots") else -1))
    assert found["value"]["low"] < shares["many", "lots"] < found["value"]["high"]
    chosen = {row["policy"] for row in found["value"]["strategies"] if row["probability"] == pytest.approx(1)}
    assert chosen == {"many", "lots"} and found["value"]["seat"] == "raider"


def test_ties_are_shared():
    found = tournament("pair", ["few", "many"], setup={"tie": 0.25})
    assert found["ties"] == pytest.approx(0.25, abs=0.02)
    within(entries(found, "one")["few", "many"], 0.25 / 2 + 0.75 / 5)


def test_three_seats_are_played_in_all_orders():
    found = tournament("trio", ["few", "some", "many"])
    assert found["tables"] == 6 and found["value"] is None
    for (a, _), row in entries(found, None).items():
        within(row, OWN[a] / 7)
    for row in found["seats"]:
        within(row, 1 / 3)
    assert found["strengths"][0]["logit"] - found["strengths"][2]["logit"] == pytest.approx(math.log(4), abs=0.1)
    assert tournament("trio", ["few", "many"], blocks=500)["tables"] == 8, "two policies: all seatings"


def test_four_seats_are_played_in_all_rotations():
    able = {seat: dict.fromkeys("abcde") for seat in "1234"}
    tables = Entrants(able).tables()
    assert len(tables) == Entrants(able).table_count == 20
    for place in range(4):
        assert {name: sum(table[place] == name for table in tables) for name in "abcde"} == dict.fromkeys("abcde", 4)


@pytest.mark.parametrize(("players", "tables"), [(2, 36), (3, 120), (4, 60)])
def test_a_winner_may_be_the_number_of_a_seat_and_seats_that_do_not_play_are_left_out(players, tables):
    game = load({"game": "vlad", "model": "game", "setup": {"players": players}}, GAMES)
    ready = schedule(game, None, Play(2), many_tables=True)
    seats = ("seat1", "seat2", "seat3", "seat4")[:players]
    assert game.cases[0].seats == tuple(ready.entrants.seats) == seats and len(ready.tables) == tables
    for table, case in zip(ready.tables, ready.cases):
        assert tuple(case.players[seat].policy for seat in seats) == table and len(case.players) == 4
    winner = winner_of(game.cases[0])
    rows = np.arange(players + 1)[:, None]
    assert winner.of(rows).tolist() == [players, *range(players)] and winner.others == ("none",) and winner.ties


def test_who_never_wins_has_no_limit():
    found = tournament("pair", ["none", "few", "many"])
    last = found["strengths"][-1]
    assert (last["policy"], last["unbounded"], last["elo"], last["low"]) == ("none", "below", None, None)
    assert found["fit"]["regularised"]
    within({"low": found["strengths"][1]["low"], "high": found["strengths"][1]["high"]}, -math.log(2))


def test_it_does_not_depend_on_threads_or_length():
    one, two = (tournament("trio", blocks=5000, jobs=jobs) for jobs in (1, 3))
    assert one | {"seconds": 0} == two | {"seconds": 0}
    assert tournament("pair", blocks=3000)["matrix"] != tournament("pair", blocks=3001)["matrix"]


def test_parameters_of_the_scenario_hold_wherever_the_policy_sits():
    found = tournament("pair", ["few", "some"], policies={"one": {"name": "few", "times": 6}})
    within(entries(found, "one")["few", "some"], 6 / 8)
    within(entries(found, "two")["few", "some"], 6 / 8)
    own = {"one": {"name": "few", "times": 6}, "two": {"name": "few", "times": 2}}
    found = tournament("pair", ["few", "some"], policies=own)
    within(entries(found, "two")["few", "some"], 2 / 4)
    with pytest.raises(ScenarioError, match="few is different in one and two, so say what it is in three"):
        entrants(scenario("trio", policies=own))


def test_a_sweep_over_who_plays_says_who_plays():
    swept = scenario("pair", sweep={"policies.one.name": ["few", "many"]})
    assert [list(able) for able in entrants(swept).seats.values()] == [["few", "many"], ["none", "few", "some", "many"]]
    with pytest.raises(ScenarioError, match=r"choose one, with --set setup\.extra=…"):
        entrants(scenario("pair", sweep={"setup.extra": [1, 2]}))
    with pytest.raises(ScenarioError, match="few has several parameters"):
        entrants(scenario("pair", sweep={"policies.one.times": [1, 2]}))


def versus(model, asked, blocks=BLOCKS, seed=1, **tables):
    play = Play(blocks, 1, 0.95)
    return versus_record(play_match(match(scenario(model, seed=seed, **tables), asked, play), play))["versus"]


def test_a_match_over_all_seats():
    better = versus("pair", Asked("many", "some", gain=0.05), setup={"extra": 1})
    assert better["decision"] == "better" and better["seat"] is None and better["blocks"] < BLOCKS
    truth = (5 / 7 + 4 / 7) / 2 - 0.5  # many as one against some, and as two against some with one ticket more
    assert better["difference"]["low"] < truth < better["difference"]["high"]
    assert better["games"] == 2 * better["blocks"] and better["blocks"] % 50 == 0
    assert versus("pair", Asked("some", "many", gain=0.05))["decision"] == "not_better"
    assert versus("trio", Asked("few", "many", loss=0.05))["decision"] == "worse"
    assert versus("trio", Asked("many", "few", loss=0.05))["decision"] == "no_worse"
    assert versus("trio", Asked("many", "few", gain=0.05))["games"] % 6 == 0


def test_a_match_in_one_seat_is_against_the_scenarios_other_players():
    found = versus("raid", Asked("many", "few", gain=0.05), policies={"guard": {"name": "lots"}})
    assert (found["seat"], found["decision"]) == ("raider", "better")
    assert found["difference"]["low"] < 1 / 3 - 1 / 9 < found["difference"]["high"]
    found = versus("pair", Asked("many", "few", gain=0.05, seat="two"))
    assert found["difference"]["low"] < 4 / 5 - 1 / 2 < found["difference"]["high"]


def test_a_match_may_stay_undecided():
    found = versus("pair", Asked("few", "some", gain=0.001), blocks=50, policies={"one": {"name": "few", "times": 2}})
    assert found["decision"] == "undecided" and found["blocks"] == 50


@pytest.mark.slow
def test_errors_of_a_match_are_those_that_it_states():
    """Four tickets to two are worth a sixth: where a hypothesis says so, the other is accepted in 5 % of matches."""

    def accepted(asked, decision):
        return sum(versus("pair", asked, seed=seed, blocks=5000)["decision"] == decision for seed in range(400))

    assert accepted(Asked("many", "some", gain=1 / 6), "not_better") <= 46  # a chance of 1e-6 at 5 %
    assert accepted(Asked("some", "many", loss=1 / 6), "no_worse") <= 46
    halfway = accepted(Asked("many", "some", gain=1 / 3), "not_better")
    assert 100 < halfway < 300, "the control: half-way between the hypotheses it is a coin toss"
