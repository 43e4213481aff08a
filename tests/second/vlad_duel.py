"""V-34 to V-36, V-58 to V-63, K-3: the model `duel`, slow and plain. A card is (time, attack, defence)."""

from itertools import combinations

from .vlad_shared import (
    UNITS,
    add,
    check_names,
    check_rules,
    checked_hand,
    crown_bonus,
    draw,
    life_of,
    magic_stock,
    need,
    number,
    option,
    pack,
    position,
    time_at,
    whole,
    without,
    word,
)

ORDERS = ("attack_desc", "defence_desc", "as_dealt")
NAMES = ("attackers", "defender", "dial", "time", "attacker_crowns", "defender_crowns", "attacker_impale",
         "defender_impale", "attacker_impale_policy", "defender_impale_policy", "attacker_magic",
         "defender_magic", "magic_policy", "attack_order", "answer_order")


def columns(setup, rules):
    """K-3: outcome columns, lives only of the listed attackers."""
    lives = [f"life_a{i}" for i in range(1, len(setup["attackers"]) + 1)]
    return (["defender_dead", "defender_life", "attacker_deaths"] + lives
            + ["impaled", "impaled_attackers", "attacks_made", "answers_made", "cards_attacker",
               "cards_defender", "magic_attacker", "magic_defender", "gold_attacker", "crown_attacker",
               "gold_defender", "crown_defender"])


class Fighter:
    """K-3: one table `{unit, life, hand}`, checked."""

    def __init__(self, table, rules):
        check_names(table, ("unit", "life", "hand"), "duel")
        need(table.get("unit") in UNITS, "duel: unit")
        self.unit = table["unit"]
        self.life = life_of(self.unit, table.get("life"), rules)
        self.hand = checked_hand(table.get("hand", "random"))


class Plan:
    """K-3: the checked parameters of one run."""

    def __init__(self, setup, rules, data):
        check_rules(rules)
        check_names(setup, NAMES, "duel")
        need(1 <= len(setup.get("attackers", ())) <= 3, "duel: 1-3 attackers")
        need("defender" in setup, "duel: a defender")
        self.rules, self.data = rules, data
        self.attackers = [Fighter(table, rules) for table in setup["attackers"]]
        self.defender = Fighter(setup["defender"], rules)
        units = [fighter.unit for fighter in self.attackers]
        need(len(set(units)) == len(units), "duel: different attackers")
        self.time = time_at(position(setup, rules), rules)
        self.attacker_bonus = crown_bonus(number(setup, "attacker_crowns", 0, 0, 2), rules)
        self.defender_bonus = crown_bonus(number(setup, "defender_crowns", 0, 0, 2), rules)
        policies = ("always", "never")
        self.attacker_impale = number(setup, "attacker_impale", 0, 0)
        self.defender_impale = number(setup, "defender_impale", 0, 0)
        self.attacker_impales = word(setup, "attacker_impale_policy", policies, "always") == "always"
        self.defender_impales = word(setup, "defender_impale_policy", policies, "always") == "always"
        self.magic_policy = word(setup, "magic_policy", policies + ("if_better",), "always")
        self.attack_order = word(setup, "attack_order", ORDERS, "attack_desc")
        self.answer_order = word(setup, "answer_order", ORDERS + ("never",), "defence_desc")
        self.attacker_magic, self.defender_magic = self.read_magic(setup)

    def read_magic(self, setup):
        """K-3: the magic of both sides, both numbers or both lists."""
        both = [setup.get(name, 0) for name in ("attacker_magic", "defender_magic")]
        if whole(both[0]) and whole(both[1]):
            need(min(both) >= 0, "duel: number of magic cards")
            # CHOICE: more magic cards than the stock holds are illegal.
            need(sum(both) <= len(magic_stock(self.data)), "duel: not so many magic cards")
            return both
        # CHOICE: beside a list, 0 (the default) stands for an empty list; other numbers are illegal.
        lists = [[] if whole(magic, 0, 0) else magic for magic in both]
        for magic in lists:
            need(isinstance(magic, (list, tuple)), "duel: magic: both numbers, or both lists")
            for card in magic:
                need(len(card) == 2 and whole(card[0], 0) and whole(card[1], 0), "duel: magic card")
        return [[tuple(card) for card in magic] for magic in lists]


