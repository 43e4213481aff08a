"""Model `combat`: one fight between two castle characters (E-24, E-64)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import AfterValidator

from simlab.chance.compiled import kernel
from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import tell
from simlab.contract import Case, Column, Compiled, Fault, Model, Outcomes, Question, Setup, flag, parameter
from simlab.games.vampire import story
from simlab.games.vampire.cards import HIGHEST, Card, card_of_side, colour_bit, given_cards, other_side, read_card
from simlab.games.vampire.decks import NOT_DEALT, deck_cards, deck_row, deck_sizes
from simlab.games.vampire.exact.combat import ExactCombat
from simlab.games.vampire.forces import force_rows, give, unfit
from simlab.games.vampire.narrate import combat_story
from simlab.games.vampire.rules.s1_hands import deal_valid, take_given
from simlab.games.vampire.rules.s2_cards import valid_colours
from simlab.games.vampire.rules.s5_fight import fight
from simlab.games.vampire.state import ATTACK_PLAYS, DEFEND_PLAYS, PLAYS, PROFESSIONS, SIDES

OPTIONS = ("max_rounds", "ties", "carry_over", "second_round", "start_check")
ROLES = ("attacker", "defender")
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
        0, about="value of the water card that opens the attack; 0: none", item="E-21", low=0, high=HIGHEST
    )
    attacker_policy: Literal[ATTACK_PLAYS] = parameter("all_in", about="how the attacking player plays", item="E-40")
    defender_policy: Literal[DEFEND_PLAYS] = parameter("minimal", about="how the other player plays", item="E-41")


class Role(NamedTuple):
    """What a setup says of the attacker or of the defender; his hand or how many cards he is dealt is None."""

    name: str
    side: str
    hand: list[str] | None
    hand_size: int | None
    markers: int
    play: str
    counting: int

    def given(self) -> list[Card]:
        """The cards of a given hand, from the lowest on."""
        return given_cards(self.hand or ())


def roles(setup: CombatSetup) -> Iterator[Role]:
    """The attacker and the defender."""
    revealed = setup.attacker_revealed, setup.defender_revealed
    for name in ROLES:
        attacks = name == "attacker"
        side = setup.attacker_side if attacks else other_side(setup.attacker_side)
        profession = colour_bit(getattr(setup, f"{name}_profession"))
        counting = plain(valid_colours)(SIDES.index(side), profession, *(revealed if attacks else revealed[::-1]))
        hand, size, play = (getattr(setup, f"{name}_{what}") for what in ("hand", "hand_size", "policy"))
        yield Role(name, side, hand, size, setup.attack_markers if attacks else setup.defence_markers, play, counting)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a fight."""
    setup, most, cards = case.setup, {}, {}
    for role in roles(setup):
        owned = deck_cards(case, role.side) if role.hand is None else [read_card(text) for text in role.hand]
        most[role.name], cards[role.name] = role.markers + sum(card.value for card in owned), len(owned)
    attack, opening = most["attacker"] + setup.opening_water, cards["attacker"] + 1
    return (
        flag("defender_dead", "the target dies"),
        Column("rounds", "rounds in which the attacking player played; 0: not started", 0, 2),
        Column("attack_total", "attack as last compared, markers included", 0, attack),
        Column("defence_total", "defence as last compared, markers included", 0, most["defender"]),
        Column("attacker_cards_used", "cards played by the attacking player, opening included", 0, opening),
        Column("defender_cards_used", "cards played by the other player", 0, cards["defender"]),
    )


def faults(case: Case) -> Iterable[Fault]:
    """E-21, E-24, E-64, E-67 Hands that are given twice or not at all, and who cannot attack so."""
    setup = case.setup
    for role in roles(setup):
        yield from hand_faults(case, role)
    if setup.attacker_revealed and setup.attacker_side == "human":
        yield Fault(("setup", "attacker_revealed"), "the human player never attacks with a revealed vampire", "E-24")
    if setup.opening_water and not (setup.attacker_side == "human" and setup.defender_revealed):
        message = "water opens only an attack of the human player on a revealed vampire"
        yield Fault(("setup", "opening_water"), message, "E-21")


def hand_faults(case: Case, role: Role) -> Iterable[Fault]:
    """E-39, E-64, E-67 A hand is given or dealt, and every play of it can be weighed."""
    hand, size = f"{role.name}_hand", f"{role.name}_hand_size"
    if (role.hand is None) == (role.hand_size is None):
        yield Fault(("setup", hand), f"give exactly one of {hand} and {size}", "E-64")
    if role.hand is not None:
        yield from given_hand_faults(role.hand, role.side, hand)
    if role.hand_size is not None:
        most = deck_sizes(case)[role.side]
        if role.hand_size > most:
            yield Fault(("setup", size), f"at most {most} cards, the {role.side} player's deck", "E-64")
        elif why := unfit(deck_cards(case, role.side), role.hand_size):
            yield Fault(("data", "decks", role.side), why, "E-39")


def given_hand_faults(hand: list[str], side: str, key: str) -> Iterable[Fault]:
    """E-67 A given hand holds cards of its side's colours, and not too many."""
    for place, text in enumerate(hand):
        try:
            card_of_side(text, side)
        except ValueError as error:
            yield Fault(("setup", key, place), str(error), "E-08")
    if len(hand) > MOST_IN_HAND:
        yield Fault(("setup", key), f"at most {MOST_IN_HAND} cards", "E-64")
    elif why := unfit([read_card(text) for text in hand], len(hand)):
        yield Fault(("setup", key), why, "E-39")


@kernel
def combat_trials(forces, decks, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a fight: one row of `out` each; row 0 of forces and decks attacks."""
    for i in range(out.shape[0]):
        stream = trial_stream(rng, seed, first + i)
        for side in range(2):
            if decks[side].dealt != NOT_DEALT:
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
    decks, hands = [], []
    for role in roles(case.setup):
        dealt = NOT_DEALT if role.hand_size is None else role.hand_size
        decks.append(deck_row(case, role.side, dealt, role.counting))
        given = role.given()
        hands.append((deck_cards(case, role.side), dealt) if role.hand is None else (given, len(given)))
    forces = force_rows(hands)
    for force, role in zip(forces, roles(case.setup)):
        force.side, force.play, force.markers = SIDES.index(role.side), PLAYS.index(role.play), role.markers
        give(force, role.hand or (), role.counting)
    forces[0].opening = case.setup.opening_water
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
