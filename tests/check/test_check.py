"""`simlab check` on a toy game: verdicts, exit codes, what is written, and that nothing is recorded."""

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import simlab
from simlab.check import procedure
from simlab.check.files import scenario_files
from simlab.check.replay import exact_numbers
from simlab.check.run import Order, check, shared_out
from simlab.check.targets import mean_limits
from simlab.contract import Budget, Column, category
from simlab.runs.workers import Workers
from simlab.stats.answers import Values, moments
from simlab.stats.intervals import clopper_pearson, mean_interval
from tests.check.conftest import SCENARIO
from tests.toy.coin_race import RACE

ANSWER = ["question", "verdict", "was", "now", "difference", "low", "high", "resolution", "bound"]


def found(toy, *words, code=0):
    """The JSON of a check of the toy scenario."""
    return json.loads(toy.says("check", toy.file, "--json", *words, code=code)[0])


def verdicts(result):
    """The verdict on each answer by question."""
    return {answer["question"]: answer["verdict"] for answer in result["scenarios"][0]["answers"]}


def without_exact(toy):
    """Take the exact values out of the baseline."""
    content = json.loads(toy.path.read_text())
    for case in content["cases"].values():
        for kept in case["questions"].values():
            kept["exact"] = None
    toy.path.write_text(json.dumps(content))


def test_the_same_rules_are_identical(recorded):
    result = found(recorded)
    assert list(result) == ["verdict", "scenarios", "notes"]
    assert list(result["scenarios"][0])[:3] == ["file", "verdict", "answers"]
    assert (result["verdict"], result["scenarios"][0]["verdict"]) == ("identical", "identical")
    answers = result["scenarios"][0]["answers"]
    assert all(list(answer) == ANSWER for answer in answers)
    assert {answer["verdict"] for answer in answers} == {"identical"}
    first = answers[0]
    assert first["was"] == first["now"] == pytest.approx(0.4321, abs=0.01) and first["difference"] == 0
    assert first["resolution"] is None and first["bound"] == pytest.approx(3.0 / 6_000, rel=0.01)
    text, _ = recorded.says("check", recorded.file)
    assert text.startswith(f"identical   {recorded.file}  4 of 4 answers identical in 6,000 trials")
    assert "identical: 1 scenario\nA false alarm in the whole run has a probability of at most 0.001.\n" in text


def test_a_check_writes_no_baseline(recorded):
    before = recorded.path.read_bytes()
    recorded.rules(head_min=5)
    recorded.says("check", recorded.file, code=1)
    assert recorded.path.read_bytes() == before and list(recorded.kept.iterdir()) == [recorded.path]


def test_a_default_that_moved_is_broken_by_its_exact_value(recorded):
    recorded.rules(head_min=5)
    result = found(recorded, code=1)
    assert result["verdict"] == "broken" and set(verdicts(result).values()) == {"broken"}
    first = result["scenarios"][0]["answers"][0]
    assert first["low"] == first["high"] == first["difference"] == pytest.approx(first["now"] - first["was"])
    assert first["resolution"] == 0


def test_without_exact_values_screen_and_confirmation_break_it(recorded):
    without_exact(recorded)
    recorded.rules(head_min=5)
    result = found(recorded, code=1)
    assert set(verdicts(result).values()) == {"broken"}
    first = result["scenarios"][0]["answers"][0]
    assert 0 < first["low"] < first["difference"] < first["high"] and first["resolution"] < 0.1
    assert result["scenarios"][0]["levels"]["who wins"] in ("share of both", "share of one", "share of two")
    assert result["scenarios"][0]["notes"] == ["outcomes differ, first among trials 0 … 999"]


def test_the_text_says_what_moved_from_what_to_what(recorded):
    recorded.rules(head_min=5)
    text, _ = recorded.says("check", recorded.file, code=1)
    assert text.startswith(f"broken      {recorded.file}  4 of 4 answers broken\n")
    row = next(line for line in text.splitlines() if "one wins" in line)
    assert row.split()[-1] == "broken" and row.count("%") == 3 and " exact " in row
    assert "who wins: share of both" in text and "tosses: mean" in text
    assert text.splitlines()[-2] == "broken: 1 scenario"


