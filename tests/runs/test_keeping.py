"""A run that was stopped anywhere goes on to the files of one that never was; what does not fit is refused by name."""

import json
import subprocess
import sys

import pandas as pd
import pytest

from simlab.games import GAMES
from simlab.runs import figures, keeper, kept_rows, progress_files, workers
from simlab.runs.asked_rows import RowsOfRun, read_to_ask
from simlab.runs.batches import Sampler
from simlab.runs.keeper import Keeper
from simlab.runs.kept import save
from simlab.runs.run import Effort, plan_of, ready_sampler, simulate
from simlab.runs.waiting import SILENT
from simlab.runs.whole_cases import WholeCases
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load
from simlab.stats import tally as tally_module
from simlab.stats.sealed import sealed, unsealed
from tests.toy.coin_race import GAME

ALL = GAMES | {GAME.name: GAME}
QUESTIONS = [
    {"name": "one wins", "event": 'winner == "one"'},
    {"name": "long", "value": "tosses", "given": 'winner != "two"'},
    {"name": "who", "curve": "winner"},
]
ONE = {"game": "coins", "model": "race", "title": "A race", "setup": {"steps": 3}, "question": QUESTIONS}
SWEEP = ONE | {"sweep": {"setup.steps": [1, 2, 4]}}
MANY = ONE | {"sweep": {"setup.steps": list(range(1, 11))}}  # as many as are done as wholes by two workers
FLOOD = {"game": "forest", "model": "battle", "title": "Many outcomes", "setup": {"groups_a": 1}}
RUNS = {
    "trials": (ONE, {"trials": 9_000}),
    "precision": (ONE, {"precision": 0.02}),
    "anytime": (ONE, {"precision": 0.03, "anytime": True}),
    "sweep": (SWEEP, {"trials": 4_000}),
    "many cases": (MANY, {"trials": 3_000}),
    "sweep to a precision": (SWEEP, {"precision": 0.03}),
}


class Stopped(BaseException):
    """What stands for a process that ends in the middle."""


@pytest.fixture(autouse=True)
def small_steps(monkeypatch):
    """Progress is kept after each range, and ranges and files are small; plots and disks take too long here."""
    monkeypatch.setattr(figures, "drawings", lambda run: {})
    monkeypatch.setattr("os.fsync", lambda file: None)
    monkeypatch.setattr(keeper, "SECONDS", 0)
    monkeypatch.setattr(workers.Workers, "seconds_a_call", 0)
    monkeypatch.setattr(keeper, "ENOUGH", 1_000)
    monkeypatch.setattr(kept_rows, "CELLS", 10_000)


def few_outcomes(monkeypatch):
    """Let tallies keep four different outcomes at the most."""
    for name in ("FIRST_SLOTS", "MOST_SLOTS"):
        monkeypatch.setattr(tally_module, name, 8)


def kept(folder, content, effort, rows=False, said=None):
    """Run a scenario and keep it."""
    scenario, effort = load(content, ALL), Effort(jobs=2, **effort)
    folder.mkdir(exist_ok=True)
    own = Keeper(scenario, plan_of(scenario, effort), folder, rows, [].append if said is None else said.append)
    save(simulate(scenario, effort, keeper=own), folder, own.rows and own.rows.parts)


def stopped_after(monkeypatch, writes, *given, **named):
    """Run until progress has been kept so often; whether that came before the end."""
    whole, count = progress_files.ProgressFiles.write, iter(range(writes, -1, -1))

    def write(self, progress):
        if next(count) == 0:
            raise Stopped
        whole(self, progress)

    with monkeypatch.context() as patch:
        patch.setattr(progress_files.ProgressFiles, "write", write)
        try:
            kept(*given, **named)
        except Stopped:
            return True
    return False


def files_of(folder):
    """The files of a run by name; what is about the moment is left out, and so is its progress."""
    found = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    record = json.loads(found["run.json"])
    record.pop("created")
    record.pop("rows", None)
    for case in record["cases"]:
        case.pop("seconds")
    return found | {"run.json": record}