# ------------------------------------------------------------------ chances of the hands

def in_order(cards, order):
    """K-3, V-66: cards of one hand in the order of use, ties by place in hand."""
    if order == "attack_desc":
        return sorted(cards, key=lambda card: (-card[-2], -card[-1]))
    if order == "defence_desc":
        return sorted(cards, key=lambda card: (-card[-1], -card[-2]))
    return list(cards)


def usable(plan, slot, hand):
    """V-38, V-58, V-59: the matching cards a fighter can come to use, in the order of use."""
    matching = [card for card in hand if card is not None and card[0] == plan.time]
    if slot < len(plan.attackers):
        return tuple(in_order(matching, plan.attack_order)[:1])
    if plan.answer_order == "never":
        return ()
    return tuple(in_order(matching, plan.answer_order)[:len(plan.attackers)])


def pack_for_random(plan, slots, fighters):
    """Section K: the pack of the random hands without the given cards; cards of the other time are alike."""
    cards = pack(fighters[slots[0]].unit, plan.data)
    for slot in slots:
        if fighters[slot].hand != "random":
            cards = without(cards, fighters[slot].hand)
    return tuple(sorted((card if card[0] == plan.time else None for card in cards), key=str))


def hands_of_pack(plan, slots, fighters):
    """Section K: chances of the usable cards of all fighters of one unit type, ((slot, cards), ..)."""
    ordered = "as_dealt" in (plan.attack_order, plan.answer_order)
    now = {((), pack_for_random(plan, slots, fighters)): 1.0}
    # CHOICE: whole hands are dealt one after another, attackers first (matters only if the pack runs out).
    for slot in slots:
        after, draws = {}, {}
        for (hands, pile), p in now.items():
            if fighters[slot].hand != "random":
                add(after, (hands + ((slot, usable(plan, slot, fighters[slot].hand)),), pile), p)
                continue
            if pile not in draws:
                draws[pile] = draw((), pile, (), option(plan.rules, "hand_size"), ordered)
            for (hand, rest, _), q in draws[pile].items():
                add(after, (hands + ((slot, usable(plan, slot, hand)),), rest), p * q)
        now = after
    merged = {}
    for (hands, _), p in now.items():
        add(merged, hands, p)
    return merged


def all_hands(plan):
    """Section K: chances of the usable cards of every fighter, a tuple by slot (defender last)."""
    fighters = plan.attackers + [plan.defender]
    now = {(): 1.0}
    for unit in UNITS:
        slots = [slot for slot, fighter in enumerate(fighters) if fighter.unit == unit]
        if not slots:
            continue
        after = {}
        for hands, p in now.items():
            for more, q in hands_of_pack(plan, slots, fighters).items():
                add(after, hands + more, p * q)
        now = after
    return {tuple(cards for _, cards in sorted(hands)): p for hands, p in now.items()}


def best_magic(cards, order):
    """K-3: the one magic card that comes to be used, or None (Vlad attacks only once)."""
    return in_order(cards, order)[0] if cards else None


def all_magic(plan):
    """K-3, V-36: chances of (attacker's magic card, defender's magic card), None if there is none."""
    vlads = plan.defender.unit == "vlad" and any(f.unit == "vlad" for f in plan.attackers)
    if not vlads:
        return {(None, None): 1.0}
    if not whole(plan.attacker_magic):
        return {(best_magic(plan.attacker_magic, "attack_desc"),
                 best_magic(plan.defender_magic, "defence_desc")): 1.0}
    stock = magic_stock(plan.data)
    pairs = {}
    for mine in combinations(range(len(stock)), plan.attacker_magic):
        rest = [place for place in range(len(stock)) if place not in mine]
        for yours in combinations(rest, plan.defender_magic):
            attack = best_magic([stock[place] for place in mine], "attack_desc")
            answer = best_magic([stock[place] for place in yours], "defence_desc")
            pairs[attack, answer] = pairs.get((attack, answer), 0) + 1
    total = sum(pairs.values())
    return {pair: count / total for pair, count in pairs.items()}


