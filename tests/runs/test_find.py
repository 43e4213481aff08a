"""Searches against exact values: found, bracketed, tied, never reached, and refused where the curve turns."""

from dataclasses import replace

import pytest

import simlab
from simlab.games import GAMES
from simlab.runs.find import Found, find
from simlab.runs.run import Effort
from simlab.runs.searches import Search, parse_range, search_of
from simlab.runs.waiting import Waiting
from simlab.scenario.errors import ScenarioError
from tests.toy.coin_race import GAME

SIEGE, BATTLE = "scenarios/forest/siege_starving.toml", "scenarios/forest/battle_twelve.toml"
TOY = {"game": "coins", "model": "race", "setup": {"steps": 3}}
TOY["question"] = [{"name": "one wins", "event": 'winner == "one"'}, {"name": "tosses", "value": "tosses"}]
TOY["question"].append({"name": "a win in four", "event": "tosses <= 4", "given": 'winner != "both"'})
TOY["question"].append({"name": "how long", "curve": "tosses"})
ENOUGH = Effort(exact=False)


@pytest.fixture(autouse=True)
def in_the_list_of_games(monkeypatch):
    monkeypatch.setitem(GAMES, GAME.name, GAME)


def search(file, vary, question, reach, effort=None, settings=(), **more) -> Found:
    """Search as the verb does."""
    path, low, high = parse_range(vary)
    scenario = simlab.load(file, settings, [f"{path}={low}"])
    asked = search_of(scenario, Search(path, low, high, question, reach, **more))
    return find(scenario, asked, effort or Effort(), Waiting())


def exact_curve(file, vary, question, settings=()) -> dict[int, float]:
    """The exact number of every value."""
    path = vary.partition("=")[0]
    answers = simlab.solve(simlab.load(file, settings, [vary])).answers
    rows = answers[(answers["question"] == question) & answers["statistic"].isin(["probability", "mean"])]
    return dict(zip(rows[path], rows["estimate"]))


@pytest.mark.parametrize(
    ("vary", "question", "reach", "answer", "rises", "settings"),
    [
        ("setup.besiegers=1..40", "falls", 0.5, 9, True, ()),
        ("setup.besiegers=5..40", "siege lifted", 0.3, 11, False, ()),
        ("setup.turns=1..12", "falls", 0.5, 5, True, ["setup.supplied=true", "setup.besiegers=6"]),
        ("setup.besiegers=6..40", "besiegers left", 5.0, 14, True, ()),
    ],
)
def test_an_exact_search_finds_what_all_exact_values_say(vary, question, reach, answer, rises, settings):
    found = search(SIEGE, vary, question, reach, settings=settings)
    curve = exact_curve(SIEGE, vary, question, settings)
    assert {probe.value: probe.exact for probe in found.probed} == pytest.approx(curve)
    reaching = [value for value, number in curve.items() if number >= reach]
    assert found.answer == (min(reaching) if rises else max(reaching))
    assert (found.kind, found.proven, found.rises) == ("exact", True, rises)
    assert found.bracket == (found.answer - 1 if rises else found.answer + 1, found.answer)
    if not settings:
        assert found.answer == answer


def test_falls_by_turn_n():
    """A supplied siege of four falls with 5/6 × … each turn; the exact chance by turn 3 is 13/18."""
    question = "question=[{name='falls by then', event='fell'}]"
    twelve, settings = "scenarios/forest/siege_twelve.toml", ["target=[]", question]
    found = search(twelve, "setup.turns=1..9", "falls by then", 13 / 18, settings=settings)
    assert (found.answer, found.kind) == (3, "exact")
    assert next(probe for probe in found.probed if probe.value == 3).exact == pytest.approx(13 / 18, abs=1e-15)


@pytest.mark.parametrize("effort", [Effort(), ENOUGH])
def test_twelve_against_n_is_even_where_the_exact_values_say(effort):
    settings = ["setup.attacker.troops=9"]
    curve = exact_curve(BATTLE, "setup.defender.troops=6..12", "Dracula wins", settings)
    found = search(BATTLE, "setup.defender.troops=6..12", "Dracula wins", 0.5, effort, settings)
    assert found.answer == max(n for n, number in curve.items() if number >= 0.5) == 9
    assert (found.kind, found.proven) == (("bracket", False) if effort is ENOUGH else ("exact", True))
    assert found.rises is False and found.bracket == (10, 9)
    for probe in found.probed:
        assert probe.low <= curve[probe.value] + 1e-12 and probe.high >= curve[probe.value] - 1e-12


def test_bisection_of_exact_values_where_they_are_not_cheap(monkeypatch):
    monkeypatch.setattr("simlab.runs.find.EASY_STEPS", 10)
    found = search(SIEGE, "setup.besiegers=1..40", "falls", 0.5)
    assert (found.answer, found.kind, found.proven) == (9, "exact", False)
    assert 3 < len(found.probed) <= 8 and all(probe.exact is not None for probe in found.probed)


