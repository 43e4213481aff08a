"""`--precision`, `--anytime`, `--vary` and `find` on the command line."""

import json
import os
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest
from click.testing import CliRunner

from simlab.cli import main
from tests.cli.test_command_line import ROOT, SIEGE, STARVING

EVENTS = ["--set", "question=[{name='falls', event='fell'}]", "--set", "target=[]"]


def simlab(*words, folder, code=0, stdin=None):
    """What simlab prints, run in this process for the sake of speed: (standard output, standard error)."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        done = CliRunner().invoke(main, [str(word) for word in words], input=stdin)
    finally:
        os.chdir(before)
    assert done.exit_code == code, done.output
    return done.stdout, done.stderr


def test_a_precision_is_told_with_what_was_reached(tmp_path):
    out, _ = simlab("run", SIEGE, "--precision", 0.02, *EVENTS, folder=tmp_path)
    assert "precision ±0.02 reached: the widest interval is ±0.0" in out
    result = json.loads(simlab("run", SIEGE, "--precision", 0.02, *EVENTS, "--json", folder=tmp_path)[0])
    (answer,), (reached,) = result["answers"], result["precision"]
    assert answer["half_width"] == pytest.approx((answer["high"] - answer["low"]) / 2) == reached["reached"]
    assert reached | {"reached": 0} == {
        "question": "falls",
        "asked": 0.02,
        "reached": 0,
        "met": True,
        "relative": False,
        "trials_needed": result["trials"],
    }
    plain = json.loads(simlab("run", SIEGE, "--trials", result["trials"], *EVENTS, "--json", folder=tmp_path)[0])
    answer.pop("half_width")
    assert plain["answers"] == [answer] and "precision" not in plain


def test_a_precision_that_is_missed_says_what_it_would_take(tmp_path):
    words = ("run", SIEGE, "--precision", 0.001, "--trials", 5_000, *EVENTS)
    out, _ = simlab(*words, folder=tmp_path)
    assert "precision ±0.001 missed: 'falls' has ±0.008" in out.replace("\n", " ")
    assert "after 5,000 trials; about 3" in out and "trials would do it" in out
    result = json.loads(simlab(*words, "--json", folder=tmp_path)[0])
    assert result["trials"] == 5_000 and result["precision"][0]["met"] is False


def test_a_precision_over_a_sweep_is_kept_and_gives_the_same_again(tmp_path):
    words = ("--vary", "setup.besiegers=6,9", "--out", "kept", "--json")
    cases = json.loads(simlab("run", STARVING, "--precision", 0.02, *words, folder=tmp_path)[0])
    assert cases[0]["trials"] != cases[1]["trials"]
    record = json.loads((tmp_path / "kept/run.json").read_text())
    assert [case["precision"] for case in record["cases"]] == [case["precision"] for case in cases]
    again = json.loads(simlab("run", "kept/resolved.toml", "--json", folder=tmp_path)[0])
    assert [case["answers"] for case in again] == [case["answers"] for case in cases]


def test_sequences_say_so(tmp_path):
    out, _ = simlab("run", STARVING, "--vary", "setup.besiegers=8", "--trials", 3_000, "--anytime", folder=tmp_path)
    assert "intervals are sequences" in out and "95 % sequence" in out
    words = ("run", STARVING, "--set", "setup.besiegers=8", "--trials", 3_000, "--anytime", "--json", "--out", "kept")
    answers = json.loads(simlab(*words, folder=tmp_path)[0])["answers"]
    assert {(row["statistic"], row["interval"]) for row in answers} >= {
        ("probability", "sequence"),
        ("mean", "approximate sequence"),
    }
    assert set(pd.read_csv(tmp_path / "kept/answers.csv")["interval"]) == {"sequence", "approximate sequence"}


def test_jobs_do_not_matter_for_a_precision(tmp_path):
    def answers(jobs):
        words = ("run", SIEGE, "--precision", 0.005, "--anytime", "--json", "--jobs", jobs)
        return json.loads(simlab(*words, folder=tmp_path)[0])["answers"]

    assert answers(1) == answers(2) == answers(3)


def test_lists_on_the_command_line_in_run_and_solve(tmp_path):
    vary = ("--vary", "setup.besiegers=6..8", "--vary", "setup.defenders=3,4")
    sampled = json.loads(simlab("run", STARVING, *vary, "--trials", 2_000, "--json", folder=tmp_path)[0])
    solved = json.loads(simlab("solve", STARVING, *vary, "--json", "--out", "kept", folder=tmp_path)[0])
    assert [case["scenario"]["set"] for case in sampled] == [case["scenario"]["set"] for case in solved]
    assert [list(case["scenario"]["set"].values()) for case in solved] == [
        [besiegers, defenders] for besiegers in (6, 7, 8) for defenders in (3, 4)
    ]
    assert [[row["exact"] for row in case["answers"]] for case in sampled] == [
        [row["exact"] for row in case["answers"]] for case in solved
    ]
    assert list(pd.read_csv(tmp_path / "kept/answers.csv").columns[:3]) == [
        "case",
        "setup.besiegers",
        "setup.defenders",
    ]
    assert {"falls.png", "falls.svg", "besiegers-left.png"} <= {path.name for path in (tmp_path / "kept").iterdir()}
    out, _ = simlab("solve", STARVING, *vary, folder=tmp_path)
    assert out.splitlines()[2].split() == ["besiegers", "defenders", "question", "answer", "estimate"]


def test_lists_that_go_together_are_kept_and_run_again(tmp_path):
    words = ("--vary", "setup.besiegers, setup.defenders=[6, 3],[8, 4]", "--trials", 500, "--json")
    cases = json.loads(simlab("run", STARVING, *words, "--out", "kept", folder=tmp_path)[0])
    again = json.loads(simlab("run", "kept/resolved.toml", "--json", folder=tmp_path)[0])
    assert len(cases) == 2 and [case["answers"] for case in again] == [case["answers"] for case in cases]


def test_decks_that_go_together_with_numbers_are_kept_and_run_again(tmp_path):
    scenario = tmp_path / "hunt.toml"
    (tmp_path / "thin.toml").write_text(simlab("list", "vlad", "decks", folder=tmp_path)[0])
    scenario.write_text(simlab("init", "vlad", "hunt", folder=tmp_path)[0].replace("[data]", "[data]", 1))
    number = next(line.split("=")[0].strip() for line in scenario.read_text().splitlines() if line.startswith("units"))
    pairs = '[["archer"], "thin.toml"],[["knight"], "thin.toml"]'
    words = ("--vary", f"setup.{number}, data.decks={pairs}", "--trials", 200, "--json")
    cases = json.loads(simlab("run", scenario, *words, "--out", "kept", folder=tmp_path)[0])
    again = json.loads(simlab("run", "kept/resolved.toml", "--json", folder=tmp_path)[0])
    assert len(cases) == 2 and [case["answers"] for case in again] == [case["answers"] for case in cases]


def test_more_paths_than_can_be_drawn_are_noted(tmp_path):
    vary = [f"{path}={values}" for path, values in [("setup.besiegers", "6,7"), ("setup.defenders", "3,4")]]
    vary += ["setup.turns=2,3", "rules.siege_margin=1,2"]
    words = [word for text in vary for word in ("--vary", text)]
    _, err = simlab("solve", STARVING, *words, "--out", "kept", folder=tmp_path)
    assert err == "note: no plots: a sweep of 4 lists, more than 3; see the table\n"
    assert len(pd.read_csv(tmp_path / "kept/answers.csv")) >= 16
    assert not list((tmp_path / "kept").glob("*.png"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["run", SIEGE, "--precision", "0"],
            'precision = 0.0: must be a half-width of 0.000001..1, or {relative = 0.0001..1, question = "…"}',
        ),
        (
            ["run", SIEGE, "--precision", "fine"],
            'precision = "fine": must be a half-width of 0.000001..1, or {relative = 0.0001..1, question = "…"}',
        ),
        (
            ["run", SIEGE, "--precision", '{relative=0.1, question="fals by turn 3"}'],
            f'{SIEGE}: precision = "fals by turn 3": no such question; did you mean falls by turn 3? There are: '
            "falls by turn 3, still holds after turn 4, when it falls, if it does",
        ),
        (
            ["run", SIEGE, "--vary", "setup.turns=4..2"],
            "--vary setup.turns=4..2: a range goes up, from its lowest to its highest number",
        ),
        (
            ["solve", SIEGE, "--vary", "turns=1..2"],
            "--vary: turns: a sweep goes over paths of setup, rules, policies or data; did you mean setup.turns?",
        ),
    ],
)
def test_what_a_person_may_get_wrong_is_exactly_one_line(words, message, tmp_path):
    out, err = simlab(*words, folder=tmp_path, code=2)
    assert (out, err) == ("", message + "\n")


FIND = ("find", STARVING, "--vary", "setup.besiegers=1..40", "--question", "falls", "--reach", 0.5)


def test_find_json_is_the_contract(tmp_path):
    found = json.loads(simlab(*FIND, "--json", folder=tmp_path)[0])
    assert {name: found[name] for name in ("path", "question", "reach", "answer", "kind")} == {
        "path": "setup.besiegers",
        "question": "falls",
        "reach": 0.5,
        "answer": 9,
        "kind": "exact",
    }
    assert [probe["value"] for probe in found["probed"]] == list(range(1, 41))
    for probe in found["probed"]:
        assert probe["estimate"] == probe["low"] == probe["high"] == probe["exact"]
    sampled = json.loads(simlab(*FIND, "--json", "--no-exact", "--jobs", 1, folder=tmp_path)[0])
    assert sampled == json.loads(simlab(*FIND, "--json", "--no-exact", "--jobs", 2, folder=tmp_path)[0])
    assert (sampled["answer"], sampled["kind"]) == (9, "bracket")
    assert sampled["bracket"] == {"below": 8, "reaches": 9}
    assert all(probe["exact"] is None and probe["low"] <= probe["estimate"] for probe in sampled["probed"])


def test_find_says_its_answer_and_keeps_it(tmp_path):
    out, err = simlab(*FIND, "--out", "kept", folder=tmp_path)
    sentence = "setup.besiegers = 9 is the smallest value at which the probability of 'falls' is at least 50 %.\n"
    assert sentence in out and "the curve is monotone over the whole range" in out
    shown = [line.split()[0] for line in out.splitlines() if "reaches it" in line or "below" in line or "…" in line]
    assert shown == [*map(str, range(1, 18)), "…", "40"]
    assert err == "" or "compiling" in err
    files = {path.name for path in (tmp_path / "kept").iterdir()} - {".lock"}
    assert files == {"find.json", "probed.csv", "find.png", "find.svg"}
    assert json.loads((tmp_path / "kept/find.json").read_text())["answer"] == 9
    assert len(pd.read_csv(tmp_path / "kept/probed.csv")) == 40
    simlab(*FIND[:-1], 0.6, "--out", "kept", "--quiet", folder=tmp_path)
    assert json.loads((tmp_path / "kept/find.json").read_text())["answer"] == 11
    words = ("find", STARVING, "--vary", "setup.turns=1..5", "--set", "setup.besiegers=8", "--question", "falls")
    err = simlab(*words, "--reach", 0.4, "--out", "kept", folder=tmp_path, code=2)[1]
    assert err == "--out kept: holds something else; choose another folder, or remove this one\n"
    other = (*FIND[:-1], 0.6, "--set", "setup.turns=3", "--out", "kept")
    assert simlab(*other, folder=tmp_path, code=2)[1] == err, "a search of another case is left alone"


def test_a_quiet_search_says_its_answer_alone(tmp_path):
    out, err = simlab(*FIND, "--quiet", folder=tmp_path)
    assert "is the smallest value" in out and "monotone" not in out and "assumption" not in out and err == ""


def test_find_reads_standard_input(tmp_path):
    out, _ = simlab("find", "-", *FIND[2:], folder=tmp_path, stdin=STARVING.read_text())
    assert "setup.besiegers = 9 is the smallest" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--reach", "nan"], "nan is not a number"),
        (["--vary", "setup.besiegers=9"], "--vary setup.besiegers=9: write path=LOW..HIGH in whole numbers"),
        (["--question", "fals"], "--question: no such question; did you mean falls?"),
        (["--vary", "setup.supplied=0..1"], "--vary: setup.supplied = 0: must be true or false"),
        (
            ["--vary", "setup.besiegers=4..9", "--question", "besiegers left", "--reach", "3"],
            "'besiegers left' falls from 2.66667 at 4 to 2.32077 at 5 and rises from",
        ),
        (["--zone", "0"], "0.0 is not in the range"),
    ],
)
def test_find_refuses_in_a_line(words, message, tmp_path):
    asked = dict(zip(FIND[2::2], FIND[3::2])) | dict(zip(words[::2], words[1::2]))
    out, err = simlab(*FIND[:2], *(word for pair in asked.items() for word in pair), folder=tmp_path, code=2)
    assert out == "" and message in err.replace("\n", " ")


def test_find_goes_along_one_path(tmp_path):
    _, err = simlab(*FIND, "--vary", "setup.turns=1..4", folder=tmp_path, code=2)
    assert "a search goes along one path: give --vary once" in err


@pytest.mark.slow
def test_an_interrupted_search_shows_what_was_probed(tmp_path):
    command = [sys.executable, "-m", "simlab", *map(str, FIND), "--no-exact", "--zone", "1e-9", "--trials", str(10**12)]
    command[command.index("0.5")] = "0.7149523"  # near the value of 13, to eight digits
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted after" in err and "reaches it" in out and "answer" not in out


@pytest.mark.slow
def test_an_interrupted_precision_shows_what_was_done(tmp_path):
    command = [sys.executable, "-m", "simlab", "run", str(SIEGE), "--precision", "1e-6", "--trials", str(10**14)]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "falls by turn 3" in out and "precision ±1e-06 missed" in out and "interrupted after" in err
