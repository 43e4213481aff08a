"""Random setups, options, decks and players of Vampire Empire's models, for tests of two ways of computing."""

from hypothesis import strategies as st

from simlab.contract import Case
from simlab.games import GAMES
from simlab.scenario.data import default_data
from simlab.scenario.policies import read_players

VAMPIRE = GAMES["vampire"]
DEFAULTS = {name: option.value for name, option in VAMPIRE.options.items()}
PROFESSIONS, SIDES = ("noble", "clergy", "servant"), ("human", "vampire")

FIGHT_RULES = {
    "max_rounds": [2, 1],
    "ties": ["defender", "attacker"],
    "carry_over": ["both", "attack_only", "none"],
    "second_round": ["optional", "forced"],
    "start_check": ["first_round", "hand", "off"],
}
RULES = {
    "combat": FIGHT_RULES,
    "unmask": {},
    "game": FIGHT_RULES
    | {
        "hand_size": [8, 3, 12],
        "known_humans": [2, 0, 6],
        "first_player": ["vampire", "human"],
        "reveals_per_turn": [1, 0, 3],
        "reveal_where": ["castle", "anywhere"],
        "reveal_bonus_cards": [0, 2],
        "support_per_turn": [1, 0, 3],
        "support_cards": ["on", "blank"],
        "marker_cap": [1, 0, 2],
        "pass_discards": [1, 0, 3],
        "turn_limit": [200, 1, 30],
        "hide_cards": [3, 1],
        "water_cards": [2, 1],
        "half_cards_pay": [True, False],
        "water_attack": [True, False],
        "score_human": [1, 0],
        "score_vampire": [2, 3],
    },
}


def case(
    model: str, setup: dict, rules: dict | None = None, data: dict | None = None, policies: dict | None = None
) -> Case:
    """A case of one of Vampire Empire's models."""
    model = VAMPIRE.models[model]
    tables = default_data(VAMPIRE, model.data)
    if data is not None:
        tables = VAMPIRE.data.model_validate({"decks": tables.model_dump()["decks"] | data["decks"]})
    players, wrong = read_players(VAMPIRE, model, policies or {})
    assert not wrong
    return Case(VAMPIRE, model, model.setup.model_validate(setup), DEFAULTS | (rules or {}), {}, tables, players)


@st.composite
def rules(draw, model):
    """Some options of a model, each perhaps changed."""
    return {name: draw(st.sampled_from(values)) for name, values in RULES[model].items() if draw(st.booleans())}


@st.composite
def cards(draw, side, support=True):
    """A card that a side's deck may hold."""
    if support and draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(["fetch", "attack_marker", "defence_marker", "block"]))
    special = {"human": "water", "vampire": "vampire"}[side]
    colours = draw(
        st.sampled_from([["noble"], ["noble"], ["clergy"], ["servant", "noble"], [special], [special, "noble"]])
    )
    return f"{'/'.join(colours)}:{draw(st.integers(1, 5))}"


@st.composite
def decks(draw, most):
    """Decks of both sides with a few different cards."""
    return {
        side: [
            [card, draw(st.integers(1, 2))]
            for card in dict.fromkeys(draw(st.lists(cards(side), min_size=1, max_size=most)))
        ]
        for side in SIDES
    }


@st.composite
def combats(draw):
    """A fight with small decks and hands."""
    tables = draw(decks(5))
    attacking = draw(st.sampled_from(SIDES))
    other = SIDES[1 - SIDES.index(attacking)]
    setup = {
        "attacker_side": attacking,
        "attacker_profession": draw(st.sampled_from(PROFESSIONS)),
        "defender_profession": draw(st.sampled_from(PROFESSIONS)),
        "attacker_revealed": attacking == "vampire" and draw(st.booleans()),
        "defender_revealed": draw(st.booleans()),
        "attack_markers": draw(st.sampled_from([0, 0, 1, 2])),
        "defence_markers": draw(st.sampled_from([0, 0, 1, 3])),
        "attacker_policy": draw(st.sampled_from(["all_in", "minimal", "hold_back", "random"])),
        "defender_policy": draw(st.sampled_from(["all_in", "minimal", "hold_back", "random", "none"])),
    }
    if attacking == "human" and setup["defender_revealed"]:
        setup["opening_water"] = draw(st.integers(0, 3))
    for role, side in (("attacker", attacking), ("defender", other)):
        if draw(st.booleans()):
            setup[f"{role}_hand"] = draw(st.lists(cards(side), max_size=5))
        else:
            most = min(4, sum(copies for _, copies in tables[side]))
            setup[f"{role}_hand_size"] = draw(st.integers(0, most))
    return setup, {"decks": tables}, {}


