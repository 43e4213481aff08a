"""Reports from kept folders of every kind: what they say, that they can be made again, and what is refused."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.games import GAMES
from simlab.runs.reports.folders import kept_in
from simlab.runs.reports.kept_run import in_place
from simlab.runs.reports.report import report_of, write_report
from simlab.scenario.errors import ScenarioError
from tests.toy import coin_race, lottery

GOLDEN = Path(__file__).with_name("golden_report.md")
TITLES = {"coins": "Coins", "lottery": "Lottery"}
RACE = """game = "coins"
model = "race"
title = "Who is first"
about = "Two coins race; how long does it take?"
trials = 4000
seed = 7

[setup]
steps = 2

[[question]]
name = "one wins"
event = 'winner == "one"'

[[question]]
name = "tosses"
value = "tosses"

[[question]]
name = "how long"
curve = "tosses"

[[question]]
name = "who, of long races"
curve = "winner"
given = "tosses > 3"
"""
PRECISE = '{relative = 0.02, question = "tosses"}'
PAIR = 'game = "lottery"\nmodel = "pair"\ntitle = "A pair"\ntrials = 500\n'


def done(*words, code=0):
    """What a command prints."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == code, result.output + repr(result.exception)
    return result.output


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A kept folder of each kind."""
    patch, home = pytest.MonkeyPatch(), tmp_path_factory.mktemp("kept")
    for game in (lottery.GAME, coin_race.GAME):
        patch.setitem(GAMES, game.name, game)
    race, pair = home / "race.toml", home / "pair.toml"
    race.write_text(RACE)
    pair.write_text(PAIR)
    at = {name: home / name for name in ("run", "solved", "sweep", "comparison", "readings", "find", "tournament")}
    with patch.context() as inside:
        inside.chdir(home)
        done("run", "race.toml", "--out", at["run"])
        done("solve", "race.toml", "--out", at["solved"])
        done("run", "race.toml", "--vary", "setup.steps=1..4", "--trials", "300", "--out", at["sweep"])
        done("compare", "race.toml", "--against", "setup.steps=3", "--out", at["comparison"])
        done("readings", "race.toml", "--out", at["readings"])
        done(
            "find",
            "race.toml",
            "--vary",
            "setup.steps=1..9",
            "--question",
            "tosses",
            "--reach",
            "5",
            "--out",
            at["find"],
        )
        done("tournament", "pair.toml", "--policies", "few,many", "--out", at["tournament"])
    yield at
    patch.undo()


def chapter(folder):
    """The only chapter about a folder."""
    (one,) = report_of([folder], TITLES).chapters
    return one


def said(folder):
    """The answers by question."""
    return {answer.question: answer.sentence for answer in chapter(folder).answers}


def test_a_run_answers_in_sentences_with_their_uncertainty(kept):
    answers = said(kept["run"])
    number = r"\d+\.\d+"
    sentence = rf"In {number} % of 4,000 trials \(95 % interval {number} … {number} %\); exactly {number} %\."
    assert re.fullmatch(sentence, answers["one wins"])
    assert re.match(rf"On average {number} in 4,000 trials \(95 % interval {number} … {number}\)", answers["tosses"])
    assert re.search(r"The median is \d+, and 9 in 10 trials lie between \d+ and \d+\.", answers["tosses"])
    assert re.match(rf"Most often \d+, in {number} % of 4,000 trials", answers["how long"])
    assert "trials that meet its condition" in answers["who, of long races"]


def test_an_exact_solution_says_so(kept):
    one = chapter(kept["solved"])
    assert "which is exact" in one.answers[0].sentence
    assert one.method.commands == ["simlab solve scenarios/scenario.toml"]
    assert list(one.tables[0].headings) == ["question", "answer", "estimate"]


def test_the_table_has_the_whole_truth_behind_a_number(kept):
    (table,) = chapter(kept["run"]).tables
    cell = table.rows[0][2]
    assert cell.sort == json.loads(cell.exactly.split(";")[0])
    assert "95 % interval" in cell.exactly and "4,000 trials" in cell.exactly and "exactly" in cell.exactly
    assert table.csv == (kept["run"] / "answers.csv").read_text()


def test_plots_say_what_they_show(kept):
    by_stem = {plot.stem: plot for plot in chapter(kept["run"]).plots}
    assert list(by_stem) == ["probabilities", "tosses", "how-long", "who-of-long-races", "convergence"]
    assert by_stem["tosses"].alt.startswith("Plot. tosses: On average")
    assert by_stem["probabilities"].heading == "one wins"


def test_a_run_that_was_kept_before_plots_were_named_has_them_all_the_same(kept, tmp_path):
    folder = shutil.copytree(kept["run"], tmp_path / "old")
    record = json.loads((folder / "run.json").read_text())
    del record["plots"]
    (folder / "run.json").write_text(json.dumps(record))
    plots = chapter(folder).plots
    assert {plot.stem for plot in plots} == {"probabilities", "tosses", "how-long", "who-of-long-races", "convergence"}
    assert "Plot: How long." in {plot.alt for plot in plots}


def test_a_sweep_has_an_explorer(kept):
    one = chapter(kept["sweep"])
    assert re.match(r"Lowest at steps = 1: .*; highest at steps = 4: ", said(kept["sweep"])["tosses"])
    assert [(axis.name, list(axis.values)) for axis in one.explorer.axes] == [("steps", ["1", "2", "3", "4"])]
    asked = {one.name: one for one in one.explorer.asked}
    assert asked["one wins"].unit == " %" and set(asked["one wins"].points) == {"0", "1", "2", "3"}
    point = asked["tosses"].points["2"]
    assert point.low < point.estimate < point.high and "95 % interval" in point.text
    assert "of each case" in dict(one.method.facts)["Trials"]


def test_a_comparison_says_how_much_and_what_that_is_worth(kept):
    one = chapter(kept["comparison"])
    assert one.title == "Who is first: as it is against steps = 3"
    assert re.search(
        r"in A and .* in B, a difference of \+.* \(95 % interval .*; differs\.", said(kept["comparison"])["tosses"]
    )
    assert one.method.commands == ["simlab compare race.toml --against setup.steps=3 --trials 4000 --seed 7"]


def test_readings_say_what_moves_an_answer_most(kept):
    one = chapter(kept["readings"])
    assert {answer.question for answer in one.answers} == {"one wins", "tosses", "how long", "who, of long races"}
    assert any("moves it most: from" in answer.sentence for answer in one.answers)
    assert one.tables[0].caption == "Readings that move an answer, by question and how far"
    assert len([plot for plot in one.plots if plot.alt.startswith("Tornado plot")]) == len(one.plots)


def test_readings_of_a_reported_run_are_part_of_its_chapter(kept):
    report = report_of([kept["readings"], kept["sweep"], kept["run"]], TITLES)
    assert [one.title for one in report.chapters] == ["Who is first, by steps", "Who is first"]
    assert [len(one.moves) for one in report.chapters] == [0, 1]


def test_a_search_has_found_a_value(kept):
    one = chapter(kept["find"])
    assert "is the smallest value at which the mean of 'tosses' is at least 5" in one.answers[0].sentence
    assert "--vary setup.steps=1..9 --question tosses --reach 5 --zone 0.01" in one.method.commands[0]


def test_a_tournament_has_its_best_policies_and_seats(kept):
    one = chapter(kept["tournament"])
    assert "many (" in said(kept["tournament"])["Which policies are best?"].split(", then ")[0]
    assert "Shares of the win" in said(kept["tournament"])["Are the seats fair?"]
    assert one.method.commands == ["simlab tournament pair.toml --policies few,many --trials 500 --seed 1462"]
    assert {plot.stem for plot in one.plots} == {"matrix", "strengths", "seats"}


def files_of(folder):
    """All files with their content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_report_made_again_is_the_same_but_for_one_line(kept, tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.runs.reports.report.made", lambda found: "THE LINE")
    for name in ("a", "b"):
        write_report(report_of(list(kept.values()), TITLES), tmp_path / name)
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    monkeypatch.undo()
    write_report(report_of(list(kept.values()), TITLES), tmp_path / "c")
    for page in ("report.md", "report.html"):
        lines = [(tmp_path / name / page).read_text().splitlines() for name in ("a", "c")]
        assert sum(one != other for one, other in zip(*lines)) == 1


def test_the_page_has_a_golden_markdown(kept, tmp_path, monkeypatch):
    """Of a run, without what depends on versions; to renew it after a wanted change, write what is there into it."""
    monkeypatch.setattr("simlab.runs.reports.report.made", lambda found: "Made once.")
    write_report(report_of([kept["run"]], TITLES), tmp_path)
    text = re.sub(r"^- (Versions|Id): .*$", r"- \1: …", (tmp_path / "report.md").read_text(), flags=re.MULTILINE)
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_the_command_of_a_report_makes_its_numbers_again(kept, tmp_path, monkeypatch):
    report = report_of([kept["run"]], TITLES)
    write_report(report, tmp_path)
    monkeypatch.chdir(tmp_path)
    words = report.chapters[0].method.commands[0].split()[1:]
    done(*words, "--out", "again")
    assert (tmp_path / "again/answers.csv").read_text() == (tmp_path / "tables/answers.csv").read_text()


@pytest.mark.parametrize("how", [["--precision", "0.03", "--anytime"], ["--precision", PRECISE], ["--anytime"]])
def test_its_command_knows_of_precision_and_sequences(kept, tmp_path, monkeypatch, how):
    monkeypatch.chdir(tmp_path)
    Path("race.toml").write_text(RACE)
    done("run", "race.toml", *how, "--vary", "setup.steps=1,3", "--out", "first")
    report = report_of([Path("first")], TITLES)
    write_report(report, Path("report"))
    monkeypatch.chdir("report")
    done(*shlex.split(report.chapters[0].method.commands[0])[1:], "--out", "again")
    assert Path("again/answers.csv").read_text() == Path("tables/answers.csv").read_text()


def test_a_report_made_again_takes_the_files_of_the_old_one_along(kept, tmp_path):
    write_report(report_of([kept["run"]], TITLES), tmp_path)
    (tmp_path / "mine.txt").write_text("stays")
    write_report(report_of([kept["find"]], TITLES), tmp_path)
    names = set(files_of(tmp_path))
    assert "mine.txt" in names and "plots/find.svg" in names and "plots/tosses.svg" not in names
    assert not [name for name in names if ".part" in name]


def test_an_interrupted_run_says_so(kept, tmp_path):
    folder = shutil.copytree(kept["run"], tmp_path / "run")
    record = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(record | {"complete": False}))
    assert any("interrupted" in note for note in chapter(folder).notes)


