"""The policies of the full game and their parameters (section 8)."""

from typing import Literal

from simlab.contract import Policy, Setup, parameter
from simlab.games.vampire.models.combat import ATTACK_PLAYS, DEFEND_PLAYS

MOST = 1000
SUSPICIONS = ("flat", "observed")


def cycle() -> int:
    """The parameter of E-49."""
    return parameter(2, about="most useless cards discarded in step 1", item="E-49", low=0, high=MOST)


def min_attack(default: int) -> int:
    """The parameter of E-46."""
    return parameter(default, about="least margin of a fight that is begun", item="E-46", low=-MOST, high=MOST)


def attack_play(default: str):
    """The parameter of E-40."""
    return parameter(default, about="how the player attacks", item="E-40")


def defend_play():
    """The parameter of E-41."""
    return parameter("minimal", about="how the player defends", item="E-41")


def suspicion(default: str):
    """The parameter of E-47."""
    return parameter(default, about="how unknown characters are told apart", item="E-47")


def bluff() -> float:
    """The parameter of E-51."""
    return parameter(0.0, about="chance to defend a human", item="E-51", low=0, high=1)


def reveal_red() -> int:
    """The parameter of E-56."""
    return parameter(2, about="red cards in hand that a reveal needs", item="E-56", low=0, high=MOST)


class Inquisitor(Setup):
    """Parameters of `inquisitor`."""

    cycle: int = cycle()
    min_attack: int = min_attack(5)
    attack_play: Literal[ATTACK_PLAYS] = attack_play("hold_back")
    defend_play: Literal[DEFEND_PLAYS] = defend_play()
    suspicion: Literal[SUSPICIONS] = suspicion("flat")


class Brawler(Setup):
    """Parameters of `brawler`."""

    cycle: int = cycle()
    min_attack: int = min_attack(4)
    attack_play: Literal[ATTACK_PLAYS] = attack_play("all_in")
    defend_play: Literal[DEFEND_PLAYS] = defend_play()
    suspicion: Literal[SUSPICIONS] = suspicion("observed")


class Lurker(Setup):
    """Parameters of `lurker`."""

    cycle: int = cycle()
    min_attack: int = min_attack(4)
    attack_play: Literal[ATTACK_PLAYS] = attack_play("hold_back")
    defend_play: Literal[DEFEND_PLAYS] = defend_play()
    bluff: float = bluff()


class Bold(Lurker):
    """Parameters of `bold`."""

    min_attack: int = min_attack(3)
    reveal_red: int = reveal_red()


class ThreeThrones(Lurker):
    """Parameters of `three_thrones`."""

    min_attack: int = min_attack(5)
    reveal_red: int = reveal_red()


class Random(Setup):
    """Parameters of `random`."""

    discard_chance: float = parameter(0.25, about="chance to discard each card in step 1", item="E-58", low=0, high=1)


class Idle(Setup):
    """`idle` has no parameters."""


BOTH = ("human", "vampire")
#: In the order of the codes of state.py.
POLICIES = {
    policy.name: policy
    for policy in (
        Policy("inquisitor", "holy water first, then attacks on vampires", "E-53", ("human",), Inquisitor),
        Policy("brawler", "attacks the most suspicious, holy water after that", "E-54", ("human",), Brawler),
        Policy("lurker", "never reveals, hides what was revealed, raids", "E-55", ("vampire",), Lurker),
        Policy("bold", "reveals with red cards in hand, raids", "E-56", ("vampire",), Bold),
        Policy("three_thrones", "brings three vampires into the castle", "E-57", ("vampire",), ThreeThrones),
        Policy("random", "any legal move", "E-58", BOTH, Random),
        Policy("idle", "passes and does not defend, for tests", "E-59", BOTH, Idle),
    )
}
