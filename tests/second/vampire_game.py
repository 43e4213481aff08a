"""Sections 1, 3, 4, 6 and 9, E-66: the model `game`, a full game with program players, slow and plain."""

from collections import Counter

from . import vampire_players as players
from .vampire_combat import Spot, fight, take
from .vampire_shared import SIDES, check_names, decks, is_special, options, valid_cards
from .vampire_table import PROFESSION, HumanKnowledge, Table, VampireKnowledge, payable, price

OTHER = {"human": "vampire", "vampire": "human"}
COUNTED = ("holy_water_uses", "hides", "fights", "blocks", "reveals")


class Game:
    """E-01 .. E-06: the whole truth, which no policy ever sees."""

    def __init__(self, table, city, vampires, players_by_side):
        """E-02, E-03: table, ordered city (top first), the three vampires, the two knowledge objects."""
        self.table, self.opts = table, table.opts
        self.city = city
        self.vampires = vampires
        self.players = players_by_side
        self.used = {side: [] for side in SIDES}
        self.counts = dict.fromkeys(COUNTED, 0)
        self.turns = 0
        self.end = None  # (winner, way)
        self.start = ()


def columns(setup, rules):
    """E-66: outcome columns."""
    return ["winner", "way", "turns", "humans_alive", "vampires_alive", "human_cards_left",
            "vampire_cards_left", "holy_water_uses", "hides", "fights", "blocks", "reveals",
            "start_castle_vampires", "start_water_cards", "start_vampire_cards"]


# ------------------------------------------------------------------ set-up

def new_game(setup, rules, random, data=None, policies=None):
    """E-01 .. E-05: set up a game."""
    check_names(setup, (), "game")
    opts, packs, chosen = options(rules), decks(data), players.read_policies(policies)
    order = list(range(9))
    random.shuffle(order)
    vampires = frozenset(random.sample(range(9), 3))
    humans = [one for one in range(9) if one not in vampires]
    told = random.sample(humans, opts["known_humans"])
    table = Table(order[:3], opts)
    piles = {side: list(packs[side]) for side in SIDES}
    for side in SIDES:
        random.shuffle(piles[side])
    game = Game(table, order[3:], vampires, {
        "human": HumanKnowledge(table, [], piles["human"], chosen["human"], told),
        "vampire": VampireKnowledge(table, [], piles["vampire"], chosen["vampire"], vampires),
    })
    # CHOICE: an option `hand_size` above the deck size is allowed: the whole deck is drawn (E-13); the
    # refusal of E-67 is read as speaking of the hand sizes of the model `combat`.
    for side in SIDES:
        draw_up(game, side)
    game.start = start_columns(game)
    return game


def start_columns(game):
    """E-66: the last three columns, after the set-up."""
    water = sum(1 for made in game.players["human"].hand if is_special(made, "human"))
    red = sum(1 for made in game.players["vampire"].hand if is_special(made, "vampire"))
    return len(game.vampires & set(game.table.castle)), water, red


# ------------------------------------------------------------------ moving cards and characters

def draw(game, side, count):
    """E-05: draw cards from the own deck while it lasts."""
    know = game.players[side]
    for _ in range(min(count, len(know.deck))):
        know.hand.append(know.deck.pop())


def draw_up(game, side):
    """E-13: draw up to `hand_size` cards."""
    draw(game, side, max(0, game.opts["hand_size"] - len(game.players[side].hand)))


def spend(game, side, cards):
    """E-06: cards that leave the hand never come back."""
    take(game.players[side].hand, cards)
    game.used[side] += cards


def leave_castle(game, one):
    """E-37: a character that leaves the castle loses its markers."""
    game.table.castle.remove(one)
    game.table.attack_markers[one] = game.table.defence_markers[one] = 0


def refill(game):
    """E-18, E-31: the castle is filled to three from the top of the city."""
    while len(game.table.castle) < 3 and game.city:
        game.table.castle.append(game.city.pop(0))


def reveal(game, one):
    """E-07, E-60: a vampire becomes revealed."""
    game.table.revealed.add(one)
    check_end(game)


