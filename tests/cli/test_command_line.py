"""The command line end to end, in a fresh folder, as a person types it."""

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pandas as pd
import pytest

from simlab.cli import ending

ROOT = Path(__file__).parents[2]
SIEGE = ROOT / "scenarios/forest/siege_twelve.toml"
STARVING = ROOT / "scenarios/forest/siege_starving.toml"
MODELS = ["battle", "storm", "siege", "supply", "morale", "turn_order", "assault"]


def simlab(*words, folder, code=0, stdin=None, env=None):
    """Run simlab; returns (standard output, standard error)."""
    command = [sys.executable, "-m", "simlab", *map(str, words)]
    environment = os.environ | {"COLUMNS": "160"} | (env or {})
    done = subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=120, env=environment, check=False
    )
    assert done.returncode == code, done.stdout[-500:] + done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


def test_run_prints_a_table_to_standard_output_only(tmp_path):
    out, err = simlab("run", SIEGE, "--trials", 2000, folder=tmp_path)
    assert out.startswith("Twelve troops before a four-tower castle\n")
    assert "falls by turn 3" in out and "72.222 %" in out and "z" in out
    assert "siege_first_count = 1 (F-59)" in out
    assert err == "" or "compiling" in err
    assert list(tmp_path.iterdir()) == []


def test_run_json_is_the_contract(tmp_path):
    out, _ = simlab("run", SIEGE, "--trials", 5000, "--json", folder=tmp_path)
    result = json.loads(out)
    assert result["scenario"] | {"id": "", "file": ""} == {
        "title": "Twelve troops before a four-tower castle",
        "game": "forest",
        "model": "siege",
        "file": "",
        "id": "",
        "set": {},
    }
    assert (result["method"], result["trials"], result["seed"]) == ("monte_carlo", 5000, 1462)
    assert result["seconds"] > 0 and result["trials_per_second"] > 0
    assert result["assumptions"] == ["siege_first_count = 1 (F-59): what the turn in which a siege began counts"]
    first = result["answers"][0]
    assert first | {"estimate": 0, "low": 0, "high": 0, "z": 0} == {
        "question": "falls by turn 3",
        "statistic": "probability",
        "estimate": 0,
        "low": 0,
        "high": 0,
        "confidence": 0.95,
        "trials": 5000,
        "exact": pytest.approx(13 / 18, abs=1e-15),
        "z": 0,
    }
    assert first["low"] < first["estimate"] < first["high"]
    assert [row["level"] for row in result["answers"] if row["statistic"] == "share"] == [1, 2, 3, 4]


def test_solve_json_has_estimate_low_and_high_alike(tmp_path):
    result = json.loads(simlab("solve", SIEGE, "--json", folder=tmp_path)[0])
    assert (result["method"], result["trials"], result["trials_per_second"]) == ("exact", None, None)
    for row in result["answers"]:
        assert row["estimate"] == row["low"] == row["high"] == row["exact"]
    assert result["answers"][0]["estimate"] == pytest.approx(0.7222222222222222, abs=1e-15)


def test_a_long_list_has_an_entry_a_line(capsys):
    for count in (2, ending.MOST_INDENTED + 1):
        found = [{"case": number, "set": {"a": None}} for number in range(count)]
        ending.print_json(found)
        text = capsys.readouterr().out
        assert json.loads(text) == found
        assert len(text.splitlines()) == (count + 2 if count > 2 else 14)


def test_a_sweep_and_several_files_give_one_list_in_order(tmp_path):
    out, _ = simlab("run", STARVING, SIEGE, STARVING, "--trials", 500, "--json", folder=tmp_path)
    results = json.loads(out)
    assert [case["scenario"]["set"].get("setup.besiegers") for case in results] == [5, 8, 10, 12, None, 5, 8, 10, 12]
    table, _ = simlab("run", STARVING, "--trials", 500, folder=tmp_path)
    assert table.count("falls") == 4 and table.count("besiegers left") == 4


