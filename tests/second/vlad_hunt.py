"""V-65 to V-71, K-2: the model `hunt`, slow and plain. A card is (time, attack, defence)."""

from .vlad_shared import (
    UNITS,
    add,
    check_names,
    check_rules,
    checked_hand,
    crown_bonus,
    draw,
    draw_live,
    faces,
    life_of,
    need,
    number,
    option,
    pack,
    position,
    shown,
    time_at,
    without,
    word,
)

ORDERS = ("attack_desc", "defence_desc", "as_dealt")
NAMES = ("neutral", "units", "dial", "time", "hands", "lives", "crowns", "order", "surrender_below",
         "attempts", "hold_time", "refill")


def columns(setup, rules):
    """K-2: outcome columns, lives only of the listed units."""
    lives = ["life_" + unit for unit in UNITS if unit in setup.get("units", ["archer"])]
    return ["killed", "attempts_used", "cards_used", "neutral_left"] + lives + ["deaths", "damage", "gold"]


class Plan:
    """K-2: the checked parameters of one run."""

    def __init__(self, setup, rules, data):
        check_rules(rules)
        check_names(setup, NAMES, "hunt")
        self.rules = rules
        self.units = list(setup.get("units", ["archer"]))
        need(len(self.units) > 0 and all(unit in UNITS for unit in self.units), "hunt: units")
        need(len(set(self.units)) == len(self.units), "hunt: different units")
        self.reward = {"werewolf": 3, "guard": 1}[word(setup, "neutral", ("werewolf", "guard"), "werewolf")]
        self.lives = self.read_lives(setup)
        self.hands = self.read_hands(setup)
        self.attack_bonus, self.defence_bonus = crown_bonus(number(setup, "crowns", 0, 0, 2), rules)
        self.order = word(setup, "order", ORDERS, "attack_desc")
        self.surrender_below = number(setup, "surrender_below", 0, 0)
        self.attempts = number(setup, "attempts", 1, 1)
        self.hold_time = word(setup, "hold_time", (False, True), False)
        self.refill = word(setup, "refill", (False, True), True)
        self.dial = position(setup, rules)
        self.packs = [pack(unit, data) for unit in self.units]

    def read_lives(self, setup):
        """K-2: `lives`, in unit order."""
        given = setup.get("lives", {})
        # CHOICE: `lives` may name some of the units only, but no unit that does not fight.
        need(all(unit in self.units for unit in given), "hunt: lives of a unit that is not listed")
        return tuple(life_of(unit, given.get(unit), self.rules) for unit in self.units)

    def read_hands(self, setup):
        """K-2: `hands`; a table names every listed unit and no other."""
        given = setup.get("hands", "random")
        if isinstance(given, str):
            return [checked_hand(given) for _ in self.units]
        need(set(given) == set(self.units), "hunt: a table of hands names every unit")
        return [checked_hand(given[unit]) for unit in self.units]

    def time(self, attempt):
        """K-2, V-12: the time of day of attempt 0, 1, 2 .."""
        return time_at(self.dial if self.hold_time else shown(self.dial, attempt), self.rules)

    def ordered(self):
        """V-66: the place in hand matters (equal cards apart) only if cards are played as dealt."""
        return self.order == "as_dealt"


# ------------------------------------------------------------------ one fight

def playing_order(plan, lives, hands, time):
    """V-66: list of (unit number, place in hand), fixed at the start, matching cards of living units."""
    plays = []
    for number_of_unit, hand in enumerate(hands):
        for place, card in enumerate(hand):
            if lives[number_of_unit] > 0 and card[0] == time:
                plays.append((number_of_unit, place))

    def key(play):
        _, attack, defence = hands[play[0]][play[1]]
        if plan.order == "attack_desc":
            return (-attack, -defence) + play
        if plan.order == "defence_desc":
            return (-defence, -attack) + play
        return play
    return sorted(plays, key=key)


def hurt(lives, unit, loss):
    """V-14: the lives after one unit has lost some, never below 0."""
    return lives[:unit] + (max(0, lives[unit] - loss),) + lives[unit + 1:]


def no_card_fight(plan, lives):
    """V-68: chances of (lives, neutral, cards played) if there is no matching card."""
    mode = option(plan.rules, "no_card_hit")
    fighting = [unit for unit, life in enumerate(lives) if life > 0]
    # CHOICE: "first_unit" is the first *living* unit; the "full d8" is not lessened by a crown
    # bonus, not even with `bare_defence_bonus`; a face below 0 hurts nobody.
    struck = {"each_unit": fighting, "first_unit": fighting[:1], "none": []}[mode]
    now = {lives: 1.0}
    for unit in struck:
        after = {}
        for state, p in now.items():
            for face, q in faces(option(plan.rules, "die8")).items():
                add(after, hurt(state, unit, max(0, face)), p * q)
        now = after
    neutral = option(plan.rules, "neutral_life")
    return {(state, neutral, ()): p for state, p in now.items()}


