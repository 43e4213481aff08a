"""Section 8: what the human player makes of the characters, from what he may know (E-42, E-43, E-47)."""

from simlab.chance.compiled import rule
from simlab.games.vampire.state import (
    CHARACTERS,
    GONE,
    HUMAN,
    KNOWN_HUMAN,
    OBSERVED,
    REVEALED,
    SURE_VAMPIRE,
    UNKNOWN,
    VAMPIRES,
)

FIGHT_WEIGHT = 2  # what a fight that the vampire player starts takes off the suspicion of its target


@rule
def status_known(table, knowledge, character):
    """E-42, E-43 A character's status as far as it was seen or told; nothing hidden comes in here."""
    if not table.alive[character]:
        return GONE
    if table.revealed[character]:
        return REVEALED
    return KNOWN_HUMAN if knowledge.told[character] else UNKNOWN


@rule
def think(table, knowledge):
    """E-43 Revealed, known, unknown and sure: what follows when the number of hidden vampires settles the rest."""
    unknown, hidden = 0, VAMPIRES - table.dead_vampires
    for character in range(CHARACTERS):
        knowledge.status[character] = status_known(table, knowledge, character)
        unknown += knowledge.status[character] == UNKNOWN
        hidden -= knowledge.status[character] == REVEALED
    if hidden != 0 and hidden != unknown:
        return
    for character in range(CHARACTERS):
        if knowledge.status[character] == UNKNOWN:
            knowledge.status[character] = KNOWN_HUMAN if hidden == 0 else SURE_VAMPIRE


@rule
def is_taken_for_vampire(knowledge, character):
    """E-43 Is it a revealed or a sure vampire to the human player."""
    return knowledge.status[character] == REVEALED or knowledge.status[character] == SURE_VAMPIRE


@rule
def mark_taken_for_vampires(knowledge, marked):
    """E-43 Mark those that the human player takes for vampires."""
    for character in range(CHARACTERS):
        marked[character] = is_taken_for_vampire(knowledge, character)


@rule
def count_unknown(knowledge):
    """E-43 How many characters are unknown."""
    count = 0
    for character in range(CHARACTERS):
        count += knowledge.status[character] == UNKNOWN
    return count


@rule
def remember_fight(table, side, target, rounds, defender_cards):
    """E-47 What the vampire player does in a fight tells of its target."""
    if rounds > 0 and side == HUMAN:
        table.defended_cards[target] += defender_cards
    elif rounds > 0:
        table.attacked_fights[target] += 1


@rule
def suspicion_of(table, player, character):
    """E-47 How suspicious an unknown character is."""
    if player.suspicion != OBSERVED:
        return 0
    return table.defended_cards[character] - FIGHT_WEIGHT * table.attacked_fights[character]


@rule
def mark_most_suspicious(table, knowledge, player, in_castle, marked):
    """E-47 Mark the unknown characters of highest suspicion, in the castle or anywhere; returns how many."""
    highest, count = 0, 0
    for character in range(CHARACTERS):
        marked[character] = 0
        if knowledge.status[character] == UNKNOWN and (table.in_castle[character] or not in_castle):
            value = suspicion_of(table, player, character)
            highest = value if count == 0 else max(highest, value)
            count += 1
    marks = 0
    for character in range(CHARACTERS):
        if knowledge.status[character] == UNKNOWN and (table.in_castle[character] or not in_castle):
            marked[character] = suspicion_of(table, player, character) == highest
            marks += marked[character]
    return marks
