"""A full game in plain sentences, from what its rules tell (story.py), with what each player knew and why he passed.

A character is called by its profession and a letter, "noble A", so that it is not taken for a card, "noble:1".
"""

from simlab.contract import Case
from simlab.games.vampire import story
from simlab.games.vampire.cards import SPECIAL
from simlab.games.vampire.decks import deck_cards
from simlab.games.vampire.narrate import CardName, Cards, FightStory, card_names, line, player_name
from simlab.games.vampire.state import (
    ATTACK_MARKER,
    CHARACTERS,
    GONE,
    HUMAN,
    KNOWN_HUMAN,
    NOBODY,
    PROFESSIONS,
    REVEALED,
    SIDES,
    SURE_VAMPIRE,
    TIE,
    UNKNOWN,
    VAMPIRE,
    WAYS,
)
from simlab.telling import Sentence, counted, joined, teller

LETTERS = "ABC"
WHY_OVER = {
    "vampires_dead": "no vampire lives",
    "humans_dead": "no human lives",
    "three_thrones": "three revealed vampires are in the castle",
    "cards": "both players are out of cards",
    "turn_limit": "the turn limit is reached",
}
SHOWN_STATUS = {
    "known humans": KNOWN_HUMAN,
    "revealed vampires": REVEALED,
    "sure vampires": SURE_VAMPIRE,
    "unknown": UNKNOWN,
    "dead": GONE,
}


def profession_of(character: int) -> int:
    """The place of a character's profession in PROFESSIONS: the nine take turns."""
    return character % len(PROFESSIONS)


def name_of(character: int) -> str:
    """A character: its profession and its letter among the three of it."""
    return f"{PROFESSIONS[profession_of(character)]} {LETTERS[character // len(PROFESSIONS)]}"


def listed(marks: tuple[int, ...], value: int = 1) -> str:
    """The characters that are marked so."""
    return joined((name_of(character) for character in range(CHARACTERS) if marks[character] == value), "nobody")


def game_story(case: Case) -> Sentence:
    """Sentences of a full game."""
    name = card_names({SIDES.index(side): [card.text for card in deck_cards(case, side)] for side in SIDES})
    fight = FightStory(case, name).sentences
    lives = fight[story.FIGHT_ENDED]
    return teller(
        fight
        | {story.FIGHT_ENDED: lambda dead: None if dead else lives(dead)}  # a death is told by name
        | table_sentences(case)
        | card_sentences(name)
        | Deciding(case, name).sentences
        | deed_sentences()
    )


def table_sentences(case: Case) -> dict[int, Sentence]:
    """Who plays, who is where, what the human player knows."""

    def plays(side):
        player = case.players[SIDES[side]]
        values = ", ".join(f"{key} {value}" for key, value in player.parameters.model_dump().items())
        return line(f"{player_name(side)} is played by {player.policy}{f' ({values})' if values else ''}").strip()

    def told(*known):
        return f"The human player was told of these humans: {listed(known)}"

    def knows(*status):
        parts = [f"{group}: {listed(status, code)}" for group, code in SHOWN_STATUS.items() if code in status]
        return line(f"the human player sees it so – {'; '.join(parts)}")

    return {
        story.PLAYS: plays,
        story.VAMPIRES_ARE: lambda *vampires: f"The vampires are {listed(vampires)}, as only their player knows",
        story.TOLD: told,
        story.KNOWS: knows,
        story.CASTLE_IS: lambda *castle: line(f"in the castle: {listed(castle)}"),
        story.CAME_UP: lambda character: line(f"{name_of(character)} comes up from the city"),
    }


def card_sentences(name: CardName) -> dict[int, Sentence]:
    """What becomes of cards."""
    held, discarded = Cards(name), Cards(name)

    def discards(side):
        cards = discarded.together()
        return line(f"{player_name(side)} discards {joined(cards, '')}") if cards else None

    return {
        story.HOLDS: held.one,
        story.HAND_SHOWN: lambda side: line(f"in hand: {joined(held.together(), 'no card')}"),
        story.DISCARDED: discarded.one,
        story.DISCARDS_DONE: discards,
        story.FETCHED: lambda side, card: line(f"{player_name(side)} fetches {name(side, card)} out of the deck"),
    }


