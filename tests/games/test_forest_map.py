"""The map and the set-ups of Forest's campaign: the default ones, and what is said of wrong ones."""

import tomllib
from copy import deepcopy
from types import SimpleNamespace

import jsonschema
import pytest
import tomli_w

from simlab.games import GAMES
from simlab.games.forest.data import ForestData, in_words
from simlab.games.forest.map_faults import CHRISTIAN_HOME, map_faults
from simlab.games.forest.start_faults import VARIANTS, pieces_used, start_faults
from simlab.scenario.data import FOLDER, Written, completed, default
from simlab.scenario.errors import ScenarioError
from simlab.scenario.load import load, resolved
from simlab.scenario.schema import json_schema
from tests.toy import castles

FOREST = GAMES["forest"]
RULES = {name: option.value for name, option in FOREST.options.items()}
TABLES = ("map", "start")
CASTLES = ("severin", "targoviste", "giurgiu", "bucharest", "braila", "hunedoara", "sibiu", "bran", "brasov")


def content():
    """The default tables as they are written, to be changed."""
    return {name: deepcopy(default("forest", name).content) for name in TABLES}


def case_of(tables, radu="muslim", **rules):
    """As much of a case as the checks look at."""
    data = ForestData.model_validate(tables)
    return SimpleNamespace(data=data, setup=SimpleNamespace(radu=radu), rules=RULES | rules)


def area(tables, name):
    """An area of the written map."""
    return next(entry for entry in tables["map"]["areas"] if entry["id"] == name)


def said_of_map(tables):
    """The messages about a map."""
    return [fault.message for fault in map_faults(ForestData.model_validate(tables).map)]


def said_of_start(tables, radu="muslim", **rules):
    """Path and message of what is wrong with a set-up."""
    return [(".".join(map(str, f.path)), f.message) for f in start_faults(case_of(tables, radu, **rules))]


def small(*areas, castles=1, hideout="castle"):
    """A written map of a few areas."""
    return {"map": {"castles": castles, "hideout": hideout, "areas": list(areas)}, "start": content()["start"]}


def plain(name, region, *neighbours, **more):
    """A written area."""
    return {"id": name, "region": region, "neighbours": list(neighbours), **more}


def test_the_default_map_is_that_of_the_reading():
    board = case_of(content()).data.map
    links = {frozenset((area.id, other)) for area in board.areas for other in area.neighbours}
    towers = {area.id: area.towers for area in board.areas if area.castle}
    assert (len(board.areas), len(links), board.castles, len(towers)) == (30, 69, 9, 9)
    by_region = {r: sum(a.towers or 0 for a in board.areas if a.region == r) for r in CHRISTIAN_HOME}
    assert by_region == {"wallachia": 13, "transylvania": 11}
    assert {area.id for area in board.areas if area.basis == "public"} == {"targoviste", "pitesti", "poenari"}
    assert sum(area.village for area in board.areas) == 12
    assert [area.id for area in board.areas if area.terrain == "mountain"] == [
        *("poenari", "parang", "bucegi", "fagaras_mts", "vrancea_mts"),
    ]
    assert list(map_faults(board)) == []


#: The fewest moves of Ottomans from Rumelia, as the reading counts them.
MOVES = {"severin": 1, "giurgiu": 1, "braila": 1, "bucharest": 2, "hunedoara": 2}
MOVES |= {"targoviste": 3, "sibiu": 3, "brasov": 3, "bran": 4}


def test_castles_are_as_far_from_rumelia_as_the_reading_says():
    areas = {area.id: area for area in case_of(content()).data.map.areas}
    far = {name: 0 for name, area in areas.items() if area.region == "rumelia"}
    for step in range(1, len(areas)):
        near = [other for name, at in far.items() if at == step - 1 for other in areas[name].neighbours]
        for other in near:
            if areas[other].terrain == "clear":
                far.setdefault(other, step)
    assert {name: far[name] for name in MOVES} == MOVES


@pytest.mark.parametrize(("radu", "ottoman"), [("muslim", 72), ("loyal", 60)])
def test_the_default_setups_are_legal(radu, ottoman):
    case = case_of(content(), radu)
    areas = {area.id: area for area in case.data.map.areas}
    used = pieces_used(getattr(case.data.start, radu), case.data.start, areas, radu)
    assert used == {"ottoman": ottoman, "christian": 36}
    assert list(start_faults(case)) == []


