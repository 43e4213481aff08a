"""Plots: what they say comes from the scenario, nothing degenerate stops them, the same tables give the same bytes."""

import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from simlab.report import look, plots
from simlab.report.plots import Plotted, draw, draw_events, save
from simlab.stats.intervals import clopper_pearson

COLUMNS = ["case", "label", "statistic", "level", "q", "estimate", "low", "high", "confidence", "trials", "exact"]
SIEGE = {1: 1 / 6, 2: 10 / 36, 3: 10 / 36, 4: 5 / 27}
SIEGE = {turn: chance / sum(SIEGE.values()) for turn, chance in SIEGE.items()}
NASTY = r"Costs $5_000$ & <b>bold</b> $\frac{1}{$ _x_ 100 %"


def answers(*rows):
    empty = {**dict.fromkeys(COLUMNS, np.nan), "case": 0, "label": "", "confidence": 0.95, "trials": 1000}
    return pd.DataFrame([{**empty, **row} for row in rows], columns=COLUMNS)


def values(weights, case=0, label=""):
    rows = [(case, label, value, weight) for value, weight in weights.items()]
    return pd.DataFrame(rows, columns=["case", "label", "value", "weight"])


def mean_of(weights, case=0, label=""):
    mean = sum(value * weight for value, weight in weights.items()) / sum(weights.values())
    half = {"statistic": "quantile", "q": 0.5, "estimate": round(mean), "low": round(mean), "high": round(mean)}
    rows = ({"statistic": "mean", "estimate": mean, "low": mean - 0.02, "high": mean + 0.02}, half)
    return answers(*({**row, "case": case, "label": label} for row in rows))


def chance(estimate, low, high, **more):
    return answers({"statistic": "probability", "estimate": estimate, "low": low, "high": high, **more})


def plotted(kind, table=None, distribution=None, **more):
    words = {
        "title": "Twelve troops before a castle",
        "about": "How long does it hold?",
        "question": "when it falls",
        "expression": "turn",
        "given": None,
        "x_label": "turn in which it fell",
        "method": "monte_carlo",
        "footer": "1000 trials, seed 1462",
    }
    table = answers() if table is None else table
    return Plotted(
        kind=kind, answers=table, distribution=values({}) if distribution is None else distribution, **{**words, **more}
    )


def sweep(kind, many, **more):
    cases = [
        ({value: 10 + value * case for value in range(case + 2)}, case, f"besiegers = {case + 2}")
        for case in range(many)
    ]
    return plotted(
        kind, pd.concat([mean_of(*case) for case in cases]), pd.concat([values(*case) for case in cases]), **more
    )


def words_of(figure):
    return [text.get_text() for text in figure.findobj(Text) if text.get_text() and text.get_visible()]


def says(figure, words):
    """Whether the words are shown, in one piece or broken into lines."""
    return any(words in text.replace("\n", " ") for text in words_of(figure))


SIEGE_CURVE = plotted(
    "curve",
    answers(
        *(
            {"statistic": "share", "level": turn, "estimate": p, "low": p - 0.01, "high": p + 0.01, "exact": p}
            for turn, p in SIEGE.items()
        )
    ),
    values({1: 184, 2: 306, 3: 306, 4: 204}),
    given="fell",
)
BATTLE = plotted("value", mean_of({3: 400, 4: 600}), values({3: 400, 4: 600}), x_label="troops left")
WINNERS = plotted("curve", distribution=values({"ottoman": 520, "christian": 480}), x_label="winner of the game")
EVENTS = [
    plotted("event", chance(0.7224, 0.7215, 0.7232, exact=0.7222, trials=1_000_000), question="falls by turn 3"),
    plotted("event", chance(0.0, 0.0, 0.0037), question="falls at once", given="fell"),
    plotted("event", chance(1.0, 0.9963, 1.0), question="ends"),
    plotted("event", chance(np.nan, np.nan, np.nan, trials=0), question="falls when relieved"),
]
DRAWN = {
    "siege": lambda: draw(SIEGE_CURVE),
    "battle": lambda: draw(BATTLE),
    "winners": lambda: draw(WINNERS),
    "events": lambda: draw_events(EVENTS),
    "value sweep": lambda: draw(sweep("value", 4)),
    "curve sweep": lambda: draw(sweep("curve", 6)),
    "long value sweep": lambda: draw(sweep("value", 11)),
    "long curve sweep": lambda: draw(sweep("curve", 11)),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_png_is_1200_pixels_wide_and_the_same_bytes_come_out_again(name, tmp_path):
    first = save(figure := DRAWN[name](), tmp_path / "a" / "b", "plot")
    assert [path.name for path in first] == ["plot.png", "plot.svg"]
    assert Image.open(first[0]).width == 1200
    again = save(figure, tmp_path / "again", "plot")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "mine", "savefig.dpi": 50}):
        anew = save(DRAWN[name](), tmp_path / "anew", "plot")
    for one, two, three in zip(first, again, anew, strict=True):
        assert one.read_bytes() == two.read_bytes() == three.read_bytes()


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_is_cut_off_and_no_two_texts_of_the_figure_overlap(name):
    figure = DRAWN[name]()
    drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    assert drawn.x0 > 0.05 and drawn.x1 < width - 0.05 and drawn.y0 > 0.05 and drawn.y1 < height - 0.05
    boxes = sorted((text.get_window_extent() for text in figure.texts), key=lambda box: -box.y1)
    assert all(upper.y0 >= lower.y1 - 4 for upper, lower in pairwise(boxes))


