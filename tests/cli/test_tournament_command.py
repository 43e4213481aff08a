"""simlab tournament and --observed as a person types them: tables, JSON, files, and what one may get wrong."""

import json
import os
import signal
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.games import GAMES
from simlab.runs.waiting import Waiting
from tests.toy import coin_race, lottery

ROOT = Path(__file__).parents[2]
VAMPIRE = ROOT / "scenarios/vampire/game_one_pair.toml"
POLICIES = ROOT / "scenarios/vampire/game_policies.toml"
BATTLE = ROOT / "scenarios/forest/battle_twelve.toml"


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """The toy games are in the list of games."""
    for game in (lottery.GAME, coin_race.GAME):
        monkeypatch.setitem(GAMES, game.name, game)


@pytest.fixture
def file(tmp_path):
    """A toy scenario of a model, as a function."""

    def write(model, text="", game="lottery"):
        path = tmp_path / f"{model}.toml"
        path.write_text(f'game = "{game}"\nmodel = "{model}"\ntitle = "A {model}"\ntrials = 2000\n{text}')
        return path

    return write


def says(*words, code=0):
    """Standard output, or standard error for an exit code that is none."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output + repr(done.exception)
    return done.stdout if code in (0, 3) else done.stderr


def test_the_contract_of_the_json(file):
    found = json.loads(says("tournament", file("pair"), "--policies", "few,many", "--json"))
    assert found["policies"] == ["few", "many"]
    assert {"a", "b", "seat", "win_share", "low", "high", "games"} == set(found["matrix"][0])
    assert [row["seat"] for row in found["seats"]] == ["one", "two"]
    assert {"policy", "seat", "elo", "elo_low", "elo_high", "logit", "low", "high", "unbounded"} == set(
        found["strengths"][0]
    )
    assert set(found["value"]) == {"seat", "estimate", "low", "high", "strategies", "unique"}
    assert (found["trials"], found["tables"], found["games"], found["seed"]) == (2000, 4, 8000, 1462)
    assert found["complete"] and found["confidence"] == 0.95 and found["scenario"]["title"] == "A pair"
    assert found["players"][0] == {"policy": "few", "seat": "one", "parameters": {"times": 1}}
    match = json.loads(says("tournament", file("pair"), "--versus", "many", "few", "--json"))["versus"]
    assert (match["a"], match["b"], match["decision"], match["preset"]) == ("many", "few", "better", "improvement")
    assert match["difference"]["low"] > 0 and match["interval"] == "confidence sequence, approximate"


def test_what_people_read(file):
    out = says("tournament", file("throws"), "--policies", "rock,paper,scissors")
    assert (
        "Share of the win of the row's policy against the column's, over all seats alike; 95 % intervals, each" in out
    )
    assert "Seats: fair" in out or "Seats: undecided" in out
    assert "does not describe the pairs" in out and "go by the matrix" in out
    assert "If both choose their policies best, first has" in out
    assert "2,000 blocks of 9 tables on the same dice, 18,000 games" in out
    assert "2,000 blocks" not in says("tournament", file("throws"), "--policies", "rock,paper", "--quiet")
    raid = says("tournament", file("raid"))
    assert "Strengths are within each seat" in raid and "Share of the win of the raider seat" in raid
    assert "Seats: unfair, guard wins most" in raid
    out = says("tournament", file("raid"), "--versus", "many", "few", "--loss", "0.02")
    assert "many is no worse than few in the raider seat" in out and "approximate" in out
    out = says("tournament", file("pair"), "--versus", "few", "many")
    assert "few is not better than many by 1 point\n" in out
    text = "[policies]\none = {name = 'few', times = 2}\n"
    out = says("tournament", file("pair", text), "--versus", "few", "some", "--gain", "0.001", "--trials", "50", code=3)
    assert "undecided whether few is better than some: say --trials for more blocks" in out


def test_files_and_plots_are_kept_and_another_tournament_is_left_alone(file, tmp_path):
    out = tmp_path / "kept"
    printed = says("tournament", file("raid"), "--out", out)
    assert f"kept in {out}: matrix.csv" in printed
    names = {path.name for path in out.iterdir()} - {".lock"}
    assert names == {"tournament.json"} | {
        f"{stem}.{kind}" for stem in ("matrix", "strengths", "seats") for kind in ("csv", "png", "svg")
    }
    record = json.loads((out / "tournament.json").read_text())
    assert pd.read_csv(out / "matrix.csv")["win_share"].tolist() == [row["win_share"] for row in record["matrix"]]
    says("tournament", file("raid"), "--out", out, "--quiet")
    message = f"--out {out}: holds another tournament; choose another folder, or remove this one\n"
    assert says("tournament", file("pair"), "--out", out, code=2) == message
    says("run", BATTLE, "--trials", "100", "--out", tmp_path / "run", "--quiet")
    message = f"--out {tmp_path / 'run'}: holds the run of a scenario; choose another folder, or remove this one\n"
    assert says("tournament", file("pair"), "--out", tmp_path / "run", code=2) == message


def test_one_line_for_what_cannot_be_played(file):
    race, pair, raid = file("race", "[setup]\nsteps = 3\n", "coins"), file("pair"), file("raid")
    known = "There are: none, few, some, many"
    for words, line in (
        ([race], f"{race}: coins race has no seats for policies to play against each other"),
        ([race, "--versus", "a", "b"], f"{race}: coins race has no seats for policies to play against each other"),
        ([pair, "--policies", "few"], f"{pair}: only few would play; a tournament takes two policies for a seat"),
        (
            [raid, "--policies", "few,some"],
            f"{raid}: only few, some would play; a tournament takes two policies for a seat",
        ),
        ([pair, "--policies", "few,mny"], f"mny: no such policy of lottery pair; did you mean many? {known}"),
        ([pair, "--policies", "few,rock"], f"rock: no such policy of lottery pair. {known}"),
        ([pair, "--versus", "few", "mny"], f"mny: no such policy of lottery pair; did you mean many? {known}"),
        (
            [raid, "--policies", "few,many"],
            "--policies few,many: none of them plays the guard seat. There are: some, lots",
        ),
        (
            [raid, "--versus", "few", "some"],
            "--versus few some: few plays raider and some plays guard: they have no seat in common",
        ),
        ([pair, "--versus", "few", "few"], "--versus few few: takes two different policies"),
        (
            [pair, "--versus", "few", "many", "--seat", "tw"],
            "--seat tw: no such seat; did you mean two? There are: one, two",
        ),
        (
            [raid, "--versus", "few", "many", "--seat", "guard"],
            "--seat guard: not both of few and many can play the guard seat",
        ),
        (
            [pair, "--versus", "few", "many", "--trials", "49"],
            "trials = 49: blocks of all tables are played here; it takes 50 or more",
        ),
        ([pair, "--trials", "1"], "trials = 1: blocks of all tables are played here; it takes 2 or more"),
    ):
        assert says("tournament", *words, code=2) == line + "\n", words


def test_a_model_without_a_winner_a_precision_and_too_many_tables(file, monkeypatch):
    other = lottery.model("odd", {"one": "few", "two": "few"}, winner="victor")
    monkeypatch.setitem(lottery.GAME.models, "odd", other)
    line = "lottery odd has no outcome column `winner` with the names of its seats: one, two\n"
    assert says("tournament", file("odd"), code=2) == line
    path = file("pair")
    path.write_text(path.read_text().replace("trials = 2000", "precision = 0.01"))
    message = f"{path}:4: precision: tables are played for a number of blocks, not to a precision; say --trials N\n"
    assert says("tournament", path, code=2).replace(":4", "") == message.replace(":4", "")
    monkeypatch.setattr("simlab.runs.tournament.MANY_TABLES", 15)
    line = "16 tables, more than 15; pick some with --policies, or say --yes if you mean it"
    assert line in says("tournament", file("pair"), code=2)
    says("tournament", file("pair"), "--yes")
    monkeypatch.setattr("simlab.runs.tournament.MOST_CELLS", 40)
    assert "16 tables, more than the 13 that can be counted" in says("tournament", file("pair"), "--yes", code=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--gain", "0.1"], "--gain belongs to --versus"),
        (["--seat", "one"], "--seat belongs to --versus"),
        (["--versus", "few", "many", "--gain", "0.1", "--loss", "0.1"], "give --gain or --loss, not both"),
        (["--versus", "few", "many", "--policies", "few"], "are of a tournament, not of --versus"),
        (["--versus", "few"], "requires 2 arguments"),
        (["--versus", "few", "many", "--gain", "0.5"], "0.5 is not in the range"),
    ],
)
def test_options_that_do_not_belong_together(words, message, file):
    assert message in says("tournament", file("pair"), *words, code=2)


def test_a_shipped_scenario():
    words = ("tournament", POLICIES, "--set", 'policies.vampire.name="lurker"', "--trials", "300", "--json")
    found = json.loads(says(*words))
    shares = {(row["a"], row["b"]): row for row in found["matrix"]}
    assert {a for a, _ in shares} == {"inquisitor", "brawler", "random"}, "those of the sweep"
    assert {b for _, b in shares} == {"lurker", "bold", "three_thrones", "random", "idle"}
    kept = json.loads(says("run", VAMPIRE, "--trials", "300", "--set", "policies={}", "--json"))
    wins = {row["question"]: row["estimate"] for row in kept["answers"] if row["statistic"] == "probability"}
    tied = 1 - wins["the human player wins"] - wins.get("the vampire player wins", 0)
    ours = shares["inquisitor", "lurker"]["win_share"]
    assert wins["the human player wins"] <= ours <= wins["the human player wins"] + tied / 2, "the same dice"
    assert found["value"]["seat"] == "human" and found["assumptions"]


@contextmanager
def pressed_after(text, games):
    """Progress that presses Ctrl-C after a fifth of the games."""
    left = [games // 5]

    def told(done):
        left[0] -= done
        if left[0] <= 0 < left[0] + done:
            os.kill(os.getpid(), signal.SIGINT)

    yield told


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_it_shows_the_blocks_that_are_whole(jobs, file, monkeypatch, tmp_path):
    monkeypatch.setattr("simlab.cli.progress.waiting_of", lambda quiet, none: Waiting(progress=pressed_after))
    words = ("tournament", file("pair"), "--policies", "few,many", "--trials")
    done = CliRunner().invoke(main, [*map(str, words), "200000", "--json", "--jobs", str(jobs)])
    assert done.exit_code == 130, done.output
    found = json.loads(done.stdout)
    assert not found["complete"] and 0 < found["trials"] < 200_000
    assert f"interrupted after {found['trials']:,} blocks; this is what they say" in done.stderr
    monkeypatch.undo()
    monkeypatch.setitem(GAMES, "lottery", lottery.GAME)
    assert json.loads(says(*words, found["trials"], "--json"))["matrix"] == found["matrix"]
    # equal policies on the same dice, and so small a gain that it takes more blocks than are played until then
    monkeypatch.setattr("simlab.cli.progress.waiting_of", lambda quiet, none: Waiting(progress=pressed_after))
    one = "[policies]\none = {name = 'few', times = 2}\n"
    words = ("tournament", file("pair", one), "--versus", "few", "some", "--gain", "1e-5", "--trials", "200000")
    assert "interrupted after" in says(*words, code=130)


def test_observed_in_a_kept_run(tmp_path, file):
    kept = tmp_path / "kept"
    race = file("race", "[setup]\nsteps = 3\n", "coins")
    says("run", race, "--out", kept, "--quiet")
    found = json.loads(says("ask", kept, "--observed", "tosses=4", "--observed", "winner=one", "--json"))
    assert [row["column"] for row in found["observed"]] == ["tosses", "winner"]
    keys = {"column", "value", "trials", "below", "at", "above", "percentile", "tail"}
    assert set(found["observed"][0]) == keys and set(found["joint"]) == {"at", "tail"}
    asked = json.loads(says("ask", kept, "tosses < 4", "--observed", "tosses=4", "--json"))
    assert asked["answers"][0]["estimate"] == asked["observed"][0]["below"]["estimate"]
    out = says("ask", kept, "--observed", "tosses=4", "--observed", "winner=one")
    assert "tosses = 4 is more than in " in out and "a result at least as unusual comes up in " in out
    assert "All of it together comes up in " in out
    given = json.loads(says("ask", kept, "--observed", "tosses=4", "--given", 'winner == "both"', "--json"))
    both = json.loads(says("ask", kept, 'winner == "both"', "--json"))["answers"][0]["estimate"]
    assert given["observed"][0]["trials"] == round(both * 2000)
    assert "no trial meets the condition" in says("ask", kept, "--observed", "tosses=4", "--given", "tosses > 9000")


def test_observed_in_a_run_and_in_a_sweep(file, tmp_path):
    text = "[setup]\nsteps = 3\n[sweep]\n'setup.steps' = [1, 3]\n"
    race = file("race", text, "coins")
    cases = json.loads(says("run", race, "--observed", "tosses=2", "--json"))
    assert [case["scenario"]["set"] for case in cases] == [{"setup.steps": 1}, {"setup.steps": 3}]
    assert cases[0]["observed"][0]["at"]["exact"] == pytest.approx(3 / 16)
    assert cases[1]["observed"][0]["at"]["estimate"] == 0 and cases[1]["joint"] is None
    out = says("run", race, "--observed", "tosses=2", "--out", tmp_path / "kept")
    assert "steps = 1: tosses = 2 is more than in 75 %" in out and "kept in" in out
    several = json.loads(says("ask", tmp_path / "kept", "--observed", "tosses=2", "--json"))
    assert [case["case"] for case in several["cases"]] == ["steps = 1", "steps = 3"]


def test_interrupted_what_was_observed_is_placed_among_the_runs_that_are_done(file, monkeypatch):
    from simlab.runs import run as running

    simulate, done = running.simulate, []

    def pressed_at_the_second(*given):
        if done:
            raise KeyboardInterrupt
        done.append(given)
        return simulate(*given)

    monkeypatch.setattr(running, "simulate", pressed_at_the_second)
    race = str(file("race", "[setup]\nsteps = 3\n", "coins"))
    found = CliRunner().invoke(main, ["run", race, race, "--observed", "tosses=4", "--json"])
    assert found.exit_code == 130 and "interrupted after 1 case and" in found.stderr
    (case,) = json.loads(found.stdout)
    assert case["method"] == "monte_carlo" and case["confidence"] == 0.95 and len(case["observed"]) == 1


def test_what_cannot_have_been_observed_is_told_before_anything_runs(tmp_path):
    message = "--observed rounds=many: must be a whole number\n"
    assert says("run", BATTLE, "--observed", "rounds=many", "--trials", "1000000000000", code=2) == message
    says("run", BATTLE, "--trials", "100", "--out", tmp_path / "kept", "--quiet")
    assert says("ask", tmp_path / "kept", "--observed", "rounds=many", code=2) == message
    told = says("ask", tmp_path / "kept", "--observed", "attacker_left=13", code=2)
    assert told == "--observed attacker_left=13: must be within 0..12\n"
    told = says("ask", tmp_path / "kept", "--observed", "rounds=3", "--observed", "rounds=4", code=2)
    assert told == "--observed: rounds is observed twice\n"
    assert "Missing argument 'EVENT'" in says("ask", tmp_path / "kept", code=2)
    assert "--curve is about an EVENT" in says("ask", tmp_path / "kept", "--curve", "--observed", "rounds=3", code=2)
    told = says("ask", tmp_path / "kept", "--observed", "rounds=3", "--given", "winer", code=2)
    assert told.startswith('--given = "winer": at character 1: there is no column `winer`')


def test_a_table_with_a_fault_is_told(file, monkeypatch):
    from dataclasses import replace

    from simlab.contract import Fault

    def faults(case):
        names = [player.policy for player in case.players.values()]
        return [Fault(("setup", "extra"), "too many", "L-01")] if names == ["many", "few"] else []

    monkeypatch.setitem(lottery.GAME.models, "pair", replace(lottery.GAME.models["pair"], faults=faults))
    path = file("pair")
    assert says("tournament", path, code=2) == f"{path}: setup.extra: too many, at the table of many, few (L-01)\n"