def test_radu_has_the_side_of_his_variant():
    generals = case_of(content()).data.start.generals
    sides = {radu: [general.side_in(radu) for general in generals] for radu in VARIANTS}
    assert sides["muslim"].count("ottoman") == 6 and sides["loyal"].count("ottoman") == 5


def test_names_for_people():
    assert in_words("fagaras_mts") == "Fagaras Mts"
    tables = content()
    area(tables, "sibiu")["name"] = "Hermannstadt"
    assert [a.shown for a in case_of(tables).data.map.areas][20:22] == ["Hunedoara", "Hermannstadt"]


def broken(name, **change):
    """The default map with an area changed."""
    tables = content()
    area(tables, name).update(change)
    return tables


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (broken("vidin", id="dobruja"), "area 1 of the list has this id as well"),
        (broken("vidin", neighbours=["nicopoli"]), "vidin: no such area; did you mean nicopolis?"),
        (broken("vidin", neighbours=["vidin"]), "vidin is no neighbour of itself"),
        (broken("vidin", neighbours=["severin", "severin"]), "vidin names severin 2 times"),
        (
            broken("vidin", neighbours=["severin"]),
            "nicopolis names vidin, but vidin does not name nicopolis; a link is named at both ends",
        ),
        (
            broken("vidin", neighbours=[a["id"] for a in content()["map"]["areas"][1:14]]),
            "vidin has 13 neighbours, more than 12",
        ),
        (broken("vidin", towers=2), "vidin: castles stand in Wallachia or Transylvania, not in Rumelia"),
        (broken("parang", towers=2), "parang: no castle in a mountain area, which Ottomans cannot enter"),
        (broken("vidin", x=None), "vidin: give both x and y, or neither"),
    ],
)
def test_a_wrong_area_is_told(tables, message):
    assert message in said_of_map(tables)


def test_the_number_of_castles_is_checked():
    tables = content()
    tables["map"]["castles"] = 7
    assert said_of_map(tables) == [f"castles = 7, but 9 areas have towers: {', '.join(CASTLES)}"]
    for name in ("bran", "hunedoara"):
        del area(tables, name)["towers"]
    assert said_of_map(tables) == []


@pytest.mark.parametrize(("hideout", "message"), [("poenar", "did you mean poenari?"), ("bacau", "lies in Moldavia")])
def test_the_hideout_lies_at_home(hideout, message):
    tables = content()
    tables["map"]["hideout"] = hideout
    (said,) = said_of_map(tables)
    assert said.endswith(message)


def test_unreachable_areas_are_named_once():
    tables = content()
    tables["map"]["areas"] += [plain("crimea", "moldavia", "cherson"), plain("cherson", "moldavia", "crimea")]
    assert said_of_map(tables) == ["no way leads from the other areas to crimea, cherson"]


def test_degenerate_maps():
    lone = small(plain("castle", "wallachia", towers=1))
    assert said_of_map(lone) == ["no clear area in Rumelia; Ottomans start there"]
    none = small(plain("a", "wallachia", "b"), plain("b", "rumelia", "a"), hideout="a")
    assert said_of_map(none) == [
        "castles = 1, but 0 areas have towers",
        "no castle in Wallachia; both variants are decided there",
    ]
    two = small(plain("castle", "wallachia", "camp", towers=1), plain("camp", "rumelia", "castle"))
    assert said_of_map(two) == []
    no_area = said_of_map(small())
    assert no_area[0] == "castles = 1, but 0 areas have towers"
    assert no_area[-1] == "no such area; there is none"


def test_too_large_a_map():
    names = [f"a{number}" for number in range(260)]
    chain = [plain(n, "moldavia", *names[max(i - 1, 0) : i], *names[i + 1 : i + 2]) for i, n in enumerate(names)]
    assert "260 areas, more than 250" in said_of_map(small(*chain, hideout="a0"))


def setup_with(radu="muslim", **tables):
    """The default set-up with entries of a variant's tables changed."""
    changed = content()
    for name, entries in tables.items():
        changed["start"][radu].setdefault(name, {}).update(entries)
    return changed


