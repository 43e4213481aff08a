"""E-01 .. E-07, E-42 .. E-48: the open table and what each player knows.

`Table` is what both players see. A knowledge object is one player's view: the table, his own hand and
deck (of the deck he may use the contents, never the order) and, for the human player, the humans he was
told of, for the vampire player, the vampires. Nothing that chooses for a player gets anything else.
"""

from typing import NamedTuple

from .vampire_shared import PROFESSIONS, beats, is_special, is_valid

PROFESSION = [PROFESSIONS[number // 3] for number in range(9)]  # E-01: character -> profession


class Table:
    """E-02, E-07, E-37: everything open to both players."""

    def __init__(self, castle, opts):
        """E-02: the first three of the nine are the castle, the rest is the city (order secret)."""
        self.opts = opts
        self.castle = list(castle)
        self.alive = list(range(9))
        self.revealed = set()  # living revealed vampires only
        self.dead_vampires = 0
        self.dead = []
        self.attack_markers = [0] * 9
        self.defence_markers = [0] * 9
        self.defended = [0] * 9  # E-47: cards the vampire player played in its defence
        self.attacked = [0] * 9  # E-47: fights the vampire player started against it

    def city_size(self):
        """E-02: how many characters are in the city."""
        return len(self.alive) - len(self.castle)

    def castle_professions(self):
        """E-48: professions of the characters now in the castle."""
        return {PROFESSION[one] for one in self.castle}


class Knowledge:
    """E-42: what any player knows."""

    side = ""

    def __init__(self, table, hand, deck, policy):
        """E-05: own hand and deck."""
        self.table, self.opts = table, table.opts
        self.hand, self.deck = hand, deck
        self.policy = policy  # name and parameters of section 8


class Sets(NamedTuple):
    """E-43: characters as the human player sees them, all living."""

    known: list
    unknown: list
    sure: list


class HumanKnowledge(Knowledge):
    """E-42, E-43: the human player."""

    side = "human"

    def __init__(self, table, hand, deck, policy, told):
        """E-04: the humans he was told of at the start; answers are added later (E-20)."""
        super().__init__(table, hand, deck, policy)
        self.told = set(told)

    def sets(self):
        """E-43: worked out afresh."""
        table = self.table
        known = [one for one in table.alive if one in self.told]
        unknown = [one for one in table.alive if one not in self.told and one not in table.revealed]
        hidden = 3 - table.dead_vampires - len(table.revealed)
        if hidden == 0:
            return Sets(known + unknown, [], [])
        if hidden == len(unknown):
            return Sets(known, [], unknown)
        return Sets(known, unknown, [])

    def sure_targets(self):
        """E-53, E-54: revealed and sure vampires."""
        return set(self.sets().sure) | self.table.revealed

    def suspicion(self, one):
        """E-47: suspicion of an unknown character."""
        if self.policy["suspicion"] == "flat":
            return 0
        return self.table.defended[one] - 2 * self.table.attacked[one]


class VampireKnowledge(Knowledge):
    """E-42: the vampire player knows all identities."""

    side = "vampire"

    def __init__(self, table, hand, deck, policy, vampires):
        """E-03: the three vampires."""
        super().__init__(table, hand, deck, policy)
        self.vampires = vampires


# ------------------------------------------------------------------ cards in hand

def payable(know, cards):
    """E-44: the cards that pay for a hide or for holy water, lowest first."""
    width = 2 if know.opts["half_cards_pay"] else 1
    return sorted(c for c in cards if is_special(c, know.side) and c.width <= width)


def price(know):
    """E-18, E-20: how many special cards a hide or a holy water use costs."""
    return know.opts["water_cards"] if know.side == "human" else know.opts["hide_cards"]


def can_hide(know):
    """E-45: enough payable red cards and a city that is not empty."""
    return know.table.city_size() > 0 and len(payable(know, know.hand)) >= price(know)


def can_ask(know):
    """E-45: enough payable water cards and an unknown character."""
    return len(payable(know, know.hand)) >= price(know) and bool(know.sets().unknown)


def discard_order(know):
    """E-48: (group, card) of the hand, the first to go first."""
    present = know.table.castle_professions()

    def group(made):
        if not made.width:
            return 3
        if is_special(made, know.side):
            return 2
        return 1 if any(colour in present for colour in made.colours) else 0

    return sorted([(group(made), made) for made in know.hand])


# ------------------------------------------------------------------ pairs

def legal_attackers(know):
    """E-24: who may attack."""
    castle, revealed = know.table.castle, know.table.revealed
    if know.side == "human":
        return [one for one in castle if one not in revealed]
    return [one for one in castle if one in revealed] or list(castle)


def margin(know, attacker, target, opening=0):
    """E-46: the margin of a pair if it is startable, else None."""
    table = know.table
    shown = (PROFESSION[attacker], attacker in table.revealed, target in table.revealed)
    values = [c.value for c in know.hand if is_valid(c, know.side, *shown)]
    if not values and not opening:
        return None
    attack = table.attack_markers[attacker] + opening + sum(values)
    if know.opts["start_check"] != "off" and not beats(attack, table.defence_markers[target], know.opts):
        return None
    return attack - table.defence_markers[target]


def startable(know, targets, opening=0):
    """E-46: (margin, attacker, target) of all startable pairs with such a target."""
    rows = []
    for attacker in legal_attackers(know):
        for target in know.table.castle:
            if target != attacker and target in targets:
                gain = margin(know, attacker, target, opening)
                if gain is not None:
                    rows.append((gain, attacker, target))
    return rows


def best_pair(know, targets, random, opening=0):
    """E-46: a startable pair with the greatest margin, or None."""
    rows = startable(know, targets, opening)
    if not rows:
        return None
    top = max(row[0] for row in rows)
    return random.choice([row for row in rows if row[0] == top])