def test_a_long_range_is_bisected():
    found = search(SIEGE, "setup.besiegers=1..700", "falls", 0.5)
    assert (found.answer, found.kind, found.proven) == (9, "exact", False)
    assert len(found.probed) <= 12


def test_values_beyond_the_budget_are_sampled(monkeypatch):
    monkeypatch.setattr("simlab.runs.find.EASY_STEPS", 10)
    monkeypatch.setattr("simlab.runs.find.A_SECOND_OF_STEPS", 10)
    found = search(SIEGE, "setup.besiegers=1..40", "falls", 0.5)
    assert (found.answer, found.kind) == (9, "bracket")
    assert all(probe.exact is None and probe.trials >= 1_000 for probe in found.probed)


@pytest.mark.parametrize("least", [3, 4, 5])
def test_the_toy_is_found_by_sampling_as_well(least):
    settings = [f"rules.head_min={least}"]
    exact = search(TOY, "setup.steps=1..12", "tosses", 7.5, settings=settings)
    sampled = search(TOY, "setup.steps=1..12", "tosses", 7.5, ENOUGH, settings, zone=0.05)
    assert exact.kind == "exact" and sampled.answer == exact.answer
    assert sampled.kind == "bracket"


def test_a_value_of_exactly_what_is_to_be_reached_is_a_tie():
    """The tie control: by sampling nobody can tell 0.5 - 1e-9 from 0.5."""
    curve = exact_curve(TOY, "setup.steps=1..12", "one wins")
    for shift in (-1e-9, 1e-9):
        found = search(TOY, "setup.steps=1..12", "one wins", curve[5] + shift, ENOUGH)
        assert (found.kind, found.answer) == ("tie", 5)
        tied = next(probe for probe in found.probed if probe.value == 5)
        assert tied.side == "tie" and curve[5] - 0.01 <= tied.low < curve[5] < tied.high <= curve[5] + 0.01
    assert search(TOY, "setup.steps=1..12", "one wins", curve[5]).answer == 5
    assert search(TOY, "setup.steps=1..12", "one wins", curve[5] + 1e-9).answer == 6


def test_too_few_trials_leave_a_bracket_open():
    curve = exact_curve(TOY, "setup.steps=1..20", "one wins")
    found = search(TOY, "setup.steps=1..20", "one wins", curve[5], ENOUGH, trials=3_000, zone=1e-4)
    assert found.kind == "bracket" and found.answer != 5
    assert any(probe.side == "open" and probe.trials == 3_000 for probe in found.probed)
    below, reaches = found.bracket
    assert below < 5 < reaches and found.answer == reaches


def test_what_is_never_reached_says_so():
    for effort in (Effort(), ENOUGH):
        found = search(SIEGE, "setup.besiegers=5..40", "falls", 0.95, effort)
        assert (found.kind, found.answer, found.rises) == ("none", None, True)
        assert max(found.probed, key=lambda probe: probe.estimate).value == 40


def test_what_is_reached_everywhere_is_found_at_the_end_where_it_begins():
    for effort in (Effort(), ENOUGH):
        assert search(SIEGE, "setup.besiegers=9..40", "falls", 0.3, effort).answer == 9
        assert search(SIEGE, "setup.besiegers=5..9", "siege lifted", 0.2, effort).answer == 9


def test_a_curve_that_turns_is_refused_with_the_evidence():
    """Besiegers out of supply: four never take it and starve less than five."""
    told = "'besiegers left' falls from 2.66667 at 4 to 2.32077 at 5 and rises from "
    with pytest.raises(ScenarioError, match=told):
        search(SIEGE, "setup.besiegers=4..12", "besiegers left", 3.0)
    with pytest.raises(ScenarioError, match="a search takes a curve that only rises or only falls"):
        search(SIEGE, "setup.besiegers=4..6", "besiegers left", 2.5, ENOUGH)


def test_a_curve_that_goes_up_and_down_between_its_ends_is_refused():
    question = "question=[{name='short', event='9 <= besiegers_left and besiegers_left <= 12'}]"
    with pytest.raises(ScenarioError, match="rises from 0 % at 5 to .* and falls from "):
        search(SIEGE, "setup.besiegers=5..60", "short", 0.3, ENOUGH, [question])


