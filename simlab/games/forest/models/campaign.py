"""Model `campaign`: the whole game between two policies (F-01 to F-68)."""

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import Any, Literal

from simlab.chance.compiled import kernel, rule
from simlab.chance.streams import trial_stream
from simlab.chance.witness import tell
from simlab.contract import Case, Column, Compiled, Fault, Model, Question, Setup, category, parameter
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_rows import (
    campaign_rows,
    castles_of,
    generals_of,
    looks_ahead,
    most_troops,
    ratings_of,
    start_board,
)
from simlab.games.forest.campaign_state import CHRISTIAN, NO_SIEGE, OTTOMAN, TRANSYLVANIA, VARIANTS, WALLACHIA, WINNERS
from simlab.games.forest.chits import DELAYS, JUMPS
from simlab.games.forest.exact.odds import MOST_TROOPS, odds_are_kept
from simlab.games.forest.map_faults import MOST_AREAS, map_faults, no_such
from simlab.games.forest.narrate_campaign import campaign_story
from simlab.games.forest.picture import campaign_picture
from simlab.games.forest.rules.s2_set_up import set_up
from simlab.games.forest.rules.s3_map import besieges
from simlab.games.forest.rules.s5_turn import play_campaign
from simlab.games.forest.rules.s8_victory import castles_held, winner
from simlab.games.forest.start_faults import start_faults

OPTIONS = (
    *("army_max", "turns", "held_chit", "jump_rating", "move_points", "lead_points", "troop_moves", "recruit_repeat"),
    *("piece_limit", "radu_moldavia", "impalements_per_move", "impalements_max", "morale_min", "morale_order"),
    *("morale_scheme", "morale_fail_on_entry", "hit_min", "initial_search", "withdraw_window", "excess_hits"),
    *("group_order", "surprise_fire", "several_armies", "loose_join", "garrison_on_entry", "retreat_into_castle"),
    *("general_fate", "garrison_per_tower", "storm_pairing", "siege_margin", "siege_first_count", "starve_max"),
    *("christian_supply", "garrison_supply", "castle_control", "siege_controls_castle", "victory_gap", "early_end"),
    "token_target",
)
MOST_IN_A_BATTLE = 255  # the shots of larger sides are not counted (s7_fire.py)
MOST_TOKENS = 7
MOST_FAULTS = 1000  # of a map and a set-up; more are not told


class Wishes(Setup):
    """What a general wants of the turn order; what is left out is as his side's policy says."""

    delay: Literal[DELAYS] | None = parameter(None, about="when he tries to go later", item="F-22")
    jump: Literal[JUMPS] | list[str] | None = parameter(None, about="past whom he tries to jump", item="F-23")


class Tokens(Setup):
    """Re-roll tokens; both sides' together are at most 7."""

    ottoman: int = parameter(0, about="re-roll tokens of the Ottomans", item="F-68", low=0, high=MOST_TOKENS)
    christian: int = parameter(0, about="re-roll tokens of the Christians", item="F-68", low=0, high=MOST_TOKENS)


class CampaignSetup(Setup):
    """Setup of `campaign`."""

    radu: Literal[VARIANTS] = parameter("muslim", about="whose side Radu is on", item="F-01")
    generals: dict[str, Wishes] = parameter({}, about="general = {delay, jump}, in place of his policy's", item="F-21")
    tokens: Tokens = parameter(Tokens(), about="re-roll tokens of both sides", item="F-68")


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of a campaign."""
    areas = case.data.map.areas
    castles = [areas[number] for number in castles_of(case.data.map)]
    by_region = {region: sum(castle.region == region for castle in castles) for region in ("wallachia", "transylvania")}
    turns = case.rules["turns"]
    held = "castles that the Ottomans hold in"
    return (
        category("winner", "who has won", WINNERS),
        category("variant", "whose side Radu was on", VARIANTS),
        Column("castles_ottoman", "castles that the Ottomans hold at the end", 0, len(castles)),
        Column("castles_christian", "castles that the Christians hold at the end", 0, len(castles)),
        Column("castles_wallachia", f"{held} Wallachia", 0, by_region["wallachia"]),
        Column("castles_transylvania", f"{held} Transylvania", 0, by_region["transylvania"]),
        *(
            Column(f"fell_{castle.id}", f"turn in which {castle.shown} first fell, 0 if never", 0, turns, block="fell")
            for castle in castles
        ),
        Column("fallen_by_storm", "Christian castles taken by storm"),
        Column("fallen_by_siege", "Christian castles taken by siege, those starved out included"),
        Column("fallen_empty", "Christian castles taken without garrison"),
        Column("retaken", "castles that came back to the Christians"),
        Column("sieges_open", "castles still besieged at the end", 0, len(castles)),
        Column("troops_ottoman", "living Ottoman troops at the end"),
        Column("troops_christian", "living Christian troops at the end"),
        Column("dracula_troops", "troops that Dracula leads at the end", 0, case.rules["army_max"]),
        Column("battles", "battles in the field"),
        Column("battles_won_ottoman", "battles in the field won by the Ottomans"),
        Column("battles_won_christian", "battles in the field won by the Christians"),
        Column("recruited_ottoman", "troops that the Ottomans raised"),
        Column("recruited_christian", "troops that the Christians raised"),
        Column("impaled", "markers that Dracula placed"),
        Column("sent_back", "troops of groups that broke on entering"),
        Column("starved_ottoman", "Ottoman troops that starved"),
        Column("starved_christian", "Christian troops that starved"),
    )


def faults(case: Case) -> Iterable[Fault]:
    """What no single field can see: map and set-up, names of generals, and limits of what can be reckoned."""
    too_large = len(case.data.map.areas) > MOST_AREAS  # then that is all there is to say
    found = chain(map_faults(case.data.map), () if too_large else start_faults(case))
    wrong = list(islice(found, MOST_FAULTS))
    yield from wrong
    known = [general.id for general in case.data.start.generals]
    playing = [general.id for general in generals_of(case)]
    for name, wishes in case.setup.generals.items():
        if name not in known:
            yield Fault(("setup", "generals", name), no_such("general", name, known), "F-03")
        elif not wrong and name not in playing:
            yield Fault(("setup", "generals", name), f"{name} takes no part in this set-up", "F-05")
        yield from unknown_in_list(("setup", "generals", name, "jump"), wishes.jump, known)
    for seat, player in case.players.items():
        yield from policy_faults(seat, player.parameters, known)
    if case.setup.tokens.ottoman + case.setup.tokens.christian > MOST_TOKENS:
        yield Fault(("setup", "tokens"), f"at most {MOST_TOKENS} tokens of both sides together", "F-68")
    if looks_ahead(case) and case.rules["army_max"] > MOST_TROOPS:
        message = f"policies that look ahead know the odds of armies up to {MOST_TROOPS} troops; choose other policies"
        yield Fault(("rules", "army_max"), message, "F-16")
    if not wrong:
        most = most_troops(case, start_board(case)[0].living)
        if most > MOST_IN_A_BATTLE:
            message = f"a side may come to {most} troops; at most {MOST_IN_A_BATTLE} can be reckoned with"
            yield Fault(("rules", "piece_limit"), message, "F-02")


def policy_faults(seat: str, policy: Any, known: list[str]) -> Iterable[Fault]:
    """Names in a policy's `jump`, and ratios above 0."""
    yield from unknown_in_list(("policies", seat, "jump"), getattr(policy, "jump", None), known)
    if getattr(policy, "retreat_ratio", 1.0) <= 0:
        yield Fault(("policies", seat, "retreat_ratio"), "must be above 0", "F-50")


