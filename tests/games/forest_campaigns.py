"""Random campaigns of Forest of the Impaled: maps, set-ups, options and players, drawn from one generator."""

from random import Random

import numpy as np

from simlab.games import GAMES
from simlab.scenario.data import default

FOREST = GAMES["forest"]
SIDES, VARIANTS = ("ottoman", "christian"), ("muslim", "loyal")
DRACULA_AND_RADU = [
    {"id": "dracula", "rating": 4, "side": "christian"},
    {"id": "radu", "rating": 3, "side": "by_variant"},
]
DELAYS, JUMPS = ("never", "always", "while_enemy"), ("never", "always", "enemy")
ROOM = 96  # pieces of one side: never more than fit into the rows of the default set-up, never much fewer
RATIOS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 99.0)

#: Every option of a campaign, its default first.
RULES = {
    "army_max": [12, 1, 5, 20],
    "turns": [4, 1, 2, 7],
    "held_chit": ["open", "closed"],
    "jump_rating": ["any", "higher"],
    "move_points": [3, 0, 1, 2, 5],
    "lead_points": [2, 0, 1, 3, 7],
    "troop_moves": ["per_activation", "per_turn"],
    "recruit_repeat": [False, True],
    "piece_limit": [True, False],
    "radu_moldavia": ["muslim_only", "always"],
    "impalements_per_move": [3, 0, 1, 6],
    "impalements_max": [6, 0, 1, 9],
    "morale_min": [4, 1, 2, 6, 7],
    "morale_order": ["first", "last"],
    "morale_scheme": ["one_each", "until_cleared"],
    "morale_fail_on_entry": ["back", "eliminated"],
    "hit_min": [4, 1, 2, 6],
    "initial_search": ["first_round", "separate"],
    "withdraw_window": ["before_battle", "every_round"],
    "excess_hits": ["wasted", "spill"],
    "group_order": ["size", "list"],
    "surprise_fire": ["return", "none"],
    "several_armies": ["one_by_one", "merged"],
    "loose_join": [True, False],
    "garrison_on_entry": ["fill", "as_placed"],
    "retreat_into_castle": [False, True],
    "general_fate": ["nearest_friendly", "home"],
    "garrison_per_tower": [1, 2, 5],
    "storm_pairing": ["paired", "duel"],
    "siege_margin": [1, 0, 3],
    "siege_first_count": [1, 0],
    "starve_max": [2, 0, 3, 6],
    "christian_supply": ["home", "castle"],
    "garrison_supply": ["home", "cut"],
    "castle_control": ["presence", "last_holder"],
    "siege_controls_castle": [False, True],
    "victory_gap": ["dracula", "none"],
    "early_end": [False, True],
    "token_scope": ["die", "throw"],
    "token_target": ["own", "any"],
}
POLICIES = {
    "ottoman": ("random_legal", "methodical_siege", "storm_rush", "converge"),
    "christian": ("random_legal", "castle_defence", "raider", "turtle"),
}
PARAMETERS = {
    "fire": ("even", "joined_first", "surprise_first"),
    "retreat": ("never", "below", "outnumbered"),
    "retreat_below": (0, 1, 3, 6),
    "retreat_ratio": (0.5, 1.0, 1.5, 2.0),
    "withdraw": ("policy", "never", "always"),
    "delay": DELAYS,
    "jump": JUMPS,
    "storm_ratio": RATIOS,
    "storm_last_turn": (True, False),
    "storm_last_ratio": RATIOS,
    "min_army": (0, 1, 4, 9),
    "siege_reserve": (0, 1, 4),
    "mode": None,  # by the side
    "recruit_below": (0, 3, 10, 100),
    "attack_ratio": RATIOS,
    "stakes": ("none", "all", "own"),
    "stake_reserve": (0, 1, 8),
}
MODES = {"ottoman": ("spread", "converge"), "christian": ("castle_defence", "raider", "turtle")}


def drawn_rules(random: Random, chance: float = 0.2) -> dict:
    """Some options, changed."""
    return {name: random.choice(values) for name, values in RULES.items() if random.random() < chance}


def drawn_player(random: Random, side: str) -> dict:
    """Any policy of a side with some parameters changed."""
    name = random.choice(POLICIES[side])
    known = FOREST.policies[name].parameters.model_fields
    table = {"name": name}
    for parameter, values in PARAMETERS.items():
        if parameter in known and random.random() < 0.25:
            table[parameter] = random.choice(values or MODES[side])
    return table


