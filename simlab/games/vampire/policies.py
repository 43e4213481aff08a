"""The policies of the full game and their parameters (section 8)."""

from typing import Literal

from simlab.contract import Policy, Setup, parameter
from simlab.games.vampire.state import (
    ATTACK_PLAYS,
    BOLD,
    BRAWLER,
    DEFEND_PLAYS,
    IDLE,
    INQUISITOR,
    LURKER,
    RANDOM_PLAYER,
    SIDES,
    SUSPICIONS,
    THREE_THRONES,
)

MOST = 1000


def cycle() -> int:
    """How much a thinking player tidies up his hand."""
    return parameter(2, about="most useless cards discarded in step 1", item="E-49", low=0, high=MOST)


def min_attack(default: int) -> int:
    """How sure of a fight a thinking player wants to be: a margin, not an attack."""
    return parameter(default, about="least margin of a fight that is begun", item="E-46", low=-MOST, high=MOST)


def attack_play(default: str):
    """How a thinking player plays the fights that he begins."""
    return parameter(default, about="how the player attacks", item="E-40")


def defend_play():
    """How a thinking player plays for a target that he wants to save."""
    return parameter("minimal", about="how the player defends", item="E-41")


def suspicion(default: str):
    """Whether the human player draws conclusions from the vampire player's fights."""
    return parameter(default, about="how unknown characters are told apart", item="E-47")


def bluff() -> float:
    """How often the vampire player defends a human, so that a defence tells less."""
    return parameter(0.0, about="chance to defend a human", item="E-51", low=0, high=1)


def reveal_red() -> int:
    """How many red cards make it worth to reveal a vampire."""
    return parameter(2, about="red cards in hand that a reveal needs", item="E-56", low=0, high=MOST)


class Inquisitor(Setup):
    """`inquisitor` asks with holy water whenever he can, and attacks only those whom he takes for vampires (E-53)."""

    cycle: int = cycle()
    min_attack: int = min_attack(5)
    attack_play: Literal[ATTACK_PLAYS] = attack_play("hold_back")
    defend_play: Literal[DEFEND_PLAYS] = defend_play()
    suspicion: Literal[SUSPICIONS] = suspicion("flat")


class Brawler(Setup):
    """`brawler` attacks vampires, then the most suspicious, and asks only if no fight is good enough (E-54)."""

    cycle: int = cycle()
    min_attack: int = min_attack(4)
    attack_play: Literal[ATTACK_PLAYS] = attack_play("all_in")
    defend_play: Literal[DEFEND_PLAYS] = defend_play()
    suspicion: Literal[SUSPICIONS] = suspicion("observed")


class Lurker(Setup):
    """`lurker` reveals nobody, hides what holy water has revealed, and attacks humans (E-55)."""

    cycle: int = cycle()
    min_attack: int = min_attack(4)
    attack_play: Literal[ATTACK_PLAYS] = attack_play("hold_back")
    defend_play: Literal[DEFEND_PLAYS] = defend_play()
    bluff: float = bluff()


class Bold(Lurker):
    """`bold` reveals a vampire as soon as he holds red cards for it, and attacks humans (E-56)."""

    min_attack: int = min_attack(3)
    reveal_red: int = reveal_red()


class ThreeThrones(Lurker):
    """`three_thrones` hides castle humans until all vampires are in the castle, then reveals them (E-57)."""

    min_attack: int = min_attack(5)
    reveal_red: int = reveal_red()


class Random(Setup):
    """`random` makes any legal move, each kind of action equally likely (E-58)."""

    discard_chance: float = parameter(0.25, about="chance to discard each card in step 1", item="E-58", low=0, high=1)


class Idle(Setup):
    """`idle` discards its hand, passes and does not defend (E-59)."""


_BY_CODE = {
    INQUISITOR: Policy("inquisitor", "holy water first, then attacks on vampires", "E-53", ("human",), Inquisitor),
    BRAWLER: Policy("brawler", "attacks the most suspicious, holy water after that", "E-54", ("human",), Brawler),
    LURKER: Policy("lurker", "never reveals, hides what was revealed, raids", "E-55", ("vampire",), Lurker),
    BOLD: Policy("bold", "reveals with red cards in hand, raids", "E-56", ("vampire",), Bold),
    THREE_THRONES: Policy("three_thrones", "brings three vampires into the castle", "E-57", ("vampire",), ThreeThrones),
    RANDOM_PLAYER: Policy("random", "any legal move", "E-58", SIDES, Random),
    IDLE: Policy("idle", "passes and does not defend, for tests", "E-59", SIDES, Idle),
}
POLICIES = {policy.name: policy for policy in _BY_CODE.values()}
POLICY_CODES = {policy.name: code for code, policy in _BY_CODE.items()}
