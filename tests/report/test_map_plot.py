"""Pictures of boards: what they show, that labels keep apart, and that no board stops them."""

from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.text import Text
from PIL import Image

import simlab
from simlab.cli import main
from simlab.games import GAMES
from simlab.games.forest.picture import campaign_picture
from simlab.pictures import BoardPicture, Link, Mark, Place
from simlab.report.look import Share
from simlab.report.map_layout import Box, cells, positions, without_overlap
from simlab.report.map_plot import Fate, draw_map
from simlab.report.plots import save
from simlab.scenario.schema import starter_case
from tests.toy.castles import DICE, GAME

CASE = starter_case(GAME, DICE)
PICTURE = campaign_picture(CASE)


def words(figure):
    """All that is written in a picture."""
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def boxes(figure):
    """Where the words inside the axes stand, in pixels."""
    (ax,) = figure.axes
    drawn = figure.canvas.get_renderer()
    inside = [text for text in ax.texts if text.get_text()]
    return {text: text.get_window_extent(drawn) for text in inside}


def fates(share=0.5, usual=2):
    """The same fate for every castle."""
    one = Fate(Share("", share, share - 0.01, share + 0.01, np.nan, 0.95, 10_000), usual)
    return {place.id: one for place in PICTURE.places if place.column}


def test_the_picture_of_the_campaign_has_the_whole_setup():
    said = words(draw_map(PICTURE))
    for name in ("Vidin", "Fagaras Mts", "Targoviste", "Dracula 12", "Omer Bey 12", "Sultan 12", "garrison 4"):
        assert name in said
    assert said.count("3") == 4, "four castles have three towers"
    assert [said.count("garrison 1"), said.count("garrison 2")] == [1, 6]
    assert {"Rumelia", "village", "impalements", "mountain area", "way for Christians only"} <= set(said)
    assert {mark.shape for place in PICTURE.places for mark in place.marks} == {
        *("castle", "house", "peak", "flag", "stake", "troops"),
    }
    assert len(PICTURE.links) == 69 and sum(link.dashed for link in PICTURE.links) == 22


@pytest.mark.parametrize("radu", ["muslim", "loyal"])
@pytest.mark.parametrize("found", [{}, fates()], ids=["setup", "fates"])
def test_no_two_labels_of_the_default_map_overlap(radu, found):
    case = starter_case(GAME, DICE)
    object.__setattr__(case, "setup", DICE.setup(radu=radu))
    figure = draw_map(campaign_picture(case), fates=found)
    (ax,) = figure.axes
    placed = list(boxes(figure).items())
    page = ax.get_window_extent()
    for number, (text, box) in enumerate(placed):
        assert page.x0 <= box.x0 and box.x1 <= page.x1 + 1 and page.y0 <= box.y0 and box.y1 <= page.y1, text
        for other, other_box in placed[number + 1 :]:
            assert not box.shrunk(0.9, 0.7).overlaps(other_box.shrunk(0.9, 0.7)), (text, other)


def test_fates_stand_in_place_of_the_setup():
    said = words(draw_map(PICTURE, fates=fates(0.625, 3)))
    assert said.count("62.5\N{NO-BREAK SPACE}%, turn 3") == 9
    assert "Dracula 12" not in said and "impalements" not in said and "castle and its towers" in said
    never = words(draw_map(PICTURE, fates={"bran": Fate(Share("", 0, 0, 0, np.nan, 0.95, 10), None)}))
    assert "0\N{NO-BREAK SPACE}%" in never


