"""The page of a report in a real browser: it works by mouse, tap and keyboard, fits, prints and can be read by all.

Without a browser these tests are skipped, unless SIMLAB_NEEDS_BROWSER is set, as it is in CI.
"""

import importlib
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from simlab.report.page.html import html_page
from simlab.report.page.parts import Report
from simlab.runs.reports.gallery import write_gallery
from simlab.runs.reports.report import write_report
from tests.report.pages import report

NEEDED = "SIMLAB_NEEDS_BROWSER" in os.environ
brought = importlib.import_module if NEEDED else pytest.importorskip
sync_api = brought("playwright.sync_api")
axe = brought("axe_playwright_python.sync_playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None and not NEEDED, reason="no Chromium is installed")
WIDTHS = (360, 1280)
REPORTS = Path(__file__).parents[2] / "reports"
COMMITTED = sorted(REPORTS.glob("*/report.html"))
OUTSIDE = """() => [...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll, .frame, pre, .skip"))
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A page as a file."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "report.html").write_text(html_page(report(folder)), encoding="utf-8")
    return (folder / "report.html").as_uri()


@pytest.fixture
def opened(browser, address):
    """The page, opened at a width; whatever it complains of is an error, and so is a look at the network."""
    contexts, complaints, asked = [], [], []

    def at(width=1280, where=address, **more):
        contexts.append(browser.new_context(viewport={"width": width, "height": 900}, **more))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append("a dialog"))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(where)
        return page

    yield at
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith(("data:", "file:"))] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_overflows(opened, width):
    page = opened(width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OUTSIDE) == []


def column(page, number):
    """A column of the first table."""
    return page.locator("table").first.locator(f"tbody tr td:nth-child({number})").all_inner_texts()


def test_a_table_is_sorted_as_numbers_by_keyboard(opened):
    page = opened()
    heading = page.locator("table").first.get_by_role("button", name="estimate")
    heading.focus()
    page.keyboard.press("Enter")
    assert [text.split()[0] for text in column(page, 2)] == ["–", "9.284", "18.4", "72.24", "100.5"]
    assert page.locator("th[aria-sort]").first.get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Space")
    assert column(page, 2)[0].startswith("100.5")
    assert page.locator("th[aria-sort]").first.get_attribute("aria-sort") == "descending"


def test_the_exact_value_shows_on_hover_tap_and_key(opened):
    page = opened()
    cell = page.locator("button.exactly").first
    truth = cell.locator(".truth")
    assert not truth.is_visible()
    cell.hover()
    assert truth.is_visible() and "interval" in truth.inner_text()
    page.mouse.move(0, 0)
    assert not truth.is_visible()
    cell.focus()
    page.keyboard.press("Enter")
    assert truth.is_visible()
    page.keyboard.press("Escape")
    assert not truth.is_visible()
    phone = opened(360, has_touch=True, is_mobile=True)
    phone.locator("button.exactly").first.tap()
    assert phone.locator("button.exactly .truth").first.is_visible()


def test_sliders_show_what_was_answered_there(opened):
    page = opened()
    explorer = page.locator("[data-explorer]")
    first, second = explorer.locator("input[type=range]").all()
    found = explorer.locator(".found")
    assert found.inner_text() == "0 at 0,0"
    first.focus()
    page.keyboard.press("ArrowRight")
    second.focus()
    page.keyboard.press("End")
    assert found.inner_text() == "12 at 1,2"
    assert first.get_attribute("aria-valuetext") == "8" and second.get_attribute("aria-valuetext") == "3"
    assert explorer.locator("svg polyline").count() == 1
    explorer.locator("select").select_option("1")
    assert found.inner_text() == "not known"
    explorer.locator("select").select_option("3")
    assert explorer.locator("svg rect.bar").count() == 2 and explorer.locator("svg rect.chosen").count() == 1


def test_everything_can_be_reached_by_keyboard(opened):
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    wanted = page.locator("button, a, select, input, summary").count()
    reached = set()
    for _ in range(wanted * 3):
        reached.add(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        page.keyboard.press("Tab")
    assert len(reached) >= wanted


def serious_faults(page):
    """What an accessibility check finds."""
    found = axe.Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_serious_fault_of_accessibility(opened, width, scheme):
    page = opened(width, color_scheme=scheme)
    assert serious_faults(page) == []


def test_print_has_all_plots(opened):
    page = opened()
    pdf = page.pdf(format="A4")
    assert pdf.startswith(b"%PDF")
    page.emulate_media(media="print")
    seen = page.evaluate("[...document.images].map(i => i.complete && i.naturalWidth > 0 && i.getClientRects().length)")
    assert seen == [1, 1]
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 2
    wide = page.evaluate("[...document.images].map(i => i.getBoundingClientRect().right <= innerWidth)")
    assert wide == [True, True]


def test_without_scripts_the_page_can_be_read(opened):
    page = opened(java_script_enabled=False)
    assert page.locator("table").first.locator("tbody tr").count() == 5
    assert page.locator(".found").inner_text() == "0 at 0,0"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_gallery_fits_can_be_read_by_all_and_leads_to_reports(opened, tmp_path, width):
    (tmp_path / "drawn").mkdir()
    for name in ("one", "two"):
        write_report(report(tmp_path / "drawn"), tmp_path / name)
    page = opened(width, write_gallery(tmp_path, ["one", "two"], "Balance reports").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
    assert serious_faults(page) == []
    page.locator("h2 a").nth(1).click()
    assert page.url.endswith("two/report.html")


@pytest.mark.parametrize("path", [*COMMITTED, REPORTS / "index.html"], ids=lambda path: path.parent.name)
def test_the_committed_reports_fit_can_be_read_by_all_and_print_their_plots(opened, path):
    for width, scheme in ((360, "light"), (1280, "dark")):
        page = opened(width, path.as_uri(), color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE) == []
        assert serious_faults(page) == []
    pictures = page.locator("img").count()
    pdf = page.pdf(format="A4")
    assert pictures and len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 1
    page.emulate_media(media="print")
    seen = page.evaluate("[...document.images].filter(i => i.naturalWidth > 0 && i.getClientRects().length).length")
    assert seen == pictures


def test_assumptions_that_are_folded_are_printed(browser, tmp_path):
    many = replace(
        report(tmp_path).chapters[0], assumptions=[f"option{number} = 1 (F-{number})" for number in range(9)]
    )
    (tmp_path / "report.html").write_text(html_page(Report("Many", [many], "Made once.")), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "report.html").as_uri())
    last = page.get_by_text("option8 = 1 (F-8)")
    assert not last.is_visible()
    page.emulate_media(media="print")
    assert last.is_visible()
    page.close()
