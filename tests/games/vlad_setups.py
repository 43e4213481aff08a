"""Random setups, options and small decks of I Am Vlad's models, for tests that hold two ways of computing against each
other. Decks are small, so that packs run out and every hand can be gone through."""

from dataclasses import replace

from hypothesis import strategies as st

from simlab.contract import Case
from simlab.games import GAMES
from simlab.scenario.data import default_data
from simlab.scenario.policies import read_players

VLAD = GAMES["vlad"]
DEFAULTS = {name: option.value for name, option in VLAD.options.items()}
UNITS = ("vlad", "knight", "archer")

DIALS = [["day", "night", "day", "night"], ["day", "day", "night", "night"], ["night", "day", "day", "day"]]
LIVES = [{"vlad": 34, "knight": 28, "archer": 24}, {"vlad": 20, "knight": 12, "archer": 6}, {"knight": 9}]
RULES = {
    "underworld": {
        "dial": DIALS,
        "overshoot": ["cap", "stay", "reroll"],
        "exit_positions": [[1, 2, 3, 4], [4, 3, 2, 1], [2, 2, 1, 3]],
        "exit_match": ["position", "time"],
        "return_same_turn": [True, False],
    },
    "hunt": {
        "dial": DIALS,
        "neutral_life": [36, 20, 1],
        "die8": [[7, 8, 9, 10, 11, 12, 13, 14], [1, 8], [13], [1, 1, 12]],
        "dying_blow": [True, False],
        "no_card_hit": ["each_unit", "first_unit", "none"],
        "unit_life": LIVES,
        "hand_size": [3, 2, 1],
        "crown_bonus": ["replace", "add"],
    },
    "duel": {
        "dial": DIALS,
        "unit_life": LIVES,
        "hand_size": [3, 2, 1],
        "crown_bonus": ["replace", "add"],
        "crown_bonus_magic": [True, False],
        "impale_life": [5, 0, 30],
        "bare_defence_bonus": [True, False],
        "reward_at": ["battle_end", "exchange"],
    },
    "outpost": {"unit_life": LIVES, "outpost_damage": [[2, 4, 6, 8], [0, 1, 5, 40]]},
    "plague": {"unit_life": LIVES, "plague_damage": [1, 0, 2, 7], "move_squares": [5, 1, 3]},
    "game": {
        "dial": DIALS,
        "unit_life": LIVES,
        "hand_size": [3, 2],
        "move_squares": [5, 7],
        "vlad_lives": [1, 3],
        "tower_rounds": [2],
        "outpost_size": [2],
        "outpost_price": [0],
        "first_seat": [1, 2],
        "corners_2": [[0, 1]],
        **{
            name: [other for other in VLAD.options[name].choices if other != VLAD.options[name].value]
            for name in VLAD.models["game"].options
            if VLAD.options[name].choices and VLAD.options[name].lengths is None
        },
    },
}


def case(model: str, setup: dict, rules: dict | None = None, data: dict | None = None) -> Case:
    """A case of one of Vlad's models."""
    model = VLAD.models[model]
    changed = {name: VLAD.options[name].completed(value) for name, value in (rules or {}).items()}
    tables = default_data(VLAD, model.data)
    if data is not None:
        tables = VLAD.data.model_validate(tables.model_dump() | data)
    return Case(VLAD, model, model.setup.model_validate(setup), DEFAULTS | changed, data=tables)


def game(policies=("balanced",) * 4, rules=None, data=None):
    """A case of the game with these policies, one a seat: a name, or a table of the name and parameters."""
    made = case("game", {"players": len(policies)}, rules, data)
    tables = {f"seat{n}": {"name": p} if isinstance(p, str) else p for n, p in enumerate(policies, 1)}
    players, wrong = read_players(VLAD, made.model, tables)
    assert not wrong, wrong
    return replace(made, players=players)


@st.composite
def rules(draw, model):
    """Some options of a model, each perhaps changed."""
    return {name: draw(st.sampled_from(values)) for name, values in RULES[model].items() if draw(st.booleans())}


TIMES = st.sampled_from(["day", "night"])
CARDS = st.tuples(TIMES, st.integers(0, 20), st.integers(0, 12)).map(list)