def answers(plan, defence):
    """V-66: loss -> chance of one answer of the neutral to a card with this defence."""
    losses = {}
    for face, p in faces(option(plan.rules, "die8")).items():
        add(losses, max(0, face - defence - plan.defence_bonus), p)
    return losses


def is_over(plan, fighting, lives, neutral):
    """V-67: beaten, nobody alive, or surrender after an answer."""
    alive = [lives[unit] for unit in fighting if lives[unit] > 0]
    # CHOICE: a unit that began the fight below `surrender_below` still plays one card first.
    return neutral == 0 or not alive or min(alive) < plan.surrender_below


def fight(plan, lives, hands, time):
    """V-66, V-67: chances of (lives, neutral, cards played) at the end of one fight."""
    plays = playing_order(plan, lives, hands, time)
    if not plays:
        return no_card_fight(plan, lives)
    fighting = [unit for unit, life in enumerate(lives) if life > 0]
    over = {}
    now = {(lives, option(plan.rules, "neutral_life"), ()): 1.0}
    for play in plays:
        _, attack, defence = hands[play[0]][play[1]]
        after = {}
        for (alive, neutral, used), p in now.items():
            if alive[play[0]] == 0:
                add(after, (alive, neutral, used), p)
                continue
            left, now_used = max(0, neutral - attack - plan.attack_bonus), used + (play,)
            if left == 0 and not option(plan.rules, "dying_blow"):
                add(over, (alive, left, now_used), p)
                continue
            for loss, q in answers(plan, defence).items():
                struck = hurt(alive, play[0], loss)
                ends = is_over(plan, fighting, struck, left)
                add(over if ends else after, (struck, left, now_used), p * q)
        now = after
    for state, p in now.items():
        add(over, state, p)
    return over


# ------------------------------------------------------------------ hands and packs

def useful(card, times):
    """V-38: whether a card can still be played in one of these times of day."""
    return card is not None and card[0] in times


def faded(store, times, plan):
    """V-38: (hand, pile, discards) where cards that never matter are dropped or made alike (None)."""
    hand, pile, discards = store
    hand = tuple(card for card in hand if useful(card, times))
    piles = [sorted((c if useful(c, times) else None for c in cards), key=str) for cards in (pile, discards)]
    if not plan.ordered():
        hand = tuple(sorted(hand))
    return hand, tuple(piles[0]), tuple(piles[1])


def times_from(plan, attempt):
    """K-2: the times of day of this attempt and the later ones."""
    return {plan.time(later) for later in range(attempt, plan.attempts)}


def without_piles(plan, attempt, stores):
    """K-2: packs no longer matter when nothing will be drawn any more."""
    if plan.refill and attempt < plan.attempts - 1:
        return stores
    return tuple((hand, (), ()) for hand, _, _ in stores)


def together(plan, attempt, per_unit):
    """K-2: chances of all units' (hand, pile, discards), the packs being independent."""
    now = {(): 1.0}
    for outcomes in per_unit:
        merged = {}
        for store, q in outcomes.items():
            add(merged, without_piles(plan, attempt, (store,)), q)
        after = {}
        for stores, p in now.items():
            for store, q in merged.items():
                add(after, stores + store, p * q)
        now = after
    return now


def first_hands(plan):
    """V-11, K-2: chances of the stores at the start."""
    times = times_from(plan, 0)
    per_unit = []
    for hand, cards in zip(plan.hands, plan.packs):
        if hand == "random":
            _, pile, _ = faded(((), cards, ()), times, plan)
            per_unit.append(draw((), pile, (), option(plan.rules, "hand_size"), plan.ordered()))
        else:
            per_unit.append({faded((hand, without(cards, hand), ()), times, plan): 1.0})
    return together(plan, 0, per_unit)


def refilled(plan, attempt, lives, stores, used):
    """V-62, V-39: chances of the stores before attempt number `attempt`."""
    times = times_from(plan, attempt)
    per_unit = []
    for unit, (hand, pile, discards) in enumerate(stores):
        if lives[unit] == 0:  # its hand is never used again in this model
            per_unit.append({((), (), ()): 1.0})
            continue
        places = [place for user, place in used if user == unit]
        # CHOICE: used cards lie on the discards before anything is drawn; a given card that was not
        # in the pack goes to the discards too and can come back.
        discards = discards + tuple(hand[place] for place in places)
        hand = tuple(card for place, card in enumerate(hand) if place not in places)
        store = faded((hand, pile, discards), times, plan)
        per_unit.append(draw(*store, len(places) if plan.refill else 0, plan.ordered()))
    return together(plan, attempt, per_unit)


# ------------------------------------------------------------------ the model