@pytest.mark.parametrize("model", MODELS)
def test_the_starter_of_every_model_runs_solves_and_replays(model, tmp_path):
    starter, _ = simlab("init", "forest", model, folder=tmp_path)
    (tmp_path / "my.toml").write_text(starter)
    sampled = json.loads(simlab("run", "my.toml", "--trials", 20_000, "--json", folder=tmp_path)[0])
    exact = json.loads(simlab("solve", "my.toml", "--json", folder=tmp_path)[0])
    for mine, known in zip(sampled["answers"], exact["answers"]):
        assert mine["exact"] == known["estimate"]
        assert mine["z"] is None or abs(mine["z"]) < 5
    story = simlab("replay", "my.toml", "--trial", 3, folder=tmp_path)[0].splitlines()
    assert len(story) > 2 and story[-1].startswith("Outcome: ")
    listed, _ = simlab("list", "forest", model, folder=tmp_path)
    assert "setup" in listed and "columns" in listed
    assert json.loads(simlab("schema", "forest", model, folder=tmp_path)[0])["properties"]["model"] == {"const": model}


def test_a_kept_run_can_be_asked_again_and_run_again(tmp_path):
    out, _ = simlab("run", SIEGE, "--trials", 3000, "--out", "kept", "--json", folder=tmp_path)
    kept = tmp_path / "kept"
    names = {path.name for path in kept.iterdir()}
    assert {"answers.csv", "outcomes.parquet", "resolved.toml", "run.json"} <= names
    assert {
        "probabilities.png",
        "probabilities.svg",
        "when-it-falls-if-it-does.png",
        "when-it-falls-if-it-does.svg",
    } <= names
    outcomes = pd.read_parquet(kept / "outcomes.parquet")
    assert outcomes["count"].sum() == 3000
    record = json.loads((kept / "run.json").read_text())
    assert record["seed"] == 1462 and record["cases"][0]["id"] == json.loads(out)["scenario"]["id"]
    assert {"simlab", "numpy", "numba", "python"} <= record["versions"].keys()
    answer = json.loads(simlab("ask", "kept", "fell and turn <= 3", "--json", folder=tmp_path)[0])["answers"][0]
    assert answer["estimate"] == json.loads(out)["answers"][0]["estimate"]
    again = json.loads(simlab("run", "kept/resolved.toml", "--json", folder=tmp_path)[0])
    assert again["answers"] == json.loads(out)["answers"]
    assert again["scenario"]["id"] == record["cases"][0]["id"]


DECKS = ROOT / "tests/scenario/good/vlad_decks.toml"


def test_a_kept_run_holds_its_decks(tmp_path):
    out, _ = simlab("run", DECKS, "--trials", 2000, "--out", "kept", "--json", folder=tmp_path)
    cases, record = json.loads(out), json.loads((tmp_path / "kept/run.json").read_text())
    again = json.loads(simlab("run", "kept/resolved.toml", "--json", folder=tmp_path)[0])
    assert [case["answers"] for case in again] == [case["answers"] for case in cases]
    assert [case["scenario"]["id"] for case in again] == [case["id"] for case in record["cases"]]
    assert record["cases"][0]["id"] != record["cases"][1]["id"]


def test_assumed_decks_are_named_as_far_as_they_are_used(tmp_path):
    cases = json.loads(simlab("run", DECKS, "--trials", 100, "--json", folder=tmp_path)[0])
    named = [[line for line in case["assumptions"] if line.startswith("decks")] for case in cases]
    assert [line.split(" (")[0] for line in named[0]] == ["decks.vlad, decks.knight"], "one pack is the scenario's own"
    assert named[1] == [], "all packs are"


def test_the_default_decks_can_be_looked_at(tmp_path):
    out, _ = simlab("list", "vlad", "decks", folder=tmp_path)
    assert out == (ROOT / "scenarios/data/vlad/decks.toml").read_text()


def test_an_item_of_the_reading_says_what_it_is_about_and_what_names_it(tmp_path):
    out, _ = simlab("list", "forest", "F-47", folder=tmp_path)
    assert out == simlab("list", "forest", "f-47", folder=tmp_path)[0]
    assert out.startswith("Forest of the Impaled: Vlad Dracula's Final Stand: F-47\nabout: A side's shots are dealt ")
    assert "\nstatus: simulated\n" in out and "\nwhy:" not in out
    assert "attacker.fire" in out and "defender.fire" in out and "group_order" in out
    shown = json.loads(simlab("list", "vampire", "e-56", "--json", folder=tmp_path)[0])
    assert [(line["name"], line["parameters"]) for line in shown["policies"]] == [
        ("bold", "reveal_red"),
        ("three_thrones", "reveal_red"),
    ]
    assert shown["setup"] == shown["options"] == shown["data"] == []
    decks = json.loads(simlab("list", "vlad", "V-37", "--json", folder=tmp_path)[0])["data"]
    assert [table["name"] for table in decks] == ["decks"]
    simplified, _ = simlab("list", "forest", "F-58", folder=tmp_path)
    assert "\nstatus: simplified\nwhy: garrisons sit still; no policy leads one out\n" in simplified