def test_other_dice_for_the_same_rules_hold(recorded):
    """The model swaps the two runners: every row differs, and no probability."""

    def swapped(case):
        compiled = RACE.compile(case)

        def kernel(*arguments):
            compiled.kernel(*arguments)
            winner = arguments[-1]["winner"]
            winner[:] = np.where(winner < 2, 1 - winner, winner)

        return replace(compiled, kernel=kernel)

    recorded.rules(compile=swapped)
    result = found(recorded)
    assert result["verdict"] == "holds"
    assert verdicts(result) == {
        "one wins": "holds", "tosses": "identical", "who wins": "holds", "tosses when both win": "identical"
    }  # fmt: skip
    held = result["scenarios"][0]["answers"][0]
    assert held["low"] < 0 < held["high"] and 0 < held["resolution"] < 0.1


def test_a_margin_decides_what_matters(recorded):
    without_exact(recorded)
    recorded.rules(head_min=5)
    assert found(recorded, "--margin", 100)["verdict"] == "holds"
    assert found(recorded, "--margin", 100, "--strict", code=1)["verdict"] == "broken"
    recorded.rules()
    night = ("--nightly", "--seed", 1)
    assert found(recorded, *night, "--margin", 1e-6, code=3)["verdict"] == "undecided"
    assert found(recorded, *night, "--margin", 1e-6, "--strict", code=1)["verdict"] == "broken"


def test_a_night_has_its_own_random_numbers(recorded):
    one, same, other = (found(recorded, "--nightly", "--seed", seed) for seed in (1, 1, 2))
    assert one == same and one["verdict"] == other["verdict"] == "holds"
    assert one["scenarios"][0]["answers"][0]["now"] != other["scenarios"][0]["answers"][0]["now"]
    assert found(recorded, "--nightly")["verdict"] == "holds"
    _, told = recorded.says("check", recorded.file, "--seed", 7, code=2)
    assert told == "--seed = 7: goes with --nightly; a baseline keeps its own seed\n"


def test_an_outcome_outside_its_range_is_broken(recorded):
    columns = (category("winner", "who wins", ("one", "two", "both")), Column("tosses", "tosses", 1, 5))
    recorded.rules(columns=lambda case: columns)
    result = found(recorded, code=1)
    assert result["verdict"] == "broken" and result["scenarios"][0]["answers"] == []
    assert "tosses" in result["scenarios"][0]["notes"][0] and "outside 1..5" in result["scenarios"][0]["notes"][0]
    assert "broken invariant: " in recorded.says("check", recorded.file, code=1)[0]


def test_a_solver_that_loses_probability_is_broken(recorded):
    recorded.rules(exact=lambda case, budget: replace(RACE.exact(case, budget), lost=0.25))
    assert "add up to 1.25, not to 1" in found(recorded, code=1)["scenarios"][0]["notes"][0]


def test_every_point_of_a_sweep_is_checked(toy):
    toy.file.write_text(SCENARIO + '\n[sweep]\n"setup.steps" = [2, 4]\n')
    toy.record()
    result = found(toy)
    assert len(result["scenarios"][0]["answers"]) == 8
    assert list(verdicts(result))[::4] == ["one wins [steps = 2]", "one wins [steps = 4]"]


TARGET = '\n[[target]]\nquestion = "one wins"\nrange = [{}, {}]\nwhy = "fair"\n'


@pytest.mark.parametrize(
    ("low", "high", "verdict", "code"), [(0.4, 0.5, "holds", 0), (0.5, 0.6, "broken", 1), (0.2, 0.3, "broken", 1)]
)
def test_targets_are_judged_by_exact_values(toy, low, high, verdict, code):
    toy.file.write_text(SCENARIO + TARGET.format(low, high))
    result = found(toy, "--targets-only", code=code)
    target = result["scenarios"][0]["targets"][0]
    assert (result["verdict"], target["verdict"], target["range"]) == (verdict, verdict, [low, high])
    assert target["low"] == target["high"] == target["estimate"]