def kill(game, one):
    """E-31: death, refill, and the test of E-60."""
    leave_castle(game, one)
    table = game.table
    table.alive.remove(one)
    table.dead.append(one)
    table.revealed.discard(one)
    if one in game.vampires:
        table.dead_vampires += 1
    refill(game)
    check_end(game)


# ------------------------------------------------------------------ the end

def alive(game):
    """E-60: (living humans, living vampires)."""
    vampires = sum(1 for one in game.table.alive if one in game.vampires)
    return len(game.table.alive) - vampires, vampires


def check_end(game):
    """E-60: the three ends that come at once, in this order."""
    humans, vampires = alive(game)
    shown = sum(1 for one in game.table.castle if one in game.table.revealed)
    if vampires == 0:
        game.end = ("human", "vampires_dead")
    elif humans == 0:
        game.end = ("vampire", "humans_dead")
    elif shown == 3:
        game.end = ("vampire", "three_thrones")


def score(game, way):
    """E-61, E-63: the higher score wins."""
    humans, vampires = alive(game)
    ours, theirs = humans * game.opts["score_human"], vampires * game.opts["score_vampire"]
    winner = "tie" if ours == theirs else "human" if ours > theirs else "vampire"
    game.end = (winner, way)


def cards_left(game, side):
    """E-66: deck and hand."""
    return len(game.players[side].deck) + len(game.players[side].hand)


def check_turn_end(game):
    """E-61, E-63: the tests after a turn."""
    # CHOICE: if the cards and the turn limit run out with the same turn, the way is `cards`.
    if game.end is None and all(cards_left(game, side) == 0 for side in SIDES):
        score(game, "cards")
    if game.end is None and game.turns >= game.opts["turn_limit"]:
        score(game, "turn_limit")


# ------------------------------------------------------------------ the turn

def play(game, random, watch=None):
    """E-12, E-62: turn after turn; `watch` is called with the game after each (for tests)."""
    side = game.opts["first_player"]
    while game.end is None:
        if cards_left(game, side):
            take_turn(game, side, random)
            game.turns += 1
            check_turn_end(game)
            if watch:
                watch(game)
        side = OTHER[side]


def take_turn(game, side, random):
    """E-12: the four steps."""
    discard_and_draw(game, side, random)
    if side == "vampire":
        reveal_step(game, random)
    if game.end is None:
        support_step(game, side, random)
        act(game, side, random)


def discard_and_draw(game, side, random):
    """E-13: step 1."""
    spend(game, side, players.choose_discards(game.players[side], random))
    draw_up(game, side)


def reveal_step(game, random):
    """E-14: step 2."""
    for _ in range(game.opts["reveals_per_turn"]):
        one = players.choose_reveal(game.players["vampire"], random)
        if one is None or game.end is not None:
            return
        game.counts["reveals"] += 1
        reveal(game, one)
        draw(game, "vampire", game.opts["reveal_bonus_cards"])


def support_step(game, side, random):
    """E-15, E-33: step 3."""
    know, table = game.players[side], game.table
    if game.opts["support_cards"] == "blank":
        return
    for _ in range(game.opts["support_per_turn"]):
        choice = players.choose_support(know, random)
        if choice is None:
            return
        made, goal = choice
        spend(game, side, [made])
        if made.name == "fetch":
            know.deck.remove(goal)
            know.hand.append(goal)
            random.shuffle(know.deck)
        elif made.name == "attack_marker":
            table.attack_markers[goal] += 1
        else:
            table.defence_markers[goal] += 1


def act(game, side, random):
    """E-16: step 4."""
    know = game.players[side]
    kind, *goal = players.choose_action(know, random)
    if kind == "pass":
        spend(game, side, players.choose_pass(know, random))
    elif kind == "fight":
        run_fight(game, side, *goal, 0, random)
    elif kind == "hide":
        hide(game, *goal, random)
    else:
        holy_water(game, *goal, random)