def rows_of(folder):
    """All kept rows of a run in the order of cases and trials."""
    parts = json.loads((folder / "run.json").read_text())["rows"]
    table = pd.concat([pd.read_parquet(folder / "rows" / part["name"]) for part in parts], ignore_index=True)
    assert len(list((folder / "rows").iterdir())) == len(parts)
    table["winner"] = table["winner"].astype(str)
    return table.sort_values(["case", "trial"], kind="stable").reset_index(drop=True)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("rows", [False, True], ids=["answers", "rows"])
def test_a_run_stopped_at_any_write_ends_with_the_same_files(name, rows, tmp_path, monkeypatch):
    content, effort = RUNS[name]
    kept(tmp_path / "whole", content, effort, rows)
    expected = files_of(tmp_path / "whole")
    writes = 1
    while stopped_after(monkeypatch, writes, folder := tmp_path / str(writes), content, effort, rows):
        said = []
        kept(folder, content, effort, rows, said)
        assert bool(said) == (writes > 1)
        assert files_of(folder) == expected
        if rows:
            assert rows_of(folder).equals(rows_of(tmp_path / "whole"))
        writes += 1 if writes < 12 else 9
    assert writes > 4


def test_a_run_may_be_stopped_again_and_again(tmp_path, monkeypatch):
    content, effort = RUNS["sweep"]
    kept(tmp_path / "whole", content, effort, True)
    times = 0
    while stopped_after(monkeypatch, 5, tmp_path / "again", content, effort, True):
        times += 1
    assert 2 < times < 12
    assert files_of(tmp_path / "again") == files_of(tmp_path / "whole")
    assert rows_of(tmp_path / "again").equals(rows_of(tmp_path / "whole"))


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("content", [ONE, SWEEP, MANY], ids=["one", "sweep", "many cases"])
def test_a_top_up_equals_a_fresh_run(content, few, tmp_path, monkeypatch):
    """Also where more outcomes differ than are kept."""
    if few:
        few_outcomes(monkeypatch)
    said = []
    for trials in (3_000, 3_000, 8_000):
        kept(tmp_path / "grown", content, {"trials": trials}, True, said)
    kept(tmp_path / "fresh", content, {"trials": 8_000}, True)
    assert files_of(tmp_path / "grown") == files_of(tmp_path / "fresh")
    assert rows_of(tmp_path / "grown").equals(rows_of(tmp_path / "fresh"))
    assert "all 3,000 trials are there already" in said[0]
    assert said[1].endswith("3,000 of 8,000 trials")


def test_after_a_precision_more_trials_can_follow(tmp_path):
    said = []
    kept(tmp_path / "grown", ONE, {"precision": 0.1})
    kept(tmp_path / "grown", ONE, {"trials": 12_000}, said=said)
    kept(tmp_path / "fresh", ONE, {"trials": 12_000})
    assert "of 12,000 trials" in said[0]
    assert files_of(tmp_path / "grown") == files_of(tmp_path / "fresh")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"trials": 2_000}, "holds 3,000 trials already, more than 2,000"),
        ({"precision": 0.02}, "of a number of trials, and not to a precision"),
        ({"seed": 5}, "holds a run with seed"),
        ({"rng": "philox"}, "generator splitmix, not philox"),
    ],
)
def test_a_finished_run_is_not_thrown_away(change, message, tmp_path):
    kept(tmp_path / "run", ONE, {"trials": 3_000})
    before = files_of(tmp_path / "run")
    effort = {name: change[name] for name in change if name in ("trials", "precision")} or {"trials": 3_000}
    content = ONE | {name: change[name] for name in change if name not in ("trials", "precision")}
    with pytest.raises(ScenarioError, match=message):
        kept(tmp_path / "run", content, effort)
    assert files_of(tmp_path / "run") == before


def test_a_finished_run_to_a_precision_is_told_to_be_finished(tmp_path):
    said = []
    kept(tmp_path / "run", ONE, {"precision": 0.05})
    before = files_of(tmp_path / "run")
    kept(tmp_path / "run", ONE, {"precision": 0.05}, said=said)
    assert said == [f"{tmp_path / 'run'}: is finished: all is there already"]
    assert files_of(tmp_path / "run") == before


