"""Numbers, texts and files at their edges: each is taken, or refused clearly, and soon."""

import time
from pathlib import Path

import pytest
import tomli_w
from click.testing import CliRunner

from simlab.cli import main
from simlab.games import GAMES
from simlab.runs.kept import read
from simlab.scenario.errors import LONGEST_KEY, ScenarioError
from simlab.scenario.load import load
from tests.fuzz.guard import PROJECT

SIEGE = PROJECT / "scenarios/forest/siege_twelve.toml"
TEXT = SIEGE.read_text(encoding="utf-8").replace("1_000_000", "50")
SETUP = {"game": "forest", "model": "siege", "trials": 50, "setup": {"besiegers": 12, "defenders": 4, "turns": 4}}
SOON = 5.0  # seconds of a processor
HUGE = "0x" + "f" * 6000  # Python does not write such a number out
NAMES = [
    *("<script>alert(1)</script>", "[bold]x[/bold]", "[/]", "a/b", "../../x", "..", "a\nb", "\x1b[31mx", "\u202eabc"),
    *("x" * 300, "x" * 300 + "y", "Fall", "fall", "FALL", "CON", "$x^{2$", "%s {0}", "\U0001f3b2", "|", "`x`", "]]>"),
]


def ended(*words: object, text: str | None = None) -> tuple[int, str]:
    """The exit code and all output of a command line, which ends soon and without a traceback."""
    begin = time.process_time()
    result = CliRunner().invoke(main, [str(word) for word in words], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert time.process_time() - begin < SOON
    return result.exit_code, result.output


def problems_of(text: str | bytes, folder: Path) -> list[str]:
    """What is wrong with a scenario, found soon; nothing if it is loaded."""
    path, begin = folder / "odd.toml", time.process_time()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        load(path, GAMES)
        found = []
    except ScenarioError as error:
        found = [str(problem) for problem in error.problems]
    assert time.process_time() - begin < SOON
    return found


TOO_MUCH = {
    "--trials": ["0", "-1", "1e18", str(10**18), "nan", ""],
    "--seed": [str(2**63), "-1", "nan", str(10**400)],
    "--jobs": ["0", str(10**9)],
    "--confidence": ["0", "1", "nan", "inf", "1e-300", "5e-324"],
    "--precision": ["0", "1e-9", "nan", "inf", "-1", "{", "[1]", HUGE, "{relative = nan, question = 'x'}"],
    "--set": [f"setup.turns={HUGE}", f"title={HUGE}", "setup.turns=" + "[" * 5000, ".=1", "question.٣.name=1"],
    "--vary": ["setup.turns=1..100000000", "setup.turns=5..1", f"setup.turns={HUGE}", "setup.turns=,", "title=1,2"],
    "--observed": ["", "turn=1e400", "turn=nan", f"turn={HUGE}", "x=1"],
    "--out": ["", "/dev/null", "a\nb", "x" * 5000],
}


@pytest.mark.parametrize("option", TOO_MUCH)
def test_values_beyond_the_edge_are_refused(option):
    for value in TOO_MUCH[option]:
        code, said = ended("run", SIEGE, "--trials", 10, option, value)
        assert (code, bool(said.strip())) == (2, True), value


AT_THE_EDGE = {"--trials": [1], "--seed": [0, 2**63 - 1], "--jobs": [1, 1024], "--confidence": [1e-9, 0.999999999]}


@pytest.mark.parametrize("option", AT_THE_EDGE)
def test_values_at_the_edge_are_taken(option):
    for value in AT_THE_EDGE[option]:
        assert ended("run", SIEGE, "--trials", 10, option, value)[0] == 0


def test_no_verb_takes_too_many_trials():
    for verb in ("compare", "find", "readings", "tournament", "report", "baseline", "replay"):
        assert ended(verb, SIEGE, "--trials", 10**18)[0] == 2
    assert ended("replay", SIEGE, "--trial", 2**63)[0] == 2


@pytest.mark.parametrize("verb", ["run", "solve", "check", "ask", "compare", "find", "readings", "replay", "report"])
def test_files_that_are_none(verb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    more = {"ask": ["fell"], "compare": [SIEGE], "report": ["--out", "out"], "readings": ["--trials", 10]}
    more["find"] = ["--vary", "setup.turns=1..4", "--question", "x", "--reach", 0.5]
    for file in ("", "missing.toml", "/dev/null", "/dev/zero", tmp_path, "x" * 300):
        assert ended(verb, file, *more.get(verb, ()))[0] == 2, file


@pytest.mark.parametrize("verb", ["init", "schema", "list"])
def test_games_that_are_none(verb):
    for words in (("", ""), ("[bold]", "[/]"), ("../..", "x"), ("forest", "x" * 10_000), ("forest", "\u202e")):
        assert ended(verb, *words)[0] == 2


def test_encodings_and_line_ends(tmp_path):
    good, bad = [TEXT, "\ufeff" + TEXT, TEXT.replace("\n", "\r\n"), TEXT + "#" + "x" * 9_000_000], [
        *(b"", TEXT.replace("\n", "\r").encode(), TEXT.encode("utf-16"), TEXT.encode() + b"\0"),
        *(TEXT.encode() + b"# \xe9", TEXT.encode() + b"#" * 10_000_000, b"\n" * 10_000_000 + b"a"),
    ]  # fmt: skip
    assert [problems_of(text, tmp_path) for text in good] == [[]] * len(good)
    for text in bad:
        assert len(problems_of(text, tmp_path)) == 1


LONG = {
    "a header of spaces": f'["{" " * 500_000}"]\n' + TEXT,
    "quotes that are none": 't = """\\"""\nx = "' + '\\"' * 100_000 + '"\n"""\n' + TEXT,
    "a key of dots": f"x{'.x' * 4000} = 1\n" + TEXT,
    "many dotted keys": "".join(f"a{place}.b.c = 1\n" for place in range(20_000)) + TEXT,
    "many unknown keys": TEXT.replace("[setup]", "[setup]\n" + "".join(f"k{n} = 1\n" for n in range(30_000))),
    "a huge number": TEXT.replace("turns     = 4", f"turns = {HUGE}"),
    "a huge unknown number": TEXT.replace("[setup]", f"[setup]\nturnz = {HUGE}"),
    "a long key": "x" * 1_000_000 + " = 1\n" + TEXT,
    "a million values": TEXT + f'[sweep]\n"setup.turns" = [{",".join(map(str, range(200_000)))}]\n',
    "many lists": TEXT + f'[sweep]\n"setup.turns" = [{",".join(f"[{n}]" for n in range(100_000))}]\n',
    "many swept paths": TEXT + "[sweep]\n" + "".join(f'"setup.x{n}" = [1]\n' for n in range(10_000)),
    "paths that go together": TEXT + f'[sweep]\n"{",".join(f"setup.x{n}" for n in range(10_000))}" = [[1]]\n',
    "many targets": TEXT + '[[target]]\nquestion = "x"\nrange = [0, 1]\n' * 10_000,
    "many bad questions": TEXT + "".join(f'[[question]]\nevent = "x{n}"\n' for n in range(10_000)),
}


@pytest.mark.parametrize("what", LONG)
def test_too_much_is_refused_soon(what, tmp_path):
    found = problems_of(LONG[what], tmp_path)
    assert 1 <= len(found) <= 1000
    assert all(line.isprintable() and len(line) < 3000 + LONGEST_KEY for line in found)


def test_much_is_taken(tmp_path):
    """A title of a million letters, ten thousand questions, a thousand cases of five hundred questions."""
    questions = [{"name": f"q{number}", "event": f"turn <= {number % 9}"} for number in range(10_000)]
    sweep = {"rules.siege_margin": list(range(100)), "setup.besiegers": list(range(12, 22))}
    assert problems_of(tomli_w.dumps({"title": "x" * 1_000_000, "question": questions, **SETUP}), tmp_path) == []
    assert problems_of(tomli_w.dumps({**SETUP, "question": questions[:500], "sweep": sweep}), tmp_path) == []


def test_a_thousand_cases_of_a_large_board_load_soon():
    content = {
        "game": "vlad",
        "model": "game",
        "sweep": {"rules.first_seat": [1, 2], "rules.max_rounds": [*range(50, 550)]},
    }
    begin = time.process_time()
    assert len(load(content, GAMES).cases) == 1000
    assert time.process_time() - begin < SOON


@pytest.mark.parametrize("areas", [300, 30_000])
def test_a_map_that_is_too_large_gets_one_line(areas):
    table = {"areas": [{"id": f"a{n}", "region": "wallachia", "neighbours": [f"b{n}"]} for n in range(areas)]}
    begin = time.process_time()
    with pytest.raises(ScenarioError, match="more than 250") as raised:
        load({"game": "forest", "model": "campaign", "data": {"map": table}}, GAMES)
    assert len(raised.value.problems) == 1
    assert time.process_time() - begin < SOON


def test_odd_names_of_questions(tmp_path):
    """No file leaves its folder or is written twice, and nothing becomes markup."""
    path, out, page = tmp_path / "names.toml", tmp_path / "out", tmp_path / "page"
    path.write_text(tomli_w.dumps({**SETUP, "question": [{"name": name, "event": "fell"} for name in NAMES]}))
    assert ended("run", path, "--out", out)[0] == 0
    assert ended("report", out, "--out", page)[0] == 0
    curves = [{"name": name, "curve": "turn"} for name in NAMES[:3] + NAMES[9:14]]
    path.write_text(tomli_w.dumps({**SETUP, "question": curves}))
    assert ended("run", path, "--out", tmp_path / "curves")[0] == 0
    assert {file.name for file in tmp_path.iterdir()} == {"names.toml", "out", "page", "curves"}
    drawn = [file.name.lower() for file in (tmp_path / "curves").glob("*.png")]
    assert len(drawn) == len(set(drawn)) == len(curves)
    assert "<script>alert" not in (page / "report.html").read_text(encoding="utf-8")


def test_a_kept_run_of_fractions_is_damaged(tmp_path):
    import pandas as pd

    assert ended("run", SIEGE, "--trials", 100, "--out", tmp_path)[0] == 0
    table = pd.read_parquet(tmp_path / "outcomes.parquet")
    table["turn"] = table["turn"] + 0.25
    table.to_parquet(tmp_path / "outcomes.parquet", index=False)
    with pytest.raises(ScenarioError, match="no whole number"):
        read(tmp_path)


def test_data_files_that_are_none(tmp_path):
    """A pipe, a device and a folder are no files to read; a name may be too long, or lead nowhere."""
    import os

    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for name in (
        "pipe.toml",
        "/dev/zero",
        "/dev/stdin",
        ".",
        "..",
        "x" * 300,
        "a\0b",
        "loop.toml",
        "/proc/self/mem",
        "/etc/passwd",
    ):
        with pytest.raises(ScenarioError) as raised:
            load({"game": "vlad", "model": "game", "data": {"board": str(tmp_path / name)}}, GAMES)
        assert all(str(problem).isprintable() for problem in raised.value.problems)


def test_a_sweep_of_one_trial_is_reported(tmp_path):
    """A mean of one trial has an interval without ends, which no page may choke on."""
    path = tmp_path / "one.toml"
    question = {"name": "left", "value": "besiegers_left"}
    path.write_text(tomli_w.dumps({**SETUP, "trials": 1, "question": [question], "sweep": {"setup.turns": [2, 3]}}))
    assert ended("run", path, "--out", tmp_path / "run")[0] == 0
    assert ended("report", tmp_path / "run", "--out", tmp_path / "page")[0] == 0