def test_a_target_without_an_exact_value_is_judged_by_its_interval(toy):
    toy.rules(exact=None)
    toy.file.write_text(SCENARIO + TARGET.format(0.4, 0.5))
    target = found(toy, "--targets-only")["scenarios"][0]["targets"][0]
    assert target["low"] < target["estimate"] < target["high"] and target["high"] - target["low"] > 0.01
    toy.file.write_text(SCENARIO + TARGET.format(target["estimate"], 0.5))
    assert found(toy, "--targets-only", code=3)["verdict"] == "undecided"
    assert found(toy, "--targets-only", "--strict", code=1)["verdict"] == "broken"
    text, _ = toy.says("check", toy.file, "--targets-only", code=3)
    assert "target undecided: one wins is " in text and "– fair" in text


@pytest.mark.parametrize(
    ("event", "low", "high", "code"),
    [
        ("tosses == 0", 0, 0, 0),
        ("tosses > 0", 1, 1, 0),
        ("tosses == 0", 0, 0.00001, 3),
        ("tosses == 0", 0.00001, 0.5, 3),
        ("tosses == 3", 0, 0, 1),
        ("tosses > 3", 1, 1, 1),
    ],
)
def test_what_must_never_or_always_happen_can_be_declared(toy, event, low, high, code):
    toy.rules(exact=None)
    toy.file.write_text(SCENARIO.replace('winner == "one"', event) + TARGET.format(low, high))
    found(toy, "--targets-only", code=code)


def test_a_condition_that_nothing_meets_leaves_its_target_undecided(toy):
    toy.rules(exact=None)
    given = SCENARIO.replace('name = "one wins"', 'name = "one wins"\ngiven = "tosses == 0"')
    toy.file.write_text(given + TARGET.format(0.4, 0.5))
    target = found(toy, "--targets-only", code=3)["scenarios"][0]["targets"][0]
    assert (target["verdict"], target["estimate"], target["low"]) == ("undecided", None, None)
    assert "target undecided: one wins is – (– … –), wanted" in toy.says("check", toy.file, "--targets-only", code=3)[0]


def test_a_mean_of_rare_values_has_an_interval_that_knows_them():
    values = Values(np.array([2.0, 5.0]), np.array([990, 10]))
    low, high = clopper_pearson(10, 1_000, 0.95)
    assert mean_limits(values, 0.95) == pytest.approx((2 + 3 * low, 2 + 3 * high))
    assert mean_limits(Values(np.array([5.0, 7.0]), np.array([1, 49])), 0.9)[1] < 7
    three = mean_limits(Values(np.array([1.0, 2.0, 5.0]), np.array([1, 990, 9])), 0.95)
    assert three == pytest.approx((2 - high, 2 + 3 * high))
    assert mean_limits(Values(np.array([3.0]), np.array([500])), 0.95) == (3, 3)
    many = Values(np.array([1.0, 2.0]), np.array([500, 500]))
    assert mean_limits(many, 0.95) == mean_interval(1.5, moments(many, True).sd, 1_000, 0.95)
    assert all(np.isnan(mean_limits(Values(np.zeros(0), np.zeros(0)), 0.95)))


def test_targets_of_a_scenario_with_a_precision_take_the_trials_that_it_needs(toy):
    toy.rules(exact=None)
    toy.file.write_text(SCENARIO.replace("trials = 20_000", "precision = 0.02") + TARGET.format(0.3, 0.5))
    target = found(toy, "--targets-only", "--alpha", 0.05)["scenarios"][0]["targets"][0]
    assert 0.005 < target["high"] - target["low"] <= 0.04, "0.002 after the million that is played without one"


def test_a_target_that_holds_leaves_identical_answers_identical(toy):
    toy.file.write_text(SCENARIO + TARGET.format(0.4, 0.5))
    toy.record()
    assert found(toy)["verdict"] == "identical"
    toy.file.write_text(SCENARIO + TARGET.format(0.5, 0.6))
    assert found(toy, code=1)["verdict"] == "broken", "the target has changed, not the scenario"


