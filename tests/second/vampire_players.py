"""E-48 .. E-59: the policies of a full game. Every choice sees one knowledge object and nothing else."""

from .vampire_combat import ATTACK_PLAYS, DEFEND_PLAYS
from .vampire_shared import is_special, need, one_of, whole
from .vampire_table import PROFESSION, best_pair, can_ask, can_hide, discard_order, payable, price, startable

PLAIN = {"cycle": 2, "min_attack": 4, "attack_play": "hold_back", "defend_play": "minimal"}
POLICIES = {
    "inquisitor": {**PLAIN, "min_attack": 5, "suspicion": "flat"},
    "brawler": {**PLAIN, "attack_play": "all_in", "suspicion": "observed"},
    "lurker": {**PLAIN, "bluff": 0.0},
    "bold": {**PLAIN, "min_attack": 3, "bluff": 0.0, "reveal_red": 2},
    "three_thrones": {**PLAIN, "min_attack": 5, "bluff": 0.0, "reveal_red": 2},
    "random": {"discard_chance": 0.25},
    "idle": {},
}
OF_SIDE = {
    "human": ("inquisitor", "brawler", "random", "idle"),
    "vampire": ("lurker", "bold", "three_thrones", "random", "idle"),
}
USUAL = {"human": "inquisitor", "vampire": "lurker"}
MARKERS = ("attack_marker", "defence_marker")


# ------------------------------------------------------------------ names and parameters

def is_chance(value):
    """Section 8: a number from 0 to 1."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def good_parameter(name, value):
    """Section 8, E-67: the values a parameter can have."""
    if name in ("cycle", "reveal_red"):
        return whole(value, 0)
    if name == "min_attack":
        return whole(value)
    if name in ("bluff", "discard_chance"):
        return is_chance(value)
    words = {"attack_play": ATTACK_PLAYS, "defend_play": DEFEND_PLAYS, "suspicion": ("flat", "observed")}
    return one_of(value, words[name])


def read_policy(side, given):
    """Section 8, E-67: name and all parameters of one side's policy."""
    # CHOICE: a table without `name` means the usual policy of that side (inquisitor, lurker).
    name = given.get("name", USUAL[side])
    need(one_of(name, OF_SIDE[side]), f"policy {name} for the {side} player")
    policy = {"name": name, **POLICIES[name]}
    for key, value in given.items():
        if key != "name":
            need(key in POLICIES[name], f"policy {name}: unknown parameter {key}")
            need(good_parameter(key, value), f"policy {name}: {key}")
            policy[key] = value
    return policy


def read_policies(policies):
    """E-66: both sides' policies."""
    given = policies or {}
    for side in given:
        need(side in OF_SIDE, f"policy of unknown side {side}")
    return {side: read_policy(side, given.get(side) or {}) for side in OF_SIDE}


# ------------------------------------------------------------------ both sides: step 1, pass, block

def choose_discards(know, random):
    """E-49, E-58, E-59: step 1, the cards to throw away before drawing."""
    name = know.policy["name"]
    if name == "idle":
        return list(know.hand)
    if name == "random":
        return [made for made in know.hand if random.random() < know.policy["discard_chance"]]
    if not know.deck:
        return []
    return [made for group, made in discard_order(know) if group == 0][:know.policy["cycle"]]


def choose_pass(know, random):
    """E-17, E-49, E-58, E-59: the cards a pass costs."""
    count = min(know.opts["pass_discards"], len(know.hand))
    if know.policy["name"] in ("random", "idle"):
        return random.sample(know.hand, count)
    return [made for _, made in discard_order(know)][:count]


def choose_block(know, random):
    """E-49, E-58, E-59: play the block card now? (Only asked with one in hand.)"""
    if know.policy["name"] == "random":
        return random.random() < 0.5
    return know.policy["name"] != "idle"


# ------------------------------------------------------------------ both sides: step 3

def rooms(know, kind):
    """E-35 .. E-37: castle characters that can take one more marker of that kind."""
    marks = know.table.attack_markers if kind == "attack_marker" else know.table.defence_markers
    return [one for one in know.table.castle if marks[one] < know.opts["marker_cap"]]


def places(know, kind):
    """E-50: where a thinking policy puts a marker."""
    free = rooms(know, kind)
    if know.side == "human":
        known = know.sets().known
        return [one for one in free if one in known]
    # CHOICE: "revealed ones first" is said among those with room for the marker.
    vampires = [one for one in free if one in know.vampires]
    return [one for one in vampires if one in know.table.revealed] or vampires


def wanted(know):
    """E-50: the card a thinking policy fetches."""
    pays = payable(know, know.deck)
    if len(payable(know, know.hand)) < price(know) and pays:
        return pays[-1]
    return max(know.deck)


def support_with(know, made, random):
    """E-34 .. E-36: (card, what for) of one support card by the policy, or None if it is not playable."""
    wild = know.policy["name"] == "random"
    if made.name == "fetch":
        if not know.deck:
            return None
        return made, random.choice(know.deck) if wild else wanted(know)
    if made.name in MARKERS:
        free = rooms(know, made.name) if wild else places(know, made.name)
        return (made, random.choice(free)) if free else None
    return None


def choose_support(know, random):
    """E-50, E-58: step 3, the next support card with its object, None to end the step."""
    name = know.policy["name"]
    held = [made for made in know.hand if made.width == 0 and made.name != "block"]
    if not held or name == "idle":
        return None
    if name != "random":
        held.sort(key=order_of)
    plays = [play for play in (support_with(know, made, random) for made in held) if play]
    if not plays:
        return None
    if name == "random":
        return random.choice(plays) if random.random() < 0.5 else None
    return plays[0]


