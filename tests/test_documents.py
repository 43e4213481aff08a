"""The documents say what is so: every example of the README is run as printed, every file that they name is there.

In the README's order, in an empty folder with the clone's scenarios: a toml block is saved as the file that the
paragraph above names, or added to its end; a block that begins with `$ simlab` is run, and so is a command in the text
that has no words in capitals to be filled in; python blocks are run. A line `…` stands for any lines.
"""

import io
import re
import shlex
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import pytest
from click.testing import CliRunner

import simlab
from simlab.cli import main
from simlab.games import GAMES
from simlab.runs.kept import record
from simlab.stats.answers import FIELDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/*.md"))]
SLOW = {"simlab bench"}  # it measures for half a minute, and every machine prints something else


@dataclass(frozen=True)
class Part:
    """A paragraph, or a fenced block with its language and the paragraph before it."""

    text: str
    fenced: bool = False
    language: str = ""
    lead: str = ""


def parts(document: str) -> list[Part]:
    """The paragraphs and blocks of a document in their order."""
    found, lead = [], ""
    for number, piece in enumerate(re.split(r"^```(.*\n(?:.*\n)*?)```$", document, flags=re.MULTILINE)):
        if number % 2:
            language, _, text = piece.partition("\n")
            found.append(Part(text, True, language, lead))
            lead = ""
        else:
            paragraphs = [paragraph for paragraph in piece.split("\n\n") if paragraph.strip()]
            found += [Part(paragraph) for paragraph in paragraphs]
            lead = paragraphs[-1] if paragraphs else ""
    return found


def keep(part: Part) -> None:
    """Save a toml block as its lead says."""
    lead = " ".join(part.lead.split())
    saved, added = re.search(r"[Ss]ave (?:it|this) as `([\w.]+)`", lead), re.search(r"end of `([\w.]+)`", lead)
    assert bool(saved) != bool(added), f"what is this file called?\n{part.text}"
    with open((saved or added)[1], "w" if saved else "a", encoding="utf-8") as file:
        file.write(part.text if saved else f"\n{part.text}")


def printed(command: str) -> str:
    """Standard output of a command that ends well; `> FILE` writes it there instead."""
    words, _, target = command.partition(" > ")
    done = CliRunner().invoke(main, shlex.split(words)[1:])
    assert done.exit_code == 0, f"{command}\n{done.output}{done.exception or ''}"
    if target:
        Path(target).write_text(done.stdout, encoding="utf-8")
    return "" if target else done.stdout


def lines(text: str) -> list[str]:
    """Lines without what depends on the machine, blanks at their ends, and empty lines around all."""
    text = re.sub(r"\d+\.\d+ s\b( \(\d+\.\d+ million a second\))?", "… s", text)
    return [line.rstrip() for line in text.strip("\n ").split("\n")]


def fits(expected: str, out: str) -> bool:
    """Is this what is printed, but for lines left out?"""
    pattern = "".join(
        "(?:.*\n)*" if line == "…" else f"{'' if number else ' *'}{re.escape(line)}\n"
        for number, line in enumerate(lines(expected))
    )
    return re.fullmatch(pattern, "\n".join(lines(out)) + "\n") is not None


def shell(block: str) -> list[str]:
    """Run the commands of a block; what they print otherwise than the block says."""
    wrong, rest = [], block.splitlines()
    while rest:
        command, rest = rest[0].removeprefix("$ "), rest[1:]
        expected = "\n".join(takewhile(lambda line: not line.startswith("$ "), rest))
        rest = rest[len(expected.splitlines()) :]
        out = printed(command)
        if expected.strip() and not fits(expected, out):
            wrong.append(f"{command} prints\n{out}")
    return wrong


def python(block: str) -> list[str]:
    """Run a block; what it prints otherwise than the comments behind its prints say."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(block, "a python block", "exec"), {})
    expected = re.findall(r"^ *print\(.*\)  # (.*)$", block, flags=re.MULTILINE)
    return [] if out.getvalue().splitlines() == expected else [f"python prints\n{out.getvalue()}"]


def commands_in(paragraph: str) -> list[str]:
    """The whole commands that a paragraph names."""
    found = re.findall(r"`(simlab [^`]+)`", " ".join(paragraph.split()))
    return [command for command in found if not re.search(r"\b[A-Z]{3,}", command) and command not in SLOW]


def faults(document: str) -> list[str]:
    """Play a document in the present folder; what is not as it says."""
    wrong = []
    for part in parts(document):
        if not part.fenced:
            for command in commands_in(part.text):
                printed(command)
        elif part.language == "toml":
            keep(part)
        elif part.language == "python":
            wrong += python(part.text)
        elif part.text.startswith("$ simlab"):
            wrong += shell(part.text)
    return wrong


@pytest.fixture
def fresh_folder(tmp_path):
    """The present folder, empty but for the scenarios of the clone."""
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    with chdir(tmp_path):
        yield


def test_the_readme_runs_as_printed(fresh_folder):
    found = parts(README)
    assert sum(part.text.startswith("$ simlab") for part in found) >= 5
    assert {"toml", "python"} <= {part.language for part in found}
    assert faults(README) == []


FIRST = README[README.index("```\n$ simlab") : README.index("```\n\n", README.index("$ simlab")) + 4]


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [("", "", True), ("72.24 %", "72.25 %", False), ("share of 4", "share of 5", False), ("rests on", "is on", False)],
)
def test_a_changed_number_is_noticed(fresh_folder, old, new, right):
    assert (faults(FIRST.replace(old, new)) == []) is right


def test_a_python_block_that_prints_something_else_is_noticed():
    assert python("print(1 + 1)  # 2\n") == []
    assert python("print(1 + 1)  # 3\n") != []


def test_a_command_that_fails_is_noticed(fresh_folder):
    with pytest.raises(AssertionError, match="no such game"):
        faults("Write `simlab list forrest siege`.")


def test_lines_left_out_stand_for_any_but_not_for_other_lines():
    assert fits("one\n…\nfour", "one\ntwo\nthree\nfour\n")
    assert not fits("one\n…\nfive", "one\ntwo\nthree\nfour\n")
    assert not fits("one\nfour", "one\ntwo\nthree\nfour\n")


def test_the_example_of_the_package_runs(fresh_folder):
    example = simlab.__doc__[simlab.__doc__.index("import simlab") :]
    assert python(example) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_waits_for_a_table(path):
    assert not re.search(r"\b[A-Z]+_(TABLE|COPIES)\b", path.read_text(encoding="utf-8"))


def test_the_readme_stays_short():
    assert len(README.splitlines()) < 450


MODELS = [(game.name, model) for game in GAMES.values() for model in game.models]
INSTALLED = {"simlab/data"}  # made by setup.py
FOLDERS = ("simlab", "tests", "docs", "scenarios", "benchmarks", ".ci", ".github")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_and_targets_that_a_document_names_are_there(path):
    text = path.read_text(encoding="utf-8")
    names = re.findall(rf"`((?:{'|'.join(map(re.escape, FOLDERS))})/[\w./<>-]*)`", text)
    names += re.findall(r"\]\(([\w./-]+)\)", text)
    for name in set(names) - INSTALLED:
        base = path.parent if f"]({name})" in text else ROOT
        filled = {name.replace("<game>", game).replace("<model>", model) for game, model in MODELS}
        assert any((base / one).exists() for one in filled), name
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert set(re.findall(r"`make (\w+)`", text)) <= targets


KEPT_RUN = (ROOT / "docs/kept_run.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("field", ["case", *FIELDS])
def test_every_field_of_an_answer_is_described(field):
    assert f"\n| `{field}` | " in KEPT_RUN


def test_every_field_of_run_json_is_described():
    siege = {"game": "forest", "model": "siege", "setup": {"besiegers": 6, "defenders": 4, "turns": 2}}
    run = simlab.run(siege, trials=1_000)
    written = record(run)
    for field in {*written, "files", *written["cases"][0], *written["cases"][0]["columns"][0], "names"}:
        assert f"\n| `{field}` | " in KEPT_RUN, field