def test_nothing_to_check_is_said(toy):
    assert toy.says("check", toy.file, "--targets-only")[0].startswith(f"holds       {toy.file}  nothing to check\n")


def test_a_curve_has_no_target(toy):
    toy.file.write_text(SCENARIO + TARGET.replace("one wins", "who wins").format(0.3, 0.4))
    _, told = toy.says("check", toy.file, "--targets-only", code=2)
    assert "a target is about a probability or a mean" in told and told.count("\n") == 1


def test_junit_has_a_test_for_each_answer(recorded, tmp_path):
    recorded.file.write_text(SCENARIO + TARGET.format(0.3, 0.4))
    recorded.rules(head_min=5)
    recorded.says("check", recorded.file, "--junit", tmp_path / "junit.xml", code=1)
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    suite = root.find("testsuite")
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("7", "5", "0")
    assert suite.get("name") == str(recorded.file)
    names = [case.get("name") for case in suite]
    assert names[2:] == ["one wins", "tosses", "who wins", "tosses when both win", "target: one wins"]
    assert suite[2].find("failure").get("message").startswith("broken: was 43.209877 %, now 46.")


def test_the_summary_is_markdown(recorded, tmp_path, monkeypatch):
    recorded.rules(head_min=5)
    recorded.says("check", recorded.file, "--summary", tmp_path / "summary.md", code=1)
    text = (tmp_path / "summary.md").read_text()
    assert text.startswith("## simlab check ❌ broken: 1 scenario\n\n| scenario | answer | was | now |")
    assert f"| {recorded.file} | one wins | 43.209877 % | 46." in text
    page = tmp_path / "page.md"
    page.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    recorded.says("check", recorded.file, code=1)
    assert page.read_text() == "before\n" + text
    _, told = recorded.says("check", recorded.file, "--junit", tmp_path / "no/junit.xml", code=2)
    assert told == f"{tmp_path / 'no'}: no such folder\n"


def test_the_gravest_verdict_is_that_of_the_run(recorded):
    other = recorded.folder / "other.toml"
    other.write_text(SCENARIO)
    result = json.loads(recorded.says("check", recorded.folder, "--json", code=4)[0])
    assert [one["verdict"] for one in result["scenarios"]] == ["no baseline", "identical"]
    recorded.rules(head_min=5)
    result = json.loads(recorded.says("check", recorded.folder, "--json", code=1)[0])
    assert [one["verdict"] for one in result["scenarios"]] == ["no baseline", "broken"]


def test_the_false_alarms_of_a_run_are_shared_out(recorded, monkeypatch):
    for name in ("b", "c", "d"):
        (recorded.folder / f"{name}.toml").write_text(SCENARIO)
    recorded.says("baseline", recorded.folder, "--trials", 10_000)
    alphas = []
    monkeypatch.setattr(
        "simlab.check.run.check_scenario",
        lambda scenario, baseline, terms: alphas.append(terms.alpha) or procedure.ScenarioVerdict(scenario.file),
    )
    recorded.says("check", recorded.folder, "--alpha", 0.02)
    assert alphas == [0.005] * 4
    recorded.says("check", recorded.folder, "--alpha", 0.02, "--nightly")
    assert alphas[4:] == [0.0025] * 4


def test_baseline_and_targets_share_what_a_scenario_may_alarm(toy):
    terms = procedure.Terms(alpha=0.012)
    for targets, sweep, folder, expected in (
        (0, "", toy.kept, (0.012, 0.012)),
        (1, "", toy.kept, (0.006, 0.006)),
        (3, '\n[sweep]\n"setup.steps" = [2, 4]\n', toy.kept, (0.006, 0.001)),
        (3, "", None, (0.012, 0.004)),
    ):
        toy.file.write_text(SCENARIO + sweep + targets * TARGET.format(0.4, 0.5))
        shares = shared_out(simlab.load(toy.file), folder, terms)
        assert [one.alpha for one in shares] == pytest.approx(expected)


