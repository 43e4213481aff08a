"""Section VII: fights against werewolves and guards (V-65 to V-71)."""

from typing import NamedTuple

from simlab.chance.compiled import rule
from simlab.chance.streams import at, die
from simlab.chance.witness import tell
from simlab.games.vlad import story
from simlab.games.vlad.rules.s5_cards import first_in_hand, play
from simlab.games.vlad.rules.s5_dials import lose_life
from simlab.games.vlad.rules.s7_exchange import loss_from
from simlab.games.vlad.state import EACH_UNIT, NEUTRAL, NO_UNIT


class NextCard(NamedTuple):
    """V-66 The card that is played next: whose, and where in the hand; rank -1 if nobody has any."""

    rank: int
    who: int
    place: int


class Fight(NamedTuple):
    """How a neutral fight ended: the neutral's life, and the cards played."""

    neutral: int
    cards: int


@rule
def neutral_answer(event, number, rules):
    """V-46 What the eight-sided die says."""
    return rules.die8[die(event, number, rules.die8_count) - 1]


@rule
def neutral_answers(neutral, rules):
    """V-66 A neutral answers every card that does not beat it; with `dying_blow` the last one too."""
    return neutral > 0 or bool(rules.dying_blow)


@rule
def hit_without_cards(place, rules):
    """V-68 Is the living fighting unit at this place, 0 for the first, hit when nobody has a matching card."""
    return rules.no_card_hit == EACH_UNIT or (place == 0 and rules.no_card_hit != NO_UNIT)


@rule
def gives_up(life, surrender_below):
    """V-67 A living unit with less life than the policy allows makes its side surrender."""
    return 0 < life < surrender_below


@rule
def neutral_reward(neutral, alive, reward):
    """V-70, V-71 Gold for a beaten neutral, if a fighting unit lives."""
    return reward if neutral == 0 and alive > 0 else 0


@rule
def living(fighters):
    """How many units live."""
    alive = 0
    for fighter in range(fighters.size):
        alive += fighters[fighter].life > 0
    return alive


@rule
def next_card(fighters, packs, time):
    """V-66 The next card of the playing order; cards of dead units are skipped."""
    best, who, place = -1, 0, 0
    for f in range(fighters.size):
        fighter = fighters[f]
        if fighter.life > 0:
            rank, at_place = first_in_hand(fighter, packs[fighter.unit].attack_rank, time)
            if rank > best:
                best, who, place = rank, f, at_place
    return NextCard(best, who, place)


@rule
def somebody_gives_up(fighters, surrender_below):
    """V-67 Does any living unit make its side surrender."""
    for f in range(fighters.size):
        if gives_up(fighters[f].life, surrender_below):
            tell(story.SURRENDERED, fighters[f].unit)
            return True
    return False


@rule
def only_hit(fighters, event, rules):
    """V-68 Nobody has a matching card: units only take damage, each from a die of its own."""
    place = 0
    for f in range(fighters.size):
        fighter = fighters[f]
        if fighter.life > 0:
            if hit_without_cards(place, rules):
                roll = neutral_answer(event, fighter.unit, rules)
                fighter.life = lose_life(fighter.life, roll)
                tell(story.HIT_WITHOUT_CARDS, fighter.unit, roll, fighter.life)
            place += 1


@rule
def neutral_fight(fighters, packs, time, attempt, hunt, rules, stream):
    """V-65 to V-69 One fight of all living units against a neutral at full life."""
    event = at(stream, NEUTRAL, attempt, 0)
    neutral, cards = rules.neutral_life, 0
    following = next_card(fighters, packs, time)
    if following.rank < 0:
        only_hit(fighters, event, rules)
    while following.rank >= 0:
        fighter = fighters[following.who]
        pack = packs[fighter.unit]
        card = play(fighter, pack, following.place)
        neutral = lose_life(neutral, pack.attack[card] + hunt.attack_bonus)
        bonuses = (hunt.attack_bonus, hunt.defence_bonus)
        tell(story.CARD_PLAYED, fighter.unit, pack.attack[card], pack.defence[card], *bonuses, neutral)
        if neutral_answers(neutral, rules):
            roll = neutral_answer(event, cards, rules)
            loss = loss_from(roll, 0, pack.defence[card], hunt.defence_bonus)
            fighter.life = lose_life(fighter.life, loss)
            tell(story.NEUTRAL_ANSWERED, fighter.unit, roll, loss, fighter.life)
        cards += 1
        if neutral == 0:
            break
        following = next_card(fighters, packs, time)
        if following.rank >= 0 and somebody_gives_up(fighters, hunt.surrender_below):
            break
    return Fight(neutral, cards)
