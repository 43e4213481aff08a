"""Degenerate maps of Forest's campaign, from a scenario file on: clear errors, or games that make sense."""

import subprocess
import sys

import numpy as np
import pytest

from tests.games.conformance import plain_rows
from tests.games.forest_setups import case

DRACULA = {"id": "dracula", "rating": 4, "side": "christian"}
SULTAN = {"id": "sultan", "rating": 2, "side": "ottoman"}


def chain(*areas, castles=1, hideout=None):
    """A map of areas in a row, each (id, region, more)."""
    names = [name for name, *_ in areas]
    rows = [
        {"id": name, "region": region, **more, "neighbours": names[max(place - 1, 0) : place] + names[place + 1 :][:1]}
        for place, (name, region, more) in enumerate(areas)
    ]
    return {"castles": castles, "hideout": hideout or names[-1], "areas": rows}


def campaign(board, armies, garrisons=None, **rules):
    """A case on a map of one's own."""
    camps = {name: {"area": area, "troops": troops} for name, (area, troops) in armies.items()}
    forces = {"armies": camps, "garrisons": garrisons or {}, "impalements": {}, "loose": {}}
    start = {
        "pieces": {"ottoman": 72, "christian": 36},
        "generals": [DRACULA, SULTAN],
        "muslim": forces,
        "loyal": forces,
    }
    return case("campaign", {}, rules, {"map": board, "start": start})


def outcomes(played, count=30):
    """Rows of some games, by column."""
    assert list(played.model.faults(played)) == []
    found = plain_rows(played, 0, count)
    return {column.name: found[:, place] for place, column in enumerate(played.columns)}


CAMP, KEEP = ("camp", "rumelia", {"village": True}), ("keep", "wallachia", {"towers": 2})


def test_two_areas_and_one_castle_make_a_game():
    played = campaign(chain(CAMP, KEEP), {"dracula": ("keep", 2), "sultan": ("camp", 12)}, {"keep": 2})
    found = outcomes(played)
    assert set(found["castles_ottoman"]) <= {0, 1} and set(found["castles_transylvania"]) == {0}
    assert np.array_equal(found["winner"] == 0, found["castles_wallachia"] == 1)


def test_without_ottoman_troops_and_villages_nothing_falls():
    board = chain(("camp", "rumelia", {}), KEEP)
    found = outcomes(campaign(board, {"dracula": ("keep", 2), "sultan": ("camp", 0)}, {"keep": 2}))
    assert set(found["winner"]) == {1} and found["troops_ottoman"].sum() == 0


def test_a_castle_behind_mountains_is_never_reached():
    board = chain(CAMP, ("wall", "wallachia", {"terrain": "mountain"}), KEEP)
    found = outcomes(campaign(board, {"dracula": ("keep", 0), "sultan": ("camp", 12)}, {"keep": 2}, move_points=6))
    assert set(found["winner"]) == {1} and set(found["fell_keep"]) == {0}


def test_sixty_areas_in_a_row():
    vales = [(f"vale_{n}", "wallachia", {"village": n % 9 == 0}) for n in range(57)]
    far = ("burg", "transylvania", {"towers": 3})
    board = chain(CAMP, KEEP, *vales, far, castles=2)
    found = outcomes(campaign(board, {"dracula": ("vale_9", 8), "sultan": ("camp", 12)}, {"keep": 1, "burg": 2}), 10)
    assert set(found["fell_burg"]) == {0} and set(found["winner"]) == {1}


SCENARIO = """
game = "forest"
model = "campaign"
trials = 200
seed = 1
[data.map]
castles = {castles}
hideout = "keep"
areas = [{areas}]
[data.start]
generals = [{{id = "dracula", rating = 4, side = "christian"}}, {{id = "sultan", rating = 2, side = "ottoman"}}]
[data.start.muslim]
armies = {{dracula = {{area = "keep", troops = 2}}, sultan = {{area = "camp", troops = 12}}}}
garrisons = {{}}
impalements = {{}}
[data.start.loyal]
armies = {{dracula = {{area = "keep", troops = 2}}, sultan = {{area = "camp", troops = 12}}}}
garrisons = {{}}
impalements = {{}}
"""
CAMP_TEXT = '{id = "camp", region = "rumelia", neighbours = ["keep"]}'
KEEP_TEXT = '{id = "keep", region = "wallachia", TOWERSneighbours = ["camp"]}'
FAR_TEXT = '{id = "isle", region = "moldavia", neighbours = []}'


def simlab_run(folder, castles, *areas):
    """`simlab run` of a scenario with these areas: exit code and everything said."""
    file = folder / "small.toml"
    file.write_text(SCENARIO.format(castles=castles, areas=", ".join(areas)))
    call = [sys.executable, "-m", "simlab", "run", str(file)]
    done = subprocess.run(call, capture_output=True, text=True, cwd=folder, check=False)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize(
    ("castles", "areas", "said"),
    [
        (1, [CAMP_TEXT, KEEP_TEXT.replace("TOWERS", "")], "no castle in Wallachia"),
        (1, [KEEP_TEXT.replace("TOWERS", "towers = 2, ")], "no clear area in Rumelia"),
        (
            1,
            [CAMP_TEXT, KEEP_TEXT.replace("TOWERS", "towers = 2, "), FAR_TEXT],
            "no way leads from the other areas to isle",
        ),
    ],
)
def test_a_map_without_castle_of_one_area_or_in_parts_is_refused(castles, areas, said, tmp_path):
    code, words = simlab_run(tmp_path, castles, *areas)
    assert code == 2 and said in words and "Traceback" not in words


@pytest.mark.slow
def test_a_map_of_two_areas_runs_from_the_command_line(tmp_path):
    code, words = simlab_run(tmp_path, 1, CAMP_TEXT, KEEP_TEXT.replace("TOWERS", "towers = 2, "))
    assert code == 0 and "Ottomans win" in words