@pytest.mark.parametrize(
    ("vary", "question", "message"),
    [
        ("setup.steps=3..3", "one wins", "LOW must be below HIGH"),
        ("setup.steps=4..3", "one wins", "LOW must be below HIGH"),
        ("setup.steps=1..2..3", "one wins", "write path=LOW..HIGH in whole numbers"),
        ("setup.steps=1.5..3", "one wins", "write path=LOW..HIGH in whole numbers"),
        ("steps=1..3", "one wins", "did you mean setup.steps?"),
        ("setup.stepps=1..3", "one wins", "no such key; did you mean steps?"),
        ("setup.steps=0..3", "one wins", "setup.steps = 0: must be a whole number 1..100"),
        ("setup.steps=1..101", "one wins", "setup.steps = 101: must be a whole number 1..100"),
        ("rules.head_min=2..7", "one wins", "rules.head_min = 7: must be a whole number 2..6"),
        ("setup.steps=1..3", "on wins", "no such question; did you mean one wins?"),
        ("setup.steps=1..3", "how long", "a curve reaches no number"),
        ("setup.steps.far=1..3", "one wins", "leads nowhere"),
    ],
)
def test_what_cannot_be_searched_is_one_line(vary, question, message):
    with pytest.raises(ScenarioError) as raised:
        search(TOY, vary, question, 0.5)
    assert message in str(raised.value) and len(raised.value.problems) == 1


def test_a_path_of_fractions_or_names_is_refused():
    game = "scenarios/vampire/game_one_pair.toml"
    bold = 'policies.vampire={name="bold"}'
    with pytest.raises(ScenarioError, match="whole numbers, and this is none: 0.0"):
        search(game, "policies.vampire.bluff=0..1", "the human player wins", 0.5, settings=[bold])
    with pytest.raises(ScenarioError, match="must be one of even, joined_first, surprise_first"):
        search(BATTLE, "setup.attacker.fire=1..2", "Dracula wins", 0.5)


def test_a_probability_is_of_0_to_1_and_a_sweep_is_not_searched():
    with pytest.raises(ScenarioError, match="a probability is 0..1"):
        search(TOY, "setup.steps=1..9", "one wins", 1.5)
    with pytest.raises(ScenarioError, match="a search is of one case; choose it with --set rules.head_min="):
        search(TOY | {"sweep": {"rules.head_min": [3, 4]}}, "setup.steps=1..9", "one wins", 0.5)


def test_a_condition_that_nothing_meets_is_told():
    asked = TOY | {"question": [{"name": "never", "event": "tosses > 3", "given": "tosses < 1"}]}
    for effort in (Effort(), ENOUGH):
        with pytest.raises(ScenarioError, match="no outcome meets the condition of 'never'"):
            search(asked, "setup.steps=1..9", "never", 0.5, effort, trials=5_000)


@pytest.mark.slow
def test_a_parameter_of_a_policy_can_be_searched():
    game = "scenarios/vampire/game_one_pair.toml"
    question = "the human player wins"
    found = search(game, "policies.human.min_attack=1..12", question, 0.2, ENOUGH, trials=20_000, zone=0.03)
    assert found.answer is not None and found.rises is False


def test_an_option_and_an_entry_of_a_list_can_be_searched():
    assert search(TOY, "rules.head_min=2..6", "tosses", 10.0).answer == 6
    generals = "scenarios/forest/turn_order_dracula.toml"
    assert search(generals, "setup.generals.0.rating=1..4", "Dracula acts first", 0.1).kind in ("exact", "none")


def test_jobs_do_not_matter():
    one, two = (search(SIEGE, "setup.besiegers=1..40", "falls", 0.5, replace(ENOUGH, jobs=jobs)) for jobs in (1, 2))
    assert one == two


def test_an_interruption_gives_what_was_probed(monkeypatch):
    from simlab.runs import find as module

    sampled, calls = module.Probing.sampled, []

    def pressed(self, case, value):
        calls.append(value)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return sampled(self, case, value)

    monkeypatch.setattr(module.Probing, "sampled", pressed)
    found = search(SIEGE, "setup.besiegers=1..40", "falls", 0.5, ENOUGH)
    assert not found.complete and found.answer is None and [probe.value for probe in found.probed] == [1, 40]


@pytest.mark.slow
def test_sampled_searches_are_right_as_often_as_they_promise():
    """200 keys, 95 %: more than 27 with an interval that misses, or a wrong answer, have a chance of 1e-6."""
    curve, wrong = exact_curve(TOY, "setup.steps=1..12", "one wins"), 0
    scenario = simlab.load(TOY, (), ["setup.steps=1"])
    asked = search_of(scenario, Search("setup.steps", 1, 12, "one wins", (curve[4] + curve[5]) / 2, zone=1e-3))
    for seed in range(200):
        found = find(replace(scenario, seed=seed), asked, replace(ENOUGH, jobs=1), Waiting())
        assert found.kind == "bracket"
        held = all(probe.low <= curve[probe.value] <= probe.high for probe in found.probed)
        wrong += not (held and found.answer == 5)
    assert wrong <= 27
