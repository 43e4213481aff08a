"""The page of a report as text: whatever is in its words shows as words, and nothing comes from elsewhere."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from simlab.report.page import pictures
from simlab.report.page.html import html_page
from simlab.report.page.markdown import escaped, fence, markdown_page
from tests.report.pages import BAD, SCRIPT, report

VOID = {"meta", "img", "input", "br", "link"}


class Elements(HTMLParser):
    """The elements of a page, each closed by its own end."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found, self.faults = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append((tag, self.getpos()))

    def of(self, tag):
        """The attributes of all elements of a kind."""
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture
def made(tmp_path):
    return report(tmp_path)


@pytest.fixture
def page(made):
    return html_page(made)


def test_elements_are_closed_in_their_order(page):
    elements = Elements(page)
    assert elements.faults == [] and elements.open == []
    ids = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_markup_in_texts_shows_as_text(page):
    assert SCRIPT not in page and "alert(1)</" not in page
    assert unescape(re.search(r"<h1>(.*?)</h1>", page)[1]) == BAD
    elements = Elements(page)
    assert len(elements.of("script")) == 2  # the explorer's data and the page's own
    assert BAD in elements.of("img")[0]["alt"]


def test_the_data_of_an_explorer_cannot_end_their_element(page):
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page)[1]
    assert "<" not in data
    assert json.loads(data)["asked"][0]["name"] == f"falls {BAD}"


def test_nothing_comes_from_elsewhere(page):
    elements = Elements(page)
    assert elements.of("link") == [] and elements.of("iframe") == []
    assert all(attributes["src"].startswith("data:image/") for attributes in elements.of("img"))
    assert all("src" not in attributes for attributes in elements.of("script"))
    assert all(attributes["href"].startswith("#") for attributes in elements.of("a"))
    assert "@import" not in page and "url(" not in page


def test_headings_go_down_by_one(page):
    levels = [int(tag[1]) for tag, _ in Elements(page).found if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(below <= above + 1 for above, below in zip(levels, levels[1:]))


def test_a_chapter_alone_is_not_titled_twice(made):
    page = html_page(replace(made, chapters=made.chapters[1:], title="Plain"))
    assert page.count(">Plain<") == 2  # the title of the window and the heading
    assert markdown_page(replace(made, chapters=made.chapters[1:], title="Plain")).count("# Plain") == 1


def test_a_large_drawing_is_embedded_as_a_picture(made, monkeypatch):
    assert "data:image/svg+xml" in html_page(made)
    monkeypatch.setattr(pictures, "LARGEST_EMBEDDED", 10)
    assert "data:image/svg+xml" not in html_page(made)


def test_no_line_ends_between_a_number_and_its_unit(page):
    assert "In 72.2\u00a0% of trials (72.15\u00a0… 72.33\u00a0%)." in page


def test_markdown_shows_texts_literally(made):
    text = markdown_page(made)
    words = "\n".join(line for line in text.splitlines() if not line.startswith("simlab"))
    bare = re.sub(r"\\.", "", words)  # without what is escaped
    assert "<" not in bare and "*stars*" not in bare and "](http" not in bare and "`code`" not in bare
    assert escaped("1. Not | a list & <b>") == "1\\. Not \\| a list \\& \\<b\\>"
    assert escaped("- a\n- b") == "\\- a - b"
    assert "1\\. Not a list" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {3}


def test_a_fence_is_longer_than_what_it_holds(made):
    assert fence("a ``` b") == "````" and fence("plain") == "```"
    assert "\n````\nsimlab run" in markdown_page(made)


def test_markdown_links_to_plots_and_tables(made):
    text = markdown_page(made)
    assert "](plots/one.svg)" in text and "](tables/answers.csv)" in text and "](scenarios/scenario.toml)" in text