@pytest.mark.parametrize(
    ("tables", "path", "message"),
    [
        (
            setup_with(armies={"omer": {"area": "nicopolis", "troops": 13}}),
            "muslim.armies.omer.troops",
            "13 troops; a general leads at most 12 (army_max)",
        ),
        (
            setup_with(armies={"omer": {"area": "craiova", "troops": 12}}),
            "muslim.armies.omer",
            "Ottomans set up in Rumelia; craiova lies in Wallachia",
        ),
        (
            setup_with(armies={"dracula": {"area": "bacau", "troops": 12}}),
            "muslim.armies.dracula",
            "Christians set up in Wallachia and Transylvania; bacau lies in Moldavia",
        ),
        (
            setup_with(armies={"omar": {"area": "vidin", "troops": 0}}),
            "muslim.armies.omar",
            "no such general; did you mean omer?",
        ),
        (
            setup_with("loyal", armies={"omer": {"area": "vidyn", "troops": 0}}),
            "loyal.armies.omer.area",
            "no such area; did you mean vidin?",
        ),
        (setup_with(garrisons={"brann": 0}), "muslim.garrisons.brann", "no such area; did you mean bran?"),
        (
            setup_with(garrisons={"bran": 3}),
            "muslim.garrisons.bran",
            "3 troops; 2 towers hold at most 2 (garrison_per_tower)",
        ),
        (setup_with(impalements={"vidin": 1}), "muslim.impalements.vidin", "Christians set up in Wallachia"),
        (
            setup_with(impalements={"slatina": 7}),
            "muslim.impalements.slatina",
            "7 impalements; at most 6 in an area (impalements_max)",
        ),
        (setup_with(loose={"focsani": 1}), "muslim.loose.focsani", "Christians set up in Wallachia and Transylvania"),
        (setup_with(loose={"vidin": 1}), "muslim", "73 Ottoman pieces set up; there are 72 (piece_limit)"),
        (
            setup_with(impalements={"slatina": 3}),
            "muslim",
            "37 Christian pieces set up, impalements counted; there are 36 (piece_limit)",
        ),
    ],
)
def test_a_wrong_setup_is_told(tables, path, message):
    said = said_of_start(tables)
    assert [wrong for wrong in said if wrong[0] == f"data.start.{path}" and wrong[1].startswith(message)]


def test_a_garrison_needs_a_castle():
    said = said_of_start(setup_with(garrisons={"pitesti": 0}))
    assert said == [
        (
            "data.start.muslim.garrisons.pitesti",
            f"pitesti has no castle. Castles: {', '.join(CASTLES)}",
        )
    ]


def test_limits_follow_the_options():
    tables = setup_with(loose={"vidin": 1})
    assert said_of_start(tables, piece_limit=False) == []
    assert len(said_of_start(content(), army_max=11)) == 7
    assert len(said_of_start(setup_with(garrisons={"bran": 4}, impalements={"arges": 0}), garrison_per_tower=2)) == 1


def test_numbers_are_checked_in_the_cases_own_variant_only():
    tables = setup_with("loyal", impalements={"slatina": 7})
    assert said_of_start(tables) == []
    paths = [path for path, _ in said_of_start(tables, "loyal")]
    assert paths == ["data.start.loyal.impalements.slatina", "data.start.loyal"], "too many there, and in all"


def test_no_ottoman_starts_in_the_mountains():
    tables = content()
    area(tables, "vidin")["terrain"] = "mountain"
    assert ("data.start.muslim.armies.ali", "Ottomans do not enter mountain areas, and vidin is one") in said_of_start(
        tables
    )


def test_generals_are_told_apart_and_dracula_takes_part():
    tables = content()
    del tables["start"]["muslim"]["armies"]["dracula"]
    assert said_of_start(tables)[0][1].startswith("Dracula takes part in every game")
    tables["start"]["generals"][1]["id"] = "sultan"
    said = [message for _, message in said_of_start(tables)]
    assert "another general has this id" in said and any(message.startswith("no such general") for message in said)
    tables["start"]["generals"][0]["side"] = "ottoman"
    assert "Dracula is christian" in [message for _, message in said_of_start(tables)]
    tables["start"]["generals"] = [dict(tables["start"]["generals"][2], id=f"pasha{n}") for n in range(13)]
    said = [message for _, message in said_of_start(tables)]
    assert "13 generals, more than 12" in said and "no general has the id dracula" in said