# ------------------------------------------------------------------ one exchange, as numbers

def means(plan, fighter, target_life, card, magic):
    """V-58, V-34, V-36: what an attacker uses: ("impale"/"magic"/"battle", card) or None."""
    vlad, target = fighter.unit == "vlad", plan.defender.unit
    can_impale = vlad and target != "vlad" and plan.attacker_impale > 0
    if can_impale and plan.attacker_impales and target_life <= option(plan.rules, "impale_life"):
        return ("impale", None)
    if vlad and target == "vlad" and magic is not None and plan.magic_policy != "never":
        # CHOICE: "if_better" compares the printed attack values, without bonuses.
        if plan.magic_policy == "always" or card is None or magic[0] > card[1]:
            return ("magic", magic)
    return None if card is None else ("battle", card)


def impaled_in_answer(plan, fighter, kind, tokens):
    """V-35: whether the defender answers a battle card with a token."""
    # CHOICE: `answer_order` never forbids card answers only; tokens follow `defender_impale_policy`.
    weak = fighter.unit != "vlad" and fighter.life <= option(plan.rules, "impale_life")
    return kind == "battle" and plan.defender.unit == "vlad" and weak and tokens > 0 and plan.defender_impales


def losses(plan, kind, card, answer):
    """V-60, V-28: (loss of the defender, loss of the attacker) of one exchange with cards."""
    no_bonus = kind == "magic" and not option(plan.rules, "crown_bonus_magic")
    mine = (0, 0) if no_bonus else plan.attacker_bonus
    yours = (0, 0) if no_bonus else plan.defender_bonus
    if answer is None:
        # CHOICE: `bare_defence_bonus` counts against magic cards too, whatever `crown_bonus_magic` says.
        bare = plan.defender_bonus[1] if option(plan.rules, "bare_defence_bonus") else 0
        return max(0, card[-2] + mine[0] - bare), 0
    return (max(0, card[-2] + mine[0] - answer[-1] - yours[1]),
            max(0, answer[-2] + yours[0] - card[-1] - mine[1]))


def battle(plan, hands, magic):
    """V-61, K-3: the row of one battle, all cards known (hands: usable cards in order of use)."""
    attack_magic, answer_magic = magic
    life, tokens, answers_left = plan.defender.life, plan.defender_impale, list(hands[-1])
    lives = [fighter.life for fighter in plan.attackers]
    attacks = answers = cards_attacker = cards_defender = magic_attacker = magic_defender = 0
    impaled, impaled_attackers = 0, 0
    killer = None  # the attacker that killed the defender
    victims = []  # (attacker, was the defender alive after that exchange)
    for slot, fighter in enumerate(plan.attackers):
        if life == 0:
            break
        used = means(plan, fighter, life, hands[slot][0] if hands[slot] else None, attack_magic)
        if used is None:
            continue
        kind, card = used
        attacks += 1
        if kind == "impale":
            life, impaled, killer = 0, 1, slot
            continue
        if kind == "battle":
            cards_attacker += 1
        else:
            magic_attacker += 1
        if impaled_in_answer(plan, fighter, kind, tokens):
            tokens -= 1
            lives[slot], impaled_attackers = 0, impaled_attackers + 1
            victims.append((slot, True))
            continue
        answer = None
        if kind == "battle" and answers_left:
            answer = answers_left.pop(0)
            cards_defender += 1
        elif kind == "magic" and answer_magic is not None and plan.answer_order != "never":
            answer = answer_magic
            magic_defender += 1
        answers += answer is not None
        lost, paid = losses(plan, kind, card, answer)
        life, lives[slot] = max(0, life - lost), max(0, lives[slot] - paid)
        if life == 0:
            killer = slot
        if lives[slot] == 0:
            victims.append((slot, life > 0))
    rewards = settle(plan, life, lives, killer, victims)
    return ((int(life == 0), life, sum(1 for left in lives if left == 0)) + tuple(lives)
            + (impaled, impaled_attackers, attacks, answers, cards_attacker, cards_defender,
               magic_attacker, magic_defender) + rewards)


