"""How results show themselves in a notebook, and that the example notebook runs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import simlab
from simlab.games import GAMES
from simlab.runs.readings import readings
from simlab.runs.run import Effort
from simlab.runs.standings import Standings
from simlab.runs.tournament import Play, play_tournament, schedule
from simlab.runs.waiting import Waiting
from tests.toy import coin_race, lottery

DOCS = Path(__file__).parents[2] / "docs"
BAD = "<script>alert(1)</script>"
RACE = {"game": "coins", "model": "race", "title": BAD, "trials": 500, "setup": {"steps": 2}}
RACE["question"] = [{"name": f"{BAD} one", "event": 'winner == "one"'}]
SHOWN = "&lt;script&gt;alert(1)"


@pytest.fixture(autouse=True)
def in_the_list_of_games(monkeypatch):
    for game in (lottery.GAME, coin_race.GAME):
        monkeypatch.setitem(GAMES, game.name, game)


def test_a_run_shows_sentences_table_and_plots_and_no_markup_of_others():
    cell = simlab.run(RACE)._repr_html_()
    assert BAD not in cell and SHOWN in cell
    assert "of 500 trials (95\u00a0% interval" in cell
    assert cell.count("<table>") == 1 and cell.count('<img src="data:image/png;base64,') == 2
    assert len(cell) < 300_000


def test_a_comparison_and_readings_show_themselves():
    compared = simlab.compare(RACE, simlab.load(RACE, ["setup.steps=3"]))._repr_html_()
    assert SHOWN in compared and BAD not in compared and "steps = 3" in compared and "<img" in compared
    tried = readings(simlab.load(RACE), (), Effort(), Waiting())._repr_html_()
    assert SHOWN in tried and BAD not in tried and "<table>" in tried


def test_a_tournament_shows_itself():
    pair = simlab.load({"game": "lottery", "model": "pair", "title": BAD, "trials": 300})
    found = Standings(play_tournament(schedule(pair, ["few", "many"], Play()), Play()), 0.02)
    assert "tables, 300 blocks>" in repr(found)
    cell = found._repr_html_()
    assert "Are the seats fair?" in cell and BAD not in cell and cell.count("<img") == 3


def test_the_example_notebook_runs():
    """In a kernel of its own, as one opens it; its cells show tables and plots."""
    book = nbformat.read(DOCS / "example.ipynb", as_version=4)
    NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(DOCS)}}).execute()
    nbformat.validate(book)
    shown = [cell["outputs"][-1]["data"]["text/html"] for cell in book.cells if cell.cell_type == "code"]
    assert ["<img" in one for one in shown] == [True, False, True]
    assert all("<table" in one for one in shown)
