"""Model `combat`: one fight between two castle characters (E-24 to E-32, E-64)."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator

from simlab.chance.compiled import kernel
from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import tell
from simlab.contract import Case, Column, Compiled, Fault, Model, Outcomes, Question, Setup, flag, parameter
from simlab.games.vampire import story
from simlab.games.vampire.cards import PROFESSIONS, SIDES, card_of_side, read_card
from simlab.games.vampire.decks import deck_cards, deck_row, deck_sizes, force_rows, give, unfit
from simlab.games.vampire.exact.combat import ExactCombat
from simlab.games.vampire.narrate import combat_story
from simlab.games.vampire.rules.s1_decks import deal_valid, take_given
from simlab.games.vampire.rules.s5_combat import fight, valid_colours

OPTIONS = ("max_rounds", "ties", "carry_over", "second_round", "start_check")
ATTACK_PLAYS = ("all_in", "minimal", "hold_back", "random")
DEFEND_PLAYS = (*ATTACK_PLAYS, "none")
MOST_IN_HAND, MOST_MARKERS = 100, 1000


def card_text(text: Any) -> Any:
    """A card text; raises ValueError."""
    if isinstance(text, str):
        read_card(text)
    return text


CardText = Annotated[str, AfterValidator(card_text)]


class CombatSetup(Setup):
    """Setup of `combat`."""

    attacker_side: Literal[SIDES] = parameter("human", about="the active player; the other one defends", item="E-24")
    attacker_profession: Literal[PROFESSIONS] = parameter("noble", about="profession of the attacker", item="E-01")
    defender_profession: Literal[PROFESSIONS] = parameter("noble", about="profession of the target", item="E-01")
    attacker_revealed: bool = parameter(False, about="the attacker is a revealed vampire", item="E-07")
    defender_revealed: bool = parameter(False, about="the target is a revealed vampire", item="E-07")
    attacker_hand: list[CardText] | None = parameter(
        None, about='the attacking player\'s cards, such as "noble:3"; this or attacker_hand_size', item="E-64"
    )
    attacker_hand_size: int | None = parameter(None, about="or how many are dealt from his deck", item="E-64", low=0)
    defender_hand: list[CardText] | None = parameter(
        None, about="the defending player's cards; this or defender_hand_size", item="E-64"
    )
    defender_hand_size: int | None = parameter(None, about="or how many are dealt from his deck", item="E-64", low=0)
    attack_markers: int = parameter(0, about="attack markers on the attacker", item="E-35", low=0, high=MOST_MARKERS)
    defence_markers: int = parameter(0, about="defence markers on the target", item="E-36", low=0, high=MOST_MARKERS)
    opening_water: int = parameter(
        0, about="value of the water card that opens the attack; 0: none", item="E-21", low=0, high=99
    )
    attacker_policy: Literal[ATTACK_PLAYS] = parameter("all_in", about="how the attacking player plays", item="E-40")
    defender_policy: Literal[DEFEND_PLAYS] = parameter("minimal", about="how the other player plays", item="E-41")


def side_of(setup: CombatSetup, role: str) -> str:
    """Whose the attacker or the defender is."""
    other = SIDES[1 - SIDES.index(setup.attacker_side)]
    return setup.attacker_side if role == "attacker" else other


def colours_of(setup: CombatSetup, role: str) -> int:
    """E-09 The colours that count for the attacker or the defender."""
    other = {"attacker": "defender", "defender": "attacker"}[role]
    revealed, other_revealed = (getattr(setup, f"{who}_revealed") for who in (role, other))
    profession = 1 << PROFESSIONS.index(getattr(setup, f"{role}_profession"))
    return plain(valid_colours)(SIDES.index(side_of(setup, role)), profession, revealed, other_revealed)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a fight."""
    setup, most = case.setup, {}
    for role in ("attacker", "defender"):
        hand = getattr(setup, f"{role}_hand")
        cards = deck_cards(case, side_of(setup, role)) if hand is None else [read_card(text) for text in hand]
        most[role] = sum(card.value for card in cards), len(cards)
    attack = setup.attack_markers + setup.opening_water + most["attacker"][0]
    return (
        flag("defender_dead", "the target dies"),
        Column("rounds", "rounds in which the attacking player played; 0: not started", 0, 2),
        Column("attack_total", "attack as last compared, markers included", 0, attack),
        Column(
            "defence_total",
            "defence as last compared, markers included",
            0,
            setup.defence_markers + most["defender"][0],
        ),
        Column(
            "attacker_cards_used", "cards played by the attacking player, opening included", 0, most["attacker"][1] + 1
        ),
        Column("defender_cards_used", "cards played by the other player", 0, most["defender"][1]),
    )


