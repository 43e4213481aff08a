"""The policies of a whole campaign and their parameters (section 12)."""

from typing import Any, Literal

from simlab.contract import MANY, Policy, Setup, parameter
from simlab.games.forest.armies import FIRE_POLICIES, RETREAT_POLICIES, BattleOrders
from simlab.games.forest.campaign_state import FORESIGHT, HEURISTIC, RANDOM_LEGAL
from simlab.games.forest.chits import DELAYS, JUMPS

OTTOMAN_MODES = ("spread", "converge")
CHRISTIAN_MODES = ("castle_defence", "raider", "turtle")
STAKES = ("none", "all", "own")


def retreat(default: str) -> Any:
    """When a side leaves a battle."""
    return parameter(default, about="when the side leaves a battle", item="F-50")


def ratio(default: float, about: str, item: str) -> Any:
    """A ratio of troops."""
    return parameter(default, about=about, item=item, low=0, high=MANY)


def count(default: int, about: str, item: str) -> Any:
    """A number of troops."""
    return parameter(default, about=about, item=item, low=0, high=MANY)


class Orders(BattleOrders):
    """What every heuristic orders for battles and for the turn order."""

    delay: Literal[DELAYS] = parameter("never", about="when a general tries to go later", item="F-22")
    jump: Literal[JUMPS] | list[str] = parameter("never", about="past whom a general tries to jump", item="F-23")


class MethodicalSiege(Orders):
    """`methodical_siege` spreads out, besieges castle after castle, and storms only at the end."""

    mode: Literal[OTTOMAN_MODES] = parameter("spread", about="how targets are chosen", item="F-55")
    storm_ratio: float = ratio(99.0, "storm with so many times the garrison", "F-56")
    storm_last_turn: bool = parameter(True, about="storm more easily in the last turn", item="F-56")
    storm_last_ratio: float = ratio(1.5, "storm in the last turn with so many times the garrison", "F-56")
    min_army: int = count(4, "with fewer troops a general stays", "F-25")
    siege_reserve: int = count(1, "troops left at a siege beyond what it needs", "F-57")


class StormRush(MethodicalSiege):
    """`storm_rush` spreads out and storms whenever it is strong enough."""

    storm_ratio: float = ratio(2.0, "storm with so many times the garrison", "F-56")
    storm_last_ratio: float = ratio(1.0, "storm in the last turn with so many times the garrison", "F-56")


class Converge(MethodicalSiege):
    """`converge` goes for Dracula's army while it is near, then for the castle nearest to the Sultan."""

    mode: Literal[OTTOMAN_MODES] = parameter("converge", about="how targets are chosen", item="F-55")
    storm_ratio: float = ratio(3.0, "storm with so many times the garrison", "F-56")
    storm_last_ratio: float = ratio(1.0, "storm in the last turn with so many times the garrison", "F-56")


class CastleDefence(Orders):
    """`castle_defence` relieves besieged castles."""

    mode: Literal[CHRISTIAN_MODES] = parameter("castle_defence", about="how targets are chosen", item="F-40")
    recruit_below: int = count(10, "with fewer troops a general recruits", "F-31")
    attack_ratio: float = ratio(0.75, "attack with so many times the counted strength", "F-40")
    stakes: Literal[STAKES] = parameter("all", about="impalements: none, all of the dead, own troops too", item="F-34")
    stake_reserve: int = count(8, "for own: troops that stay alive", "F-35")
    storm_ratio: float = ratio(3.0, "storm with so many times the garrison", "F-56")
    jump: Literal[JUMPS] | list[str] = parameter("enemy", about="past whom a general tries to jump", item="F-23")
    retreat: Literal[RETREAT_POLICIES] = retreat("outnumbered")


class Raider(CastleDefence):
    """`raider` strikes the weakest stack in reach, leaves stakes everywhere and goes back to Poenari."""

    mode: Literal[CHRISTIAN_MODES] = parameter("raider", about="how targets are chosen", item="F-40")
    stakes: Literal[STAKES] = parameter("own", about="impalements: none, all of the dead, own troops too", item="F-34")
    delay: Literal[DELAYS] = parameter("while_enemy", about="when a general tries to go later", item="F-22")
    jump: Literal[JUMPS] | list[str] = parameter("never", about="past whom a general tries to jump", item="F-23")


