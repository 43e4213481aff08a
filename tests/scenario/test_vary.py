"""Sweeps from the command line, and lists whose values go together."""

import jsonschema
import pytest

import simlab
from simlab.games import GAMES
from simlab.scenario.errors import ScenarioError
from simlab.scenario.schema import json_schema
from simlab.scenario.vary import parse_vary, without

STORM = {"game": "forest", "model": "storm", "setup": {"defenders": 4, "towers": 4}}
TOGETHER = STORM | {"sweep": {"setup.attackers, setup.defenders": [[6, 3], [8, 4]]}}


def points(content, settings=(), vary=()):
    """The points of a scenario's cases, as lists of values."""
    return [list(case.point.values()) for case in simlab.load(content, settings, vary).cases]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=2..5", [2, 3, 4, 5]),
        ("a=-1..1", [-1, 0, 1]),
        ("a=2..12..4", [2, 6, 10]),
        ("a = 3 .. 3", [3]),
        ("a=1,2.5,true", [1, 2.5, True]),
        ("a=even,joined_first", ["even", "joined_first"]),
        ('a="x, y",z', ["x, y", "z"]),
        ("a=[1, 2],[3]", [[1, 2], [3]]),
        ('a={name = "bold", bluff = 0.5}', [{"name": "bold", "bluff": 0.5}]),
        ("a='1..2'", ["1..2"]),
    ],
)
def test_values_of_the_command_line(text, values):
    assert parse_vary(text) == ("a", values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("setup.turns", "--vary setup.turns: write path=2..12, path=2..12..2 or path=a,b,c"),
        ("=1..2", "--vary =1..2: write path=2..12"),
        ("a=5..2", "--vary a=5..2: a range goes up, from its lowest to its highest number"),
        ("a=1..5..0", "--vary a=1..5..0: a range goes up"),
        ("a=0.1..0.5", "--vary a=0.1..0.5: a range is of two whole numbers; write path=2..12"),
        ("a=1..", "--vary a=1..: a range is of two whole numbers"),
        ("a=", "--vary a=: a value is missing"),
        ("a=1,,2", "--vary a=1,,2: a value is missing"),
        ("a=0..100000", "more than 100,000 values"),
        ("a=0..9999999999999999999", "too large a number"),
        ("a=" + "[" * 2000 + "]" * 2000, "too"),
        (".".join("a" * 40) + "=1,2", "more than 30 parts"),
    ],
)
def test_what_is_no_list_is_one_line(text, message):
    with pytest.raises(ScenarioError) as raised:
        simlab.load(STORM, vary=[text])
    assert message in str(raised.value) and len(raised.value.problems) == 1


def test_it_replaces_the_list_of_the_file_and_makes_products():
    swept = STORM | {"sweep": {"setup.attackers": [6, 8], "rules.hit_min": [5, 6]}}
    assert points(swept) == [[6, 5], [6, 6], [8, 5], [8, 6]]
    assert points(swept, vary=["setup.attackers=7..9"]) == [[7, 5], [7, 6], [8, 5], [8, 6], [9, 5], [9, 6]]
    assert points(STORM, vary=["setup.attackers=6,8", "setup.towers=4,5"]) == [[6, 4], [6, 5], [8, 4], [8, 5]]


def test_values_that_go_together():
    assert points(TOGETHER) == [[6, 3], [8, 4]]
    assert [(case.setup.attackers, case.setup.defenders) for case in simlab.load(TOGETHER).cases] == [(6, 3), (8, 4)]
    product = TOGETHER | {"sweep": {**TOGETHER["sweep"], "rules.hit_min": [5, 6]}}
    assert points(product) == [[6, 3, 5], [6, 3, 6], [8, 4, 5], [8, 4, 6]]
    assert points(STORM, vary=["setup.attackers, setup.defenders=[6, 3],[8, 4]"]) == [[6, 3], [8, 4]]


def test_what_is_set_or_varied_leaves_the_others_together():
    assert points(TOGETHER, ["setup.defenders=2"]) == [[6], [8]]
    assert points(TOGETHER, ["setup.defenders=2", "setup.attackers=9"]) == [[]]
    assert points(TOGETHER, vary=["setup.attackers=7,9"]) == [[3, 7], [3, 9], [4, 7], [4, 9]]
    three = {"setup.attackers, setup.defenders, setup.towers": [[6, 3, 4], [8, 3, 4], [8, 3, 5]]}
    assert without(three, "setup.attackers") == {"setup.defenders, setup.towers": [[3, 4], [3, 5]]}
    assert without(three, "setup") == {}


