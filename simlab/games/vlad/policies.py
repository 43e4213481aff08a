"""The policies of the full game and their parameters (P-10, P-11)."""

from copy import copy
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema, create_model

from simlab.contract import MANY, Policy, Setup, parameter
from simlab.games.vlad.game_state import GOALS, HEURISTIC, ITEMS, MOST_GOALS, MOST_WISHES, RANDOM, SEATS, SITES
from simlab.games.vlad.state import ANSWER_ORDERS, PLAY_ORDERS

SEAT_NAMES = tuple(f"seat{number}" for number in range(1, SEATS + 1))


def wish(entry: list) -> list:
    """An entry of a shop list; raises ValueError."""
    if len(entry) != 2 or entry[0] not in ITEMS or type(entry[1]) is not int or not 0 <= entry[1] <= MANY:
        raise ValueError(f"must be [item, how many to hold], an item being one of {', '.join(ITEMS)}")
    return entry


_ENTRY = {"type": "array", "prefixItems": [{"enum": list(ITEMS)}, {"type": "integer", "minimum": 0}], "minItems": 2}
Wish = Annotated[list[Any], AfterValidator(wish), WithJsonSchema({"title": "[item, target]"} | _ENTRY)]
Goals = Annotated[list[Literal[GOALS]], Field(max_length=MOST_GOALS - 1)]
ShopList = Annotated[list[Wish], Field(max_length=MOST_WISHES)]


def goals(names: str, kind: str) -> Any:
    """A unit's goals, by their names with commas between."""
    return parameter(names.split(", "), about=f"goals of the {kind}, the first that applies counts", item="P-3")


def wishes(*entries: list) -> Any:
    """A shop list."""
    return parameter([list(entry) for entry in entries], about="what is bought: [item, how many to hold]", item="P-5")


def number(default: int, about: str, item: str) -> Any:
    """A whole number from 0 on."""
    return parameter(default, about=about, item=item, low=0, high=MANY)


def amount(default: float, about: str, item: str) -> Any:
    """Any number from 0 on."""
    return parameter(default, about=about, item=item, low=0, high=MANY)


def worth(default: float, about: str, item: str) -> Any:
    """A value of attacks, which may be below 0."""
    return parameter(default, about=about, item=item, low=-1000, high=1000)


class Balanced(Setup):
    """`balanced`: a bit of everything."""

    goals_vlad: Goals = goals("cure, strike, contest, curse_run, hunt, shop, gate, chase", "Vlad")
    goals_knight: Goals = goals("cure, strike, contest, hunt, shop, gate, escort", "knight")
    goals_archer: Goals = goals("cure, strike, contest, hunt, shop, gate, escort", "archer")
    contest_at: int = number(2, "turns of an enemy on the tower from which he is contested", "P-3")
    hunt_until: int = number(8, "gold up to which werewolves are hunted", "P-3")
    hunt_margin: float = amount(1.0, "attack wanted together, in lives of a neutral", "P-4")
    hunt_life: float = amount(0.5, "part of full life from which a unit hunts", "P-3")
    flags_wanted: int = number(4, "flags up to which gates are won", "P-3")
    shop_gold: int = number(5, "gold from which a unit goes shopping", "P-3")
    shop_list: ShopList = wishes(["impale", 1], ["potion", 2], ["magic", 1])
    gold_reserve: int = number(1, "gold that shopping leaves", "P-5")
    akathist_gold: int = number(10, "gold from which Akathist cards are bought", "P-5")
    strike_min: float = worth(0.2, "value from which a unit moves in order to attack", "P-3")
    attack_min: float = worth(0.1, "value from which a unit attacks", "P-8")
    prey_vlad: float = worth(1.5, "what hurting a Vlad is worth", "P-7")
    prey_knight: float = worth(0.9, "what hurting a knight is worth", "P-7")
    prey_archer: float = worth(1.0, "what hurting an archer is worth", "P-7")
    kill_bonus: float = worth(0.7, "what a kill is worth beside", "P-7")
    gang_bonus: float = worth(0.7, "what an attack of several is worth beside that may kill together", "P-8")
    caution: float = worth(0.7, "what being hurt oneself costs", "P-7")
    heal_below: float = amount(0.5, "part of full life up to which a potion is drunk", "P-2")
    use_tokens: bool = parameter(True, about="use resurrection tokens", item="P-2")
    bell_min: int = number(1, "how many more enemies than own units are inside when the bell is tolled", "P-5")
    site: Literal[SITES] = parameter("gate", about="where the outpost is wanted", item="P-6")
    site_radius: int = number(6, "steps from there within which it is placed", "P-6")
    shelter_below: float = amount(0.0, "part of full life up to which a unit goes into the outpost", "P-3")
    fear: int = number(2, "steps that the range of an enemy outpost counts", "P-1")
    surrender_below: int = number(5, "give up when a unit has less life than this in a neutral fight", "P-8")
    tax_ask: bool = parameter(False, about="ask for vassal tax", item="P-9")
    tax_offer: bool = parameter(False, about="offer vassal tax", item="P-9")
    tax_fear: float = amount(1.0, "pay if the threat is so many times a unit's life", "P-9")
    tax_accept: float = worth(0.2, "take an offer if the best attack is worth less", "P-9")
    order: Literal[PLAY_ORDERS] = parameter("attack_desc", about="order of cards in neutral fights", item="P-8")
    answer_order: Literal[ANSWER_ORDERS] = parameter("defence_desc", about="which card answers first", item="P-8")