def settle(plan, life, lives, killer, victims):
    """V-63: (gold_attacker, crown_attacker, gold_defender, crown_defender)."""
    gold_attacker = crown_attacker = gold_defender = crown_defender = 0
    if killer is not None and lives[killer] > 0:  # it attacks once, so both times of asking agree
        if plan.defender.unit == "vlad":
            crown_attacker = 1
        else:
            gold_attacker = 3
    for slot, alive_then in victims:
        alive = life > 0 if option(plan.rules, "reward_at") == "battle_end" else alive_then
        if alive and plan.attackers[slot].unit == "vlad":
            crown_defender += 1
        elif alive:
            gold_defender += 3
    return (gold_attacker, crown_attacker, gold_defender, crown_defender)


def distribution(setup, rules, data=None):
    """K-3: all hands, all magic cards; the battle itself has no chance in it."""
    plan = Plan(setup, rules, data)
    rows = {}
    pairs = all_magic(plan)
    for hands, p in all_hands(plan).items():
        for magic, q in pairs.items():
            add(rows, battle(plan, hands, magic), p * q)
    return rows


# ------------------------------------------------------------------ one battle for real

def deal_live(plan, random):
    """Section K: real hands of all fighters (defender last), from shuffled packs."""
    fighters = plan.attackers + [plan.defender]
    packs = {unit: pack(unit, plan.data) for unit in UNITS}
    for fighter in fighters:
        if fighter.hand != "random":
            packs[fighter.unit] = without(packs[fighter.unit], fighter.hand)
    for cards in packs.values():
        random.shuffle(cards)
    hands = []
    for fighter in fighters:
        hand = [] if fighter.hand == "random" else list(fighter.hand)
        if fighter.hand == "random":
            while packs[fighter.unit] and len(hand) < option(plan.rules, "hand_size"):
                hand.append(packs[fighter.unit].pop())
        hands.append(hand)
    return hands


def magic_live(plan, random):
    """K-3: real magic hands of both sides."""
    if not whole(plan.attacker_magic):
        return list(plan.attacker_magic), list(plan.defender_magic)
    stock = magic_stock(plan.data)
    random.shuffle(stock)
    mine = [stock.pop() for _ in range(plan.attacker_magic)]
    return mine, [stock.pop() for _ in range(plan.defender_magic)]


def pick(cards, order):
    """K-3: the first card in an order, found by looking at one after another; None without a card."""
    best = None
    for card in cards:
        if best is None:
            best = card
        elif order == "attack_desc" and (card[-2], card[-1]) > (best[-2], best[-1]):
            best = card
        elif order == "defence_desc" and (card[-1], card[-2]) > (best[-1], best[-2]):
            best = card
    return best


class Side:
    """K-3: what one unit has on the table in a real battle."""

    def __init__(self, fighter, hand, bonus):
        self.unit, self.life, self.hand, self.bonus = fighter.unit, fighter.life, hand, bonus
        self.killed_by, self.impaled, self.alive_when = None, False, {}