@st.composite
def packs(draw, fewest, most):
    """A pack with so many cards, some of them twice."""
    lines, cards = [], 0
    size = draw(st.integers(fewest, most))
    while cards < size:
        copies = draw(st.integers(1, min(2, size - cards)))
        lines.append([*draw(CARDS), copies])
        cards += copies
    return lines


@st.composite
def decks(draw, fewest, most):
    """Three small packs."""
    return {unit: draw(packs(fewest, most)) for unit in UNITS}


@st.composite
def hands(draw, pack, most=3):
    """A given hand: cards of the pack, or others."""
    own = st.sampled_from([line[:3] for line in pack])
    return draw(st.lists(st.one_of(own, CARDS), max_size=most))


@st.composite
def on_dial(draw):
    """Where the dial stands."""
    return draw(st.sampled_from([{}, {"dial": 2}, {"dial": 3}, {"dial": 4}, {"time": "day"}, {"time": "night"}]))


@st.composite
def underworlds(draw):
    """A journey."""
    return draw(on_dial()) | {"start_position": draw(st.integers(0, 16))}, None


def full(changed, unit):
    """A unit's full life under changed rules."""
    return (DEFAULTS["unit_life"] | changed.get("unit_life", {}))[unit]


@st.composite
def hunts(draw, changed):
    """A hunt with small decks: up to two units, up to three attempts."""
    size = changed.get("hand_size", 3)
    units = draw(st.permutations(UNITS))[: draw(st.integers(1, 2))]
    attempts = draw(st.integers(1, 3 if len(units) == 1 else 2))
    tables = draw(decks(max(size, 2), 6 if len(units) == 1 else 4))
    setup = draw(on_dial()) | {
        "units": units,
        "neutral": draw(st.sampled_from(["werewolf", "guard"])),
        "crowns": draw(st.integers(0, 2)),
        "order": draw(st.sampled_from(["attack_desc", "defence_desc", "as_dealt"])),
        "surrender_below": draw(st.sampled_from([0, 0, 5, 12, 20])),
        "attempts": attempts,
        "hold_time": draw(st.booleans()),
        "refill": draw(st.booleans()),
        "lives": {unit: draw(st.integers(1, full(changed, unit))) for unit in units if draw(st.booleans())},
    }
    if draw(st.booleans()):
        setup["hands"] = {unit: draw(st.one_of(hands(tables[unit]), st.just("random"))) for unit in units}
        for unit, hand in setup["hands"].items():
            if hand == "random" and sum(line[3] for line in tables[unit]) < size:
                setup["hands"][unit] = []
    return setup, {"decks": tables}


@st.composite
def fighters(draw, unit, tables, changed):
    """One unit of a battle."""
    fighter = {"unit": unit}
    if draw(st.booleans()):
        fighter["life"] = draw(st.integers(1, full(changed, unit)))
    if draw(st.booleans()):
        fighter["hand"] = draw(hands(tables[unit]))
    return fighter


@st.composite
def duels(draw, changed):
    """A battle with small decks."""
    tables = draw(decks(9, 10))
    units = draw(st.permutations(UNITS))[: draw(st.sampled_from([1, 1, 2, 3]))]
    magic = draw(st.lists(st.lists(st.integers(0, 26), min_size=2, max_size=2), min_size=4, max_size=5))
    setup = draw(on_dial()) | {
        "attackers": [draw(fighters(unit, tables, changed)) for unit in units],
        "defender": draw(fighters(draw(st.sampled_from(UNITS)), tables, changed)),
        "magic_policy": draw(st.sampled_from(["always", "never", "if_better"])),
        "attack_order": draw(st.sampled_from(["attack_desc", "defence_desc", "as_dealt"])),
        "answer_order": draw(st.sampled_from(["defence_desc", "attack_desc", "as_dealt", "never"])),
    }
    cards = st.lists(st.lists(st.integers(0, 26), min_size=2, max_size=2), max_size=3)
    given = draw(st.booleans())
    for side in ("attacker", "defender"):
        setup[f"{side}_crowns"] = draw(st.integers(0, 2))
        setup[f"{side}_impale"] = draw(st.sampled_from([0, 1, 2]))
        setup[f"{side}_impale_policy"] = draw(st.sampled_from(["always", "always", "never"]))
        setup[f"{side}_magic"] = draw(cards if given else st.integers(0, 2))
    return setup, {"decks": tables, "magic_cards": magic}