def drawn_map(random: Random) -> dict:
    """A small map that hangs together, with two castles; their number is in the shape of the rows that get compiled."""
    count = random.randint(3, 12)
    regions = ["rumelia", "wallachia", random.choice(["wallachia", "transylvania"])]
    regions += random.choices(["wallachia", "transylvania", "moldavia", "rumelia"], [4, 3, 1, 2], k=count - 3)
    areas = []
    for place, region in enumerate(regions):
        mountain, castle = place > 2 and random.random() < 0.25, place in (1, 2)
        areas.append({"id": f"a{place}", "region": region, "terrain": "mountain" if mountain else "clear"})
        areas[-1] |= {"village": random.random() < 0.4, "neighbours": []}
        areas[-1] |= {"towers": random.randint(1, 4)} if castle else {}
    links = {(random.randrange(place), place) for place in range(1, count)}
    links |= {tuple(sorted(random.sample(range(count), 2))) for _ in range(random.randint(0, count))}
    for one, other in sorted(links):
        if max(len(areas[one]["neighbours"]), len(areas[other]["neighbours"])) < 12:
            areas[one]["neighbours"].append(f"a{other}")
            areas[other]["neighbours"].append(f"a{one}")
    random.shuffle(areas)
    homes = [area["id"] for area in areas if area["region"] in ("wallachia", "transylvania")]
    return {"castles": sum("towers" in area for area in areas), "hideout": random.choice(homes), "areas": areas}


def drawn_generals(random: Random) -> list[dict]:
    """Dracula and some others, in any order of jump attempts."""
    pashas = [{"id": name, "rating": random.randint(1, 6), "side": "ottoman"} for name in ("sultan", "ali", "omer")]
    pashas.append({"id": "stefan", "rating": random.randint(1, 6), "side": "christian"})
    generals = [dict(DRACULA_AND_RADU[0], rating=random.randint(1, 6)), DRACULA_AND_RADU[1], *pashas]
    random.shuffle(generals)
    return generals


def drawn_forces(random: Random, board: dict, generals: list[dict], variant: str, rules: dict) -> dict:
    """A legal set-up of one variant."""
    homes = {
        "ottoman": [a["id"] for a in board["areas"] if a["region"] == "rumelia" and a["terrain"] == "clear"],
        "christian": [a["id"] for a in board["areas"] if a["region"] in ("wallachia", "transylvania")],
    }
    armies = {}
    for general in generals:
        side = {"by_variant": SIDES[VARIANTS.index(variant)]}.get(general["side"], general["side"])
        if general["id"] == "dracula" or random.random() < 0.75:
            troops = random.randint(0, min(rules.get("army_max", 12), 12))
            armies[general["id"]] = {"area": random.choice(homes[side]), "troops": troops}
    places = rules.get("garrison_per_tower", 1)
    return {
        "armies": armies,
        "garrisons": {a["id"]: random.randint(0, a["towers"] * places) for a in board["areas"] if "towers" in a},
        "impalements": {
            name: random.randint(0, min(rules.get("impalements_max", 6), 6))
            for name in homes["christian"]
            if random.random() < 0.4
        },
        "loose": {name: random.randint(0, 6) for name in sum(homes.values(), []) if random.random() < 0.3},
    }


def pieces_used(forces: dict, homes: dict) -> dict[str, int]:
    """F-02 The pieces of each side in a set-up on areas with these owners."""
    used = dict.fromkeys(SIDES, 0)
    stacks = [(camp["area"], camp["troops"]) for camp in forces["armies"].values()]
    for table in ("garrisons", "impalements", "loose"):
        stacks += forces[table].items()
    for area, pieces in stacks:
        used[homes[area]] += pieces
    return used


def drawn_data(random: Random, rules: dict) -> dict:
    """A small map and a set-up on it; there are as many pieces as stand on it, or some more."""
    board, generals = drawn_map(random), drawn_generals(random)
    forces = {variant: drawn_forces(random, board, generals, variant, rules) for variant in VARIANTS}
    homes = {area["id"]: "ottoman" if area["region"] == "rumelia" else "christian" for area in board["areas"]}
    used = [pieces_used(side, homes) for side in forces.values()]
    pieces = {side: max(*(variant[side] for variant in used), 1) + random.choice([0, 0, 3, 20]) for side in SIDES}
    pieces[random.choice(SIDES)] = ROOM
    return {"map": board, "start": {"pieces": pieces, "generals": generals, **forces}}


def default_data_within(rules: dict) -> dict:
    """The default map and set-up, cut to the limits of changed options."""
    tables = {name: default("forest", name).content for name in ("map", "start")}
    armies, stakes = rules.get("army_max", 12), rules.get("impalements_max", 6)
    start = dict(tables["start"])
    for variant in VARIANTS:
        forces = start[variant]
        start[variant] = forces | {
            "armies": {n: camp | {"troops": min(camp["troops"], armies)} for n, camp in forces["armies"].items()},
            "impalements": {name: min(markers, stakes) for name, markers in forces["impalements"].items()},
        }
    return {"map": tables["map"], "start": start}


