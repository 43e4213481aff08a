"""How answers settle, and how games end over a sweep: what the plots show are the answers."""

import numpy as np
import pandas as pd
import pytest

import simlab
from simlab.games import GAMES
from simlab.report.stacked_plot import MOST_PARTS, REST, shares_of
from simlab.runs import convergence
from simlab.runs.convergence import FIRST, settlings
from simlab.runs.figures import drawings, plotted_question
from tests.toy.coin_race import GAME

RACE = {
    "game": "coins",
    "model": "race",
    "trials": 2_000,
    "setup": {"steps": 2},
    "question": [
        {"name": "one wins", "event": 'winner == "one"'},
        {"name": "how many", "value": "tosses", "given": "tosses > 2"},
        {"name": "who", "curve": "winner"},
    ],
}
STEPS = "setup.steps=1..4"


@pytest.fixture(autouse=True)
def in_the_list_of_games(monkeypatch):
    monkeypatch.setitem(GAMES, GAME.name, GAME)


def test_an_answer_stands_where_a_shorter_run_would_have_it():
    run = simlab.run(RACE)
    event, value = settlings(run)
    assert (event.question, value.question) == ("one wins", "how many")
    assert event.rows["trials"].iloc[0] == FIRST and event.rows["trials"].iloc[-1] == run.cases[0].trials
    for one in (event, value):
        for row in (one.rows.iloc[7], one.rows.iloc[-1]):
            shorter = simlab.run(RACE, trials=int(row["trials"])).answers
            shorter = shorter[shorter["question"] == one.question]
            (answer,) = shorter[shorter["statistic"].isin(["probability", "mean"])].itertuples()
            assert (row["estimate"], row["low"], row["high"]) == (answer.estimate, answer.low, answer.high)
        assert one.exact == pytest.approx(answer.exact)


def test_beyond_the_trials_that_are_played_again_stands_the_whole_run(monkeypatch):
    monkeypatch.setattr(convergence, "ROWS_AT_ONCE", 500)
    run = simlab.run(RACE)
    event, _ = settlings(run)
    assert list(event.rows["trials"])[-2:] == [500, 2_000]
    assert event.rows["estimate"].iloc[-1] == run.answers["estimate"].iloc[0]


def test_who_has_one():
    assert settlings(simlab.run(RACE, trials=2 * FIRST - 1)) == []
    assert settlings(simlab.run(simlab.load(RACE, vary=[STEPS]))) == []
    assert settlings(simlab.solve(RACE)) == []
    assert "convergence" in drawings(simlab.run(RACE)) and "convergence" not in drawings(simlab.solve(RACE))


def test_how_games_end_case_by_case():
    run = simlab.run(simlab.load(RACE, vary=[STEPS]))
    drawing = drawings(run)["who-by-case"]
    assert drawing.questions == ("who",) and "who-by-case" not in drawings(simlab.run(RACE))
    shares = shares_of(plotted_question(run, run.questions[2]).answers)
    assert list(shares.columns) == ["one", "two", "both"]
    assert np.allclose(shares.sum(axis=1), 1)
    (ax,) = drawing.figure.axes
    assert [text.get_text() for text in ax.get_yticklabels()] == ["1", "2", "3", "4"] and ax.get_ylabel() == "steps"
    widths = [bar.get_width() for bar in ax.patches]
    assert np.allclose(widths, shares.to_numpy().T.ravel())


def test_many_names_are_taken_together():
    run = simlab.run(simlab.load(RACE, vary=[STEPS]))
    answers = plotted_question(run, run.questions[2]).answers
    some = answers[answers["level"] == "one"]
    many = [some.assign(level=f"name {number}", estimate=1 / 12 + number / 1e3) for number in range(12)]
    shares = shares_of(pd.concat(many))
    assert len(shares.columns) == MOST_PARTS + 1 and shares.columns[-1] == REST
    assert np.allclose(shares[REST], sum(1 / 12 + number / 1e3 for number in range(12 - MOST_PARTS)))