def test_parameters_of_policies_are_shown_as_a_scenario_takes_them(tmp_path):
    shown = json.loads(simlab("list", "forest", "campaign", "--json", folder=tmp_path)[0])["policies"]
    parameters = {line["name"]: line["parameters"] for line in shown if line["parameters"] != "–"}
    rush = tomllib.loads(f"rush = {{{parameters['storm_rush']}}}")["rush"]
    assert rush["storm_last_turn"] is True
    assert rush["mode"] == "spread"


def test_a_policy_is_listed_with_what_its_parameters_may_be(tmp_path):
    shown = json.loads(simlab("list", "forest", "raider", "--json", folder=tmp_path)[0])
    stakes = next(line for line in shown["parameters"] if line["name"] == "stakes")
    assert stakes["default"] == "own"
    assert stakes["allowed"] == "one of none, all, own"
    assert stakes["item"] == "F-34"
    assert shown["seats"] == "christian"


@pytest.mark.parametrize(
    ("game", "first", "count"), [("forest", "F-01", 68), ("vlad", "V-01", 74), ("vampire", "E-01", 67)]
)
def test_all_items_of_a_reading_are_listed_in_order(game, first, count, tmp_path):
    items = json.loads(simlab("list", game, "items", "--json", folder=tmp_path)[0])["items"]
    assert [item["name"] for item in items] == [f"{first[0]}-{number:02}" for number in range(1, count + 1)]
    out, _ = simlab("list", game, "items", folder=tmp_path)
    assert all(item["name"] in out for item in items)


def test_ask_knows_values_curves_conditions_and_sweeps(tmp_path):
    simlab("run", STARVING, "--trials", 2000, "--out", "kept", "--quiet", folder=tmp_path)
    rows = json.loads(
        simlab("ask", "kept", "besiegers_left", "--value", "--given", "fell", "--json", folder=tmp_path)[0]
    )
    assert [row["case"] for row in rows["answers"] if row["statistic"] == "mean"] == [
        f"besiegers = {n}" for n in (5, 8, 10, 12)
    ]
    shares = json.loads(simlab("ask", "kept", "turn", "--curve", "--json", folder=tmp_path)[0])["answers"]
    assert sum(row["estimate"] for row in shares if row["case"] == "besiegers = 8") == pytest.approx(1)
    assert "besiegers = 12" in simlab("ask", "kept", "lifted", folder=tmp_path)[0]
    err = simlab("ask", "kept", "liftd", folder=tmp_path, code=2)[1]
    columns = "fell, turn, lifted, besiegers_left, defenders_left"
    message = "at character 1: there is no column `liftd`: did you mean lifted? there are"
    assert err == f'EVENT = "liftd": {message} {columns}\n'
    (tmp_path / "kept/outcomes.parquet").write_bytes(b"half")
    assert "no whole kept run" in simlab("ask", "kept", "fell", folder=tmp_path, code=2)[1]
    assert "run.json is missing" in simlab("ask", tmp_path, "fell", folder=tmp_path, code=2)[1]


def test_a_solved_run_can_be_kept_too(tmp_path):
    simlab("solve", SIEGE, "--out", "exact", folder=tmp_path)
    assert pd.read_parquet(tmp_path / "exact/outcomes.parquet")["probability"].sum() == pytest.approx(1)
    answer = json.loads(simlab("ask", "exact", "turn == 2", "--json", folder=tmp_path)[0])["answers"][0]
    assert answer["estimate"] == answer["low"] == pytest.approx(10 / 36)