def drawn_campaign(random: Random, chance: float = 0.2) -> tuple[dict, dict, dict, dict]:
    """(setup, changed rules, data, policies) of a campaign without faults."""
    rules = drawn_rules(random, chance)
    if not rules.get("piece_limit", True):  # as few turns as keep the numbers within the same rows
        rules |= {"turns": 1, "recruit_repeat": False}
    small = random.random() < 0.5 or not rules.get("piece_limit", True)
    data = drawn_data(random, rules) if small else default_data_within(rules)
    tokens = [random.choice([0, 0, 1, 3]) for _ in SIDES]
    setup = {"radu": random.choice(VARIANTS), "tokens": dict(zip(SIDES, tokens)), "generals": {}}
    for general in data["start"]["generals"]:
        if random.random() < 0.3:
            wishes = {"delay": random.choice(DELAYS), "jump": random.choice([*JUMPS, ["dracula", "radu"]])}
            setup["generals"][general["id"]] = wishes
    return setup, rules, data, {side: drawn_player(random, side) for side in SIDES}


def at_start(case) -> dict[str, int]:
    """Living troops of each side at the start."""
    start, areas = case.data.start, {area.id: area for area in case.data.map.areas}
    forces, sides = getattr(start, case.setup.radu), {general.id: general.side for general in start.generals}
    troops = dict.fromkeys(SIDES, 0)
    for name, camp in forces.armies.items():
        troops[{"by_variant": SIDES[VARIANTS.index(case.setup.radu)]}.get(sides[name], sides[name])] += camp.troops
    troops["christian"] += sum(forces.garrisons.values())
    for name, count in forces.loose.items():
        troops["ottoman" if areas[name].region == "rumelia" else "christian"] += count
    return troops


def winners(case, r) -> np.ndarray:
    """F-66 Who has won, from the castles held."""
    castles = [area for area in case.data.map.areas if area.castle]
    left = [
        sum(castle.region == region for castle in castles) - r[f"castles_{region}"]
        for region in ("wallachia", "transylvania")
    ]
    loyal = case.setup.radu == "loyal"
    ottomans = (left[0] == 0) & (loyal | (left[1] == 0))
    gap = case.rules["victory_gap"] == "none" and not loyal
    nobody = ~ottomans & gap & ((left[0] == 0) | (left[1] == 0))
    return np.where(ottomans, 0, np.where(nobody, 2, 1))


def troops_add_up(case, r) -> np.ndarray:
    """F-02, F-32, F-62 Nobody lives or starves who was neither there nor recruited; pieces are not exceeded."""
    fits = np.full(len(r["winner"]), True)
    begun, generals, rules = at_start(case), len(case.data.start.generals), case.rules
    raised = 6 * generals * rules["turns"] * (rules["move_points"] if rules["recruit_repeat"] else 1)
    for side in SIDES:
        fits &= r[f"troops_{side}"] <= begun[side] + r[f"recruited_{side}"] - r[f"starved_{side}"]
        fits &= r[f"recruited_{side}"] <= (raised if rules["move_points"] else 0)
        fits &= (r[f"starved_{side}"] == 0) | (rules["starve_max"] > 0)
        if rules["piece_limit"]:
            fits &= r[f"troops_{side}"] <= getattr(case.data.start.pieces, side)
    return fits & (r["dracula_troops"] <= r["troops_christian"])


def markers_add_up(case, r) -> np.ndarray:
    """F-34, F-37 Markers within Dracula's chances to place them; nobody breaks where there are none."""
    rules, forces = case.rules, getattr(case.data.start, case.setup.radu)
    fits = r["impaled"] <= rules["impalements_per_move"] * (rules["move_points"] + 1) * rules["turns"]
    none = (r["impaled"] == 0) & (sum(forces.impalements.values()) == 0)
    return fits & ((r["sent_back"] == 0) | (~none & (rules["morale_min"] > 1)))


def castles_add_up(case, r) -> np.ndarray:
    """F-64, F-66 Castles of both sides and regions, their falls, and the winner."""
    castles = sum(area.castle for area in case.data.map.areas)
    fallen = r["fallen_by_storm"] + r["fallen_by_siege"] + r["fallen_empty"]
    ever = sum((column > 0).astype(int) for name, column in r.items() if name.startswith("fell_"))
    fits = r["castles_ottoman"] + r["castles_christian"] == castles
    fits &= r["castles_wallachia"] + r["castles_transylvania"] == r["castles_ottoman"]
    fits &= (ever <= fallen) & ((ever > 0) == (fallen > 0))
    if case.rules["castle_control"] == "last_holder" and not case.rules["siege_controls_castle"]:
        fits &= r["castles_ottoman"] == fallen - r["retaken"]
    return fits & (r["winner"] == winners(case, r))


def conserved(case, r) -> np.ndarray:
    """What belongs together in every outcome of a campaign."""
    fits = r["battles_won_ottoman"] + r["battles_won_christian"] <= r["battles"]
    fits &= r["variant"] == VARIANTS.index(case.setup.radu)
    return fits & castles_add_up(case, r) & troops_add_up(case, r) & markers_add_up(case, r)
