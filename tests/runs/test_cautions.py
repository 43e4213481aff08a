"""Warnings: what too many trials came to is said beside the answers, wherever there are answers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import simlab
from simlab.cli import main
from simlab.contract import Caution
from simlab.games import GAMES

SIEGE = Path(__file__).parents[2] / "scenarios/forest/siege_twelve.toml"
GAME = 'game = "vlad"\nmodel = "game"\ntrials = 300\nseed = 4\n[rules]\nmax_rounds = 18\n'
CUT_SHORT = "% of the trials ended without a winner in round 18, the last that max_rounds allows (V-01)"


def said(*arguments, exit_code=0):
    """Standard output and standard error of a command."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == exit_code, done.output
    return done.stdout, done.stderr


def warned(stderr):
    """The lines that warn."""
    return [line for line in stderr.splitlines() if "% of the trials" in line]


@pytest.fixture
def game(tmp_path):
    """A scenario whose games are cut short."""
    file = tmp_path / "short.toml"
    file.write_text(GAME)
    return file


@pytest.fixture
def sieges(monkeypatch):
    """Forest's sieges, with a warning of castles that fall in turn 1."""
    cautions = (Caution("fell and turn == 1", 0.1, "fell at once"),)
    siege = replace(GAMES["forest"].models["siege"], cautions=lambda case: cautions)
    models = {**GAMES["forest"].models, "siege": siege}
    monkeypatch.setitem(GAMES, "forest", replace(GAMES["forest"], models=models))
    return SIEGE


def test_games_that_max_rounds_cuts_short_are_counted_and_warned_of(game, tmp_path):
    """V-01 Once a case, with the share seen: on standard error, in JSON, and with the kept run."""
    out, err = said("run", game, "--out", tmp_path / "kept", "--no-progress")
    answers = simlab.run(game).answers
    share = answers[answers["question"] == "nobody wins"]["estimate"].item()
    assert share > 0.01 and warned(err) == [f"warning: {100 * share:.3g} {CUT_SHORT}"] and "warning" not in out
    record = json.loads(said("run", game, "--json")[0])
    assert record["warnings"] == [f"{100 * share:.3g} {CUT_SHORT}"]
    assert warned(said("ask", tmp_path / "kept", "winner == 1")[1]) == warned(err)
    asked = json.loads(said("ask", tmp_path / "kept", "winner == 1", "--json")[0])
    assert asked["warnings"] == [{"case": "", "warning": record["warnings"][0]}]
    assert warned(said("run", game, "--observed", "rounds=12", "--quiet")[1]) == warned(err)
    assert warned(said("run", game, "--set", "rules.max_rounds=120")[1]) == []
    assert "warnings" not in json.loads(said("run", game, "--set", "rules.max_rounds=120", "--json")[0])


def test_a_drawn_game_is_not_cut_short(game):
    """A second tie that nobody wins ends a game before its last round; the warning is of rounds alone."""
    run = simlab.run(game)
    rows = run.outcomes
    last = rows[(rows["way"] == "none")]
    assert set(last["rounds"]) == {18}


def test_each_case_of_a_sweep_is_warned_of_by_its_name(game):
    _, err = said("run", game, "--vary", "rules.max_rounds=12,18,120")
    assert [line.split("% of")[0].rsplit(" ", 2)[0] for line in warned(err)] == [
        "warning: max_rounds = 12:",
        "warning: max_rounds = 18:",
    ]
    _, err = said("run", game, "--trials", 20, "--vary", "rules.max_rounds=5..12")
    assert len(warned(err)) == 5 and "warning: the same of 3 more cases; --json has them all" in err


@pytest.mark.parametrize("changes", [("--against", "rules.max_rounds=20"), ("--against", "seed=9")])
def test_both_sides_of_a_comparison_are_warned_of(game, changes):
    notes = warned(said("compare", game, *changes)[1])
    assert [note[:9] for note in notes] == ["note: A: ", "note: B: "] and CUT_SHORT in notes[0]
    assert len(json.loads(said("compare", game, *changes, "--json")[0])["notes"]) >= 2


def test_the_sides_of_a_comparison_have_the_shares_of_their_own_runs(game):
    _, err = said("compare", game, "--against", "rules.max_rounds=20")
    alone = [warned(said("run", game, "--set", f"rules.max_rounds={rounds}")[1])[0] for rounds in (18, 20)]
    assert [line.split(": ")[-1] for line in warned(err)] == [line.split(": ")[-1] for line in alone]


def test_kept_runs_that_are_compared_keep_their_warnings(game, tmp_path):
    for folder in ("a", "b"):
        said("run", game, "--out", tmp_path / folder, "--set", f"seed={len(folder)}")
    assert [line[:9] for line in warned(said("compare", tmp_path / "a", tmp_path / "b")[1])] == [
        "note: A: ",
        "note: B: ",
    ]


def test_the_tables_of_a_tournament_are_warned_of_by_who_sits_there(game):
    """As the run of a table with the same players on the same dice."""
    order = ("tournament", game, "--set", "setup.players=2", "--policies", "balanced,shopper", "--trials", 300)
    record = json.loads(said(*order, "--json")[0])
    assert len(record["warnings"]) == record["tables"] == 4
    seats = [f"policies.seat{seat}.name={name}" for seat, name in ((1, "balanced"), (2, "shopper"))]
    settings = [part for each in ("setup.players=2", *seats) for part in ("--set", each)]
    alone = json.loads(said("run", game, *settings, "--json")[0])["warnings"]
    assert record["warnings"][1] == {"table": "balanced, shopper", "warning": alone[0]}
    assert warned(said(*order, "--jobs", 1)[1]) == [
        f"warning: {one['table']}: {one['warning']}" for one in record["warnings"]
    ]


def test_exact_answers_are_warned_of_by_their_probability(sieges):
    _, err = said("solve", sieges)
    fell = simlab.solve(sieges).outcomes
    share = fell[(fell["fell"]) & (fell["turn"] == 1)]["probability"].sum()
    assert warned(err) == [f"warning: {100 * share:.3g} % of the trials fell at once"]


def test_readings_are_warned_of_by_what_they_set(sieges):
    _, err = said("readings", sieges, "--trials", 4000)
    found = json.loads(said("readings", sieges, "--trials", 4000, "--json")[0])["warnings"]
    assert found[0]["reading"] == "as it is" and warned(err)[0] == f"warning: as it is: {found[0]['warning']}"
    name = found[1]["reading"].replace(" = ", "=")
    alone = json.loads(said("run", sieges, "--trials", 4000, "--set", f"rules.{name}", "--json")[0])
    assert alone["warnings"] == [found[1]["warning"]]


def test_the_probes_of_a_search_are_warned_of(sieges):
    order = ("find", sieges, "--vary", "setup.besiegers=8..14", "--question", "falls by turn 3", "--reach", "0.7")
    _, err = said(*order, "--no-exact", "--trials", 20000)
    assert warned(err) and all(line.startswith("warning: besiegers = ") for line in warned(err))
    assert json.loads(said(*order, "--no-exact", "--trials", 20000, "--json")[0])["warnings"]