def test_the_same_board_gives_the_same_bytes(tmp_path):
    for folder in ("one", "two"):
        save(draw_map(PICTURE), tmp_path / folder, "map")
    for name in ("map.png", "map.svg"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert Image.open(tmp_path / "one" / "map.png").width == 1200
    assert ElementTree.parse(tmp_path / "one" / "map.svg").getroot().tag.endswith("svg")


def board(places, links=()):
    """A board of places `name: position`."""
    peak = (Mark("peak", "peak"),)
    drawn = tuple(Place(name, name, "land", peak if name == "a" else (), at) for name, at in places.items())
    return BoardPicture("A board", "", drawn, tuple(Link(ends) for ends in links))


@pytest.mark.parametrize(
    "picture",
    [
        board({}),
        board({"a": (3.0, 4.0)}),
        board({"a": None}),
        board({"a": None, "b": None}, [("a", "b")]),
        board({"a": (0, 0), "b": (0, 0)}, [("a", "b")]),
        board({"a": (0, 0), "b": (0, 9)}, [("a", "b")]),
        board({"a": (0, 0), "b": (9, 0), "c": None}, [("a", "b"), ("b", "c")]),
        board({"a": None, "b": None, "c": None}),
        board({"$x_1$ & " + "long " * 30: (0, 0), "b": (1, 1)}),
    ],
    ids=["empty", "one", "one_anywhere", "two_anywhere", "same_spot", "upright", "one_free", "apart", "odd_name"],
)
def test_degenerate_boards_are_drawn(picture, tmp_path):
    save(draw_map(picture), tmp_path, "map")
    assert (tmp_path / "map.png").stat().st_size > 1000


def test_a_map_without_positions_is_laid_out_by_its_ways():
    ring = {f"p{n}": None for n in range(8)}
    ways = [(f"p{n}", f"p{(n + 1) % 8}") for n in range(8)]
    at = positions(ring, ways)
    lengths = [np.hypot(*np.subtract(at[one], at[two])) for one, two in ways]
    assert max(lengths) < 1.05 * min(lengths) and np.isclose(np.mean(lengths), 1, atol=0.3)
    given = positions({"a": (0, 0), "b": (2, 0), "c": None}, [("a", "b"), ("b", "c")])
    assert given["a"] == (0, 0) and given["b"] == (2, 0) and np.hypot(*np.subtract(given["c"], (2, 0))) < 2.5


def test_cells_share_the_box_out():
    points = np.random.default_rng(1).uniform(0, 5, (20, 2))

    def area(corners):
        x, y = corners.T
        return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2

    assert np.isclose(sum(area(cell) for cell in cells(points, (5, 5))), 25)


def test_labels_find_room():
    page, icons = Box(0, 0, 3, 3), [Box(1.4, 1.4, 0.2, 0.2), Box(1.7, 1.4, 0.2, 0.2)]
    one, two = without_overlap(icons, [(0.8, 0.3)] * 2, page, 0.02, [])
    assert one.common(two) == 0 and all(label.common(icon) == 0 for label in (one, two) for icon in icons)


@pytest.fixture
def with_castles(monkeypatch):
    """The toy model among Forest's."""
    monkeypatch.setitem(GAMES, "forest", GAME)


def says(*arguments, exit_code=0):
    """Standard output of a command, and its standard error if it fails."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == exit_code, done.output
    return done.stdout if exit_code == 0 else done.stderr


def test_list_draws_a_models_board(with_castles, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert says("list", "forest", "dice", "--map") == "drawn in forest_map.png\n"
    says("list", "forest", "dice", "--map", "castles.svg")
    assert {path.name for path in tmp_path.iterdir()} == {"forest_map.png", "castles.svg"}
    assert "scenario" in says("list", "forest", "dice") and "[muslim.armies]" in says("list", "forest", "start")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("forest", "siege", "--map"), "--map: forest siege has no board that can be drawn; dice, campaign have one"),
        (("vlad", "hunt", "--map"), "--map: vlad hunt has no board that can be drawn"),
        (("forest", "dice", "--map", "map.jpg"), '--map = "map.jpg": must end in .png or .svg'),
        (("forest", "--map"), "--map draws the board of a model: simlab list GAME MODEL --map [FILE]"),
        (("forest", "dise", "--map"), "dise: no such model of forest; did you mean dice?"),
        (
            ("forest", "dice", "--map", "no/folder.png"),
            "--map no/folder.png: cannot write there: No such file or directory",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(with_castles, arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in says("list", *arguments, exit_code=2)
    assert list(tmp_path.iterdir()) == []


def test_a_kept_run_has_the_map_with_the_fall_of_castles(with_castles, tmp_path):
    file = tmp_path / "dice.toml"
    file.write_text('game = "forest"\nmodel = "dice"\ntrials = 6000\n')
    says("run", file, "--out", tmp_path / "kept", "--quiet")
    assert {"map.png", "map.svg", "probabilities.png"} <= {path.name for path in (tmp_path / "kept").iterdir()}
    run = simlab.run(file)
    said = words(run.plot()["map"])
    told = [word for word in said if "%, turn " in word]
    assert len(told) == 9 and all(62 <= float(word.split("\N{NO-BREAK SPACE}")[0]) <= 71 for word in told)
    assert "How often each castle falls" in said
    file.write_text(file.read_text() + '[sweep]\n"setup.radu" = ["muslim", "loyal"]\n')
    swept = simlab.run(file)
    assert {"map-1", "map-2"} <= set(swept.plot())
    again = says("run", tmp_path / "kept" / "resolved.toml", "--trials", 100)
    assert "Targoviste falls" in again
