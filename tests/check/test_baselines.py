"""Baseline files: recorded once, the same bytes again, never overwritten, accepted by name, and clear when damaged."""

import json
import re

import numpy as np
import pytest

from simlab.check.baseline import read, write
from simlab.check.counts import Counted, counts_of, moved, pair
from simlab.check.sizes import LEAST_TRIALS, MOST_TRIALS, blocks_for, with_other_check
from simlab.contract import Column
from simlab.stats.answers import Values
from simlab.stats.planning import Sample, Share
from tests.check.conftest import SCENARIO
from tests.toy.coin_race import RACE

ADDED = '\n[[question]]\nname = "quick"\nevent = "tosses <= 4"\n'


def undated(path):
    """A file without the date of its recording."""
    text = path.read_text()
    assert len(re.findall('"created": "[^"]*"', text)) == 1
    return re.sub('"created": "[^"]*"', "", text)


def test_recording_twice_gives_the_same_bytes(toy):
    toy.record()
    first = undated(toy.path)
    toy.path.unlink()
    toy.says("baseline", toy.file, "--trials", 40_000, "--jobs", 1)
    assert undated(toy.path) == first


def test_a_baseline_reads_and_writes_back_alike(recorded):
    text = recorded.path.read_text()
    write(read(recorded.path), recorded.path)
    assert recorded.path.read_text() == text


def test_a_question_stands_on_one_line(recorded):
    lines = recorded.path.read_text().splitlines()
    for name in ("one wins", "tosses", "who wins", "tosses when both win"):
        assert sum(line.strip().startswith(f'"{name}": {{"confirm": ') for line in lines) == 1
    assert str(recorded.folder) not in recorded.path.read_text()
    content = json.loads(recorded.path.read_text())
    assert list(content) == sorted(content)
    event = content["cases"][""]["questions"]["one wins"]
    assert event["confirm"] | {"hits": 0} == {"hits": 0, "trials": 16_000}
    assert event["exact"] == {"probability": pytest.approx(0.432098765432)}


def test_what_is_there_is_never_overwritten(recorded):
    before = recorded.path.read_bytes()
    recorded.rules(head_min=5)
    assert recorded.record() == f"kept      {recorded.path}: there already\n"
    assert recorded.path.read_bytes() == before


def test_recording_says_what_it_did(toy):
    text = toy.record()
    assert text.startswith(f"recorded  {toy.path}: 4 answers; each case 6,000 trials to replay, 12,000 to screen")
    assert [path.name for path in toy.kept.iterdir()] == ["coins.race.json"]


def test_git_is_not_needed(toy, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    toy.record()
    assert json.loads(toy.path.read_text())["revision"] is None


def test_interrupted_recording_leaves_nothing(toy, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("simlab.check.record.with_quiet_check", interrupted)
    toy.says("baseline", toy.file, "--trials", 10_000, code=130)
    assert not toy.kept.exists()


def test_rules_that_break_their_ranges_are_not_recorded(toy):
    columns = (RACE.columns(None)[0], Column("tosses", "tosses", 1, 5))
    toy.rules(columns=lambda case: columns)
    _, told = toy.says("baseline", toy.file, "--trials", 10_000, code=2)
    assert told.splitlines()[-1].startswith(f"{toy.file}: a defect of the rules: column tosses holds ")


def again(toy):
    """How a baseline is made anew."""
    return f"simlab baseline {toy.file} --baseline {toy.kept}"


def told_of(toy):
    """The line about a baseline that does not fit; the check exits with 4."""
    text, _ = toy.says("check", toy.file, code=4)
    lines = [line.strip() for line in text.splitlines() if "no baseline: " in line and str(toy.kept) in line]
    assert len(lines) == 1, text
    return lines[0].removeprefix("no baseline: ")


def test_a_missing_baseline_names_the_command(toy):
    assert told_of(toy) == f"{toy.path} is missing; to record it: {again(toy)}"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("seed = 4", "seed = 5", "is of another scenario, recorded from race.toml"),
        ("steps = 3", "steps = 4", "is of another scenario, recorded from race.toml"),
    ],
)
def test_a_baseline_of_another_scenario_is_named(recorded, old, new, fault):
    recorded.file.write_text(SCENARIO.replace(old, new))
    assert told_of(recorded) == f"{recorded.path} {fault}; to record it anew, remove it, then: {again(recorded)}"


