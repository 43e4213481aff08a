"""Fights of a game in plain sentences: neutrals card by card, battles between units blow by blow (V-55 to V-68)."""

from simlab.contract import Case
from simlab.games.vlad import game_story as game
from simlab.games.vlad import story
from simlab.games.vlad.game_names import DEED, DETAIL, Draft, Names, line
from simlab.games.vlad.game_state import KINDS, TAX
from simlab.games.vlad.narrate import hit, values_of
from simlab.games.vlad.narrate_game_spells import SpellStory
from simlab.games.vlad.state import MAGIC
from simlab.telling import Sentence


class NeutralStory:
    """V-65 to V-71 A fight with werewolves or guards: a line for each card and its answer."""

    def __init__(self, names: Names, draft: Draft, spells: SpellStory):
        self.names, self.draft, self.spells = names, draft, spells
        self.fighters: list[int] = []
        self.foe = ""

    def begins(self, seat: int, den: int, number: int) -> str:
        """Who fights whom."""
        self.foe = "werewolves" if den else "guards"
        where = f"den {number}" if den else f"gate {number}"
        who, self.fighters = self.names.units(self.fighters), []
        return line(DEED, f"fight with the {self.foe} of {where}: {who}")

    def joins(self, unit: int) -> None:
        """A unit takes part."""
        self.fighters.append(unit)

    def own(self, kind: int) -> str:
        """A unit of the seat whose turn it is."""
        return self.names.unit(KINDS * self.names.active + kind)

    def played(self, kind: int, attack: int, defence: int, plus: int, more: int, left: int) -> str | None:
        """V-66 A card."""
        values = values_of(max(attack - self.spells.blunted, 0), defence, plus, more)
        left_over = f"{left} left" if left else "beaten"
        return self.draft.begin("fight", line(DETAIL, f"{self.own(kind)} plays {values}: "), f"{self.foe} {left_over}")

    def answered(self, kind: int, roll: int, loss: int, life: int) -> str | None:
        """V-66 The die in answer."""
        return self.draft.add("fight", "", f"they roll {roll}, {hit(self.own(kind), loss, life)}")

    def ends(self, seat: int, left: int) -> str | None:
        """V-69 A fight that was not won."""
        return line(DETAIL, f"the {self.foe} are not beaten, {left} left") if left else None

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that are told at once."""
        return {
            game.JOINS_FIGHT: self.joins,
            game.FIGHT_BEGINS: self.begins,
            game.FIGHT_ENDS: self.ends,
            story.HIT_WITHOUT_CARDS: lambda kind, roll, life: line(
                DETAIL, f"no matching card; the {self.foe} roll {roll}: {hit(self.own(kind), roll, life)}"
            ),
            story.SURRENDERED: lambda kind: line(DETAIL, f"{self.own(kind)} has too little life left: they give up"),
            game.DEN_CLEARED: lambda seat, den, coins, gold: line(
                DETAIL, f"den {den} is cleared for all: {coins or 'no'} gold, now {gold}"
            ),
            game.FLAG_WON: lambda seat, gate: line(DETAIL, f"{self.names.seat(seat)}'s flag stands on gate {gate}"),
        }

    @property
    def drafting(self) -> dict[int, Sentence]:
        """Events that share a line."""
        return {story.CARD_PLAYED: self.played, story.NEUTRAL_ANSWERED: self.answered}


class BattleStory:
    """V-55, V-58 to V-61 Vassal tax and battles: a line for each attack and what comes of it."""

    def __init__(self, case: Case, names: Names, draft: Draft):
        self.names, self.draft, self.one_is_safe = names, draft, case.rules["tax_scope"] == "unit"

    def attacks(self, unit: int, target: int) -> str | None:
        """Who attacks now, told with the means."""
        return self.draft.begin("attack", line(DETAIL, f"{self.names.unit(unit)} attacks "))

    def attacked(self, kind: int, pack: int, *values: int) -> str | None:
        """V-58 The card of the attack."""
        magic = "magic " if pack == MAGIC else ""
        return self.draft.add("attack", "", f"with {magic}{values_of(*values)}")

    def answered(self, kind: int, pack: int, *values: int) -> str | None:
        """V-59 The card of the answer."""
        return self.draft.add("attack", "", f"answered with {'magic ' if pack == MAGIC else ''}{values_of(*values)}")

    def lost(self, seat: int, kind: int, loss: int, life: int) -> str | None:
        """V-60 What a card costs."""
        return self.draft.add("attack", "", hit(self.names.unit(KINDS * seat + kind), loss, life))

    def impaled(self, impaler: int, victim: int, as_answer: int) -> str | None:
        """V-34, V-35 A token as an attack or as an answer."""
        if as_answer:
            return self.draft.add("attack", "", "answered with an impale token that cancels the card")
        return self.draft.add("attack", "", "with an impale token")

    def discussed(self, seat: int, other: int, asks: int, agrees: int, settled: int) -> str | None:
        """V-55 Who asks for the tax or offers it."""
        one, two = self.names.seat(seat), self.names.seat(other)
        if asks:
            refused = "" if agrees else f", and {two} refuses"
            return line(DEED, f"{one} asks {two} for a vassal tax of {TAX} gold{refused}")
        refused = "" if settled else f", and {one} declines"
        return line(DEED, f"{two} offers {one} a vassal tax of {TAX} gold{refused}") if agrees else None

    def paid(self, seat: int, other: int, unit: int) -> str:
        """V-55 The tax."""
        safe = f"{self.names.unit(unit)} is" if self.one_is_safe else "its units are"
        return line(DETAIL, f"{self.names.seat(other)} pays {TAX} gold: {safe} not attacked in this turn")

    @property
    def sentences(self) -> dict[int, Sentence]:
        """Events that are told at once."""
        return {
            game.TAX_DISCUSSED: self.discussed,
            game.TAX_PAID: self.paid,
            game.BATTLE_BEGINS: lambda seat, target, life: line(
                DEED, f"battle against {self.names.unit(target)}, {life} life"
            ),
        }

    @property
    def drafting(self) -> dict[int, Sentence]:
        """Events that share a line."""
        return {
            game.ATTACK_BEGINS: self.attacks,
            story.ATTACKED: self.attacked,
            story.ANSWERED: self.answered,
            story.LOST_LIFE: self.lost,
            story.IMPALED: self.impaled,
        }
