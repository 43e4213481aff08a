"""Section 8: the human player's policies (E-52, E-53, E-54). None of them is handed what he does not know."""

from simlab.chance.compiled import rule
from simlab.chance.streams import branch
from simlab.games.vampire.rules.s8_actions import asking, fighting, passing
from simlab.games.vampire.rules.s8_hand import can_ask
from simlab.games.vampire.rules.s8_knowledge import mark_most_suspicious, mark_taken_for_vampires
from simlab.games.vampire.rules.s8_pairs import good_pair
from simlab.games.vampire.state import NOBODY

# Parts of the event of step 4.
ASKED, ON_VAMPIRES, ON_SUSPECTS = 0, 1, 2


@rule
def asks_most_suspicious(table, knowledge, player, marked, event):
    """E-52 To ask about a most suspicious unknown character, of the castle if there is one."""
    if mark_most_suspicious(table, knowledge, player, True, marked) == 0:
        mark_most_suspicious(table, knowledge, player, False, marked)
    return asking(marked, branch(event, ASKED))


@rule
def attacks_vampires(table, knowledge, player, marked, rules, event):
    """E-53, E-54 A good pair against those that the player takes for vampires."""
    mark_taken_for_vampires(knowledge, marked)
    return good_pair(table, player, marked, 0, rules, branch(event, ON_VAMPIRES))


@rule
def inquisitor_acts(table, knowledge, player, marked, rules, event):
    """E-53 Holy water first; otherwise attack a vampire; otherwise pass."""
    if can_ask(knowledge, player, rules):
        return asks_most_suspicious(table, knowledge, player, marked, event)
    return fighting(attacks_vampires(table, knowledge, player, marked, rules, event))


@rule
def brawler_acts(table, knowledge, player, marked, rules, event):
    """E-54 Attack a vampire; otherwise the most suspicious; otherwise ask; otherwise pass."""
    pair = attacks_vampires(table, knowledge, player, marked, rules, event)
    if pair.attacker == NOBODY and mark_most_suspicious(table, knowledge, player, True, marked) > 0:
        pair = good_pair(table, player, marked, 0, rules, branch(event, ON_SUSPECTS))
    if pair.attacker != NOBODY:
        return fighting(pair)
    if can_ask(knowledge, player, rules):
        return asks_most_suspicious(table, knowledge, player, marked, event)
    return passing()
