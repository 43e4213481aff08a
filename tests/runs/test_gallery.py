"""The gallery of reports, and the list that they are made from."""

import importlib.util
import shlex
import tomllib
from pathlib import Path

import pytest

from simlab.cli import VERBS
from simlab.report.page.html import html_page
from simlab.runs.reports.gallery import write_gallery
from simlab.runs.reports.report import write_report
from simlab.scenario.errors import ScenarioError
from tests.report.pages import SCRIPT, report

REPORTS = Path(__file__).parents[2] / "reports"


def maker():
    """reports/make.py as a module."""
    spec = importlib.util.spec_from_file_location("make_reports", REPORTS / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    """A folder with a report."""
    (tmp_path / "drawn").mkdir()
    write_report(report(tmp_path / "drawn"), tmp_path / "one & two")
    return tmp_path


def test_a_gallery_links_to_reports_and_shows_their_first_plots_and_answers(folder):
    page = write_gallery(folder, ["one & two"], f"All {SCRIPT}").read_text(encoding="utf-8")
    assert SCRIPT not in page and "All &lt;script&gt;" in page
    assert 'href="one%20%26%20two/report.html"' in page and 'src="one%20%26%20two/plots/one.png"' in page
    assert "In 72.2\u00a0% of trials" in page and "What it shows: " in page
    assert html_page(report(folder / "drawn")).split("<style>")[1].split("</style>")[0] in page


def test_what_is_no_report_is_refused(folder):
    with pytest.raises(ScenarioError, match="no whole report: report.json is missing"):
        write_gallery(folder, ["one & two", "none"], "All")
    (folder / "one & two/report.json").write_text("[]")
    with pytest.raises(ScenarioError, match="no whole report"):
        write_gallery(folder, ["one & two"], "All")


def test_every_report_of_the_list_can_be_asked_for():
    """Its verbs and files are there, and each of its steps has a folder of its own."""
    listed = tomllib.loads((REPORTS / "reports.toml").read_text(encoding="utf-8"))["report"]
    assert {"siege", "hunts", "vampire_empire", "campaign", "vlad"} <= {one["name"] for one in listed}
    for one in listed:
        names = maker().kept_names(one["steps"])
        assert len(set(names)) == len(names) == len(one["steps"])
        for step in one["steps"]:
            verb, *words = shlex.split(step)
            assert verb in VERBS
            assert all((REPORTS.parent / word).is_file() for word in words if word.startswith("scenarios/"))


def test_several_runs_of_a_scenario_are_numbered():
    steps = ["run a/siege.toml", "readings a/siege.toml", "run a/siege.toml --vary x=1..2", "run b/siege.toml"]
    assert maker().kept_names(steps) == ["siege", "siege-readings", "siege-2", "siege-3"]
