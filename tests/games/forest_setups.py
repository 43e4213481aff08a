"""Random setups and options of Forest's models, for tests that hold two ways of computing against each other."""

from random import Random

import numpy as np
from hypothesis import strategies as st

from simlab.contract import Case
from simlab.games import GAMES
from simlab.scenario.data import default_data
from simlab.scenario.policies import read_players
from tests.games import forest_campaigns

FOREST = GAMES["forest"]
DEFAULTS = {name: option.value for name, option in FOREST.options.items()}

RULES = {
    "battle": {
        "hit_min": [2, 3, 4, 5, 6],
        "initial_search": ["first_round", "separate"],
        "withdraw_window": ["before_battle", "every_round"],
        "excess_hits": ["wasted", "spill"],
        "group_order": ["size", "list"],
        "surprise_fire": ["return", "none"],
    },
    "storm": {"hit_min": [2, 3, 4, 5, 6], "storm_pairing": ["paired", "duel"]},
    "siege": {"siege_margin": [0, 1, 2, 3], "siege_first_count": [1, 0], "starve_max": [0, 1, 2, 3, 4, 6]},
    "supply": {"starve_max": [0, 1, 2, 3, 4, 5, 6]},
    "morale": {
        "morale_min": [1, 2, 4, 6, 7],
        "morale_order": ["first", "last"],
        "morale_scheme": ["one_each", "until_cleared"],
    },
    "turn_order": {"held_chit": ["open", "closed"], "jump_rating": ["any", "higher"]},
    "campaign": forest_campaigns.RULES,
}
RULES["assault"] = RULES["morale"] | RULES["battle"] | RULES["storm"] | RULES["siege"]


def case(
    model: str, setup: dict, rules: dict | None = None, data: dict | None = None, policies: dict | None = None
) -> Case:
    """A case of one of Forest's models; `data` and `policies` are those of a campaign."""
    model = FOREST.models[model]
    tables = FOREST.data.model_validate(data) if data else default_data(FOREST, model.data)
    players, wrong = read_players(FOREST, model, policies or {})
    assert not wrong
    return Case(FOREST, model, model.setup.model_validate(setup), DEFAULTS | (rules or {}), {}, tables, players)


@st.composite
def rules(draw, model):
    """Some options of a model, each perhaps changed."""
    return {name: draw(st.sampled_from(values)) for name, values in RULES[model].items() if draw(st.booleans())}


@st.composite
def splits(draw, troops, rating):
    """Group sizes of 1..rating that add up to the troops."""
    sizes = []
    while sum(sizes) < troops:
        sizes.append(draw(st.integers(1, min(rating, troops - sum(sizes)))))
    return sizes


@st.composite
def armies(draw, most, led):
    """One side of a battle; `led`: it has a general for sure."""
    troops, rating = draw(st.integers(1, most)), draw(st.integers(1 if led else 0, 6))
    army = {
        "troops": troops,
        "rating": rating,
        "fire": draw(st.sampled_from(["even", "joined_first", "surprise_first"])),
        "retreat": draw(st.sampled_from(["never", "below", "outnumbered"])),
        "retreat_below": draw(st.integers(0, 4)),
        "retreat_ratio": draw(st.sampled_from([0.5, 1, 1.1, 1.5, 2, 3])),
        "withdraw": draw(st.sampled_from(["policy", "never", "always"])),
    }
    if rating and draw(st.booleans()):
        army["groups"] = draw(splits(troops, rating))
    return army


@st.composite
def battles(draw, most=5):
    """A battle of two small armies."""
    return {
        "attacker": draw(armies(most, True)),
        "defender": draw(armies(most, False)),
        "can_retreat": draw(st.booleans()),
        "stop_after": draw(st.sampled_from([0, 0, 1, 2, 3])),
    }


def generals(draw):
    """Up to five generals with wishes."""
    names = ["a", "b", "c", "d", "e"][: draw(st.integers(1, 5))]
    return [
        {
            "name": name,
            "rating": draw(st.integers(0, 6)),
            "side": draw(st.sampled_from(["ottoman", "christian"])),
            "delay": draw(st.sampled_from(["never", "always", "while_enemy"])),
            "jump": draw(st.sampled_from(["never", "always", "enemy"]) | st.lists(st.sampled_from(names), unique=True)),
        }
        for name in names
    ]