@st.composite
def outposts(draw, changed):
    """A unit in the range of an outpost."""
    unit = draw(st.sampled_from(UNITS))
    setup = {
        "unit": unit,
        "inside": draw(st.integers(0, 3)),
        "crossings": draw(st.integers(0, 4)),
        "stays": draw(st.integers(0, 6)),
        "stay_chance": draw(st.sampled_from([0.0, 0.25, 0.5, 0.9, 1.0])),
    }
    return setup | ({"life": draw(st.integers(1, full(changed, unit)))} if draw(st.booleans()) else {}), None


@st.composite
def plagues(draw, changed):
    """An infected unit."""
    unit = draw(st.sampled_from(UNITS))
    setup = {"unit": unit, "distance": draw(st.integers(0, 25)), "step": draw(st.sampled_from(["full", "uniform"]))}
    return setup | ({"life": draw(st.integers(1, full(changed, unit)))} if draw(st.booleans()) else {}), None


SITUATIONS = {
    "underworld": lambda changed: underworlds(),
    "hunt": hunts,
    "duel": duels,
    "outpost": outposts,
    "plague": plagues,
}


@st.composite
def situations(draw, model):
    """(setup, changed rules, data) of a model."""
    changed = draw(rules(model))
    setup, data = draw(SITUATIONS[model](changed))
    return setup, changed, data


POLICIES = tuple(VLAD.policies)


@st.composite
def games(draw):
    """The first rounds of a game between random policies, under changed options."""
    players = draw(st.sampled_from([4, 4, 2]))
    changed = draw(rules("game")) | {"max_rounds": draw(st.sampled_from([2, 4, 9]))}
    return game([draw(st.sampled_from(POLICIES)) for _ in range(players)], changed)


def cases(model):
    """Random cases of a model."""
    if model == "game":
        return games()
    return situations(model).map(lambda drawn: case(model, *drawn))


#: What belongs together in every outcome of a model: a function of the case and its rows by column name.
CONSERVED = {
    "underworld": lambda case, r: (
        (r["rounds"] >= r["waited"])
        & ((r["rolls"] <= r["rounds"] - r["waited"] + 1) | (case.rules["overshoot"] == "reroll"))
    ),
    "hunt": lambda case, r: (
        ((r["killed"] == 1) == (r["neutral_left"] == 0))
        & (r["deaths"] == sum((r[f"life_{unit}"] == 0).astype(int) for unit in case.setup.units))
        & ((r["gold"] > 0) == ((r["killed"] == 1) & (r["deaths"] < len(case.setup.units))))
    ),
    "duel": lambda case, r: (
        ((r["defender_dead"] == 1) == (r["defender_life"] == 0))
        & (r["attacks_made"] == r["cards_attacker"] + r["magic_attacker"] + r["impaled"])
        & (r["answers_made"] == r["cards_defender"] + r["magic_defender"])
        & (r["attacker_deaths"] >= r["impaled_attackers"])
        & ((r["defender_dead"] == 1) | (r["gold_attacker"] + r["crown_attacker"] == 0))
    ),
    "outpost": lambda case, r: (
        ((r["dead"] == 1) == (r["life_left"] == 0)) & (r["hits"] <= case.setup.crossings + case.setup.stays)
    ),
    "plague": lambda case, r: ((r["dead"] + r["cured"] == 1) & ((r["dead"] == 1) == (r["life_left"] == 0))),
    "game": lambda case, r: (
        ((r["winner"] == 0) == (r["way"] == 0))
        & ((r["winner"] > 0) | (r["rounds"] == case.rules["max_rounds"]) | (case.rules["tie_repeat"] == "draw"))
        & (sum(r[f"tax_paid_{s}"] - r[f"tax_got_{s}"] for s in range(1, case.setup.players + 1)) == 0)
        & (sum(r[f"dens_{s}"] for s in range(1, case.setup.players + 1)) <= 8)
        & (sum(r[f"impales_{s}"] - r[f"impaled_{s}"] for s in range(1, case.setup.players + 1)) == 0)
    ),
}  # fmt: skip

#: In how many random cases sampling is held against the exact solver.
EXACT_CASES = {"underworld": 60, "hunt": 100, "duel": 100, "outpost": 40, "plague": 40}
ITEMS = 74  # of the reading
