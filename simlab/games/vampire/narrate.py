"""One fight, or a row of questions, in plain sentences, from what the rules tell (story.py)."""

from collections.abc import Callable

from simlab.contract import Case
from simlab.games.vampire import story
from simlab.games.vampire.cards import given_cards, other_side
from simlab.games.vampire.decks import deck_cards
from simlab.games.vampire.state import SIDES
from simlab.telling import Sentence, counted, joined, teller

CardName = Callable[[int, int], str]


def player_name(side: int) -> str:
    """A player in a sentence."""
    return f"the {SIDES[side]} player"


def line(text: str) -> str:
    """A sentence of what happens in a turn or a fight."""
    return f"  {text[0].upper()}{text[1:]}"


def card_names(texts: dict[int, list[str]]) -> CardName:
    """From a side and the number of one of its cards to what is printed on it."""
    return lambda side, card: texts[side][card]


class Cards:
    """Cards that are told one by one, until a sentence takes them together."""

    def __init__(self, name: CardName):
        self.name = name
        self.told: list[str] = []

    def one(self, side: int, card: int) -> None:
        """One more card."""
        self.told.append(self.name(side, card))

    def together(self) -> list[str]:
        """All cards that were told since the last sentence."""
        told, self.told = self.told, []
        return told


class FightStory:
    """Sentences of a fight; what makes up a total is gathered until the round is over."""

    def __init__(self, case: Case, name: CardName):
        self.carry, self.name = case.rules["carry_over"], name
        self.parts: tuple[list[str], list[str]] = ([], [])

    def first_round(self, attack_markers: int, opening: int, defence_markers: int) -> None:
        """What lies there before round 1."""
        water = [f"{opening} from the opening water card"] if opening else []
        self.parts = from_markers(attack_markers) + water, from_markers(defence_markers)

    def second_round(self, attack: int, defence: int) -> None:
        """What counts before round 2, by the option carry_over."""
        self.parts = (
            from_markers(attack) if self.carry == "none" else carried(attack),
            carried(defence) if self.carry == "both" else from_markers(defence),
        )

    def played(self, attacking: int, side: int, card: int) -> None:
        """A card is laid down."""
        self.parts[0 if attacking else 1].append(self.name(side, card))

    def round_ended(self, number: int, attack: int, defence: int) -> str:
        """Both totals and what they are made of."""
        attackers, defenders = (" + ".join(parts) or "no card" for parts in self.parts)
        return line(f"round {number}: attack {attack} ({attackers}) against defence {defence} ({defenders})")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of a fight."""
        return {
            story.NOT_STARTED: lambda: line("the fight does not start: the attacker cannot or will not begin it"),
            story.FIRST_ROUND: self.first_round,
            story.SECOND_ROUND: self.second_round,
            story.NO_SECOND_ROUND: lambda: line("the attacker plays no card in a second round"),
            story.CARD_PLAYED: self.played,
            story.ROUND_ENDED: self.round_ended,
            story.FIGHT_ENDED: lambda dead: line(f"the target {'dies' if dead else 'lives'}"),
        }


def from_markers(number: int) -> list[str]:
    """The part of a total that comes from markers."""
    return [f"{number} from {'a marker' if number == 1 else 'markers'}"] if number else []


def carried(total: int) -> list[str]:
    """The part of a total that is carried over from round 1."""
    return [f"{total} carried over"] if total else []


def combat_story(case: Case) -> Sentence:
    """Sentences of one fight."""
    setup, texts, does = case.setup, {}, {}
    roles = {"attacker": setup.attacker_side, "defender": other_side(setup.attacker_side)}
    for role, side in roles.items():
        hand, play = getattr(setup, f"{role}_hand"), getattr(setup, f"{role}_policy")
        cards = deck_cards(case, side) if hand is None else given_cards(hand)
        texts[SIDES.index(side)] = [card.text for card in cards]
        does[SIDES.index(side)] = f"{'attacks' if role == 'attacker' else 'defends'} ({play})"
    name = card_names(texts)
    held = Cards(name)

    def shown(side):
        cards = joined(held.together(), "no valid card")
        return line(f"{player_name(side)} {does[side]} and holds {cards}").strip()

    return teller({story.HOLDS: held.one, story.HAND_SHOWN: shown, **FightStory(case, name).sentences})


def unmask_story(case: Case) -> Sentence:
    """Sentences of questions, one by one."""

    def asked(use, vampire, human, vampires, humans):
        who = "a vampire" if vampire else "a human" if human else "somebody who was asked before"
        so_far = f"{counted(vampires, 'vampire')} and {counted(humans, 'human')}"
        return f"Use {use} of holy water asks about {who}; {so_far} were asked about so far"

    return teller({story.ASKED: asked})