def pay(game, side):
    """E-20, E-44: pay the lowest payable cards; gives them, lowest first."""
    know = game.players[side]
    paid = payable(know, know.hand)[:price(know)]
    spend(game, side, paid)
    return paid


def blocked(game, side, random):
    """E-38: may and does the opponent of `side` block the paid action?"""
    know = game.players[OTHER[side]]
    held = [made for made in know.hand if made.name == "block"]
    if not held or game.opts["support_cards"] == "blank":
        return False
    # CHOICE: one chance an action, whatever number of block cards is held.
    if not players.choose_block(know, random):
        return False
    spend(game, OTHER[side], held[:1])
    game.counts["blocks"] += 1
    return True


def hide(game, one, random):
    """E-18: to the bottom of the city, the top comes in."""
    pay(game, "vampire")
    if blocked(game, "vampire", random):
        return
    game.counts["hides"] += 1
    leave_castle(game, one)
    game.city.append(one)
    refill(game)
    check_end(game)


def holy_water(game, one, random):
    """E-20, E-21, E-22: a true answer, and perhaps an attack at once."""
    know = game.players["human"]
    paid = pay(game, "human")
    if blocked(game, "human", random):
        return
    game.counts["holy_water_uses"] += 1
    if one not in game.vampires:
        know.told.add(one)
        return
    reveal(game, one)
    if game.end is None and game.opts["water_attack"] and one in game.table.castle:
        attacker = players.choose_follow_up(know, one, paid[0].value, random)
        if attacker is not None:
            run_fight(game, "human", attacker, one, paid[0].value, random)


def run_fight(game, side, attacker, target, opening, random):
    """E-24 .. E-31: one fight in the castle."""
    table, active, passive = game.table, game.players[side], game.players[OTHER[side]]
    shown = (attacker in table.revealed, target in table.revealed)
    spot = Spot(table.attack_markers[attacker], table.defence_markers[target], opening,
                players.attack_play(active), players.defend_play(passive, target, random), game.opts)
    ours = valid_cards(active.hand, side, PROFESSION[attacker], *shown)
    theirs = valid_cards(passive.hand, OTHER[side], PROFESSION[target], *reversed(shown))
    result = fight(spot, ours, theirs, random)
    spend(game, side, result.attack_cards)
    spend(game, OTHER[side], result.defence_cards)
    if result.rounds:
        game.counts["fights"] += 1
        remember(table, side, target, len(result.defence_cards))
    if result.dead:
        kill(game, target)


def remember(table, side, target, cards):
    """E-47: what is seen of the vampire player in a fight."""
    if side == "vampire":
        table.attacked[target] += 1
    else:
        table.defended[target] += cards


# ------------------------------------------------------------------ results

def outcome(game):
    """E-66: the outcome tuple."""
    return (*game.end, game.turns, *alive(game), cards_left(game, "human"), cards_left(game, "vampire"),
            *(game.counts[name] for name in COUNTED), *game.start)


def simulate(setup, rules, random, data=None, policies=None):
    """E-66: one full game."""
    game = new_game(setup, rules, random, data, policies)
    play(game, random)
    return outcome(game)


def check_conservation(game, packs):
    """E-02, E-03, E-06, E-37: nothing is lost, nothing comes from nowhere (called by tests)."""
    table = game.table
    for side in SIDES:
        know = game.players[side]
        assert Counter(know.deck + know.hand + game.used[side]) == Counter(packs[side])
    assert sorted(table.castle + game.city + table.dead) == list(range(9))
    assert sorted(table.castle + game.city) == table.alive
    assert len(table.castle) == 3 or not game.city
    assert len(game.vampires) == 3 and table.dead_vampires == len(game.vampires & set(table.dead))
    assert table.revealed <= game.vampires & set(table.alive)
    assert not game.players["human"].told & game.vampires
    for marks in (table.attack_markers, table.defence_markers):
        assert all(0 <= marks[one] <= game.opts["marker_cap"] for one in range(9))
        assert all(marks[one] == 0 for one in range(9) if one not in table.castle)