def unknown_in_list(path: tuple, wish: Any, known: list[str]) -> Iterable[Fault]:
    """Generals past whom somebody would jump, and who are not there."""
    for place, name in enumerate(wish if isinstance(wish, list) else []):
        if name not in known:
            yield Fault((*path, place), no_such("general", name, known), "F-03")


@rule
def write_castles(game, rules, row):
    """F-64, F-66 Who holds the castles, and when each fell first."""
    board = game.board
    row.castles_wallachia = castles_held(OTTOMAN, WALLACHIA, game, rules)
    row.castles_transylvania = castles_held(OTTOMAN, TRANSYLVANIA, game, rules)
    row.castles_ottoman = row.castles_wallachia + row.castles_transylvania
    row.castles_christian = game.map.castles - row.castles_ottoman
    row.sieges_open = 0
    for place in range(game.map.castles):
        area = game.map.castle[place]
        row.fell[place] = board.fell[area]
        side = board.siege[area]
        row.sieges_open += side != NO_SIEGE and besieges(side, area, board, rules)


@rule
def write_row(game, rules, row):
    """What a campaign has come to."""
    board = game.board
    row.winner = winner(game, rules)
    tell(story.GAME_ENDS, row.winner)
    row.variant = game.generals.loyal
    write_castles(game, rules, row)
    row.fallen_by_storm, row.fallen_by_siege = board.by_storm, board.by_siege
    row.fallen_empty, row.retaken = board.empty, board.retaken
    row.troops_ottoman, row.troops_christian = board.living[OTTOMAN], board.living[CHRISTIAN]
    row.dracula_troops = board.troops[game.generals.dracula]
    row.battles = board.battles
    row.battles_won_ottoman, row.battles_won_christian = board.won[OTTOMAN], board.won[CHRISTIAN]
    row.recruited_ottoman, row.recruited_christian = board.recruited[OTTOMAN], board.recruited[CHRISTIAN]
    row.impaled, row.sent_back = board.impaled, board.sent_back
    row.starved_ottoman, row.starved_christian = board.starved[OTTOMAN], board.starved[CHRISTIAN]


@kernel
def campaign_trials(boards, start, game, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of a whole campaign: one row of `out` each."""
    for i in range(out.shape[0]):
        set_up(boards, start)
        play_campaign(game, rules, trial_stream(rng, seed, first + i))
        write_row(game, rules, out[i])


def compile_campaign(case: Case) -> Compiled:
    """The trial loop and the rows that it works on."""
    return Compiled(campaign_trials, (*campaign_rows(case), case.rules_row(*OPTIONS)))


def prepares(case: Case) -> str:
    """The odds that policies look ahead with, unless they have been solved before."""
    missing = looks_ahead(case) and not odds_are_kept(case, ratings_of(case))
    return "solving the odds of battles that a policy looks ahead with" if missing else ""


POLICIES: Mapping[str, str] = {"ottoman": "methodical_siege", "christian": "castle_defence"}

CAMPAIGN = Model(
    name="campaign",
    about="the whole game between two policies, with Radu on either side",
    setup=CampaignSetup,
    options=(*OPTIONS, "token_scope"),
    columns=columns,
    questions=(
        Question("the Ottomans win", "event", 'winner == "ottoman"'),
        Question("Dracula wins", "event", 'winner == "christian"'),
        Question("castles of the Ottomans", "curve", "castles_ottoman"),
        Question("Ottoman troops left", "value", "troops_ottoman"),
        Question("Christian troops left", "value", "troops_christian"),
    ),
    faults=faults,
    compile=compile_campaign,
    narrate=campaign_story,
    starter="",
    fixed_columns=False,
    data=("map", "start"),
    picture=campaign_picture,
    policies=POLICIES,
    prepares=prepares,
)