@st.composite
def assaults(draw, most=5):
    """A small army before a small castle, with or without impalements, a field army and supply."""
    garrison = draw(st.integers(0, 4))
    return {
        "attacker": draw(armies(most, True)),
        "impalements": draw(st.sampled_from([0, 1, 2, 3, 6])),
        "field": draw(st.sampled_from([{}, {"rating": 4}]) | armies(most, False) | armies(most, True)),
        "can_retreat": draw(st.booleans()),
        "castle": {"garrison": garrison, "towers": max(garrison, 1)} if draw(st.booleans()) else {"garrison": garrison},
        "plan": draw(st.sampled_from(["storm", "siege", "storm_if", "siege_then_storm"])),
        "storm_ratio": draw(st.sampled_from([0, 0.5, 1, 1.1, 1.5, 2, 3])),
        "storm_withdraw_below": draw(st.sampled_from([0, 0, 2, 3, 4])),
        "turns": draw(st.integers(1, 4)),
        "supplied": draw(st.booleans()),
    }


SETUPS = {
    "battle": battles(),
    "storm": st.fixed_dictionaries(
        {
            "attackers": st.integers(1, 8),
            "defenders": st.integers(0, 6),
            "attacker_withdraw_below": st.integers(0, 5),
            "defender_withdraw_below": st.integers(0, 4),
        }
    ),
    "siege": st.fixed_dictionaries(
        {
            "besiegers": st.integers(1, 9),
            "defenders": st.integers(1, 6),
            "turns": st.integers(1, 6),
            "turns_already": st.integers(0, 3),
            "supplied": st.booleans(),
            "garrison_supplied": st.booleans(),
            "reroll_tokens": st.integers(0, 2),
        }
    ),
    "supply": st.fixed_dictionaries({"troops": st.integers(0, 12), "turns": st.integers(0, 4)}),
    "morale": st.fixed_dictionaries(
        {"group_sizes": st.lists(st.integers(1, 4), min_size=1, max_size=7), "impalements": st.integers(0, 6)}
    ),
    "turn_order": st.composite(lambda draw: {"generals": generals(draw)})(),
    "assault": assaults(),
}


@st.composite
def situations(draw, model):
    """(setup, changed rules, data) of a model; of a campaign with policies, while the others have no data."""
    if model == "campaign":
        return forest_campaigns.drawn_campaign(Random(draw(st.integers(0, 10**9))))
    return draw(SETUPS[model]), draw(rules(model)), None


def cases(model):
    """Random cases of a model."""
    return situations(model).map(lambda drawn: case(model, *drawn))


#: What belongs together in every outcome of a model: a function of the case and its rows by column name.
CONSERVED = {
    "battle": lambda case, r: (
        ((r["winner"] != 2) | ((r["attacker_left"] == 0) & (r["defender_left"] == 0)))
        & ((r["winner"] != 0) | (r["attacker_left"] > 0))
        & ((r["winner"] != 1) | (r["defender_left"] > 0))
        & ((r["winner"] != 3) | ((r["attacker_left"] > 0) & (r["defender_left"] > 0)))
    ),
    "storm": lambda case, r: (
        (r["winner"] == 0) == ((r["defenders_left"] == 0) | (r["withdrawn"] == 1))
    ),
    "siege": lambda case, r: (
        (~r["fell"].astype(bool) | ((r["defenders_left"] == 0) & (r["turn"] > 0)))
        & ((r["besiegers_left"] == case.setup.besiegers) | (not case.setup.supplied))
    ),
    "supply": lambda case, r: r["left"] + r["lost"] == case.setup.troops,
    "morale": lambda case, r: (
        (r["passed"] + r["broken"] == len(case.setup.group_sizes))
        & (r["troops_passed"] + r["troops_broken"] == sum(case.setup.group_sizes))
        & (r["impalements_left"] >= case.setup.impalements - r["passed"])
    ),
    "turn_order": lambda case, r: np.array(
        [sorted(positions) == list(range(1, len(case.setup.generals) + 1)) for positions in zip(*list(r.values())[:-2])]
    ),
    "campaign": forest_campaigns.conserved,
    "assault": lambda case, r: (
        (r["fell"] == (r["turn"] > 0)) & (r["fell"] == (r["method"] != 3)) & (r["fell"] <= r["reached"])
        & ((r["reached"] == 0) | (r["fell"] == (r["garrison_left"] == 0)))
        & ((r["reached"] == 1) | (r["garrison_left"] == case.setup.castle.garrison))
        & ((r["method"] == 2) == ((r["reached"] == 1) & (case.setup.castle.garrison == 0)))
        & (r["sent_back"] + r["attackers_left"] <= case.setup.attacker.troops)
        & ((r["reached"] == 0) | np.isin(r["field_winner"], (0, 3)))
        & ((r["field_winner"] == 3) == ((r["sent_back"] == case.setup.attacker.troops) | (not case.setup.field.troops)))
        & ((r["field_winner"] != 3) | (r["field_left"] == case.setup.field.troops))
    ),
}  # fmt: skip

#: In how many random cases sampling is held against the exact solver.
EXACT_CASES = {"battle": 100, "storm": 40, "siege": 60, "supply": 20, "morale": 40, "turn_order": 40, "assault": 80}
ITEMS = 68  # of the reading