def preset(name: str, about: str, **changed: Any) -> type[Balanced]:
    """P-10 Parameters of `balanced`, some with other values; goals by their names with commas between."""
    fields: dict[str, Any] = {}
    for parameter_name, value in changed.items():
        field = copy(Balanced.model_fields[parameter_name])
        field.default = value.split(", ") if parameter_name.startswith("goals_") else value
        fields[parameter_name] = (field.annotation, field)
    return create_model(name, __base__=Balanced, __module__=__name__, __doc__=about, **fields)


HeroHunter = preset(
    "HeroHunter",
    "`hero_hunter`: goes for enemy Vlads.",
    goals_vlad="cure, strike, contest, hunt, shop, chase",
    goals_knight="cure, strike, contest, hunt, shop, chase",
    goals_archer="cure, strike, contest, hunt, shop, chase",
    hunt_until=5,
    hunt_life=0.4,
    flags_wanted=0,
    shop_gold=4,
    shop_list=[["magic", 2], ["impale", 1]],
    gold_reserve=0,
    akathist_gold=99,
    strike_min=0.1,
    attack_min=0.05,
    prey_vlad=2.0,
    prey_knight=0.7,
    prey_archer=0.8,
    kill_bonus=1.0,
    gang_bonus=1.0,
    caution=0.3,
    site="church",
    site_radius=8,
    fear=1,
    surrender_below=0,
    tax_fear=1.5,
    tax_accept=0.0,
)
Shopper = preset(
    "Shopper",
    "`shopper`: gold first, and much to buy with it.",
    goals_vlad="cure, contest, settle, hunt, shop, pray, strike, gate, chase",
    goals_knight="cure, contest, hunt, shop, pray, strike, gate, escort",
    goals_archer="cure, contest, hunt, shop, pray, strike, gate, escort",
    contest_at=3,
    hunt_until=14,
    flags_wanted=1,
    shop_gold=6,
    shop_list=[["impale", 2], ["potion", 3], ["magic", 3], ["outpost", 1]],
    akathist_gold=8,
    strike_min=0.3,
    attack_min=0.2,
    prey_vlad=1.0,
    prey_knight=1.0,
    kill_bonus=0.5,
    gang_bonus=0.5,
    caution=1.0,
    heal_below=0.6,
    bell_min=2,
    surrender_below=6,
    tax_ask=True,
    tax_offer=True,
    tax_fear=0.5,
    tax_accept=0.5,
)
TowerSitter = preset(
    "TowerSitter",
    "`tower_sitter`: one flag, then to the cursed tower.",
    goals_vlad="cure, tower, gate, hunt, strike, chase",
    goals_knight="cure, strike, contest, gate, hunt, shop, escort",
    goals_archer="cure, strike, contest, gate, hunt, shop, escort",
    hunt_until=3,
    hunt_margin=0.9,
    hunt_life=0.4,
    flags_wanted=1,
    shop_gold=3,
    shop_list=[["potion", 2], ["impale", 1]],
    gold_reserve=0,
    akathist_gold=99,
    prey_vlad=1.0,
    prey_knight=1.0,
    kill_bonus=0.5,
    gang_bonus=0.5,
    caution=0.8,
    heal_below=0.6,
    bell_min=99,
    site="tower_gate",
    fear=1,
    surrender_below=0,
    tax_ask=True,
    tax_accept=0.3,
)
OutpostTurtle = preset(
    "OutpostTurtle",
    "`outpost_turtle`: an outpost near the church, and life in it.",
    goals_vlad="cure, settle, contest, shop, hunt, strike, shelter, home",
    goals_knight="cure, contest, shop, hunt, strike, shelter, escort",
    goals_archer="cure, contest, shop, hunt, strike, shelter, escort",
    contest_at=3,
    hunt_until=6,
    flags_wanted=0,
    shop_gold=3,
    shop_list=[["outpost", 1], ["potion", 2], ["impale", 1]],
    gold_reserve=0,
    akathist_gold=99,
    strike_min=0.3,
    attack_min=0.2,
    prey_vlad=1.0,
    prey_knight=1.0,
    kill_bonus=0.5,
    gang_bonus=0.5,
    caution=1.2,
    heal_below=0.6,
    site="church",
    site_radius=8,
    shelter_below=1.0,
    surrender_below=6,
    tax_ask=True,
    tax_offer=True,
    tax_fear=0.5,
    tax_accept=0.5,
)


class RandomChoices(Setup):
    """`random` makes every choice evenly among the legal ones."""


_POLICIES = (
    (HEURISTIC, Policy("balanced", "a bit of everything", "P-10", SEAT_NAMES, Balanced)),
    (HEURISTIC, Policy("hero_hunter", "goes for enemy Vlads", "P-10", SEAT_NAMES, HeroHunter)),
    (HEURISTIC, Policy("shopper", "gold first, then much to buy", "P-10", SEAT_NAMES, Shopper)),
    (HEURISTIC, Policy("tower_sitter", "one flag, then the cursed tower", "P-10", SEAT_NAMES, TowerSitter)),
    (HEURISTIC, Policy("outpost_turtle", "an outpost, and life in it", "P-10", SEAT_NAMES, OutpostTurtle)),
    (RANDOM, Policy("random", "any legal choice", "P-11", SEAT_NAMES, RandomChoices)),
)
POLICIES = {policy.name: policy for _, policy in _POLICIES}
POLICY_CODES = {policy.name: code for code, policy in _POLICIES}