def row(plan, lives, neutral, attempts, cards):
    """K-2: the outcome row of a finished run."""
    deaths = sum(1 for life in lives if life == 0)
    shown_lives = tuple(lives[plan.units.index(unit)] for unit in UNITS if unit in plan.units)
    gold = plan.reward if neutral == 0 and deaths < len(lives) else 0
    damage = sum(plan.lives) - sum(lives)
    return (int(neutral == 0), attempts, cards, neutral) + shown_lives + (deaths, damage, gold)


def distribution(setup, rules, data=None):
    """K-2: attempt after attempt."""
    plan = Plan(setup, rules, data)
    rows, fights, refills = {}, {}, {}
    now = {(plan.lives, 0, stores): p for stores, p in first_hands(plan).items()}
    for attempt in range(plan.attempts):
        after = {}
        for (lives, cards, stores), p in now.items():
            hands = tuple(store[0] for store in stores)
            if (attempt, lives, hands) not in fights:
                fights[attempt, lives, hands] = fight(plan, lives, hands, plan.time(attempt))
            for (alive, neutral, used), q in fights[attempt, lives, hands].items():
                total = cards + len(used)
                if neutral == 0 or not any(alive) or attempt == plan.attempts - 1:
                    add(rows, row(plan, alive, neutral, attempt + 1, total), p * q)
                    continue
                key = (attempt, tuple(life > 0 for life in alive), stores, used)
                if key not in refills:
                    refills[key] = refilled(plan, attempt + 1, alive, stores, used)
                for new_stores, r in refills[key].items():
                    add(after, (alive, total, new_stores), p * q * r)
        now = after
    return rows


# ------------------------------------------------------------------ one run for real

def deal(plan, random):
    """V-11: hands, shuffled piles and empty discards of all units."""
    hands, piles, discards = [], [], []
    for given, cards in zip(plan.hands, plan.packs):
        pile = list(cards) if given == "random" else without(cards, given)
        random.shuffle(pile)
        hand = [] if given == "random" else list(given)
        if given == "random":
            while pile and len(hand) < option(plan.rules, "hand_size"):
                hand.append(pile.pop())
        hands.append(hand)
        piles.append(pile)
        discards.append([])
    return hands, piles, discards


def sorted_for_play(plan, lives, hands, time):
    """V-66: (unit number, card) in playing order, by repeated stable sorts."""
    plays = [(unit, card) for unit, hand in enumerate(hands) for card in hand
             if lives[unit] > 0 and card[0] == time]
    if plan.order == "attack_desc":
        plays.sort(key=lambda play: play[1][2], reverse=True)
        plays.sort(key=lambda play: play[1][1], reverse=True)
    elif plan.order == "defence_desc":
        plays.sort(key=lambda play: play[1][1], reverse=True)
        plays.sort(key=lambda play: play[1][2], reverse=True)
    return plays


def fight_live(plan, lives, hands, time, random):
    """V-66 to V-68: one fight with real dice; changes `lives`, gives (neutral, played)."""
    neutral, played = option(plan.rules, "neutral_life"), []
    die8 = option(plan.rules, "die8")
    plays = sorted_for_play(plan, lives, hands, time)
    if not plays:
        struck = [unit for unit in range(len(lives)) if lives[unit] > 0]
        if option(plan.rules, "no_card_hit") == "none":
            struck = []
        if option(plan.rules, "no_card_hit") == "first_unit":
            struck = struck[:1]
        for unit in struck:
            lives[unit] = max(0, lives[unit] - max(0, random.choice(die8)))
        return neutral, played
    for unit, card in plays:
        if lives[unit] == 0:
            continue
        played.append((unit, card))
        neutral = max(0, neutral - card[1] - plan.attack_bonus)
        if neutral > 0 or option(plan.rules, "dying_blow"):
            blow = random.choice(die8) - card[2] - plan.defence_bonus
            lives[unit] = max(0, lives[unit] - max(0, blow))
        if neutral == 0:
            break
        if any(0 < life < plan.surrender_below for life in lives):
            break
    return neutral, played


def simulate(setup, rules, random, data=None):
    """K-2: deal, fight, refill, fight again."""
    plan = Plan(setup, rules, data)
    hands, piles, discards = deal(plan, random)
    lives, cards, attempt = list(plan.lives), 0, 0
    while True:
        neutral, played = fight_live(plan, lives, hands, plan.time(attempt), random)
        attempt, cards = attempt + 1, cards + len(played)
        if neutral == 0 or max(lives) == 0 or attempt == plan.attempts:
            return row(plan, tuple(lives), neutral, attempt, cards)
        for unit, card in played:
            hands[unit].remove(card)
            discards[unit].append(card)
        for unit, _ in played:
            card = draw_live(piles[unit], discards[unit], random) if plan.refill else None
            if card is not None:
                hands[unit].append(card)
