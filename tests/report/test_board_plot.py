"""Pictures of boards of squares and heat maps over them: what they show, and that no board stops them."""

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.text import Text
from PIL import Image

import simlab
from simlab.cli import main
from simlab.games import GAMES
from simlab.games.vlad.picture import KINDS, picture_of
from simlab.pictures import SquareKind, SquarePicture
from simlab.report import look
from simlab.report.board_plot import SHADES, Heat, draw_board, draw_heat
from simlab.report.plots import save
from simlab.runs.maps import heats_of
from tests.games.vlad_boards import GAME, SMALL, default_board

PICTURE = picture_of(default_board())


def words(figure):
    """All that is written in a picture."""
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def heats(picture, count):
    """So many heat maps."""
    shape = len(picture.rows), len(picture.rows[0])
    values = np.random.default_rng(1).exponential(1, (count, *shape)) * (np.random.default_rng(2).random(shape) < 0.3)
    return [Heat(f"where {number}", one, "times a game") for number, one in enumerate(values)]


def test_the_picture_of_the_board_has_all_that_is_printed_on_it():
    said = words(draw_board(PICTURE))
    for name in ("corner 0", "corner 3", "gate 0", "gate 3", "church (+)", "start of Vlad, knight, archer (V, K, A)"):
        assert said.count(name) == 1
    assert [said.count(sign) for sign in "VKA+$MT"] == [4, 4, 4, 12, 4, 8, 4]
    dens = [text for _, _, text in PICTURE.labels if text.isdecimal()]
    assert dens == [str(number) for number in range(8)]
    assert said.count("abyss") == said.count("cursed tower") == said.count("den") == 1


def test_every_kind_has_a_look_that_tells_it_apart():
    drawn = {(kind.ground, kind.colour, kind.sign if kind.lettered else "") for kind in KINDS}
    assert len(drawn) == len({kind.sign for kind in KINDS}) == 16
    assert all(kind.colour is None or kind.colour in look.OKABE_ITO for kind in KINDS)


def test_letters_and_labels_keep_apart():
    figure = draw_board(PICTURE)
    drawn = figure.canvas.get_renderer()
    boxes = [text.get_window_extent(drawn) for text in figure.axes[0].texts if text.get_text()]
    for number, box in enumerate(boxes):
        assert not any(box.shrunk(0.9, 0.7).overlaps(other.shrunk(0.9, 0.7)) for other in boxes[number + 1 :])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_heat_maps_stand_side_by_side_with_shades_of_their_own(count):
    figure = draw_heat(PICTURE, heats(PICTURE, count))
    said = words(figure)
    assert [f"where {number}" in said for number in range(count)] == [True] * count
    assert said.count("times a game") == count and len(figure.axes) == 2 * count
    page = figure.get_window_extent()
    assert all(page.x0 <= ax.get_window_extent().x0 and ax.get_window_extent().x1 <= page.x1 for ax in figure.axes)


def test_what_never_happens_is_said():
    said = words(draw_heat(PICTURE, [Heat("where none dies", np.zeros((40, 40)), "deaths")]))
    assert "never" in said and "deaths" not in said


@pytest.mark.parametrize("values", [np.ones((40, 39)), np.full((40, 40), -1.0), np.full((40, 40), np.nan)])
def test_wrong_values_are_refused(values):
    with pytest.raises(ValueError, match=r"where: values must be \(40, 40\) numbers of at least 0"):
        draw_heat(PICTURE, [Heat("where", values)])


@pytest.mark.parametrize(
    "rows",
    [SMALL, ("V",), ("." * 64,) * 64, ("." * 64,) * 2, (".",) * 64],
    ids=["small", "one_square", "largest", "wide", "tall"],
)
def test_odd_boards_are_drawn(rows, tmp_path):
    picture = picture_of(rows)
    save(draw_board(picture), tmp_path, "board")
    save(draw_heat(picture, heats(picture, 2)), tmp_path, "heat")
    assert Image.open(tmp_path / "board.png").width == Image.open(tmp_path / "heat.png").width == 1200