def change(folder, name, **values):
    """Change some of a folder's JSON."""
    path = folder / name
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def unsealed(folder, name, text):
    """Write other text into a folder that does not say what its files were, as those kept by earlier versions."""
    change(folder, "run.json", sha256={})
    (folder / name).write_text(text)


BROKEN = {
    "no JSON": (lambda at: (at / "run.json").write_text("{"), "no whole kept run: run.json or a table beside it"),
    "JSON of another kind": (lambda at: (at / "run.json").write_text("[]"), "no whole kept run"),
    "no JSON file": (lambda at: (at / "run.json").unlink(), "half-written: there are tables, but none of run.json"),
    "another format": (lambda at: change(at, "run.json", format=9), "kept in format 9, this version reads 1"),
    "no table": (lambda at: (at / "answers.csv").unlink(), "no whole kept run: answers.csv is missing"),
    "no plots": (lambda at: (at / "tosses.svg").unlink(), "tosses.svg is missing"),
    "an empty table": (lambda at: unsealed(at, "answers.csv", ""), "is damaged"),
    "another table": (lambda at: unsealed(at, "answers.csv", "a,b\n1,2\n"), "is damaged"),
    "no scenario": (lambda at: unsealed(at, "resolved.toml", "title ="), "not TOML"),
    "no cases": (lambda at: change(at, "run.json", cases=[]), "is damaged"),
    "no more numbers": (
        lambda at: unsealed(at, "answers.csv", re.sub(r"0\.\d+", "x", (at / "answers.csv").read_text())),
        "is damaged",
    ),
    "another number": (
        lambda at: (at / "answers.csv").write_text((at / "answers.csv").read_text().replace("0.", "0.1", 1)),
        "no whole kept run: answers.csv is changed since it was kept",
    ),
    "a line less": (
        lambda at: (at / "answers.csv").write_text("".join((at / "answers.csv").read_text().splitlines(True)[:-1])),
        "answers.csv is changed since it was kept",
    ),
}