def test_standard_input_and_settings(tmp_path):
    text = SIEGE.read_text()
    words = ("run", "-", "--set", "setup.turns=1", "--seed", 5, "--trials", 100, "--json")
    result = json.loads(simlab(*words, folder=tmp_path, stdin=text)[0])
    assert result["seed"] == 5
    assert result["scenario"]["set"] == {"setup.turns": 1, "seed": 5}
    assert result["scenario"]["file"] == "standard input"


def test_jobs_and_seeds(tmp_path):
    def answers(*words):
        return json.loads(simlab("run", SIEGE, "--trials", 40_000, "--json", *words, folder=tmp_path)[0])["answers"]

    assert answers("--jobs", 1) == answers("--jobs", 2) == answers("--jobs", 3)
    assert answers("--seed", 2) != answers("--seed", 3)


def test_all_problems_of_all_files_before_anything_runs(tmp_path):
    (tmp_path / "a.toml").write_text('game = "forest"\nmodel = "siege"\ntrails = 3\n')
    (tmp_path / "b.toml").write_text("nothing")
    out, err = simlab("run", "a.toml", SIEGE, "b.toml", "missing.toml", "--out", "kept", folder=tmp_path, code=2)
    assert out == ""
    lines = err.splitlines()
    assert lines[-1] == f"{len(lines) - 1} problems; nothing was run."
    assert {line.split(":")[0] for line in lines[:-1]} == {"a.toml", "b.toml", "missing.toml"}
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rum", "x.toml"], "did you mean run?"),
        (["run"], "Missing argument 'FILE...'"),
        (["list", "forrest"], "forrest: no such game; did you mean forest?"),
        (["list", "forest", "F47"], "F47: no such item of forest; did you mean F-47? There are: F-01 to F-68"),
        (["list", "forest", "v-12"], "v-12: no such item of forest; did you mean F-12?"),
        (["list", "forrest", "F-47"], "forrest: no such game; did you mean forest?"),
        (["init", "forest", "seige"], "seige: no such model of forest; did you mean siege?"),
        (["run", SIEGE, "--trials", "0"], "0 is not in the range"),
        (["run", SIEGE, "--set", "nonsense"], "write path=value"),
        (["replay", SIEGE, "--trial", "1", "--where", "fell"], "not both"),
        (["replay", SIEGE, "--where", "fel"], "did you mean fell?"),
        (["replay", SIEGE, "--where", "turn > 4", "--trials", "100"], "none of 100 trials"),
        (["replay", STARVING], "a replay is of one case"),
        (["run", SIEGE, "--set", "precision=0.01"], "not both"),
        (["run", SIEGE, "--out", SIEGE], "is a file"),
    ],
)
def test_what_a_person_may_get_wrong_is_one_line_and_exit_2(words, message, tmp_path):
    out, err = simlab(*words, folder=tmp_path, code=2)
    assert out == ""
    assert message in err.replace("\n", " ")


NOT_FELL = 'question=[{value="turn / defenders_left", given="not fell"}]'


def test_a_division_by_zero_in_the_data_is_told(tmp_path):
    asked = 'question=[{value="turn / defenders_left"}]'
    words = ("run", SIEGE, "--set", "target=[]", "--set", asked, "--trials", 5000)
    err = simlab(*words, folder=tmp_path, code=2)[1]
    assert "divides by zero" in err and "given" in err
    words = ("run", SIEGE, "--set", "target=[]", "--set", NOT_FELL, "--trials", 5000)
    simlab(*words, folder=tmp_path)


def test_a_division_by_zero_in_a_rare_outcome_is_told_before_simulating(tmp_path):
    text = 'game = "forest"\nmodel = "supply"\ntrials = 1000000000000\nsetup = {troops = 30, turns = 1}\n'
    (tmp_path / "rare.toml").write_text(text + '[[question]]\nvalue = "1 / left"\n')
    err = simlab("run", "rare.toml", folder=tmp_path, code=2)[1]
    assert "divides by zero" in err


def test_a_full_disk_is_told_before_simulating(tmp_path, monkeypatch):
    from simlab.runs import kept
    from simlab.scenario.errors import ScenarioError

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept.os, "fsync", full)
    with pytest.raises(ScenarioError, match="cannot write there: No space left on device"):
        kept.check_writable(tmp_path / "kept")