def test_what_is_for_people_only_may_change(recorded):
    changed = SCENARIO.replace("A short race", "Another title").replace("20_000", "30_000").replace("=", " = ", 3)
    recorded.file.write_text('about = "x"\n# a comment\n' + changed)
    assert json.loads(recorded.says("check", recorded.file, "--json")[0])["verdict"] == "identical"


def test_other_random_numbers_are_told(recorded, monkeypatch):
    monkeypatch.setattr("simlab.check.baseline.rng_digest", lambda rng: "other")
    assert "is of other random numbers: the generator has changed" in told_of(recorded)


def damaged(change):
    """A change of a baseline's content as JSON."""

    def of_text(text):
        content = json.loads(text)
        change(content)
        return json.dumps(content)

    return of_text


def question(content):
    """The first event of a baseline."""
    return content["cases"][""]["questions"]["one wins"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: text[: len(text) // 2], "is damaged: "),
        (lambda text: "", "is damaged: "),
        (lambda text: "[1, 2]", "is no baseline;"),
        (lambda text: "[" * 100_000, "is damaged: "),
        (lambda text: text.replace('"format": 1', '"format": 9'), "is a baseline of format 9, this version reads 1;"),
        (damaged(lambda c: c.pop("blocks")), "is damaged: blocks: Field required;"),
        (damaged(lambda c: c.update(extra=1)), "is damaged: extra: Extra inputs are not permitted;"),
        (damaged(lambda c: question(c).update(digest=7)), "questions.one wins.digest: Input should be a valid string;"),
        (
            damaged(lambda c: question(c)["screen"].update(hits=99_999)),
            "one wins: screen counts more hits than trials;",
        ),
        (damaged(lambda c: question(c)["screen"].update(trials=10**9)), "one wins: screen counts more than its 12000"),
        (
            damaged(lambda c: question(c)["screen"].pop("hits")),
            "one wins: screen holds trials in place of hits, trials",
        ),
        (
            damaged(lambda c: c["cases"][""]["questions"]["tosses"]["screen"].update(mean=3)),
            ", mean in place of values, or of trials, sum, squares;",
        ),
        (damaged(lambda c: c["blocks"].update(check_screen=[0, 10])), "ranges of trials that overlap;"),
        (damaged(lambda c: c.update(cases={})), "is of another scenario: its sweep has other points;"),
    ],
)
def test_a_damaged_baseline_gives_one_clear_line(recorded, change, fault):
    recorded.path.write_text(change(recorded.path.read_text()))
    line = told_of(recorded)
    assert fault in line and line.endswith(f"to record it anew, remove it, then: {again(recorded)}")


def test_a_folder_in_its_place_is_told(toy):
    toy.path.mkdir(parents=True)
    assert f"{toy.path} cannot be read: Is a directory;" in told_of(toy)


def accept(toy, *names, reason="heads are rarer", code=0):
    """Accept answers of the toy scenario."""
    return toy.says("baseline", "accept", *names, "--reason", reason, "--scenario", toy.file, code=code)


def test_only_what_is_named_is_accepted(recorded):
    before = json.loads(recorded.path.read_text())
    recorded.rules(head_min=5)
    text, _ = accept(recorded, "one wins", "who wins")
    assert text.count("accepted  ") == 2 and "accepted  one wins: 0.43" in text
    after = json.loads(recorded.path.read_text())
    old, new = (content["cases"][""]["questions"] for content in (before, after))
    assert {name for name in old if old[name] != new[name]} == {"one wins", "who wins"}
    assert before["blocks"] == after["blocks"] and before["created"] == after["created"]
    assert [change["question"] for change in after["history"]] == ["one wins", "who wins"]
    first = after["history"][0]
    assert first["reason"] == "heads are rarer" and first["low"] < first["now"] - first["was"] < first["high"]
    assert set(first) == {"question", "case", "was", "now", "low", "high", "reason", "date", "revision"}
    result = json.loads(recorded.says("check", recorded.file, "--json", code=1)[0])
    kinds = [answer["verdict"] for answer in result["scenarios"][0]["answers"]]
    assert kinds == ["identical", "broken", "identical", "broken"]