def test_a_top_up_of_many_cases_plays_none_of_them_again(tmp_path, monkeypatch):
    """Neither what was there, nor one case after another: both would take ten times as long."""
    played, tally = [], Sampler.tally
    kept(tmp_path, MANY, {"trials": 3_000})
    monkeypatch.setattr(
        Sampler, "tally", lambda own, *range: range == (0, 1) or played.append(range) or tally(own, *range)
    )
    kept(tmp_path, MANY, {"trials": 4_000})
    assert played == [(3_000, 1_000)] * 10


def test_cases_that_are_there_teach_nothing_of_how_long_those_take_that_are_not(monkeypatch):
    """Else a call would have very many cases to play, and a kill would lose all of them."""
    monkeypatch.setattr(workers.Workers, "seconds_a_call", 1_000)
    scenario, lengths, whole = load(MANY, ALL), [], WholeCases.part
    monkeypatch.setattr(WholeCases, "part", lambda own, *cases: lengths.append(len(cases)) or whole(own, *cases))
    made = WholeCases(scenario.questions, scenario.rng, scenario.seed, 3_000, False, None)
    cases = [(case, 3_000 if number < 8 else 0) for number, case in enumerate(scenario.cases)]
    found = [done.trials for done in made.over(cases, workers.Workers(1), SILENT)]
    assert (found, lengths) == ([0] * 8 + [3_000] * 2, [2, 2, 2, 2, 1, 1])


def test_a_finished_run_may_be_told_again_under_another_title(tmp_path):
    kept(tmp_path / "run", ONE, {"trials": 3_000})
    kept(tmp_path / "run", ONE | {"title": "Renamed"}, {"trials": 3_000})
    kept(tmp_path / "fresh", ONE | {"title": "Renamed"}, {"trials": 3_000})
    assert files_of(tmp_path / "run") == files_of(tmp_path / "fresh")


NEW = [*QUESTIONS, {"name": "never", "event": "tosses < 0"}]


def test_new_questions_are_answered_from_outcomes_that_are_kept(tmp_path):
    said = []
    kept(tmp_path / "run", ONE, {"trials": 3_000})
    kept(tmp_path / "run", ONE | {"question": NEW}, {"trials": 3_000}, said=said)
    kept(tmp_path / "fresh", ONE | {"question": NEW}, {"trials": 3_000})
    assert said
    assert files_of(tmp_path / "run") == files_of(tmp_path / "fresh")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"trials": 1_100}, "holds 2,048 trials already, more than 1,100"),
        ({"precision": 0.02}, "of a number of trials, and not to a precision"),
        ({"seed": 5}, "holds a run with seed 0, not 5"),
        ({"rng": "philox"}, "generator splitmix, not philox"),
        ({"rows": True}, "begun without --keep-rows; go on like that"),
        ({"setup": {"steps": 4}}, "another scenario, of other rules, or of these cases in another order"),
    ],
)
def test_an_unfinished_run_is_not_thrown_away(change, message, tmp_path, monkeypatch):
    content = ONE | {"seed": 0}
    assert stopped_after(monkeypatch, 3, tmp_path / "run", content, {"trials": 9_000})
    effort = {name: change.pop(name) for name in ("trials", "precision") if name in change} or {"trials": 9_000}
    with pytest.raises(ScenarioError, match=message) as error:
        kept(tmp_path / "run", content | {k: v for k, v in change.items() if k != "rows"}, effort, "rows" in change)
    assert str(tmp_path / "run") in str(error.value)
    kept(tmp_path / "run", content, {"trials": 9_000})


def test_new_questions_to_an_unfinished_run_of_too_many_outcomes_are_refused(tmp_path, monkeypatch):
    few_outcomes(monkeypatch)
    assert stopped_after(monkeypatch, 3, tmp_path / "run", ONE, {"trials": 9_000})
    with pytest.raises(ScenarioError, match="other questions, and too many different outcomes"):
        kept(tmp_path / "run", ONE | {"question": NEW}, {"trials": 9_000})