def faults(case: Case) -> Iterable[Fault]:
    """E-67 What no single field can see."""
    setup = case.setup
    for role in ("attacker", "defender"):
        side, hand, size = (
            side_of(setup, role),
            getattr(setup, f"{role}_hand"),
            getattr(setup, f"{role}_hand_size"),
        )
        if (hand is None) == (size is None):
            message = f"give exactly one of {role}_hand and {role}_hand_size"
            yield Fault(("setup", f"{role}_hand"), message, "E-64")
        if hand is not None:
            yield from hand_faults(role, side, hand)
        if size is not None and size > deck_sizes(case)[side]:
            message = f"at most {deck_sizes(case)[side]} cards, the {side} player's deck"
            yield Fault(("setup", f"{role}_hand_size"), message, "E-64")
        elif size is not None and (why := unfit(deck_cards(case, side), size)):
            yield Fault(("data", "decks", side), why, "E-39")
    if setup.attacker_revealed and setup.attacker_side == "human":
        yield Fault(("setup", "attacker_revealed"), "the human player never attacks with a revealed vampire", "E-24")
    if setup.opening_water and not (setup.attacker_side == "human" and setup.defender_revealed):
        message = "water opens only an attack of the human player on a revealed vampire"
        yield Fault(("setup", "opening_water"), message, "E-21")


def hand_faults(role: str, side: str, hand: list[str]) -> Iterable[Fault]:
    """E-67 A given hand holds cards of its side's colours, and not too many."""
    for place, text in enumerate(hand):
        try:
            card_of_side(text, side)
        except ValueError as error:
            yield Fault(("setup", f"{role}_hand", place), str(error), "E-08")
    if len(hand) > MOST_IN_HAND:
        yield Fault(("setup", f"{role}_hand"), f"at most {MOST_IN_HAND} cards", "E-64")
    elif why := unfit([read_card(text) for text in hand], len(hand)):
        yield Fault(("setup", f"{role}_hand"), why, "E-39")


@kernel
def combat_trials(forces, decks, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a fight: one row of `out` each; row 0 of forces and decks attacks."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        for side in range(2):
            if decks[side].dealt >= 0:
                deal_valid(forces[side], decks[side], stream)
            else:
                take_given(forces[side])
            for place in range(forces[side].cards):
                tell(story.HOLDS, forces[side].side, forces[side].card[place])
            tell(story.HAND_SHOWN, forces[side].side)
        end = fight(forces[0], forces[1], rules, stream)
        row = out[i]
        row.defender_dead = end.dead
        row.rounds = end.rounds
        row.attack_total = end.attack
        row.defence_total = end.defence
        row.attacker_cards_used = end.attacker_cards
        row.defender_cards_used = end.defender_cards


def rows_of(case: Case) -> tuple[np.recarray, np.recarray]:
    """The forces and the decks of a fight, the attacker's first."""
    setup, decks, hands = case.setup, [], []
    for role in ("attacker", "defender"):
        side, hand, size = side_of(setup, role), getattr(setup, f"{role}_hand"), getattr(setup, f"{role}_hand_size")
        decks.append(deck_row(case, side, -1 if size is None else size, colours_of(setup, role)))
        hands.append((deck_cards(case, side), size) if hand is None else ([read_card(t) for t in hand], len(hand)))
    forces = force_rows(hands)
    for force, role, markers in zip(forces, ("attacker", "defender"), (setup.attack_markers, setup.defence_markers)):
        force.side, force.markers = SIDES.index(side_of(setup, role)), markers
        force.policy = DEFEND_PLAYS.index(getattr(setup, f"{role}_policy"))
        give(force, getattr(setup, f"{role}_hand") or (), colours_of(setup, role))
    forces[0].opening = setup.opening_water
    return forces, np.concatenate(decks).view(np.recarray)


def compile_combat(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    return Compiled(combat_trials, (*rows_of(case), case.rules_row(*OPTIONS)))


def solve(case: Case, budget) -> Outcomes:
    """Exact distribution of a fight."""
    return ExactCombat(case, *rows_of(case), case.rules_row(*OPTIONS), budget).solve()


COMBAT = Model(
    name="combat",
    about="one fight between two characters of the castle",
    setup=CombatSetup,
    options=OPTIONS,
    columns=columns,
    questions=(
        Question("the target dies", "event", "defender_dead"),
        Question("the fight is started", "event", "rounds > 0"),
        Question("cards the attacker uses", "value", "attacker_cards_used"),
        Question("cards the defender uses", "value", "defender_cards_used"),
    ),
    faults=faults,
    compile=compile_combat,
    narrate=combat_story,
    exact=solve,
    data=("decks",),
    starter="attacker_hand_size = 8\ndefender_hand_size = 8\n",
)
