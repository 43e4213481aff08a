"""Scenario files: good ones and their resolved form, bad ones and their exact messages, and garbage."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.games import GAMES
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load, resolved
from simlab.scenario.locate import key_lines
from simlab.scenario.paths import parse_set
from simlab.scenario.schema import json_schema, starter

HERE = Path(__file__).parent
SHIPPED = sorted((HERE.parents[1] / "scenarios").glob("*/*.toml"))
GOOD, BAD = sorted(HERE.glob("good/*.toml")), sorted(HERE.glob("bad/*.toml"))
GOOD = [path for path in GOOD if not path.name.endswith(".resolved.toml")]
MODELS = [(game, model) for game in GAMES.values() for model in game.models.values()]
NAMED = {"ids": lambda path: path.stem}


def test_the_suite_is_not_empty():
    assert len(SHIPPED) >= 10 and len(GOOD) >= 3 and len(BAD) >= 30


@pytest.mark.parametrize("path", BAD, **NAMED)
def test_a_bad_file_gets_exactly_its_messages(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    expected = [
        line.removeprefix("# expect: ") for line in path.read_text().splitlines() if line.startswith("# expect: ")
    ]
    with pytest.raises(ScenarioError) as raised:
        load(path.name, GAMES)
    assert [str(problem).removeprefix(path.name) for problem in raised.value.problems] == expected


@pytest.mark.parametrize("path", GOOD, **NAMED)
def test_a_good_file_has_its_resolved_form(path):
    cases = [resolved(case) for case in load(path, GAMES).cases]
    expected = tomllib.loads(path.with_suffix(".resolved.toml").read_text())["case"]
    assert cases == expected


@pytest.mark.parametrize("path", GOOD + SHIPPED, **NAMED)
def test_the_resolved_form_resolves_to_itself(path, tmp_path):
    for case in load(path, GAMES).cases:
        written = tmp_path / "resolved.toml"
        written.write_text(tomli_w.dumps(resolved(case)))
        assert resolved(load(written, GAMES).cases[0]) == resolved(case)


@pytest.mark.parametrize("path", GOOD + SHIPPED, **NAMED)
def test_good_files_meet_the_json_schema(path):
    content = tomllib.loads(path.read_text())
    game = GAMES[content["game"]]
    jsonschema.validate(content, json_schema(game, game.models[content["model"]]))


def test_the_json_schema_refuses_what_the_loader_refuses():
    game = GAMES["forest"]
    schema = json_schema(game, game.models["siege"])
    jsonschema.Draft202012Validator.check_schema(schema)
    good = {"game": "forest", "model": "siege", "setup": {"besiegers": 6, "defenders": 4, "turns": 2}}
    jsonschema.validate(good, schema)
    for change in ({"setup": {"besieger": 6}}, {"rules": {"hit_min": 9}}, {"trails": 3}, {"model": "storm"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(good | change, schema)


@pytest.mark.parametrize(("game", "model"), MODELS, ids=lambda value: value.name)
def test_every_starter_loads_and_meets_its_schema(game, model, tmp_path):
    path = tmp_path / "starter.toml"
    path.write_text(starter(game, model))
    scenario = load(path, GAMES)
    assert [question.name for question in scenario.questions] == [question.name for question in model.questions]
    jsonschema.validate(tomllib.loads(path.read_text()), json_schema(game, model))


def test_lines_of_keys_are_found_in_odd_files():
    text = (HERE / "good/everything.toml").read_text()
    lines, written = key_lines(text), text.splitlines()
    assert written[lines["setup", "attacker", "rating"] - 1].startswith('"attacker".rating')
    assert written[lines["setup", "defender", "retreat_ratio"] - 1].startswith("retreat_ratio")
    assert written[lines["question", 1, "given"] - 1].startswith("given")
    assert written[lines["sweep", "rules.hit_min"] - 1].startswith('"rules.hit_min"')
    assert ("setup", "model") not in lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("setup.turns=4", ("setup.turns", 4)),
        ("setup.attacker.fire=even", ("setup.attacker.fire", "even")),
        ('title="a = b"', ("title", "a = b")),
        ("setup.attacker.groups=[4, 4]", ("setup.attacker.groups", [4, 4])),
        ("rules.early_end=true", ("rules.early_end", True)),
        ("title=", ("title", "")),
        ("title=1\nseed=2", ("title", "1\nseed=2")),
    ],
)
def test_what_set_understands(text, expected):
    assert parse_set(text) == expected


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("setup.turnz=4", "--set: setup.turnz = 4: no such key; did you mean turns?"),
        ("setup.turns", "--set setup.turns: write path=value"),
        ("setup.turns.more=4", "--set: setup.turns.more: more leads nowhere"),
        ("question.7.name=x", "--set: question.7.name: 7 leads nowhere"),
        ("rules.siege_margin=-1", "--set: rules.siege_margin = -1: must be a whole number 0..100"),
    ],
)
def test_a_wrong_set_is_told(setting, message):
    with pytest.raises(ScenarioError, match=message.replace("?", r"\?").replace(".", r"\.")):
        load(SHIPPED_SIEGE, GAMES, [setting])


SHIPPED_SIEGE = HERE.parents[1] / "scenarios/forest/siege_twelve.toml"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00g", b"game = \xe9", b"\x00", b"[" * 5000, b"a = " + b"[" * 100_000])
def test_bytes_that_are_no_scenario(content, tmp_path):
    path = tmp_path / "odd.toml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError):
        load(path, GAMES)


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(ScenarioError, match="cannot be read"):
            load(path, GAMES)


ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats(allow_nan=True) | st.text(max_size=6),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=5,
)
KEYS = ["game", "model", "trials", "seed", "setup", "rules", "question", "sweep", "target", "precision", "data", "rng"]


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_content_never_crashes(data, tmp_path):
    """A good scenario with a few values replaced by anything loads or is refused with messages."""
    game, model = data.draw(st.sampled_from(MODELS))
    content = tomllib.loads(starter(game, model))
    for _ in range(data.draw(st.integers(1, 3))):
        place = content
        while isinstance(place, (dict, list)) and place and data.draw(st.booleans()):
            inside = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if not isinstance(place[inside], (dict, list)) or not place[inside]:
                break
            place = place[inside]
        if isinstance(place, dict):
            place[data.draw(st.sampled_from([*place, *KEYS]))] = data.draw(ODD)
    path = tmp_path / "odd.toml"
    try:
        path.write_text(tomli_w.dumps(without_none(content)), encoding="utf-8")
    except (UnicodeEncodeError, ValueError):
        return
    try:
        assert load(path, GAMES).cases
    except ScenarioError as error:
        assert error.problems
        assert all("\n" not in str(problem) for problem in error.problems)


def without_none(content):
    """TOML has no null."""
    if isinstance(content, dict):
        return {key: without_none(value) for key, value in content.items() if value is not None}
    return [without_none(value) for value in content if value is not None] if isinstance(content, list) else content


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(text=st.text(alphabet="[]\"'=.#\n\\ abgame1{},", max_size=60))
def test_random_text_never_crashes(text, tmp_path):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(ScenarioError):
        load(path, GAMES)


def test_ids_tell_distributions_apart():
    from simlab.scenario.load import case_id

    one = load(SHIPPED_SIEGE, GAMES)
    same = load(SHIPPED_SIEGE, GAMES, ["trials=10", "seed=3", "title=other"])
    other = load(SHIPPED_SIEGE, GAMES, ["setup.turns=3"])
    ids = [case_id(scenario.cases[0], "sources") for scenario in (one, same, other)]
    assert ids[0] == ids[1] != ids[2]
    assert case_id(one.cases[0], "other sources") != ids[0]
    json.loads(json.dumps(resolved(one.cases[0])))
