"""Random setups and options of Forest's models, for tests that hold two ways of computing against each other."""

from hypothesis import strategies as st

from simlab.contract import Case
from simlab.games import GAMES

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
}


def case(model: str, setup: dict, rules: dict | None = None) -> Case:
    """A case of one of Forest's models."""
    model = FOREST.models[model]
    return Case(FOREST, model, model.setup.model_validate(setup), DEFAULTS | (rules or {}))


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
}


@st.composite
def situations(draw, model):
    """(setup, changed rules, data) of a model; Forest has no data tables."""
    return draw(SETUPS[model]), draw(rules(model)), None


def cases(model):
    """Random cases of a model."""
    return situations(model).map(lambda drawn: case(model, *drawn[:2]))