@st.composite
def unmaskings(draw):
    """Holy water in all its ways."""
    unknown = draw(st.integers(1, 8))
    vampires = draw(st.integers(1, unknown))
    stop = draw(st.sampled_from(["revealed", "known"]))
    return {
        "unknown": unknown,
        "vampires": vampires,
        "find": vampires if stop == "known" else draw(st.integers(1, vampires)),
        "ask": draw(st.sampled_from(["no_repeat", "repeat"])),
        "stop": stop,
        "max_uses": draw(st.sampled_from([1000, 1000, 3, 12])),
    }, None, {}  # fmt: skip


PLAYERS = {
    "human": [
        {"name": "inquisitor"},
        {"name": "inquisitor", "min_attack": 1, "suspicion": "observed", "cycle": 0, "attack_play": "random"},
        {"name": "brawler"},
        {"name": "brawler", "min_attack": 0, "suspicion": "flat", "defend_play": "hold_back", "attack_play": "minimal"},
        {"name": "random"},
        {"name": "random", "discard_chance": 1.0},
        {"name": "idle"},
    ],
    "vampire": [
        {"name": "lurker"},
        {"name": "lurker", "bluff": 0.5, "min_attack": 1, "defend_play": "all_in"},
        {"name": "bold"},
        {"name": "bold", "reveal_red": 0, "bluff": 1.0, "defend_play": "random", "attack_play": "all_in"},
        {"name": "three_thrones"},
        {"name": "three_thrones", "min_attack": 2, "cycle": 8},
        {"name": "random"},
        {"name": "idle"},
    ],
}


@st.composite
def games(draw):
    """A full game between any two players, with the game's own decks or small ones."""
    policies = {side: draw(st.sampled_from(PLAYERS[side])) for side in SIDES}
    return {}, {"decks": draw(decks(12))} if draw(st.booleans()) else None, policies


SITUATIONS = {"combat": combats(), "unmask": unmaskings(), "game": games()}


@st.composite
def situations(draw, model):
    """(setup, changed rules, data, policies) of a model."""
    setup, data, policies = draw(SITUATIONS[model])
    return setup, draw(rules(model)), data, policies


def cases(model):
    """Random cases of a model."""
    return situations(model).map(lambda drawn: case(model, *drawn))


#: What belongs together in every outcome of a model: a function of the case and its rows by column name.
CONSERVED = {
    "combat": lambda case, r: (
        ((r["rounds"] > 0) | (r["defender_dead"] + r["attack_total"] + r["attacker_cards_used"] == 0))
        & ((r["attacker_cards_used"] >= r["rounds"]) | (r["rounds"] == 0))
    ),
    "unmask": lambda case, r: r["uses"] <= case.setup.max_uses,
    "game": lambda case, r: (
        ((r["way"] != 0) | ((r["vampires_alive"] == 0) & (r["winner"] == 0)))
        & ((r["way"] != 1) | ((r["humans_alive"] == 0) & (r["winner"] == 1)))
        & ((r["way"] != 2) | ((r["vampires_alive"] == 3) & (r["winner"] == 1)))
        & ((r["way"] != 3) | (r["human_cards_left"] + r["vampire_cards_left"] == 0))
        & ((r["way"] != 4) | (r["turns"] == case.rules["turn_limit"]))
    ),
}  # fmt: skip

#: In how many random cases sampling is held against the exact solver.
EXACT_CASES = {"combat": 150, "unmask": 60}
ITEMS = 67  # of the reading