@pytest.mark.parametrize(
    ("sweep", "message"),
    [
        (
            {"setup.attackers, setup.defenders": [[6, 3], [8]]},
            "= [8]: must be a list of 2 values, one for each of setup.attackers, setup.defenders",
        ),
        ({"setup.attackers, setup.defenders": [6, 3]}, "= 6: must be a list of 2 values"),
        ({"setup.attackers, setup.defenders": []}, "must be a list of at least one value"),
        ({"setup.attackers, seed": [[6, 3]]}, "a sweep goes over paths of setup, rules, policies or data"),
        ({"setup.attackers, setup.attackers": [[6, 3]]}, "setup.attackers is swept twice"),
        ({"setup.attackers, setup.towers": [[6, 4]], "setup.attackers": [7]}, "setup.attackers is swept twice"),
        ({"setup.attackers, setup.towers": [[6, 4], [6, 4]]}, "holds a value twice"),
        ({"setup.attackers, setup.defenders": [[6, 99]]}, "sweep.setup.defenders = 99: a castle of 4 towers"),
    ],
)
def test_lists_that_do_not_go_together_are_one_line(sweep, message):
    with pytest.raises(ScenarioError) as raised:
        simlab.load(STORM | {"sweep": sweep})
    assert message in str(raised.value) and len(raised.value.problems) == 1


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        (["setup.attackers=2,2"], "--vary: setup.attackers = [2, 2]: holds a value twice"),
        (
            ["seed=1..2", "setup.attackers=6,7"],
            "--vary: seed: a sweep goes over paths of setup, rules, policies or data; did you mean setup.seed?",
        ),
        (
            ["setup.attackers=0..2"],
            "--vary: setup.attackers = 0: must be a whole number 1..1000000 – troops that storm (F-56)",
        ),
        (["setup.attackers=6..7", "setup.attackers=8..9"], "--vary setup.attackers: varied twice"),
        (["setup.attackers=6..7", "rules.hit_min=9,5"], "--vary: rules.hit_min = 9: must be a whole number 1..6"),
        (["setup.attackers=1..1001"], "sweep: 1001 cases, more than 1000; say --yes if you mean it"),
    ],
)
def test_lists_of_the_command_line_are_refused_as_those_of_a_file_are(vary, message):
    with pytest.raises(ScenarioError) as raised:
        simlab.load(STORM, vary=vary)
    assert message in str(raised.value) and len(raised.value.problems) == 1


def test_a_path_is_set_or_varied():
    with pytest.raises(ScenarioError, match="--vary setup.attackers: set as well, by --set"):
        simlab.load(STORM, ["setup.attackers=6"], ["setup.attackers=6..7"])
    with pytest.raises(ScenarioError, match="vary = .*must be a list of texts"):
        simlab.load(STORM, vary="setup.attackers=6..7")


def test_the_line_of_a_list_that_goes_together_is_told(tmp_path):
    file = tmp_path / "storm.toml"
    text = 'game = "forest"\nmodel = "storm"\n[setup]\ntowers = 4\n[sweep]\n"rules.hit_min" = [5]\n'
    file.write_text(text + '"setup.attackers, setup.defenders" = [[6, 3], [8, 99]]\n')
    with pytest.raises(ScenarioError, match=r"storm.toml:7: sweep.setup.defenders = 99: a castle of 4 towers"):
        simlab.load(file)


def test_the_json_schema_knows_lists_that_go_together():
    schema = json_schema(GAMES["forest"], GAMES["forest"].models["storm"])
    jsonschema.validate(TOGETHER, schema)
    for wrong in ([6, 3], [[6]], []):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(STORM | {"sweep": {"setup.attackers, setup.defenders": wrong}}, schema)


def test_one_table_has_a_column_a_path():
    answers = simlab.solve(simlab.load(TOGETHER, vary=["rules.hit_min=5,6"])).answers
    assert list(answers.columns[:4]) == ["case", "setup.attackers", "setup.defenders", "rules.hit_min"]
    assert answers["exact"].notna().any() and answers["case"].nunique() == 4
