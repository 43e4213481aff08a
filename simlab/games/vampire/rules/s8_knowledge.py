"""Section 8: what the human player makes of the characters, from what he may know (E-43, E-47)."""

from simlab.chance.compiled import rule
from simlab.games.vampire.state import CHARACTERS, GONE, KNOWN_HUMAN, REVEALED, SURE_VAMPIRE, UNKNOWN, VAMPIRES


@rule
def status_known(table, knowledge, one):
    """E-42, E-43 A character's status as far as it was seen or told; nothing hidden comes in here."""
    if not table.alive[one]:
        return GONE
    if table.revealed[one]:
        return REVEALED
    return KNOWN_HUMAN if knowledge.told[one] else UNKNOWN


@rule
def think(table, knowledge):
    """E-43 Revealed, known, unknown and sure: what follows when the number of hidden vampires settles the rest."""
    unknown, hidden = 0, VAMPIRES - table.dead_vampires
    for one in range(CHARACTERS):
        knowledge.status[one] = status_known(table, knowledge, one)
        unknown += knowledge.status[one] == UNKNOWN
        hidden -= knowledge.status[one] == REVEALED
    if hidden != 0 and hidden != unknown:
        return
    for one in range(CHARACTERS):
        if knowledge.status[one] == UNKNOWN:
            knowledge.status[one] = KNOWN_HUMAN if hidden == 0 else SURE_VAMPIRE


@rule
def count_unknown(knowledge):
    """E-45 How many characters are unknown."""
    count = 0
    for one in range(CHARACTERS):
        count += knowledge.status[one] == UNKNOWN
    return count


@rule
def suspicion(table, player, one):
    """E-47 How suspicious an unknown character is."""
    if not player.suspicion:
        return 0
    return table.defended_cards[one] - 2 * table.attacked_fights[one]


@rule
def most_suspicious(table, knowledge, player, in_castle, marked):
    """E-52, E-54 Mark the unknown characters of highest suspicion, in the castle or anywhere; returns how many."""
    highest, count = 0, 0
    for one in range(CHARACTERS):
        marked[one] = 0
        if knowledge.status[one] == UNKNOWN and (table.in_castle[one] or not in_castle):
            value = suspicion(table, player, one)
            highest = value if count == 0 else max(highest, value)
            count += 1
    marks = 0
    for one in range(CHARACTERS):
        if knowledge.status[one] == UNKNOWN and (table.in_castle[one] or not in_castle):
            marked[one] = suspicion(table, player, one) == highest
            marks += marked[one]
    return marks
