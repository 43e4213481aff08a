"""`simlab compare` and `simlab readings` as a person types them: tables, JSON, files, lines for what is wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.games import GAMES
from simlab.stats.comparison import newcombe
from simlab.stats.planning import Share
from tests.toy.coin_race import GAME
from tests.toy.test_toy_game import SCENARIO

ROOT = Path(__file__).parents[2]
SIEGE = ROOT / "scenarios/forest/siege_twelve.toml"
STARVING = ROOT / "scenarios/forest/siege_starving.toml"
BATTLE = ROOT / "scenarios/forest/battle_twelve.toml"
HUNT = ROOT / "scenarios/vlad/hunt_lone_knight.toml"
UNMASK = ROOT / "scenarios/vampire/unmask_all_vampires.toml"
FIRST = ("--against", "rules.siege_first_count=0")


def simlab(*words, code=0, stdin=None):
    """Standard output and standard error of a command."""
    done = CliRunner().invoke(main, [str(word) for word in words], input=stdin)
    assert done.exit_code == code, done.output
    return done.stdout, done.stderr


def as_json(*words, code=0):
    """What a command prints as JSON."""
    return json.loads(simlab(*words, "--json", code=code)[0])


def test_compare_prints_a_table_with_verdicts_and_exact_differences():
    out, _ = simlab("compare", SIEGE, *FIRST, "--trials", 20_000)
    lines = out.splitlines()
    assert lines[0] == "A: Twelve troops before a four-tower castle"
    assert lines[1] == "B: Twelve troops before a four-tower castle, siege_first_count = 0"
    row = next(line for line in lines if line.startswith(" falls by turn 3"))
    assert "-27.778 %" in row and row.rstrip().endswith("differs")
    assert "20,000 trials of both sides on the same dice" in out and "seed 1462" in out
    assert "exact on both sides as well" in out
    assert "unpaired: other trials meet the condition" in out


def test_compare_json_is_the_contract():
    found = as_json("compare", SIEGE, *FIRST, "--trials", 2_000)
    first, *_, last = found["answers"]
    assert {"question", "statistic", "a", "b", "difference", "paired", "discordant", "p", "verdict"} <= first.keys()
    for side in ("a", "b", "difference"):
        assert set(first[side]) == {"estimate", "low", "high"}
        assert first[side]["low"] < first[side]["estimate"] < first[side]["high"]
    assert first["difference"]["estimate"] == pytest.approx(first["b"]["estimate"] - first["a"]["estimate"])
    assert (first["statistic"], first["paired"], first["verdict"]) == ("probability", True, "differs")
    assert first["discordant"] == pytest.approx(10 / 36, abs=0.05) and "level" not in first
    assert first["exact"]["difference"] == pytest.approx(-10 / 36)
    assert (last["statistic"], last["level"], last["paired"], last["discordant"]) == ("share", 4, False, None)
    run = json.loads(simlab("run", SIEGE, "--trials", 2_000, "--json")[0])["answers"]
    assert first["a"] == {key: run[0][key] for key in first["a"]}
    assert last["a"]["high"] == run[-1]["high"], "the intervals of a curve's levels are those of a run"


def test_identical_equivalent_and_undecided_are_told_with_their_sizes():
    out, _ = simlab("compare", SIEGE, "--against", "rules.siege_margin=2", "--trials", 10_000)
    assert "identical (<0.03 %)" in out and "no trial differs" in out
    words = ("compare", SIEGE, "--against", "seed=7", "--trials", 50_000, "--margin", "falls by turn 3=0.02")
    out, err = simlab(*words)
    assert "equivalent within ±2 %" in out and "identical (exactly)" in out
    assert "note: the seeds differ (1462 and 7), so trials are not paired; --seed S pairs them\n" in err


def test_two_files_and_set_for_both(tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(SIEGE.read_text().replace("besiegers = 12", "besiegers = 5").replace("Twelve", "Five"))
    found = as_json("compare", SIEGE, other, "--set", "setup.turns=5", "--trials", 500)
    assert found["scenario_a"]["set"] == found["scenario_b"]["set"] == {"setup.turns": 5}
    assert found["scenario_b"]["title"].startswith("Five")
    out, _ = simlab("compare", "-", *FIRST, "--trials", 100, stdin=SIEGE.read_text())
    assert "siege_first_count = 0" in out


def test_unpaired_and_jobs():
    paired, unpaired = (as_json("compare", SIEGE, *FIRST, "--trials", 5_000, *more) for more in ((), ("--unpaired",)))
    assert not any(row["paired"] for row in unpaired["answers"]) and paired["answers"][0]["paired"]
    assert unpaired["answers"][0]["discordant"] is None
    answers = [as_json("compare", SIEGE, *FIRST, "--trials", 30_000, "--jobs", n)["answers"] for n in (1, 2, 3)]
    assert answers[0] == answers[1] == answers[2]


def test_compare_keeps_its_tables_and_plot(tmp_path):
    kept = tmp_path / "kept"
    for _ in range(2):
        simlab("compare", SIEGE, *FIRST, "--trials", 500, "--out", kept, "--quiet")
    names = {"comparison.csv", "comparison.json", "differences.png", "differences.svg"}
    assert {path.name for path in kept.iterdir()} - {".lock"} == names
    record = json.loads((kept / "comparison.json").read_text())
    table = pd.read_csv(kept / "comparison.csv")
    assert len(record["answers"]) == len(table) == 6
    assert table["difference"][0] == record["answers"][0]["difference"]["estimate"]
    words = ("compare", SIEGE, "--against", "setup.turns=3", "--out", kept)
    _, err = simlab(*words, code=2)
    message = "holds another comparison.json, of other scenarios or other rules; choose another folder, or remove it"
    assert err == f"--out {kept}: {message}\n"
    assert json.loads((kept / "comparison.json").read_text()) == record


def test_what_nobody_reads_is_kept_all_the_same(tmp_path):
    words = f"readings {SIEGE} --trials 100 --out kept"
    command = f"{sys.executable} -m simlab {words} | true"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == "" or "compiling" in done.stderr
    assert (tmp_path / "kept/readings.json").exists()


@pytest.fixture
def runs(tmp_path):
    """A function that keeps a run or a solution of a file and gives its folder."""

    def keep(name, *words, verb="run"):
        simlab(verb, *words, "--out", tmp_path / name, "--quiet")
        return tmp_path / name

    return keep


def test_two_kept_runs_are_compared_unpaired(runs):
    a = runs("a", SIEGE, "--trials", 4_000)
    b = runs("b", SIEGE, "--trials", 3_000, "--set", "rules.siege_first_count=0", "--seed", 9)
    found = as_json("compare", a, b)
    first = found["answers"][0]
    shares = [json.loads(simlab("ask", folder, "fell and turn <= 3", "--json")[0])["answers"][0] for folder in (a, b)]
    hits = [Share(round(share["estimate"] * share["trials"]), share["trials"]) for share in shares]
    assert (first["difference"]["low"], first["difference"]["high"]) == newcombe(*hits)
    assert [row["question"] for row in found["answers"]][:2] == ["falls by turn 3", "still holds after turn 4"]
    assert not first["paired"] and first["verdict"] == "differs"
    out, err = simlab("compare", a, b)
    assert "independent trials: 4,000 of A (seed 1462), 3,000 of B (seed 9)" in out and err == ""
    out, err = simlab("compare", a, a)
    assert err == "note: both are runs of the same trials of one case\n" and "identical" in out
    more = runs("more", SIEGE, "--trials", 5_000)
    assert "one seed, so they are not independent" in simlab("compare", a, more)[1]


def test_two_solved_runs_differ_exactly(runs):
    a = runs("a", SIEGE, verb="solve")
    b = runs("b", SIEGE, "--set", "rules.siege_first_count=0", verb="solve")
    found = as_json("compare", a, b)["answers"]
    assert found[0]["difference"]["low"] == found[0]["difference"]["high"] == pytest.approx(-10 / 36)
    assert (found[0]["p"], found[0]["verdict"]) == (None, "differs")
    assert {row["verdict"] for row in as_json("compare", a, a)["answers"]} == {"identical"}
    assert "exact on both sides" in simlab("compare", a, b)[0]


def test_kept_runs_that_cannot_be_compared(runs):
    siege, solved = runs("siege", SIEGE, "--trials", 100), runs("solved", SIEGE, verb="solve")
    battle, swept = runs("battle", BATTLE, "--trials", 100), runs("swept", STARVING, "--trials", 100)
    for words, line in (
        ((siege, BATTLE), f"{siege}: is the folder of a kept run; compare it with another one, or two scenario files"),
        ((siege, battle), f"{battle}: is of forest battle, but A ({siege}) of forest siege; only runs of one model"),
        (
            (siege, solved),
            f"{solved}: made by exact, but A ({siege}) by monte_carlo; keep both by run or both by solve",
        ),
        ((siege, swept), f"{swept}: holds 4 cases; a comparison is of runs of one case each, chosen with --set"),
        ((siege, siege, "--trials", 9), f"{siege}: kept runs are compared as they are, without --set, --against"),
    ):
        _, err = simlab("compare", *words, code=2)
        assert err.startswith(line) and err.count("\n") == 1
    (siege / "resolved.toml").write_text('[[question]]\nname = "x"\n')
    _, err = simlab("compare", siege, siege, code=2)
    assert err == f"{siege}: no whole kept run: resolved.toml has been changed\n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((SIEGE,), f"{SIEGE}: compare it with what? Give a second scenario, or --against PATH=VALUE"),
        (
            (SIEGE, BATTLE),
            f"{BATTLE}: is of forest battle, but A ({SIEGE}) of forest siege; "
            "only scenarios of one model can be compared",
        ),
        (
            (STARVING, "--against", "setup.turns=3"),
            f"{STARVING}: sweep: each side of a comparison is of one case; choose it, for example with "
            "--set setup.besiegers=5",
        ),
        (
            (SIEGE, "--against", "setup.turnz=3"),
            "--against: setup.turnz = 3: no such key; did you mean turns? There are: besiegers, defenders, turns, "
            "turns_already, supplied, garrison_supplied, reroll_tokens",
        ),
        ((SIEGE, "--against", "turns"), "--against turns: write path=value, as in --set setup.turns=6"),
        ((SIEGE, "--against", "title.x=1"), "--against: title.x: x leads nowhere in this scenario"),
        ((SIEGE, *FIRST, "--margin", "x"), "--margin x: write a number above 0, or QUESTION=number"),
        ((SIEGE, *FIRST, "--margin", "-1"), "margin = -1.0: must be a number above 0"),
        (
            (SIEGE, *FIRST, "--margin", "falls by turn=0.1"),
            "margin of 'falls by turn': no such question; did you mean falls by turn 3? There are: falls by turn 3, "
            "still holds after turn 4, when it falls, if it does",
        ),
        ((SIEGE, *FIRST, "--confidence", 0.5), "confidence = 0.5: must be above 0.5 for a comparison"),
        (("-", "-"), "-: standard input can be read only once"),
        (("missing.toml", SIEGE), "missing.toml: cannot be read: No such file or directory"),
    ],
)
def test_what_is_wrong_with_a_comparison_is_one_line(words, line):
    out, err = simlab("compare", *words, code=2)
    assert (out, err) == ("", f"{line}\n")


def test_problems_of_both_sides_are_told_at_once():
    _, err = simlab("compare", SIEGE, "--set", "setup.turns=0", "--against", "setup.besiegers=0", code=2)
    first, second, last = err.splitlines()
    assert first.startswith("--set: setup.turns = 0: must be") and second.startswith("--against: setup.besiegers = 0")
    assert last == "2 problems; nothing was run."


def test_a_precision_is_none_of_a_difference(tmp_path):
    precise = tmp_path / "precise.toml"
    precise.write_text(SIEGE.read_text().replace("trials = 1_000_000", "precision = 0.01"))
    _, err = simlab("compare", precise, *FIRST, code=2)
    message = "is the precision of an answer; a comparison takes a number of trials: say --trials N"
    assert err == f"{precise}: precision: {message}\n"
    simlab("compare", precise, *FIRST, "--trials", 100)


def test_columns_that_the_setup_makes_are_compared_as_far_as_both_have_them(tmp_path):
    two, one = tmp_path / "two.toml", tmp_path / "one.toml"
    beaten, archer = '{name = "beaten", event = "killed"}', '{name = "archer", value = "life_archer"}'
    for file, units, asked in ((two, '"knight", "archer"', f"{beaten}, {archer}"), (one, '"knight"', beaten)):
        setup = f'setup = {{neutral = "werewolf", units = [{units}], time = "day"}}\nquestion = [{asked}]\n'
        file.write_text(f'game = "vlad"\nmodel = "hunt"\n{setup}')
    out, err = simlab("compare", two, one, "--trials", 500)
    answers = out.partition("rests on an assumption")[0]  # decks of archers are among the assumptions
    assert "beaten" in answers and "archer" not in answers
    fault = "at character 1: there is no column `life_archer`: there are killed"
    assert f"note: 'archer' is left out, as B has no such columns: {fault}" in err
    two.write_text(two.read_text().replace(f"{beaten}, ", ""))
    _, err = simlab("compare", two, one, "--trials", 500, code=2)
    assert err.startswith(f"{one}: question 'archer': {fault}") and err.endswith("gold; B has other columns than A\n")


def test_readings_prints_what_moves_and_what_does_not():
    out, _ = simlab("readings", SIEGE, "--trials", 10_000)
    lines = out.splitlines()
    assert lines[0] == "Twelve troops before a four-tower castle"
    assert lines[1].strip() == "falls by turn 3: probability"
    row = next(line for line in lines if line.startswith(" siege_first_count"))
    assert "F-59" in row and "-27.778 %" in row
    assert "no effect on any answer in 10,000 trials (a share above 0.03 % would have shown):" in lines
    assert "  siege_margin = 2 instead of 1 (F-57, rulebook)" in lines
    assert any(line.endswith("options of forest do not touch siege and were not tried") for line in lines)
    out, _ = simlab("readings", BATTLE, "--trials", 300, "--question", "Dracula wins")
    assert "not possible here:\n  army_max = 11 instead of 12 (F-16, rulebook): at most 11 troops in an army" in out
    assert "both armies destroyed" not in out


def test_readings_json_is_the_contract():
    found = as_json("readings", HUNT, "--set", "setup.crowns=1", "--trials", 2_000)
    assert found["questions"] == ["beaten", "life lost"]
    rows = found["readings"]
    keys = {"option", "value", "default", "item", "question", "difference", "discordant"}
    assert all(keys <= row.keys() and set(row["difference"]) == {"estimate", "low", "high"} for row in rows)
    sizes = [abs(row["difference"]["estimate"]) for row in rows]
    assert sizes == sorted(sizes, reverse=True)
    assert {row["option"] for row in found["no_effect"]} >= {"dial.0", "unit_life.vlad"}
    still = {(row["option"], str(row["value"])) for row in rows}
    moved = {(row["option"], str(row["value"])) for row in rows if row["discordant"] > 0}
    assert still - moved == {(row["option"], str(row["value"])) for row in found["no_effect"]}
    assert found["not_possible"] == []


def test_readings_keeps_its_table_and_tornados(tmp_path):
    kept = tmp_path / "kept"
    simlab("readings", SIEGE, "--trials", 500, "--out", kept, "--question", "falls by turn 3")
    stem = "readings-falls-by-turn-3"
    files = {path.name for path in kept.iterdir()} - {".lock"}
    assert files == {"readings.csv", "readings.json", f"{stem}.png", f"{stem}.svg"}
    simlab("readings", SIEGE, "--trials", 500, "--out", kept, "--question", "still holds after turn 4")
    assert f"{stem}.png" not in {path.name for path in kept.iterdir()}, "what is made again takes its old files along"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            (SIEGE, "--question", "falls"),
            f"{SIEGE}: falls: no such question. There are: falls by turn 3, still holds after turn 4, "
            "when it falls, if it does",
        ),
        (
            (HUNT,),
            f"{HUNT}: sweep: readings are of one case; choose it, for example with --set setup.crowns=0",
        ),
        (
            (UNMASK, "--set", "setup.stop=revealed"),
            f"{UNMASK}: vampire unmask has no option that could be read otherwise here",
        ),
        ((SIEGE, "--confidence", 0.4), "confidence = 0.4: must be above 0.5 for a comparison"),
    ],
)
def test_what_is_wrong_with_readings_is_one_line(words, line):
    out, err = simlab("readings", *words, code=2)
    assert (out, err) == ("", f"{line}\n")


def test_the_toy_game_is_compared_and_read(monkeypatch, tmp_path):
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    path = tmp_path / "race.toml"
    path.write_text(SCENARIO)
    exact = {
        least: json.loads(simlab("solve", path, "--set", f"rules.head_min={least}", "--json")[0])["answers"][0]
        for least in range(2, 7)
    }
    found = as_json("readings", path, "--question", "one wins")["readings"]
    assert {row["value"] for row in found} == {2, 3, 5, 6}
    for row in found:
        assert row["exact_difference"] == pytest.approx(exact[row["value"]]["estimate"] - exact[4]["estimate"])
        assert row["difference"]["estimate"] == pytest.approx(row["exact_difference"], abs=0.02)
    answers = as_json("compare", path, "--against", "rules.head_min=5")["answers"]
    assert {row["statistic"] for row in answers} == {"probability", "share"}


@pytest.mark.parametrize("words", [("compare", SIEGE, *FIRST), ("readings", SIEGE)])
def test_interrupted_it_shows_what_was_done(words):
    simlab(*words, "--trials", 10)  # compiled
    for wait in (3, 10, 40):  # on a busy machine the first trial comes late
        out, err = interrupted(words, wait)
        if out:
            break
    assert "falls by turn 3" in out and "interrupted; these are the differences of the trials so far" in err


def interrupted(words, wait):
    """Both outputs of a long command that is interrupted after some seconds."""
    command = [sys.executable, "-m", "simlab", *map(str, words), "--trials", str(10**11)]
    environment = os.environ | {"COLUMNS": "160"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    running = subprocess.Popen(command, **pipes)
    time.sleep(wait)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    return out, err


def test_trials_are_those_of_both_sides():
    _, err = simlab("compare", SIEGE, "--against", "trials=5", code=2)
    assert err == "--against: trials: both sides play the same trials: say --trials N\n"


def test_a_comparison_names_what_both_sides_rest_on_once():
    out, _ = simlab("compare", SIEGE, "--against", "setup.turns=3", "--trials", 100)
    assert out.count("siege_first_count = 1 (F-59)") == 1