def test_the_same_board_gives_the_same_bytes_and_words_are_shown_literally(tmp_path):
    kinds = (SquareKind(".", "$x_1$ & <b>"), SquareKind("$", "_tavern", colour="green", lettered=True))
    picture = SquarePicture("A $board$", "", (".$", ".."), kinds, ((0.5, 0.5, "$a$"),))
    for folder in ("one", "two"):
        save(draw_board(picture), tmp_path / folder, "board")
    for name in ("board.png", "board.svg"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    said = words(draw_board(picture))
    assert {"A $board$", "$a$", "$x_1$ & <b>", "_tavern ($)", "$"} <= set(said)


def test_list_draws_a_models_board_and_a_kept_run_has_it(tmp_path, monkeypatch):
    monkeypatch.setitem(GAMES, "vlad", GAME)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["list", "vlad", "look", "--map"])
    assert done.stdout == "drawn in vlad_map.png\n"
    listed = CliRunner().invoke(main, ["list", "vlad", "board"])
    assert [line for line in listed.stdout.splitlines() if not line.startswith(";")] == list(default_board())
    (tmp_path / "look.toml").write_text('game = "vlad"\nmodel = "look"\ntrials = 100\n[data]\nboard = "mine.txt"\n')
    (tmp_path / "mine.txt").write_text("\n".join(SMALL))
    run = CliRunner().invoke(main, ["run", "look.toml", "--out", "kept", "--quiet"])
    assert run.exit_code == 0, run.output
    kept = {path.name for path in (tmp_path / "kept").iterdir()}
    assert {"map.png", "map.svg"} <= kept and "heat-map.png" not in kept  # its kernel counts nothing on squares


def test_shades_grow_dark_in_even_steps():
    """So equal steps look equal, and a grey print keeps them apart."""
    shares = SHADES(np.linspace(0, 1, 11))[:, :3]
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    steps = -np.diff(116 * np.cbrt(linear @ (0.2126, 0.7152, 0.0722)) - 16)
    assert steps.min() > 7.5 and steps.max() < 8.7


def test_three_heat_maps_leave_room_for_the_legend_beside_the_last():
    figure = draw_heat(PICTURE, heats(PICTURE, 3))
    box, last = figure.axes[0].get_legend().get_window_extent(), figure.axes[4].get_window_extent()
    assert last.x1 < box.x0 and last.y0 < box.y0 and box.y1 <= last.y1 and box.x1 <= figure.get_window_extent().x1


def test_a_run_of_the_game_has_heat_maps_of_its_first_trials():
    """Each case its own, numbered, the same whatever the threads; the board of all is drawn once."""
    content = {"game": "vlad", "model": "game", "trials": 40, "seed": 3, "sweep": {"setup.players": [2, 4]}}
    run = simlab.run(content, jobs=2)
    drawn = run.plot()
    assert {"map", "heat-map-1", "heat-map-2"} <= set(drawn) and not {"map-1", "map-2"} & set(drawn)
    assert "The board of I Am Vlad" in words(drawn["map"])
    said = words(drawn["heat-map-2"])
    assert "What happens where, in the first 40 trials: players = 4" in said
    assert any(line.startswith("darker: more often") and "grey: nobody stands there" in line for line in said)
    titles = ("Where units stand at the end of a round", "Where units fight, each other or neutrals", "Where units die")
    assert all(title in said for title in titles)
    assert said.count("times a game") == 3 and said.count("den") == 1
    case = run.scenario.cases[1]
    stand, fight, die = heats_of(case, run.scenario, 40)
    names = [column.name for column in case.columns]
    (rows, counts), places = (
        run.cases[1].tally.table(),
        [place for place, name in enumerate(names) if "_deaths_" in name],
    )
    assert die.values.sum() * 40 == pytest.approx((rows[:, places].sum(1) * counts).sum())
    assert heats_of(case, run.scenario, 0) == []


def test_boards_that_differ_are_drawn_for_each_case():
    rows = list(default_board())
    other = [rows[0][:10] + "#" + rows[0][11:], *rows[1:]]
    run = simlab.run({"game": "vlad", "model": "game", "trials": 5, "sweep": {"data.board": [rows, other]}}, jobs=1)
    drawn = run.plot()
    assert {"map-1", "map-2", "heat-map-1", "heat-map-2"} <= set(drawn) and "map" not in drawn