def test_output_that_nobody_reads_or_that_cannot_be_written(tmp_path):
    command = f"{sys.executable} -m simlab run {SIEGE} --trials 100 --out kept"
    done = subprocess.run(f"{command} | true", shell=True, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == "" or "compiling" in done.stderr
    assert (tmp_path / "kept/run.json").exists()
    full = subprocess.run(
        f"{command} > /dev/full", shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert full.returncode == 2 and "cannot write the output" in full.stderr and "Traceback" not in full.stderr


def test_a_folder_with_another_run_is_left_alone(tmp_path):
    simlab("run", SIEGE, "--trials", 100, "--out", "kept", folder=tmp_path)
    err = simlab("run", STARVING, "--trials", 100, "--out", "kept", folder=tmp_path, code=2)[1]
    assert "holds another run" in err
    simlab("run", SIEGE, "--trials", 200, "--out", "kept", folder=tmp_path)
    assert json.loads((tmp_path / "kept/run.json").read_text())["cases"][0]["trials"] == 200


def wait_for_a_second_writing(file):
    """Wait until a file has been written and written again: then trials have been counted."""
    seen = set()
    for _ in range(600):
        if file.is_file():
            seen.add(file.stat().st_mtime_ns)
        if len(seen) > 1:
            return
        time.sleep(0.1)
    raise AssertionError(f"{file} is not written")


def test_interruption_shows_what_was_done(tmp_path):
    command = [
        sys.executable,
        "-m",
        "simlab",
        "run",
        str(SIEGE),
        "--trials",
        str(10**11),
        "--out",
        "kept",
    ]
    simlab("run", SIEGE, "--trials", 10, folder=tmp_path)  # compiled
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_a_second_writing(tmp_path / "kept/progress/now.simlab")
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "falls by turn 3" in out
    assert "interrupted after" in err
    assert json.loads((tmp_path / "kept/run.json").read_text())["complete"] is False


def test_an_interrupted_run_may_be_made_again_in_its_folder(tmp_path):
    simlab("run", STARVING, "--trials", 100, "--out", "kept", folder=tmp_path)
    record = json.loads((tmp_path / "kept/run.json").read_text())
    record |= {"complete": False, "cases": record["cases"][:1]}
    (tmp_path / "kept/run.json").write_text(json.dumps(record))
    simlab("run", STARVING, "--trials", 200, "--out", "kept", folder=tmp_path)
    assert len(json.loads((tmp_path / "kept/run.json").read_text())["cases"]) == 4


def test_help_and_version_answer_without_the_heavy_libraries(tmp_path):
    probe = "import sys; sys.argv = ['simlab', '--help']\nfrom simlab.cli import main\n"
    probe += "try: main()\nexcept SystemExit: pass\n"
    probe += "print(sorted({'numpy', 'pandas', 'numba', 'pydantic', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "ask" in done.stdout and "replay" in done.stdout
    assert simlab("--version", folder=tmp_path)[0].strip().endswith("0.1.0")


def test_the_library_is_what_the_readme_shows(tmp_path):
    code = (
        "import simlab\n"
        f"run = simlab.run({str(SIEGE)!r}, trials=2000)\n"
        "assert list(run.answers.columns)[:3] == ['case', 'question', 'statistic']\n"
        "assert run.outcomes['count'].sum() == 2000\n"
        "run.save('my_run')\n"
        f"exact = simlab.solve(simlab.load({str(SIEGE)!r}, ['setup.turns=3']))\n"
        "assert abs(exact.answers.estimate[0] - 13 / 18) < 1e-14\n"
        "assert '<table' in run._repr_html_() and run.plot()\n"
        "assert isinstance(run, simlab.Run)\n"
        "try: simlab.load('missing.toml')\n"
        "except simlab.ScenarioError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "missing.toml: cannot be read: No such file or directory\n"
    assert (tmp_path / "my_run/answers.csv").exists()


@pytest.mark.parametrize("verb", ["run", "solve"])
def test_plots_are_loaded_only_by_those_who_keep_them(verb):
    words = [verb, str(SIEGE), "--quiet"] + (["--trials", "100"] if verb == "run" else [])
    script = f"import sys; from simlab.cli import main; main({words!r}, standalone_mode=False)"
    script += "; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "False"