def test_other_processes_and_hash_seeds_give_the_same_bytes(tmp_path):
    code = (
        "import sys, pathlib; sys.path.insert(0, 'tests/report'); from test_plots import *\n"
        "[save(draw_events(EVENTS), pathlib.Path(sys.argv[1]), 'plot')]"
    )
    for seed in ("1", "2"):
        subprocess.run([sys.executable, "-c", code, tmp_path / seed], check=True, env={"PYTHONHASHSEED": seed})
    for name in ("plot.png", "plot.svg"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_pyplot_stays_out_and_settings_stay_as_they_were():
    before = dict(matplotlib.rcParams)
    draw(BATTLE)
    assert dict(matplotlib.rcParams) == before
    code = "import sys, simlab.report.plots; sys.exit('matplotlib.pyplot' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_svg_is_a_titled_xml_file_without_a_date(tmp_path):
    svg = save(draw(plotted("value", title="A -- title]]> & <b>\x00\x1b\nmore</b>")), tmp_path, "plot")[1]
    root = ElementTree.parse(svg).getroot()
    assert root.find("{http://www.w3.org/2000/svg}title").text == "A -- title]]> & <b> more</b>"
    assert b"dc:date" not in svg.read_bytes()


def test_title_question_condition_label_and_footer_come_from_the_scenario():
    figure = draw(SIEGE_CURVE)
    for words in (
        "Twelve troops before a castle",
        "How long does it hold?",
        "when it falls",
        "turn, given fell",
        "1000 trials, seed 1462",
    ):
        assert says(figure, words)
    assert figure.axes[-1].get_xlabel() == "turn in which it fell"
    assert draw(BATTLE).axes[0].get_xlabel() == "troops left"
    assert draw(WINNERS).axes[0].get_xlabel().startswith("winner of the game: probability, with 95")
    assert draw(sweep("curve", 9)).axes[0].get_xlabel() == "turn in which it fell"


def test_no_about_leaves_no_gap():
    with_it, without = draw(BATTLE), draw(plotted("value", BATTLE.answers, BATTLE.distribution, about=None))
    assert without.get_figheight() < with_it.get_figheight()


def test_a_curve_has_a_bar_for_each_level_a_cumulative_line_its_band_and_its_exact_values():
    upper, lower = draw(SIEGE_CURVE).axes
    assert [bar.get_height() for bar in lower.patches] == pytest.approx([0.184, 0.306, 0.306, 0.204])
    assert upper.lines[0].get_ydata() == pytest.approx([0.184, 0.49, 0.796, 1])
    assert upper.lines[1].get_ydata() == pytest.approx(np.cumsum(list(SIEGE.values())))
    low, high = zip(*(clopper_pearson(np.array([k]), 1000, 0.95) for k in (184, 490, 796, 1000)), strict=True)
    edge = upper.collections[0].get_paths()[0].vertices
    assert {*np.round(np.ravel([low, high]), 9)} <= {*np.round(edge[:, 1], 9)}
    assert low[1] == pytest.approx(0.4586, abs=2e-4) and high[1] == pytest.approx(0.5215, abs=2e-4)


def test_an_exact_solution_has_no_band_and_no_interval():
    figure = draw(plotted("curve", distribution=values(SIEGE), method="exact"))
    edge = figure.axes[0].collections[0].get_paths()[0].vertices
    assert {*np.round(edge[:, 1], 9)} == {*np.round(np.cumsum(list(SIEGE.values())), 9)}
    assert not any("interval" in text for text in words_of(figure))
    rows = draw_events([plotted("event", chance(13 / 18, 13 / 18, 13 / 18, exact=13 / 18), method="exact")])
    assert says(rows, "72.22") and not any("interval" in text for text in words_of(rows))
    assert all(np.isnan(line.get_xdata()[0]) for line in rows.axes[0].lines if line.get_marker() == "D")


def test_weights_given_a_condition_are_shares_of_the_rows_that_meet_it():
    figure = draw(plotted("value", distribution=values({0: 0.1, 1: 0.3}), method="exact"))
    assert [bar.get_height() for bar in figure.axes[0].patches] == pytest.approx([0.25, 0.75])


def test_values_that_never_come_up_between_others_keep_their_place():
    bars = draw(plotted("value", distribution=values({2: 5, 6: 15}))).axes[0].patches
    assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx([2, 3, 4, 5, 6])
    assert [bar.get_height() for bar in bars] == pytest.approx([0.25, 0, 0, 0, 0.75])


def test_mean_and_median_are_marked_with_their_numbers():
    figure = draw(BATTLE)
    assert says(figure, "mean 3.600 (3.580 to 3.620)") and says(figure, "median 4")
    assert [line.get_xdata()[0] for line in figure.axes[0].lines] == [3.6, 4]


@pytest.mark.parametrize("numbers", [range(100), [-5000, 0, 12_345], np.arange(61) / 7, [-3, 10**6]])
def test_many_or_far_values_are_binned_and_nothing_is_lost(numbers):
    figure = draw(plotted("value", distribution=values(dict.fromkeys(numbers, 7))))
    bars = figure.axes[0].patches
    assert len(bars) <= 60 and sum(bar.get_height() for bar in bars) == pytest.approx(1)
    assert says(figure, "in steps of")
    curve = draw(plotted("curve", distribution=values(dict.fromkeys(numbers, 7))))
    assert curve.axes[0].lines[0].get_ydata()[-1] == pytest.approx(1)


def test_cases_of_a_sweep_have_panels_colours_or_strips():
    panels = draw(sweep("value", 4))
    assert [ax.get_title(loc="left") for ax in panels.axes] == [f"besiegers = {n}" for n in range(2, 6)]
    legend = draw(sweep("curve", 6)).axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [f"besiegers = {n}" for n in range(2, 8)]
    strips = draw(sweep("curve", 11)).axes[0]
    assert [text.get_text() for text in strips.get_yticklabels()] == [f"besiegers = {n}" for n in range(2, 13)]
    events = pd.concat([chance(0.5, 0.4, 0.6, case=n, label=f"besiegers = {n}") for n in (2, 3)])
    rows = draw_events([plotted("event", events, question=name) for name in ("falls", "holds")])
    assert [ax.get_title(loc="left") for ax in rows.axes] == ["falls", "holds"]
    assert [text.get_text() for text in rows.axes[0].get_yticklabels()] == ["besiegers = 2", "besiegers = 3"]


def test_events_have_a_dot_an_interval_a_diamond_where_exact_and_a_percentage():
    figure = draw_events(EVENTS)
    ax = figure.axes[0]
    assert ax.get_xlim() == (0, 1)
    assert [text.get_text() for text in ax.get_yticklabels()] == [
        "falls by turn 3",
        "falls at once (given fell)",
        "ends",
        "falls when relieved",
    ]
    for words in (
        "72.24\N{NO-BREAK SPACE}%",
        "72.15 to 72.32",
        "0\N{NO-BREAK SPACE}%",
        "0 to 0.37",
        "100\N{NO-BREAK SPACE}%",
        "99.63 to 100",
        plots.NOTHING,
    ):
        assert words in words_of(figure)
    dots, diamonds = ([line.get_xdata()[0] for line in ax.lines if line.get_marker() == marker] for marker in "oD")
    assert dots == [0.7224, 0, 1]
    assert [x for x in diamonds if np.isfinite(x)] == [0.7222]
    assert not any(words == "turn" for words in words_of(figure))


@pytest.mark.parametrize(
    "share, low, high, percent",
    [
        (0.7224, 0.7215, 0.7232, "72.24 %"),
        (0.7224, 0.6935, 0.7499, "72.2 %"),
        (0.7, 0.35, 0.93, "70 %"),
        (0.00001, 0.0000002, 0.00006, "0.0010 %"),
        (0.999999, 0.9, 1.0, ">99.9 %"),
        (0.00001, 0.0, 0.1, "<0.1 %"),
        (1e-9, 1e-9, 1e-9, "<0.01 %"),
        (1 - 1e-15, 1.0, 1.0, "100 %"),
        (0.0, 0.0, 0.0, "0 %"),
        (2 / 3, 2 / 3, 2 / 3, "66.67 %"),
    ],
)
def test_a_percentage_has_the_digits_its_interval_supports(share, low, high, percent):
    assert look.Share("", share, low, high, np.nan, 0.95, 1000).percent().replace(look.NBSP, " ") == percent


@pytest.mark.parametrize("kind", ["value", "curve", "event"])
@pytest.mark.parametrize("table", [answers(), chance(np.nan, np.nan, np.nan, trials=0)])
def test_zero_rows_say_that_no_trial_meets_the_condition(kind, table, tmp_path):
    figure = draw(plotted(kind, table, given="turn > 99"))
    assert says(figure, plots.NOTHING)
    save(figure, tmp_path, "plot")


@pytest.mark.parametrize("many", [3, 9])
@pytest.mark.parametrize("kind", ["value", "curve"])
def test_a_case_without_rows_among_others_says_so(kind, many):
    full = sweep(kind, many)
    kept = full.distribution[full.distribution["case"] != 1]
    figure = draw(plotted(kind, full.answers, kept))
    assert says(figure, plots.NOTHING) and says(figure, "besiegers = 3")


@pytest.mark.parametrize("kind", ["value", "curve"])
@pytest.mark.parametrize("method", ["monte_carlo", "exact"])
@pytest.mark.parametrize(
    "weights",
    [
        {0: 1},
        {3: 1000},
        {-7: 12},
        {0.37: 5},
        {True: 3, False: 1},
        {2.0: 10, np.nan: 5},
        {1: 0, 2: 4},
        {"only": 9},
        {1: 1, 10**9: 1},
        {0.1: 1, 0.1 + 1e-12: 1},
        {"": 1, "nan": 2},
        {1: 1e-300, 2: 1.0},
    ],
    ids=str,
)
def test_odd_distributions_are_drawn(kind, method, weights, tmp_path):
    save(draw(plotted(kind, distribution=values(weights), method=method)), tmp_path, "plot")


STRANGE = ["long " * 60, "W" * 400, NASTY, NASTY * 9, "_", "", "  \n\t ", "Târgoviște – Dracula’s"]


@pytest.mark.parametrize("name", STRANGE)
def test_long_and_strange_names_are_wrapped_and_shown_literally(name, tmp_path):
    table = pd.concat([mean_of({1: 2}, 0, name), mean_of({1: 2}, 1, name + "!")])
    rows = pd.concat([values({1: 2, 2: 3}, 0, name), values({1: 2}, 1, name + "!")])
    words = {"title": name, "about": name, "question": name, "given": name, "x_label": name, "footer": name}
    chances = [chance(0.5, 0.4, 0.6, label=name), chance(0.1, 0, 0.2, case=1, label="b")]
    events = [plotted("event", pd.concat(chances), **words)]
    named = plotted("curve", distribution=values({name: 2, "b": 1}), **words)
    for figure in (
        draw(plotted("value", table, rows, **words)),
        draw(plotted("curve", table, rows, **words)),
        draw_events(events),
        draw_events(events * 2),
        draw(named),
    ):
        save(figure, tmp_path, "plot")
        assert not any(text.get_parse_math() for text in figure.findobj(Text))
        assert all(text.get_window_extent().x1 <= figure.bbox.x1 + 1 for text in figure.texts)
        if name.strip() and len(name) < 60:
            assert says(figure, name)


def test_a_legend_keeps_names_that_begin_with_an_underscore():
    table = pd.concat([values({1: 2}, case, label) for case, label in enumerate(("_a", "$b$"))])
    legend = draw(plotted("curve", distribution=table)).axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["_a", "$b$"]


def test_a_sweep_of_any_length_fits_into_a_picture(monkeypatch):
    assert look.PIXELS / look.WIDTH * (look.TALLEST + 10) < 2**16
    monkeypatch.setattr(look, "TALLEST", 10)
    table = pd.concat([chance(0.5, 0.4, 0.6, case=n, label=str(n)) for n in range(80)])
    assert draw_events([plotted("event", table)]).get_figheight() < 13


def test_a_label_is_not_broken_around_an_equals_sign():
    assert look.fold("besiegers = 6, defenders = 3", 1.4).split("\n") == ["besiegers = 6,", "defenders = 3"]


def test_no_event_question_is_an_error_in_words():
    with pytest.raises(ValueError, match="no event question"):
        draw_events([])


@pytest.mark.parametrize("name", DRAWN)
def test_colours_are_okabe_ito_or_grey(name):
    figure = DRAWN[name]()
    palette = {colour.lower() for colour in look.OKABE_ITO.values()}
    data = [patch.get_facecolor() for ax in figure.axes for patch in ax.patches]
    data += [line.get_color() for ax in figure.axes for line in ax.lines]
    assert {to_hex(colour) for colour in data} <= palette | {look.INK}
    assert isinstance(figure, Figure)
    for text in figure.findobj(Text):
        assert to_hex(text.get_color()) in {look.INK, look.MUTED, "#ffffff", "#000000"}