@pytest.mark.parametrize("what", list(BROKEN))
def test_a_broken_folder_is_refused_with_the_reason(kept, tmp_path, what):
    folder = shutil.copytree(kept["run"], tmp_path / "run")
    harm, reason = BROKEN[what]
    harm(folder)
    with pytest.raises(ScenarioError, match=re.escape(reason)) as caught:
        report_of([folder], TITLES)
    assert str(folder) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["comparison", "readings", "find", "tournament"])
def test_a_broken_record_is_refused_whatever_its_kind(kept, tmp_path, kind):
    folder = shutil.copytree(kept[kind], tmp_path / kind)
    change(folder, f"{kind}.json", scenario=3, scenario_a={})
    with pytest.raises(ScenarioError, match="is damaged"):
        report_of([folder], TITLES)


def test_folders_of_others_are_told_all_at_once(kept, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("x")
    (tmp_path / "empty").mkdir()
    sources = [tmp_path / "mine", tmp_path / "empty", tmp_path / "none", kept["run"].parent]
    with pytest.raises(ScenarioError) as caught:
        kept_in(sources)
    mine, empty, none, above = str(caught.value).splitlines()
    assert "nothing kept by simlab" in mine and "an empty folder" in empty and "no such file or folder" in none
    assert "holds no results itself, but its folders do" in above and str(kept["run"]) in above


def test_the_verb_runs_a_scenario_first_and_keeps_it(kept, tmp_path):
    file, out = tmp_path / "race.toml", tmp_path / "out"
    file.write_text(RACE)
    assert "report.html" in done("report", file, "--out", out, "--title", "Coins, balanced?", "--trials", "1000")
    names = set(files_of(out))
    assert {"report.html", "report.md", "report.json", "tables/1-race-answers.csv", "runs/race/run.json"} <= names
    assert "runs/race-readings/readings.json" in names
    text = (out / "report.md").read_text()
    assert text.startswith("# Coins, balanced?\n") and "What moves the answer" in text
    assert json.loads((out / "report.json").read_text())["answers"][0]["question"] == "one wins"
    again = tmp_path / "again"
    done("report", file, kept["tournament"], "--out", again, "--no-readings", "--trials", "100", "--quiet")
    assert not (again / "runs/race-readings").exists() and (again / "tables/2-tournament-seats.csv").exists()


def test_markup_in_a_scenario_shows_as_text(kept, tmp_path):
    bad = "<script>alert(1)</script>"
    file, out = tmp_path / "<b>race & *all*.toml", tmp_path / "out"
    text = RACE.replace("Who is first", bad).replace('"one wins"', f'"{bad} | one"').replace("Two coins", f"{bad} Two")
    file.write_text(text)
    done("report", file, "--vary", "setup.steps=1,2", "--trials", "100", "--out", out)
    page, markdown = (out / "report.html").read_text(), (out / "report.md").read_text()
    assert bad not in page and page.count("&lt;script&gt;alert(1)") > 5
    words = re.sub(r"^simlab .*$", "", markdown, flags=re.MULTILINE)
    assert "<script>" not in words and "\\<script\\>" in words
    assert all(re.fullmatch(r"[\w./-]+", name) for name in files_of(out) if not name.startswith("runs/"))


def test_what_the_verb_refuses(kept, tmp_path):
    out = tmp_path / "out"
    assert "what is kept is reported as it is" in done("report", kept["run"], "--out", out, "--seed", "3", code=2)
    said = done("report", tmp_path / "none.toml", tmp_path, "--out", out, code=2)
    assert "none.toml: cannot be read" in said and "an empty folder" in said and not out.exists()
    broken = shutil.copytree(kept["run"], tmp_path / "broken")
    (broken / "tosses.svg").unlink()
    assert "tosses.svg is missing" in done("report", broken, "--out", out, code=2) and not out.exists()
    (tmp_path / "race.toml").write_text(RACE)
    assert "half-written" not in done("report", tmp_path / "race.toml", kept["run"], "--out", out, "--quiet")
    (tmp_path / "file").write_text("")
    assert "cannot write there" in done("report", kept["run"], "--out", tmp_path / "file" / "in", code=2)


@pytest.mark.parametrize("kind", ["solved", "comparison", "readings", "find", "tournament"])
def test_the_commands_of_other_kinds_make_the_same_tables(kept, tmp_path, monkeypatch, kind):
    report = report_of([kept[kind]], TITLES)
    write_report(report, tmp_path)
    monkeypatch.chdir(tmp_path if kind == "solved" else kept[kind].parent)
    done(*shlex.split(report.chapters[0].method.commands[0])[1:], "--out", tmp_path / "again")
    tables = sorted((tmp_path / "again").glob("*.csv"))
    assert tables
    for table in tables:
        assert table.read_text() == (tmp_path / "tables" / table.name).read_text()


def test_warnings_of_kept_runs_stand_beside_the_answers(kept, tmp_path):
    folder = shutil.copytree(kept["sweep"], tmp_path / "sweep")
    record = json.loads((folder / "run.json").read_text())
    for case, share in zip(record["cases"], (2, 41.9)):
        case["warnings"] = [f"{share} % of the trials went on and on (X-1)"]
    change(folder, "run.json", cases=record["cases"])
    (note,) = [note for note in chapter(folder).notes if "Warning" in note]
    assert note == "Warning: up to 41.9 % of the trials went on and on (X-1): 41.9 % at steps = 2; 2 % at steps = 1."
    change(folder, "run.json", cases=[case | {"warnings": record["cases"][0]["warnings"]} for case in record["cases"]])
    assert any(note.endswith("; and some at 1 more.") for note in chapter(folder).notes)


def test_an_assumption_is_explained_once(kept):
    first, second = report_of([kept["run"], kept["sweep"]], TITLES).chapters
    assert not first.assumed_above and not set(first.assumptions) & set(second.assumptions)
    assert len(second.assumed_above) == len(first.assumptions)


def test_policies_of_several_seats_are_said_in_few_words():
    names = ("seat1.name", "seat2.name", "steps")
    assert in_place(names, ("bold", "bold", "3")) == "2 × bold in seat1, seat2, steps = 3"
    assert in_place(names, ("bold", "shy", "3")) == "bold, shy in seat1, seat2, steps = 3"
    assert in_place(names[1:], ("shy", "3")) == "seat2.name = shy, steps = 3"


def test_a_report_made_with_other_threads_is_the_same_but_for_time_and_date(kept, tmp_path):
    """Named lines: date and time taken, at the end of the page; in the files of the report no other differs."""
    file = tmp_path / "race.toml"
    file.write_text(RACE)
    for jobs in (1, 2):
        done("report", file, "--trials", "3000", "--jobs", jobs, "--out", tmp_path / str(jobs), "--quiet")
    a, b = (files_of(tmp_path / jobs) for jobs in "12")
    assert a.keys() == b.keys()
    for name in a:
        if not name.startswith("runs/"):
            pairs = zip(a[name].splitlines(), b[name].splitlines(), strict=True)
            apart = [one for one, other in pairs if one != other]
            assert all(b"Made on " in line for line in apart), name