def test_the_budget_says_what_it_is_about(toy):
    toy.file.write_text(SCENARIO + TARGET.format(0.4, 0.5))
    toy.record()
    both, alone = toy.says("check", toy.file)[0], toy.says("check", toy.file, "--targets-only", "--alpha", 0.01)[0]
    assert both.splitlines()[-1] == (
        "A false alarm by baselines and targets together in the whole run has a probability of at most 0.001."
    )
    assert alone.splitlines()[-1] == "That any target which is kept is called broken has a probability of at most 0.01."
    night = toy.says("check", toy.file, "--nightly", "--seed", 1)[0]
    assert "in the whole run has a probability of at most 0.0005 per night." in night


@pytest.mark.slow
def test_targets_at_the_very_edge_keep_to_the_budget(toy):
    """Four exact values, each the end of its range: broken in at most 5 % of checks, but for a chance of 1e-6."""
    toy.rules(exact=None)
    asked = [{"name": f"over {n}", "event": f"tosses > {n}"} for n in (3, 4)]
    asked += [{"name": "one", "event": 'winner == "one"'}, {"name": "both", "event": 'winner == "both"'}]
    content = {"game": "coins", "model": "race", "trials": 2_000, "setup": {"steps": 3}, "question": asked}
    truth = exact_probabilities(content)
    ends = [{"question": name, "range": [p, 1.0] if p < 0.5 else [0.0, p]} for name, p in truth.items()]
    broken, terms = 0, procedure.Terms(alpha=0.05, workers=Workers(1))
    for seed in range(400):
        scenario = simlab.load(content | {"seed": seed, "target": ends})
        broken += check([scenario], Order(None, terms)).verdict == "broken"
    assert broken <= stats.binom.isf(1e-6, 400, 0.05)


def exact_probabilities(content):
    """The exact answer to each question."""
    outcomes = RACE.exact(simlab.load(content).cases[0], Budget())
    questions = simlab.load(content).questions
    return {one.name: exact_numbers(one, outcomes)["probability"] for one in questions}


def test_an_interrupted_check_shows_what_was_done(recorded, monkeypatch):
    other = recorded.folder / "zother.toml"
    other.write_text(SCENARIO)
    before = recorded.path.read_bytes()

    def interrupted(scenario, *rest):
        if scenario.file.endswith("zother.toml"):
            raise KeyboardInterrupt
        return procedure.check_scenario(scenario, *rest)

    recorded.says("baseline", other, "--trials", 10_000)
    monkeypatch.setattr("simlab.check.run.check_scenario", interrupted)
    text, told = recorded.says("check", recorded.folder, code=130)
    assert "identical" in text and told == "interrupted after 1 of 2 scenarios; this is what they say\n"
    assert recorded.path.read_bytes() == before


def test_verdicts_do_not_depend_on_jobs(recorded):
    recorded.rules(head_min=5)
    without_exact(recorded)
    one, three = (found(recorded, "--jobs", jobs, code=1) for jobs in (1, 3))
    assert one == three


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nowhere.toml"], "nowhere.toml: no such file or folder\n"),
        (["-"], "-: no such file or folder\n"),
    ],
)
def test_bad_paths_are_told(toy, words, line):
    assert toy.says("check", *words, code=2)[1] == line


def test_a_folder_without_scenarios_is_told(toy, tmp_path):
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "decks.toml").write_text("archer = []\n")
    assert toy.says("check", folder, code=2)[1] == f"{folder}: holds no scenario\n"


def test_two_scenarios_with_one_baseline_are_told(toy):
    (toy.folder / "sub").mkdir()
    (toy.folder / "sub/race.toml").write_text(SCENARIO)
    _, told = toy.says("check", toy.folder, code=2)
    assert "would share the baseline" in told and told.count("\n") == 1


