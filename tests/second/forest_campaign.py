"""F-20 to F-24, section 11: the model `campaign`, the whole game with program players, slow and plain.

`data` may hold "map", "start", "generals" (ratings by id) and "pieces" in the form of forest_map.
"""

from . import forest_campaign_christian, forest_campaign_ottoman, forest_campaign_random
from .forest_campaign_end import castles_of, siege_rolls, supply, winner
from .forest_campaign_moves import begin, new_turn
from .forest_campaign_state import Game, board_of
from .forest_map import MAP, RATINGS, SIDES
from .forest_shared import need, option, roll
from .forest_turn_order import succeeds, wants_delay, wants_jump

# ---- policies

SIEGE = {
    "mode": "spread",
    "storm_ratio": 99,
    "storm_last_turn": True,
    "storm_last_ratio": 1.5,
    "min_army": 4,
    "siege_reserve": 1,
    "fire": "even",
    "retreat": "never",
}
WARY = {"recruit_below": 10, "attack_ratio": 0.75, "storm_ratio": 3, "retreat": "outnumbered", "retreat_ratio": 2}
DARE = {"delay": "random", "jump": "random", "retreat": "never"}
POLICIES = {
    "ottoman": {
        "methodical_siege": SIEGE,
        "storm_rush": SIEGE | {"storm_ratio": 2, "storm_last_ratio": 1},
        "converge": SIEGE | {"mode": "converge", "storm_ratio": 3, "storm_last_ratio": 1},
        "random_legal": DARE,
    },
    "christian": {
        "castle_defence": WARY | {"mode": "castle_defence", "stakes": "all", "jump": "enemy"},
        "raider": WARY | {"mode": "raider", "stakes": "own", "stake_reserve": 8, "delay": "while_enemy"},
        "turtle": {
            "mode": "turtle",
            "recruit_below": 12,
            "attack_ratio": 1,
            "stakes": "all",
            "storm_ratio": 3,
            "retreat": "never",
        },
        "random_legal": DARE,
    },
}
DEFAULT_POLICIES = {"ottoman": "methodical_siege", "christian": "castle_defence"}


def read_policies(policies):
    """Section 12: the parameters of both sides; a policy is given by name or as a table."""
    read = {}
    for side in SIDES:
        given = (policies or {}).get(side, DEFAULT_POLICIES[side])
        given = {"name": given} if isinstance(given, str) else {"name": DEFAULT_POLICIES[side]} | given
        need(given["name"] in POLICIES[side], "campaign: policy " + given["name"])
        read[side] = {"delay": "never", "jump": "never", "stake_reserve": 8} | POLICIES[side][given["name"]] | given
    return read


def activate(game, general):
    """F-20 steps 4 and 5: the general acts by his side's policy."""
    act = begin(game, general)
    if game.policies[general.side]["name"] == "random_legal":
        forest_campaign_random.activate(game, act)
    elif general.side == "ottoman":
        forest_campaign_ottoman.activate(game, act)
    else:
        forest_campaign_christian.activate(game, act)


# ---- steps 1 to 6: chits

def chits(game, setup):
    """F-21 to F-24: the generals as the model `turn_order` sees them."""
    orders = setup.get("generals", {})
    table = []
    for g in game.generals:
        own = {"name": g.name, "rating": g.rating, "side": g.side}
        for kind in ("delay", "jump"):
            own[kind] = orders.get(g.name, {}).get(kind, game.policies[g.side][kind])
        table.append(own)
    return table


def tries(game, table, kind, who, asks):
    """Section 12: does he try?  A random player tries every second time that he may."""
    if table[who][kind] != "random":
        return asks(table)
    daring = [dict(general) for general in table]
    daring[who][kind] = "always"
    return asks(daring) and game.random.random() < 0.5


