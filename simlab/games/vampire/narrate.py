"""One trial of Vampire Empire in plain sentences, from what its rules tell (story.py)."""

from collections.abc import Callable

from simlab.chance.telling import Sentence, teller
from simlab.contract import Case
from simlab.games.vampire import story
from simlab.games.vampire.cards import given_cards, other_side
from simlab.games.vampire.decks import deck_cards
from simlab.games.vampire.state import (
    ATTACK_MARKER,
    CHARACTERS,
    GONE,
    KNOWN_HUMAN,
    PROFESSIONS,
    REVEALED,
    SIDES,
    SURE_VAMPIRE,
    UNKNOWN,
    WAYS,
)

CardName = Callable[[int, int], str]
WHY_OVER = {
    "vampires_dead": "no vampire lives",
    "humans_dead": "no human lives",
    "three_thrones": "three revealed vampires sit in the castle",
    "cards": "both players are out of cards",
    "turn_limit": "the turn limit is reached",
}


def name_of(one: int) -> str:
    """A character: its profession and its number among the three of it."""
    return f"{PROFESSIONS[one % len(PROFESSIONS)]} {one // len(PROFESSIONS) + 1}"


def player_name(side: int) -> str:
    """A player in a sentence."""
    return f"the {SIDES[side]} player"


class FightStory:
    """Sentences of a fight; cards are gathered until a round is over."""

    def __init__(self, card: CardName):
        self.card, self.attack, self.defence = card, [], []

    def played(self, attacking: int, rnd: int, side: int, card: int) -> None:
        """A card is laid down."""
        (self.attack if attacking else self.defence).append(self.card(side, card))

    def ended(self, rnd: int, attack: int, defence: int) -> str:
        """A round is over."""
        shown = [", ".join(cards) if cards else "no card" for cards in (self.attack, self.defence)]
        self.attack, self.defence = [], []
        return f"  Round {rnd}: {shown[0]} against {shown[1]}; attack {attack}, defence {defence}"

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of a fight."""
        return {
            story.NOT_STARTED: lambda: "  No fight: the attacker cannot or will not begin",
            story.CARD_PLAYED: self.played,
            story.ROUND_ENDED: self.ended,
        }


class HandStory:
    """A hand, told card by card, in one sentence."""

    def __init__(self, card: CardName):
        self.card, self.cards = card, []

    def holds(self, side: int, card: int) -> None:
        """A card of the hand."""
        self.cards.append(self.card(side, card))

    def shown(self, side: int) -> str:
        """The hand is told."""
        cards, self.cards = ", ".join(self.cards) or "nothing", []
        return f"  in hand: {cards}"


def combat_story(case: Case) -> Callable[..., str | None]:
    """Sentences of one fight."""
    setup, texts = case.setup, {}
    for role, side in (("attacker", setup.attacker_side), ("defender", other_side(setup.attacker_side))):
        hand = getattr(setup, f"{role}_hand")
        cards = deck_cards(case, side) if hand is None else given_cards(hand)
        texts[SIDES.index(side)] = [card.text for card in cards]
    held = HandStory(lambda side, card: texts[side][card])

    def shown(side):
        return f"{player_name(side)} has valid cards{held.shown(side).partition('in hand')[2]}".capitalize()

    fight = FightStory(lambda side, card: texts[side][card])
    return teller({story.HOLDS: held.holds, story.HAND_SHOWN: shown, **fight.sentences})


def unmask_story(case: Case) -> Callable[..., str | None]:
    """Sentences of questions, one by one."""

    def asked(use, vampire, human, vampires, humans):
        what = "a vampire" if vampire else "a human" if human else "somebody asked before"
        return f"Use {use}: {what}; {vampires} vampires and {humans} humans asked so far"

    return teller({story.ASKED: asked})


def listed(marks: tuple[int, ...], value: int) -> str:
    """The characters that are marked so."""
    return ", ".join(name_of(one) for one in range(CHARACTERS) if marks[one] == value) or "nobody"


def game_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a full game, with what each side knew."""
    texts = [[card.text for card in deck_cards(case, side)] for side in SIDES]

    def card_name(side, card):
        return texts[side][card]

    held = HandStory(card_name)
    return teller(
        {story.HOLDS: held.holds, story.HAND_SHOWN: held.shown}
        | FightStory(card_name).sentences
        | knowledge_sentences()
        | action_sentences(card_name)
    )


def knowledge_sentences() -> dict[int, Sentence]:
    """What the players see and know."""

    def knows(*status):
        groups = {
            "known humans": KNOWN_HUMAN,
            "revealed": REVEALED,
            "surely vampires": SURE_VAMPIRE,
            "unknown": UNKNOWN,
            "dead": GONE,
        }
        parts = [f"{name}: {listed(status, code)}" for name, code in groups.items() if code in status]
        return f"  The human player knows – {'; '.join(parts)}"

    return {
        story.CASTLE_IS: lambda *castle: f"  castle: {listed(castle, 1)}",
        story.VAMPIRES_ARE: lambda *vampires: f"The vampires are {listed(vampires, 1)}; their player knows it",
        story.KNOWS: knows,
        story.CAME_UP: lambda one: f"  {name_of(one)} comes up from the city",
    }


def action_sentences(card_name: CardName) -> dict[int, Sentence]:
    """What the players do."""

    def died(one, vampire):
        return f"  {name_of(one)} dies, {'a vampire' if vampire else 'a human'}"

    def ended(winner, way):
        who = f"{player_name(winner)} has won" if winner < len(SIDES) else "a tie"
        return f"The game is over, {WHY_OVER[WAYS[way]]}: {who}"

    def marked(side, kind, one):
        what = "an attack" if kind == ATTACK_MARKER else "a defence"
        return f"  {player_name(side)} puts {what} marker on {name_of(one)}"

    def fights(side, attacker, target, margin):
        return f"  {player_name(side)} attacks {name_of(target)} with {name_of(attacker)}"

    return {
        story.TURN_BEGINS: lambda turn, side: f"Turn {turn}, {player_name(side)}",
        story.PASSED: lambda side: "  passes",
        story.FIGHT_BEGINS: fights,
        story.DIED: died,
        story.HIDES: lambda one: f"  pays to hide {name_of(one)}",
        story.HIDDEN: lambda one: f"  {name_of(one)} goes to the bottom of the city",
        story.ASKS: lambda one: f"  pays holy water and asks about {name_of(one)}",
        story.IS_HUMAN: lambda one: f"  {name_of(one)} is human",
        story.REVEALED: lambda one: f"  {name_of(one)} is revealed as a vampire",
        story.BLOCKED: lambda side: f"  {player_name(side)} blocks it",
        story.FETCHED: lambda side, card: f"  {player_name(side)} fetches {card_name(side, card)} out of the deck",
        story.MARKED: marked,
        story.GAME_ENDED: ended,
    }