def test_once_all_is_accepted_the_rows_are_new_too(recorded):
    recorded.rules(head_min=5)
    accept(recorded, "one wins", "tosses")
    rows = json.loads(recorded.path.read_text())["cases"][""]["rows"]
    accept(recorded, "who wins", "tosses when both win")
    content = json.loads(recorded.path.read_text())
    assert content["cases"][""]["rows"] != rows and len(content["history"]) == 4
    result = json.loads(recorded.says("check", recorded.file, "--json")[0])
    assert (result["verdict"], result["scenarios"][0]["notes"]) == ("identical", [])


def test_what_has_not_moved_is_left_alone(recorded):
    before = recorded.path.read_bytes()
    assert accept(recorded, "one wins")[0] == f"unchanged one wins ({recorded.file})\n"
    assert recorded.path.read_bytes() == before


def test_one_point_of_a_sweep_can_be_accepted(toy):
    toy.file.write_text(SCENARIO + '\n[sweep]\n"setup.steps" = [2, 4]\n')
    toy.record()
    toy.rules(head_min=5)
    text, _ = accept(toy, "one wins [steps = 4]")
    assert text.startswith("accepted  one wins [steps = 4]: 0.") and text.count("accepted") == 1


def test_new_changed_and_dropped_questions_are_told_and_accepted(recorded):
    recorded.file.write_text(SCENARIO.replace("'winner == \"one\"'", "'winner == \"two\"'") + ADDED)
    text, _ = recorded.says("check", recorded.file, code=4)
    assert "'one wins', which asked for something else when it was recorded; to accept that: " in text
    assert "'quick', which it does not have; to accept that: simlab baseline accept quick --reason" in text
    accept(recorded, "one wins", "quick", reason="asked anew")
    recorded.file.write_text(recorded.file.read_text().replace('name = "tosses"\n', 'name = "length"\n'))
    text, _ = recorded.says("check", recorded.file, code=4)
    assert "'tosses', which the scenario does not ask any more" in text and "'length', which it does not have" in text
    assert "accepted  tosses: " in accept(recorded, "tosses", "length")[0]
    assert json.loads(recorded.says("check", recorded.file, "--json")[0])["verdict"] == "identical"
    history = json.loads(recorded.path.read_text())["history"]
    assert [(one["question"], one["was"] is None, one["now"] is None) for one in history[2:]] == [
        ("length", True, False), ("tosses", False, True)
    ]  # fmt: skip


def test_wrong_acceptances_are_told(recorded):
    _, told = accept(recorded, "one winz", code=2)
    assert told.startswith("one winz: no such question; did you mean one wins? There are: one wins, ")
    assert accept(recorded, "one wins", reason=" ", code=2)[1].startswith('--reason = " ": say why')
    recorded.path.unlink()
    _, told = accept(recorded, "one wins", code=4)
    assert told == f"{recorded.path} is missing; to record it: {again(recorded)}\n"
    recorded.says("baseline", "accept", "--reason", "all", code=2)


def test_the_blocks_are_those_of_the_design():
    blocks = blocks_for(MOST_TRIALS)
    assert (blocks.replay, blocks.screen, blocks.confirm) == ((0, 100_000), (0, 1_000_000), (10**9, 10_000_000))
    assert (blocks.check_screen, blocks.check_confirm) == ((2 * 10**9, 100_000), (3 * 10**9, 1_000_000))
    small = blocks_for(LEAST_TRIALS)
    assert small.replay == (0, 1_000)
    assert sum(getattr(small, name)[1] for name in ("screen", "confirm", "check_screen", "check_confirm")) == 10_000
    assert with_other_check(blocks).check_screen == (2 * 10**9 + 10**7, 100_000)


def values(numbers, weights, names=()):
    """What a question comes to."""
    return Values(np.array(numbers), np.array(weights), names)