def test_a_baseline_without_its_scenario_is_told(recorded, tmp_path):
    other = tmp_path / "sub/other.toml"
    other.parent.mkdir()
    other.write_text(SCENARIO)
    recorded.says("baseline", other, "--trials", 10_000)
    text, _ = recorded.says("check", other.parent)
    assert "any more" not in text, "race.toml is not checked, but it is there"
    other.unlink()
    line = f"{recorded.kept / 'coins.other.json'} defends other.toml, which is not there any more"
    text, _ = recorded.says("check", tmp_path)
    assert line in text.splitlines() and "\nidentical: 1 scenario\n" in text
    assert json.loads(recorded.says("check", tmp_path, "--json")[0])["notes"] == [line]
    assert line not in recorded.says("check", recorded.file)[0]
    recorded.says("check", tmp_path, "--summary", tmp_path / "summary.md")
    assert f"- {line}\n" in (tmp_path / "summary.md").read_text()
    (recorded.kept / "elsewhere.gone.json").write_text("{}")
    (recorded.kept / "coins.damaged.json").write_text("{}")
    assert json.loads(recorded.says("check", tmp_path, "--json")[0])["notes"] == [line]


def test_a_solver_that_is_gone_is_told(recorded):
    recorded.rules(exact=None)
    result = found(recorded)
    assert result["verdict"] == "identical"
    assert result["scenarios"][0]["notes"] == ["no cheap exact values any more; trials alone are compared"]


def test_a_value_that_never_varies_has_a_resolution(toy):
    toy.file.write_text(SCENARIO + '\n[[question]]\nname = "three"\nvalue = "3"\n')
    toy.record()
    result = found(toy, "--nightly", "--seed", 1)
    constant = result["scenarios"][0]["answers"][-1]
    assert (constant["question"], constant["was"], constant["difference"]) == ("three", 3, 0)
    assert 0 < constant["resolution"] < 0.01


GIVEN = '\n[[question]]\nname = "{}"\nvalue = "tosses"\ngiven = "{}"\n'


def test_what_has_too_few_values_is_never_said_to_hold(toy):
    toy.file.write_text(SCENARIO + GIVEN.format("long races", "tosses > 12") + GIVEN.format("none", "tosses == 0"))
    toy.record()
    assert found(toy)["verdict"] == "identical"
    night = ("--nightly", "--seed", 1)
    result = found(toy, *night, code=3)
    assert list(verdicts(result).values()) == ["holds"] * 4 + ["undecided"] * 2
    met = result["scenarios"][0]["answers"][-1]
    assert (met["was"], met["now"]) == (0, 0)
    assert result["scenarios"][0]["levels"]["none"] == "share of trials that meet the condition"
    text, _ = toy.says("check", toy.file, *night, code=3)
    assert "none: share of trials" in text and "(too few" in text
    assert found(toy, *night, "--strict", code=1)["verdict"] == "broken"


def test_too_few_values_for_a_mean_hold_as_shares_unless_a_margin_asks_for_the_mean(toy):
    toy.file.write_text(SCENARIO + GIVEN.format("long races", "tosses > 7"))
    toy.record(10_000)
    night = ("--nightly", "--seed", 1)
    text, _ = toy.says("check", toy.file, *night)
    assert "long races: share above 8" in text and "holds (too few values for a mean)" in text
    assert verdicts(found(toy, *night, "--margin", 0.5, code=3))["long races"] == "undecided"


def test_many_answers_that_hold_are_counted(toy):
    asked = "".join(f'\n[[question]]\nname = "over {n}"\nevent = "tosses > {n}"\n' for n in range(3, 23))
    toy.file.write_text(SCENARIO + asked)
    toy.record()
    text, _ = toy.says("check", toy.file, "--nightly", "--seed", 1)
    assert "24 answers hold on other trials; --json shows them." in text and "over 7" not in text
    assert text.splitlines()[-1].startswith("Nightly check 1, on other random numbers than the baselines'. A false")


def test_what_a_kept_run_holds_is_no_scenario(toy):
    kept = toy.folder / "a_run"
    kept.mkdir()
    (kept / "resolved.toml").write_text(toy.file.read_text())
    assert scenario_files([toy.folder]) == [kept / "resolved.toml", toy.file]
    (kept / "run.json").write_text("{}")
    assert scenario_files([toy.folder]) == [toy.file]