def order_of(made):
    """E-50: `fetch`, `attack_marker`, `defence_marker`, in this order."""
    return (("fetch",) + MARKERS).index(made.name)


# ------------------------------------------------------------------ the human player: step 4

def pick_suspects(know, among):
    """E-52, E-54: those of highest suspicion."""
    top = max(know.suspicion(one) for one in among)
    return [one for one in among if know.suspicion(one) == top]


def choose_question(know, random):
    """E-52: whom to ask."""
    unknown = know.sets().unknown
    inside = [one for one in unknown if one in know.table.castle]
    return "ask", random.choice(pick_suspects(know, inside or unknown))


def good_fight(know, targets, random):
    """E-53 .. E-57: the best pair of these targets if its margin is enough, or None."""
    best = best_pair(know, targets, random)
    if best is None or best[0] < know.policy["min_attack"]:
        return None
    return "fight", best[1], best[2]


def inquisitor(know, random):
    """E-53: step 4 of the inquisitor."""
    if can_ask(know):
        return choose_question(know, random)
    return good_fight(know, know.sure_targets(), random) or ("pass",)


def brawler(know, random):
    """E-54: step 4 of the brawler."""
    choice = good_fight(know, know.sure_targets(), random)
    inside = [one for one in know.sets().unknown if one in know.table.castle]
    if choice is None and inside:
        choice = good_fight(know, pick_suspects(know, inside), random)
    if choice is None and can_ask(know):
        choice = choose_question(know, random)
    return choice or ("pass",)


def choose_follow_up(know, target, opening, random):
    """E-52, E-58: the attacker of the attack after unmasking, or None."""
    if know.policy["name"] == "random":
        rows = startable(know, [target], opening)
        return random.choice(rows)[1] if rows and random.random() < 0.5 else None
    best = best_pair(know, [target], random, opening)
    return best[1] if best is not None and best[0] >= know.policy["min_attack"] else None


# ------------------------------------------------------------------ the vampire player: steps 2 and 4

def choose_reveal(know, random):
    """E-14, E-55 .. E-59: step 2, the next vampire to reveal, None to end the step."""
    name, table = know.policy["name"], know.table
    where = table.castle if know.opts["reveal_where"] == "castle" else table.alive
    allowed = [one for one in where if one in know.vampires and one not in table.revealed]
    if name == "random":
        return random.choice(allowed) if allowed and random.random() < 0.5 else None
    # CHOICE: bold and three_thrones use their rule again up to `reveals_per_turn`; with `reveal_where` =
    # `anywhere` they still reveal in the castle only.
    allowed = [one for one in allowed if one in table.castle]
    if not allowed or name in ("idle", "lurker"):
        return None
    if name == "three_thrones" and table.dead_vampires == 0:
        return random.choice(allowed) if all(one in table.castle for one in know.vampires) else None
    return bold_reveal(know, allowed, random)


def bold_reveal(know, allowed, random):
    """E-56: the castle vampire with the greatest sum of red cards and cards of its profession."""
    if sum(1 for made in know.hand if is_special(made, "vampire")) < know.policy["reveal_red"]:
        return None
    sums = {one: sum(made.value for made in know.hand
                     if is_special(made, "vampire") or PROFESSION[one] in made.colours) for one in allowed}
    return random.choice([one for one in allowed if sums[one] == max(sums.values())])


def humans_inside(know):
    """E-55: the humans in the castle."""
    return [one for one in know.table.castle if one not in know.vampires]


def raid(know, random):
    """E-55: the raid, or pass."""
    return good_fight(know, humans_inside(know), random) or ("pass",)


def lurker(know, random):
    """E-55: step 4 of the lurker."""
    shown = [one for one in know.table.castle if one in know.table.revealed]
    if shown and can_hide(know):
        return "hide", random.choice(shown)
    return raid(know, random)


def three_thrones(know, random):
    """E-57: step 4 of three_thrones."""
    if know.table.dead_vampires == 0:
        humans = humans_inside(know)
        if not humans:
            return ("pass",)
        if can_hide(know):
            return "hide", random.choice(humans)
    return raid(know, random)


# ------------------------------------------------------------------ both sides: step 4 and fights

def random_action(know, random):
    """E-58: step 4 of random: one of the kinds that are possible now."""
    choices = ["pass"]
    rows = startable(know, know.table.castle)
    if rows:
        choices.append("fight")
    if know.side == "vampire" and can_hide(know):
        choices.append("hide")
    if know.side == "human" and can_ask(know):
        choices.append("ask")
    kind = random.choice(choices)
    if kind == "fight":
        return ("fight",) + random.choice(rows)[1:]
    if kind == "hide":
        return "hide", random.choice(know.table.castle)
    if kind == "ask":
        return "ask", random.choice(know.sets().unknown)
    return ("pass",)


def choose_action(know, random):
    """E-16, E-53 .. E-59: step 4, the action by the policy's name."""
    name = know.policy["name"]
    if name == "idle":
        return ("pass",)
    if name == "random":
        return random_action(know, random)
    acts = {"inquisitor": inquisitor, "brawler": brawler, "lurker": lurker, "bold": raid,
            "three_thrones": three_thrones}
    return acts[name](know, random)


def attack_play(know):
    """E-51, E-58: how the active player plays his fight."""
    return know.policy.get("attack_play", "random")


def defend_play(know, target, random):
    """E-51, E-58, E-59: how the other player defends the target."""
    name = know.policy["name"]
    if name in ("random", "idle"):
        return "random" if name == "random" else "none"
    if know.side == "human":
        return "none" if target in know.sure_targets() else know.policy["defend_play"]
    if target in know.vampires:
        return know.policy["defend_play"]
    # CHOICE: the bluff is drawn once a fight, not anew in each round.
    return "minimal" if random.random() < know.policy["bluff"] else "none"