def test_counts_of_each_kind():
    assert counts_of("event", values([0.0, 1.0], [6, 4])) == {"hits": 4, "trials": 10}
    assert counts_of("value", values([1.0, 3.0], [6, 4])) == {"1": 6, "3": 4}
    assert counts_of("value", values([0.5], [4])) == {"0.5": 4}
    many = np.arange(201.0)
    assert counts_of("value", values(many, [1] * 201)) == {"trials": 201, "sum": 20_100, "squares": 2_686_700}
    halves = counts_of("value", values(many / 2, [1] * 201))
    assert halves == {"trials": 201, "sum": 10_050.0, "squares": 671_675.0}
    assert counts_of("curve", values([0.0, 2.0], [6, 4], ("a", "b", "c"))) == {"a": 6, "c": 4}


def test_pairs_are_made_comparable():
    curves = pair(Counted("curve", {"1": 15, "10": 5}, 20), Counted("curve", {"2": 17, "10": 3}, 20))
    assert curves.statistics == ("share of 1", "share of 2", "share of 10")
    assert (curves.old.tolist(), curves.new.tolist()) == ([15, 0, 5], [0, 17, 3])
    sums = Counted("value", {"trials": 40, "sum": 100, "squares": 300}, 40)
    assert pair(sums, sums).old == Sample.of_sums(40, 100, 300)
    fractions = Counted("value", {"trials": 40, "sum": 100.0, "squares": 300.0}, 40)
    assert pair(fractions, fractions).old.sd == pytest.approx(Sample.of_sums(40, 100, 300).sd)
    dice = value(**{str(face): 100 for face in range(1, 7)})
    assert pair(dice, dice).old == Sample.of_sums(600, 2_100, 9_100)
    big = value(**{"1000000000.5": 300, "1000000001.5": 300, "1000000002.5": 300})
    assert pair(big, big).old.sd == pytest.approx((2 / 3 * 900 / 899) ** 0.5)


def value(block=1_000, **counts):
    """Trials of a block by value."""
    return Counted("value", counts, block)


def test_the_mean_of_two_values_is_compared_exactly():
    compared = pair(value(**{"2": 40, "5": 60}), value(**{"2": 41, "5": 40}))
    assert (compared.old, compared.new, compared.statistics) == (Share(60, 100), Share(40, 81), ("mean",))
    statistic, difference = moved(compared)
    assert (statistic, difference.old, difference.new) == ("mean", pytest.approx(3.8), pytest.approx(2 + 3 * 40 / 81))
    assert difference.low < difference.estimate < difference.high and difference.p > 0.05
    constant = pair(value(**{"3": 40}), value(**{"3": 30}))
    assert (constant.old, moved(constant)[1].old, moved(constant)[1].estimate) == (Share(0, 40), 3, 0)


def test_too_few_values_for_a_mean_are_compared_as_shares():
    few = pair(value(**{"0": 30, "3": 20, "7": 9}), value(**{"0": 10, "3": 20, "7": 5}))
    assert (few.old, few.new, few.note) == (Share(29, 59), Share(25, 35), "too few values for a mean")
    assert few.statistics == ("share above 0",) and not few.stands_in
    rare = pair(value(**{"0": 9_000, "3": 20, "7": 9}, block=10_000), value(**{"0": 990, "7": 9}))
    assert (rare.old, rare.new, rare.note) == (Share(29, 9_029), Share(9, 999), "too few values for a mean")
    sums = Counted("value", {"trials": 40_000, "sum": 9_000, "squares": 9_000}, 40_000)
    unknown = pair(sums, value(**{"0": 995, "1": 5}))
    assert unknown.stands_in and unknown.note == "too few values to compare"


def test_a_condition_that_is_not_met_any_more_is_compared_itself():
    compared = pair(value(**{"0": 391, "1": 9}), value(block=500))
    assert (compared.old, compared.new, compared.sizes) == (Share(400, 1_000), Share(0, 500), (1_000, 500))
    event = [Counted("event", {"hits": hits, "trials": 9}, 1_000) for hits in (0, 9)]
    assert pair(*event).old == pair(*event).new == Share(9, 1_000) and pair(*event).stands_in