def of_case_file(folder):
    return next(path for path in sorted(folder.iterdir()) if path.name.startswith("cases-"))


@pytest.mark.parametrize("spoil", ["cut", "changed", "foreign", "empty"])
@pytest.mark.parametrize("which", ["now", "cases", "rows"])
def test_a_damaged_file_is_named_and_never_used(which, spoil, tmp_path, monkeypatch):
    content, effort = SWEEP, {"trials": 5_000}
    monkeypatch.setattr(keeper, "ENOUGH", 1)
    assert stopped_after(monkeypatch, 12, tmp_path / "run", content, effort, True)
    assert stopped_after(monkeypatch, 12, tmp_path / "other", content | {"seed": 9}, effort, True)
    place = {
        "now": lambda folder: folder / "progress/now.simlab",
        "cases": lambda folder: of_case_file(folder / "progress"),
        "rows": lambda folder: sorted((folder / "rows").glob("part-*"))[0],
    }[which]
    path, whole = place(tmp_path / "run"), place(tmp_path / "run").read_bytes()
    spoilt = {
        "cut": whole[: len(whole) // 2],
        "changed": whole[:60] + bytes([whole[60] ^ 1]) + whole[61:],
        "foreign": place(tmp_path / "other").read_bytes(),
        "empty": b"",
    }[spoil]
    path.write_bytes(spoilt)
    with pytest.raises(ScenarioError) as error:
        kept(tmp_path / "run", content, effort, True)
    foreign = which == "now" and spoil == "foreign"  # the files that it names are not those that are there
    assert f"{of_case_file(path.parent) if foreign else path}: damaged" in str(error.value)
    path.write_bytes(whole)
    kept(tmp_path / "run", content, effort, True)


@pytest.mark.parametrize(
    "facts",
    [
        {"rows": 2.5},
        {"rows": [{"name": ["a"], "rows": 1}]},
        {"files": [["cases-0.simlab"]]},
        {"files": [["../cases-0.simlab", "0"]]},
        {"cases": [{"number": float("inf"), "ends": [], "seconds": 0, "kind": "packed", "trials": 0, "tally": 0}]},
        {"cases": [{"number": 0, "ends": [], "seconds": 0, "kind": "packed", "trials": float("inf"), "tally": 0}]},
        {"cases": [{"number": 0, "ends": 1, "seconds": 0, "kind": "packed", "trials": 0, "tally": 0}]},
    ],
    ids=str,
)
def test_sealed_facts_that_are_none_of_progress_are_refused(facts, tmp_path, monkeypatch):
    """A checksum says that nothing happened to a file, not that it makes sense."""
    assert stopped_after(monkeypatch, 5, tmp_path, ONE, {"trials": 9_000}, True)
    path = tmp_path / "progress/now.simlab"
    said, arrays = unsealed(path.read_bytes())
    path.write_bytes(sealed(said | facts, arrays))
    with pytest.raises(ScenarioError, match=f"{path}: damaged"):
        kept(tmp_path, ONE, {"trials": 9_000}, True)


@pytest.mark.parametrize("which", ["cases", "rows"])
def test_a_missing_file_is_named(which, tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "ENOUGH", 1)
    assert stopped_after(monkeypatch, 12, tmp_path, SWEEP, {"trials": 5_000}, True)
    path = of_case_file(tmp_path / "progress") if which == "cases" else sorted((tmp_path / "rows").glob("part-*"))[0]
    path.unlink()
    with pytest.raises(ScenarioError, match=f"{path}: damaged"):
        kept(tmp_path, SWEEP, {"trials": 5_000}, True)


def test_kept_rows_are_the_samplers(tmp_path):
    kept(tmp_path, SWEEP, {"trials": 4_000}, True)
    scenario, table = load(SWEEP, ALL), rows_of(tmp_path)
    for number, case in enumerate(scenario.cases):
        rows = ready_sampler(scenario, case, 1, None).rows(0, 4_000)
        own = table[table["case"] == number]
        assert own["trial"].tolist() == list(range(4_000))
        for place, column in enumerate(case.columns):
            shown = [column.shown(value) for value in rows[:, place].tolist()]
            assert own[column.name].tolist() == shown


ASKED = [("one wins", "event", 'winner == "one"', None), ("t", "value", "tosses * 2", 'winner != "two"')]
ASKED += [("who", "curve", "winner", None), ("sure", "event", "1 < 2", None), ("none", "value", "tosses", "tosses < 0")]


def test_answers_from_rows_are_those_from_outcomes(tmp_path):
    from simlab.contract import Question

    kept(tmp_path, SWEEP, {"trials": 4_000}, True)
    record = json.loads((tmp_path / "run.json").read_text())
    outcomes, rows = read_to_ask(tmp_path), RowsOfRun(tmp_path, record)
    assert not isinstance(outcomes, RowsOfRun)
    for asked in ASKED:
        one, other = (pd.DataFrame(run.ask(Question(*asked), 0.9)) for run in (outcomes, rows))
        pd.testing.assert_frame_equal(one, other)
    assert outcomes.columns == rows.columns and outcomes.labels == rows.labels
    for whole, part in zip(outcomes.outcomes_about(["winner"]), rows.outcomes_about(["winner"])):
        expected = pd.Series(whole.weights).groupby(whole.rows[:, 0]).sum()
        assert part.rows[:, 0].tolist() == expected.index.tolist()
        assert part.weights.tolist() == expected.tolist()


def test_rows_answer_where_outcomes_were_too_many(tmp_path, monkeypatch):
    from simlab.contract import Question

    kept(tmp_path / "few", ONE, {"trials": 4_000}, True)
    few_outcomes(monkeypatch)
    kept(tmp_path / "many", ONE, {"trials": 4_000}, True)
    assert not (tmp_path / "many/outcomes.parquet").exists()
    many, few = read_to_ask(tmp_path / "many"), read_to_ask(tmp_path / "few")
    assert isinstance(many, RowsOfRun)
    for asked in ASKED:
        pd.testing.assert_frame_equal(*(pd.DataFrame(run.ask(Question(*asked), 0.9)) for run in (many, few)))
    with pytest.raises(ScenarioError, match="too many different outcomes in tosses, winner together"):
        many.outcomes_about(["winner", "tosses"])
    path = sorted((tmp_path / "many/rows").iterdir())[0]
    content = path.read_bytes()
    path.write_bytes(content[:20] + bytes([content[20] ^ 255]) + content[21:])
    with pytest.raises(ScenarioError, match=f"{path}|not those of run.json"):
        many.ask(Question(*ASKED[0]), 0.9)


def test_a_full_disk_leaves_what_was_kept(tmp_path, monkeypatch):
    """The limit on a file's size stands for it: both are an OSError in the middle of writing."""
    assert stopped_after(monkeypatch, 3, tmp_path / "run", ONE, {"trials": 9_000})

    def full(path, content):
        raise OSError(28, "No space left on device")

    message = "No space left on device; the same command"
    with monkeypatch.context() as patch, pytest.raises(ScenarioError, match=message):
        patch.setattr(progress_files, "write_durably", full)
        kept(tmp_path / "run", ONE, {"trials": 9_000})
    kept(tmp_path / "run", ONE, {"trials": 9_000})
    kept(tmp_path / "fresh", ONE, {"trials": 9_000})
    assert files_of(tmp_path / "run") == files_of(tmp_path / "fresh")


HOLD = "import pathlib; from simlab.runs.durable import hold; hold(pathlib.Path()); print('held', flush=True); input()"


def test_a_folder_belongs_to_one_process_until_that_ends(tmp_path):
    command = [sys.executable, "-c", HOLD]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tmp_path, **streams) as first:
        assert first.stdout.readline() == "held\n"
        second = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, input="\n", check=False)
        assert "another simlab is writing to this folder" in second.stderr
        first.kill()
    third = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, input="\n", check=False)
    assert third.stdout == "held\n"