def play_chits(game, table, act):
    """F-20 steps 1 to 6: one chit after another; `act` is called with the place in the list."""
    random, rules = game.random, game.rules
    cup, eligible, held = list(range(len(table))), [True] * len(table), None

    def draw():
        return cup.pop(random.randrange(len(cup)))

    while cup or held is not None:
        closed = held is not None and option(rules, "held_chit") == "closed"
        picked, held = (draw(), None) if held is None else (held, None)
        acting = picked
        if not closed:
            while eligible[picked] and tries(
                game, table, "delay", picked, lambda generals, who=picked: wants_delay(generals, who, cup)
            ):
                eligible[picked] = False
                if not succeeds(table[picked], roll(random)):
                    break
                new = draw()
                cup.append(picked)
                picked = new
            acting = picked
            for jumper in range(len(table)):
                if jumper not in cup or not eligible[jumper]:
                    continue
                if tries(
                    game, table, "jump", jumper,
                    lambda generals, who=jumper, past=picked: wants_jump(generals, who, past, rules),
                ):
                    eligible[jumper] = False
                    if succeeds(table[jumper], roll(random)):
                        cup.remove(jumper)
                        acting, held = jumper, picked
                        break
        act(acting)


# ---- the game

def columns(setup, rules=None, data=None):
    """Section 11: outcome columns of `campaign`."""
    castles = board_of((data or {}).get("map", MAP)).castles
    return (
        ("winner", "variant", "castles_ottoman", "castles_christian", "castles_wallachia", "castles_transylvania")
        + tuple("fell_" + name for name in castles)
        + ("fallen_by_storm", "fallen_by_siege", "fallen_empty", "retaken", "sieges_open")
        + ("troops_ottoman", "troops_christian", "dracula_troops")
        + ("battles", "battles_won_ottoman", "battles_won_christian")
        + ("recruited_ottoman", "recruited_christian", "impaled", "sent_back")
        + ("starved_ottoman", "starved_christian")
    )


def outcome(game):
    """Section 11: the values of all columns at the end, by name."""
    castles = game.board.castles
    ottoman = sum(1 for name in castles if game.castle_owner(name) == "ottoman")
    dracula = next((g for g in game.generals if g.name == "dracula"), None)
    values = game.log | {"fell_" + name: game.fell[name] for name in castles}
    values |= {
        "winner": winner(game),
        "variant": game.variant,
        "castles_ottoman": ottoman,
        "castles_christian": len(castles) - ottoman,
        "castles_wallachia": len(castles_of(game, "wallachia", "ottoman")),
        "castles_transylvania": len(castles_of(game, "transylvania", "ottoman")),
        "sieges_open": sum(1 for name in castles if any(game.besieges(side, name) for side in SIDES)),
        "troops_ottoman": game.living("ottoman"),
        "troops_christian": game.living("christian"),
        "dracula_troops": dracula.troops() if dracula else 0,
    }
    return values


def play(game, setup, look=None):
    """F-20: turn after turn; `look` (if given) sees the game after each activation and each turn."""
    table = chits(game, setup)

    def act(place):
        activate(game, game.generals[place])
        if look is not None:
            look(game)

    for turn in range(1, game.rules["turns"] + 1):
        game.turn = turn
        new_turn(game)
        play_chits(game, table, act)
        siege_rolls(game)
        supply(game)
        if look is not None:
            look(game)
        if game.rules["early_end"] and 0 in (game.living("ottoman"), game.living("christian")):
            break


def simulate(setup, rules, random, data=None, policies=None, look=None):
    """Section 11: one campaign; a dict by column name in the order of the columns."""
    need(setup.get("radu", "muslim") in ("muslim", "loyal"), "campaign: radu")
    need(set(setup.get("generals", {})) <= set((data or {}).get("generals", RATINGS)), "campaign: generals")
    game = Game(setup, rules, random, data, read_policies(policies))
    play(game, setup, look)
    values = outcome(game)
    return {name: values[name] for name in columns(setup, rules, data)}