def test_a_part_of_a_setup_leaves_the_rest_as_it_is():
    usual = content()["start"]
    written = Written({"pieces": {"ottoman": 84}, "muslim": {"impalements": {}}})
    filled = completed(written, FOREST, "start")
    assert filled["pieces"] == {"ottoman": 84, "christian": 36}
    assert filled["muslim"]["impalements"] == {} and filled["muslim"]["armies"] == usual["muslim"]["armies"]
    assert filled["loyal"] == usual["loyal"] and filled["generals"] == usual["generals"]
    lone = completed(Written({"loyal": {"armies": {"dracula": {"area": "bran", "troops": 3}}}}), FOREST, "start")
    assert list(lone["loyal"]["armies"]) == ["dracula"], "a table of the scenario's own names is replaced as a whole"
    assert content()["start"] == usual, "the default itself stays"


def problems(text, folder, **files):
    """What is said of a scenario of the toy model on the map, with these data files beside it."""
    (folder / "walk.toml").write_text(f'game = "forest"\nmodel = "dice"\n{text}')
    for name, content_of_file in files.items():
        (folder / f"{name}.toml").write_text(content_of_file)
    with pytest.raises(ScenarioError) as raised:
        load(folder / "walk.toml", {"forest": castles.GAME})
    return [str(problem).replace(f"{folder}/", "") for problem in raised.value.problems]


def test_faults_are_told_where_they_are_written(tmp_path):
    text = FOLDER.joinpath("forest/map.toml").read_text()
    broken_map = text.replace('"severin", "craiova"]', '"severn", "craiova"]', 1)
    said = problems(
        '[data]\nmap = "mine.toml"\n[data.start.muslim.armies]\nomer = {area = "vidin", troops = 1}\n',
        tmp_path,
        mine=broken_map,
    )
    line = next(number for number, written in enumerate(broken_map.splitlines(), 1) if '"severn"' in written)
    assert said[0].startswith("walk.toml:5: data.start.muslim.armies = {omer")
    assert "Dracula takes part" in said[0]
    assert (
        f'mine.toml:{line}: map.areas.0.neighbours.1 = "severn": vidin: no such area; did you mean severin? (F-08)'
        in said
    )


def test_wrong_types_are_told_by_name(tmp_path):
    said = problems("[data.start.muslim.garrisons]\nbran = -1\n[data.start.pieces]\nottoman = 0\n", tmp_path)
    assert said == [
        "walk.toml:4: data.start.muslim.garrisons.bran = -1: must be a whole number of at least 0 – "
        "area = Christian troops in its castle (F-05)",
        "walk.toml:6: data.start.pieces.ottoman = 0: must be a whole number 1..250 – Ottoman troop pieces (F-02)",
    ]


def test_a_case_holds_the_tables_and_runs_again(tmp_path):
    file = tmp_path / "walk.toml"
    file.write_text('game = "forest"\nmodel = "dice"\n[data.start.muslim]\nimpalements = {}\n')
    (case,) = load(file, {"forest": castles.GAME}).cases
    assert case.data.start.muslim.impalements == {} and len(case.data.start.muslim.armies) == 7
    again = tmp_path / "again.toml"
    again.write_text(tomli_w.dumps(resolved(case)))
    (same,) = load(again, {"forest": castles.GAME}).cases
    assert resolved(same) == resolved(case)
    jsonschema.validate(tomllib.loads(again.read_text()), json_schema(castles.GAME, castles.DICE))
    jsonschema.validate(tomllib.loads(file.read_text()), json_schema(castles.GAME, castles.DICE))


@pytest.mark.parametrize("where", ["settings", "sweep"])
def test_a_path_into_a_table_of_armies_leaves_the_others_as_they_are(where):
    path, content = "data.start.muslim.armies.dracula.troops", {"game": "forest", "model": "campaign"}
    if where == "sweep":
        loaded = load(content | {"sweep": {path: [7]}}, GAMES, many_cases=True)
    else:
        loaded = load(content, GAMES, [f"{path}=7"])
    armies = loaded.cases[0].data.start.muslim.armies
    usual = load(content, GAMES).cases[0].data.start.muslim.armies
    assert armies["dracula"].troops == 7
    assert {name: camp for name, camp in armies.items() if name != "dracula"} == {
        name: camp for name, camp in usual.items() if name != "dracula"
    }


def test_a_table_of_armies_that_is_given_replaces_the_others():
    camp = {"area": "pitesti", "troops": 7}
    content = {"game": "forest", "model": "campaign", "data": {"start": {"muslim": {"armies": {"dracula": camp}}}}}
    assert list(load(content, GAMES).cases[0].data.start.muslim.armies) == ["dracula"]