def exchange_live(plan, attacker, defender, magic, count):
    """V-34, V-35, V-58 to V-60: one attack; False if the attacker has no means."""
    weak = option(plan.rules, "impale_life")
    matching = [card for card in attacker.hand if card[0] == plan.time]
    card = pick(matching, plan.attack_order)
    spell = pick(magic[0], "attack_desc") if attacker.unit == defender.unit == "vlad" else None
    if plan.magic_policy == "never":
        spell = None
    if plan.magic_policy == "if_better" and spell and card and spell[0] <= card[1]:
        spell = None
    if (attacker.unit == "vlad" and defender.unit != "vlad" and defender.life <= weak
            and count["attacker_tokens"] > 0 and plan.attacker_impales):
        count["attacker_tokens"] -= 1
        defender.life, defender.impaled, defender.killed_by = 0, True, attacker
        return True
    if spell is None and card is None:
        return False
    if spell is not None:
        magic[0].remove(spell)
        count["magic_attacker"] += 1
        reply = pick(magic[1], "defence_desc") if plan.answer_order != "never" else None
        if reply is not None:
            magic[1].remove(reply)
            count["magic_defender"] += 1
        strike_live(plan, attacker, defender, spell, reply, option(plan.rules, "crown_bonus_magic"))
    else:
        attacker.hand.remove(card)
        count["cards_attacker"] += 1
        if (defender.unit == "vlad" and attacker.unit != "vlad" and attacker.life <= weak
                and count["defender_tokens"] > 0 and plan.defender_impales):
            count["defender_tokens"] -= 1
            attacker.life, attacker.impaled, attacker.killed_by = 0, True, defender
            return True
        matching = [own for own in defender.hand if own[0] == plan.time]
        reply = pick(matching, plan.answer_order) if plan.answer_order != "never" else None
        if reply is not None:
            defender.hand.remove(reply)
            count["cards_defender"] += 1
        strike_live(plan, attacker, defender, card, reply, True)
    return True


def strike_live(plan, attacker, defender, card, reply, bonuses):
    """V-60: both losses at once."""
    blow = card[-2]
    if bonuses:
        blow += attacker.bonus[0]
    if reply is None and option(plan.rules, "bare_defence_bonus"):
        blow -= defender.bonus[1]
    back = 0
    if reply is not None:
        blow -= reply[-1]
        back = reply[-2] - card[-1]
        if bonuses:
            blow -= defender.bonus[1]
            back += defender.bonus[0] - attacker.bonus[1]
    defender.life -= min(defender.life, max(0, blow))
    attacker.life -= min(attacker.life, max(0, back))
    if defender.life == 0:
        defender.killed_by = attacker
    if attacker.life == 0:
        attacker.killed_by = defender


def paid(plan, victims):
    """V-63: (gold, crown) to the other side for these dead units."""
    gold = crown = 0
    for victim in victims:
        if victim.killed_by is None:
            continue
        alive = victim.killed_by.life > 0
        if option(plan.rules, "reward_at") == "exchange":
            alive = victim.alive_when["killer"]
        if alive:
            gold, crown = (gold, crown + 1) if victim.unit == "vlad" else (gold + 3, crown)
    return gold, crown


def simulate(setup, rules, random, data=None):
    """K-3: deal, then attack after attack."""
    plan = Plan(setup, rules, data)
    hands, magic = deal_live(plan, random), magic_live(plan, random)
    defender = Side(plan.defender, hands[-1], plan.defender_bonus)
    sides = [Side(f, hand, plan.attacker_bonus) for f, hand in zip(plan.attackers, hands)]
    count = {"attacker_tokens": plan.attacker_impale, "defender_tokens": plan.defender_impale,
             "cards_attacker": 0, "cards_defender": 0, "magic_attacker": 0, "magic_defender": 0}
    attacks = 0
    for attacker in sides:
        if defender.life > 0 and exchange_live(plan, attacker, defender, magic, count):
            attacks += 1
            attacker.alive_when["killer"] = defender.life > 0  # for the case that the attacker died
            defender.alive_when["killer"] = attacker.life > 0  # for the case that the defender died
    gold_attacker, crown_attacker = paid(plan, [defender])
    gold_defender, crown_defender = paid(plan, sides)
    lives = [side.life for side in sides]
    return ((int(defender.life == 0), defender.life, lives.count(0), *lives, int(defender.impaled),
             sum(1 for side in sides if side.impaled), attacks,
             count["cards_defender"] + count["magic_defender"], count["cards_attacker"],
             count["cards_defender"], count["magic_attacker"], count["magic_defender"],
             gold_attacker, crown_attacker, gold_defender, crown_defender))