class Deciding:
    """Turns and actions, with what the player thought of on the way."""

    def __init__(self, case: Case, name: CardName):
        self.case, self.paid = case, Cards(name)
        self.reasons: list[str] = []

    def turn(self, number: int, side: int) -> str:
        """A turn begins."""
        self.reasons = []
        return f"Turn {number}: {player_name(side)}"

    def lacks(self, side: str, payable: int, price: int, what: str) -> None:
        """A player who cannot pay."""
        if payable < price:
            red = "red" if side == "vampire" else SPECIAL[side]
            self.reasons.append(f"{what} costs {counted(price, f'{red} card')} and he has {payable or 'none'}")

    def may_ask(self, payable: int, unknown: int) -> None:
        """The human player thinks of holy water."""
        if unknown == 0:
            self.reasons.append("nobody is unknown to him")
        else:
            self.lacks("human", payable, self.case.rules["water_cards"], "holy water")

    def may_hide(self, payable: int, city: int) -> None:
        """The vampire player thinks of hiding somebody."""
        if city == 0:
            self.reasons.append("the city is empty, so nobody can be hidden")
        else:
            self.lacks("vampire", payable, self.case.rules["hide_cards"], "hiding")

    def no_good_pair(self, side: int, attacker: int, target: int, margin: int) -> None:
        """A player thinks of a fight."""
        if attacker == NOBODY:
            self.reasons.append("there is nobody whom he would and could attack")
        else:
            fight = f"his best fight, {name_of(attacker)} against {name_of(target)}"
            self.reasons.append(f"{fight}, has margin {margin} and he wants {self.least_margin(side)}")

    def pays(self, side: int, for_what: str) -> str:
        """A player pays and acts: what else he thought of is forgotten."""
        self.reasons = []
        return line(f"{player_name(side)} pays {joined(self.paid.together(), 'nothing')} {for_what}")

    def because(self, side: int) -> str:
        """Why a player does nothing."""
        policy = self.case.players[SIDES[side]].policy
        always = {"random": ["chance decided so"], "idle": ["idle does nothing else"]}
        reasons, self.reasons = always.get(policy, self.reasons), []
        return f": {'; '.join(reasons)}" if reasons else ""

    def least_margin(self, side: int) -> int | None:
        """The margin that a player asks for before he attacks; None if he asks for none."""
        return getattr(self.case.players[SIDES[side]].parameters, "min_attack", None)

    def fights(self, side: int, attacker: int, target: int, margin: int) -> str:
        """A fight begins."""
        least = self.least_margin(side)
        wanted = "" if least is None else f", at least {least} wanted"
        return line(f"{player_name(side)} attacks {name_of(target)} with {name_of(attacker)} (margin {margin}{wanted})")

    def no_attack(self, side: int, character: int) -> str:
        """Whom holy water has just revealed is not attacked."""
        return line(f"{player_name(side)} does not attack {name_of(character)}{self.because(side)}")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """The events of turns and decisions."""
        return {
            story.TURN_BEGINS: self.turn,
            story.SKIPPED: lambda side: f"{player_name(side)} has no card left and is skipped".capitalize(),
            story.MAY_ASK: self.may_ask,
            story.MAY_HIDE: self.may_hide,
            story.NO_GOOD_PAIR: self.no_good_pair,
            story.NO_HUMAN_THERE: lambda: self.reasons.append("no human is in the castle"),
            story.PASSED: lambda side: line(f"{player_name(side)} passes{self.because(side)}"),
            story.PAID: self.paid.one,
            story.HIDES: lambda character: self.pays(VAMPIRE, f"to hide {name_of(character)}"),
            story.ASKS: lambda character: self.pays(HUMAN, f"and asks about {name_of(character)}"),
            story.NO_ATTACK: self.no_attack,
            story.FIGHT_BEGINS: self.fights,
        }


def deed_sentences() -> dict[int, Sentence]:
    """What comes of it."""

    def died(character, vampire):
        return line(f"{name_of(character)} dies and was {'a vampire' if vampire else 'human'}")

    def marked(side, kind, character):
        what = "an attack" if kind == ATTACK_MARKER else "a defence"
        return line(f"{player_name(side)} puts {what} marker on {name_of(character)}")

    def scored(humans, vampires):
        return f"Living humans are worth {humans} and living vampires {vampires}"

    def ended(winner, way):
        who = "nobody has won" if winner == TIE else f"{player_name(winner)} has won"
        return f"The game is over, as {WHY_OVER[WAYS[way]]}: {who}"

    return {
        story.DIED: died,
        story.HIDDEN: lambda character: line(f"{name_of(character)} goes to the bottom of the city"),
        story.IS_HUMAN: lambda character: line(f"{name_of(character)} is human"),
        story.REVEALED: lambda character: line(f"{name_of(character)} is revealed as a vampire"),
        story.BLOCKED: lambda side: line(f"{player_name(side)} blocks it"),
        story.MARKED: marked,
        story.SCORED: scored,
        story.GAME_ENDED: ended,
    }