class Turtle(CastleDefence):
    """`turtle` sits in the strongest castle of Wallachia behind stakes."""

    mode: Literal[CHRISTIAN_MODES] = parameter("turtle", about="how targets are chosen", item="F-40")
    recruit_below: int = count(12, "with fewer troops a general recruits", "F-31")
    attack_ratio: float = ratio(1.0, "attack with so many times the counted strength", "F-40")
    jump: Literal[JUMPS] | list[str] = parameter("never", about="past whom a general tries to jump", item="F-23")
    retreat: Literal[RETREAT_POLICIES] = retreat("never")


def worth(default: float, about: str, item: str) -> Any:
    """What something counts for, in castles."""
    return parameter(default, about=about, item=item, low=0, high=MANY)


class LooksAhead(Orders):
    """What both policies have in common that reckon with the odds of battles, storms and sieges."""

    fire: Literal[FIRE_POLICIES] = parameter("joined_first", about="how shots are allotted", item="F-47")
    last_delay: Literal[DELAYS] = parameter("while_enemy", about="the same in the last turn", item="F-22")
    last_jump: Literal[JUMPS] | list[str] = parameter("never", about="the same in the last turn", item="F-23")


class CalculatingSiege(LooksAhead):
    """`calculating_siege` goes where the chances of castles gain most, and storms where that is worth more."""

    delay: Literal[DELAYS] = parameter("always", about="when a general tries to go later", item="F-22")
    need: float = worth(100_000.0, "how many times a doubtful castle's chance counts more than a sure one's", "F-66")
    enemy_worth: float = worth(0.12, "what an enemy killed counts, in castles", "F-63")
    troop_worth: float = worth(0.0, "what a troop lost counts, in castles", "F-63")
    free_worth: float = worth(0.02, "what a troop free to go on counts a turn, in castles", "F-57")
    siege_reserve: int = count(0, "troops left at a siege beyond what it needs", "F-57")
    outposts_from: int = count(4, "for castles so many moves from home a troop stays in each area on the way", "F-61")


class CalculatingDefence(LooksAhead):
    """`calculating_defence` strikes and relieves where it pays, keeps out of danger, and ends in a castle."""

    delay: Literal[DELAYS] = parameter("while_enemy", about="when a general tries to go later", item="F-22")
    retreat: Literal[RETREAT_POLICIES] = retreat("outnumbered")
    enemy_worth: float = worth(0.06, "what an enemy killed counts, in castles", "F-63")
    troop_worth: float = worth(0.05, "what a troop lost counts, in castles", "F-63")
    danger: float = worth(1.0, "what part of the troops that enemies in reach may kill counts as lost", "F-40")
    storm_worth: float = worth(0.9, "storm if it gains more than so many castles", "F-56")
    stakes: Literal[STAKES] = parameter("all", about="impalements: none, all of the dead, own troops too", item="F-34")
    stake_reserve: int = count(8, "for own: troops that stay alive", "F-35")


class RandomLegal(Setup):
    """`random_legal` makes every choice evenly among the legal ones."""


OTTOMANS, CHRISTIANS = ("ottoman",), ("christian",)
_POLICIES = (
    (RANDOM_LEGAL, Policy("random_legal", "any legal choice", "F-19", ("ottoman", "christian"), RandomLegal)),
    (HEURISTIC, Policy("methodical_siege", "besieges castle after castle", "F-57", OTTOMANS, MethodicalSiege)),
    (HEURISTIC, Policy("storm_rush", "storms whenever strong enough", "F-56", OTTOMANS, StormRush)),
    (HEURISTIC, Policy("converge", "the host against Dracula, else one castle", "F-40", OTTOMANS, Converge)),
    (HEURISTIC, Policy("castle_defence", "relieves besieged castles", "F-54", CHRISTIANS, CastleDefence)),
    (HEURISTIC, Policy("raider", "strikes weak stacks, leaves stakes everywhere", "F-34", CHRISTIANS, Raider)),
    (HEURISTIC, Policy("turtle", "sits in the strongest castle behind stakes", "F-58", CHRISTIANS, Turtle)),
    (FORESIGHT, Policy("calculating_siege", "goes where the odds gain most", "F-55", OTTOMANS, CalculatingSiege)),
    (FORESIGHT, Policy("calculating_defence", "strikes where the odds pay", "F-54", CHRISTIANS, CalculatingDefence)),
)
POLICIES = {policy.name: policy for _, policy in _POLICIES}
POLICY_CODES = {policy.name: code for code, policy in _POLICIES}
