"""Figures over a sweep: which there are, what stands in them, and that nothing is cut off."""

import numpy as np
import pytest
from matplotlib.text import Text

import simlab
from simlab.games import GAMES
from simlab.report.plots import save
from simlab.runs.figures import grid_of, without_figures
from tests.toy.coin_race import GAME

RACE = {
    "game": "coins",
    "model": "race",
    "trials": 2_000,
    "setup": {"steps": 3},
    "question": [
        {"name": "one wins", "event": 'winner == "one"'},
        {"name": "soon", "event": "tosses < 5", "given": 'winner == "one"'},
        {"name": "how many", "value": "tosses"},
        {"name": "how long", "curve": "tosses"},
    ],
}
STEPS, LEAST, TOGETHER = "setup.steps=2..5", "rules.head_min=3,4,5", "setup.steps, rules.head_min=[2, 3],[4, 5]"


@pytest.fixture(autouse=True)
def in_the_list_of_games(monkeypatch):
    monkeypatch.setitem(GAMES, GAME.name, GAME)


def run(*vary, **more):
    """A run over lists."""
    return simlab.run(simlab.load(RACE | more, vary=vary), exact=more.get("exact"))


def texts(figure) -> list[str]:
    """All that is written in a figure."""
    return [text.get_text() for text in figure.findobj(Text) if text.get_text() and text.get_visible()]


def test_one_path_has_lines_a_ribbon_and_a_curve(tmp_path):
    figures = run(STEPS).plot()
    assert list(figures) == ["probabilities", "how-many", "how-long"]
    lines = figures["probabilities"].axes[0]
    assert {"one wins", 'soon (given winner == "one")', "steps"} <= set(texts(figures["probabilities"]))
    (first, *_) = [line for line in lines.lines if line.get_marker() == "o"]
    assert list(first.get_xdata()) == [2, 3, 4, 5]
    assert {"mean", "middle half", "nine tenths of trials"} <= set(texts(figures["how-many"]))
    for stem, figure in figures.items():
        first, second = (save(figure, tmp_path / name, stem)[0].read_bytes() for name in ("one", "two"))
        assert first == second


def test_what_a_line_shows_are_the_answers():
    done = run(STEPS)
    line = next(line for line in done.plot()["probabilities"].axes[0].lines if line.get_marker() == "o")
    rows = done.answers[done.answers["question"] == "one wins"]
    assert list(line.get_ydata()) == list(rows["estimate"])


def test_values_that_go_together_and_names_have_places_side_by_side():
    grid = grid_of(run(TOGETHER))
    assert [axis.texts for axis in grid.axes] == [["2, 3", "4, 5"]]
    assert not grid.axes[0].numeric and grid.places == {0: (0,), 1: (1,)}
    figure = run(TOGETHER).plot()["probabilities"]
    assert {"2, 3", "4, 5", "steps, head_min"} <= set(texts(figure))


def test_two_paths_have_heat_maps_with_the_numbers_of_the_answers():
    done = run(STEPS, LEAST)
    figures = done.plot()
    assert list(figures) == ["one-wins", "soon", "how-many", "how-long"]
    shown = texts(figures["one-wins"])
    for estimate in done.answers[done.answers["question"] == "one wins"]["estimate"]:
        assert f"{100 * estimate:.1f}" in shown or f"{100 * estimate:.0f}" in shown
    mesh = figures["one-wins"].axes[0].collections[0].get_array()
    assert mesh.shape == (4, 3)
    rows = done.answers[done.answers["question"] == "one wins"]
    assert np.array_equal(np.asarray(mesh).ravel(), rows["estimate"])


def test_single_values_are_no_direction():
    assert [axis.name for axis in grid_of(run(STEPS, "rules.head_min=4")).axes] == ["steps"]
    assert list(run("setup.steps=3").plot()) == ["probabilities", "how-many", "how-long", "convergence"]


def test_a_condition_that_no_trial_of_a_case_meets_leaves_a_gap():
    never = [{"name": "late", "event": "tosses > 5", "given": "tosses > 4"}, {"name": "of late", "value": "tosses"}]
    never[1]["given"] = "tosses > 12"
    figures = run("setup.steps=1,6,9", "rules.head_min=2,3", question=never, trials=300).plot()
    assert set(figures) == {"late", "of-late"}


BATTLE = "scenarios/forest/battle_pitesti.toml"
PATHS = ["setup.attacker.rating=3,4", "setup.attacker.troops=5,6", "setup.defender.troops=3,4,5"]


def test_three_paths_have_small_multiples_and_four_none():
    done = simlab.run(simlab.load(BATTLE, vary=PATHS), trials=500, exact=False)
    figure = done.plot()["dracula-wins"]
    assert {"attacker.rating = 3", "attacker.rating = 4"} <= set(texts(figure))
    first, second = (np.asarray(ax.collections[0].get_array()) for ax in figure.axes)
    rows = done.answers[done.answers["question"] == "Dracula wins"]["estimate"]
    assert np.array_equal(np.concatenate([first.ravel(), second.ravel()]), rows)
    assert without_figures(done) == ""
    four = simlab.run(simlab.load(BATTLE, vary=[*PATHS, "rules.hit_min=5,6"]), trials=50, exact=False)
    assert four.plot() == {}
    assert without_figures(four) == "no plots: a sweep of 4 lists, more than 3; see the table"


def test_exact_values_over_a_sweep_have_no_band():
    figure = simlab.solve(simlab.load(RACE, vary=[STEPS])).plot()["probabilities"]
    assert "probability" in texts(figure)
