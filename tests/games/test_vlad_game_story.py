"""A game's replay in sentences: every event has one, and small situations read as players would tell them."""

import ast
import json
from pathlib import Path

import pytest

from simlab.chance.plain import run_plain
from simlab.chance.witness import Witness, watching
from simlab.games.vlad import game_state as state
from simlab.games.vlad import game_story as told
from simlab.games.vlad import rules as rules_of_vlad
from simlab.games.vlad import story
from simlab.games.vlad.narrate_game import GameStory, game_story
from simlab.games.vlad.rules.s5_v15_resurrection import walk_and_return
from simlab.games.vlad.rules.s5_v23_purse import take_crown
from simlab.games.vlad.rules.s5_v40_akathist import act_at_once
from simlab.games.vlad.rules.s5_v43_spread import infect
from simlab.games.vlad.rules.s6_v49_upkeep import upkeep
from simlab.games.vlad.state import MAGIC
from simlab.games.vlad.text_board import text_board
from simlab.runs.batches import Sampler
from tests.cli.test_command_line import simlab
from tests.games.vlad_positions import Position
from tests.games.vlad_setups import game

#: Events of story.py that a game tells of; the others are those of lone models.
OF_GAMES = {
    *(story.ROAD_WALKED, story.TAKEN_UP, story.RESHUFFLED, story.CARD_PLAYED, story.NEUTRAL_ANSWERED),
    *(story.HIT_WITHOUT_CARDS, story.SURRENDERED, story.ATTACKED, story.ANSWERED, story.LOST_LIFE, story.IMPALED),
    story.OUTPOST_HIT,
}
ROOT = Path(__file__).parents[2]
GAME = "scenarios/vlad/game_balanced.toml"
VLAD, KNIGHT, ARCHER = range(3)


def square(row, column):
    """A square of the default board by its number."""
    return 40 * row + column


def codes_of(module):
    """All codes of a module of codes, by name."""
    return {name: value for name, value in vars(module).items() if isinstance(value, int)}


def told_in_rules(files="*.py"):
    """Names of the codes of game_story.py that the rules of these files tell."""
    for path in Path(rules_of_vlad.__path__[0]).glob(files):
        tree = ast.parse(path.read_text())
        origins = {
            name.asname or name.name: name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell":
                code = node.args[0]
                if isinstance(code, ast.Attribute) and origins[code.value.id] == "game_story":
                    yield code.attr


def lines(*events, policies=("balanced",) * 4, **rules):
    """What is said of these events, and of nothing more."""
    sentence = game_story(game(policies, rules))
    said = [sentence(*event) for event in (*events, (told.SEAT_STANDS, 0, 1, 2, 0, 0))]
    return "\n".join(text for text in said if text).splitlines()


def heard(position, function, *arguments):
    """The names of the events that a rule tells of."""
    names = {value: name for name, value in {**codes_of(story), **codes_of(told)}.items()}
    witness = Witness()
    with watching(witness):
        run_plain(function, *arguments)
    return [(names[what], *details) for what, *details in witness.events]


def test_every_event_of_a_game_has_a_sentence_and_none_is_never_told():
    everything = GameStory(game())
    assert set(everything.sentences) | set(everything.drafting) == set(codes_of(told).values()) | OF_GAMES
    assert not set(everything.sentences) & set(everything.drafting)
    assert set(told_in_rules()) == set(codes_of(told))


def test_what_policies_only_think_of_is_not_told():
    """Policies tell their goals; all else is told by the rules that carry it out."""
    assert set(told_in_rules("p*.py")) == {"GOAL_SET"}


@pytest.mark.parametrize(
    ("policies", "rules"),
    [
        (("balanced", "shopper", "hero_hunter", "outpost_turtle"), {"max_rounds": 12}),
        (("random", "tower_sitter", "random"), {"max_rounds": 15, "stage_order": "per_unit", "outpost_size": 2}),
        (("hero_hunter", "tower_sitter"), {"max_rounds": 30, "vlad_lives": 1}),
    ],
)
def test_whole_games_are_told(policies, rules):
    case = game(policies, rules)
    sentence, board, said, boards = game_story(case), text_board(case), [], []

    def hear(what, *details):
        said.extend((sentence(what, *details) or "").splitlines())
        boards.append(board(what, *details))

    with watching(Witness(listener=hear)):
        row = Sampler(case, "splitmix", 1, {}).plain_rows(3, 1)[0]
    rounds = int(row[2])
    assert said[0] == f"Seat 1 (top left) is played by {policies[0]}"
    assert all(line.strip() and len(line) - len(line.lstrip()) in (0, 2, 4, 6) for line in said)
    assert sum(line.startswith("Round ") for line in said) == rounds
    assert f"  After round {rounds}" in said
    assert len([text for text in boards if text]) == rounds + 1, "a legend, then a board a round"
    assert any(line.startswith(("The game ends", f"All {rounds} rounds are played")) for line in said)


def test_players_and_options_come_first():
    first = lines((told.GAME_BEGINS, 1), policies=("balanced", "random"), outpost_price=5)
    assert first == [
        "Seat 1 (top left) is played by balanced",
        "Seat 2 (bottom right) is played by random",
        "Options: outpost_price = 5",
        "Squares are (row, column), counted from 0 at the top left; cards are attack/defence",
        "Seat 2 begins",
    ]


def test_a_move_says_from_where_to_where():
    bridge, tower, den = square(11, 18), square(19, 19), square(3, 11)
    assert lines(
        (told.TURN_BEGINS, 1),
        (told.GOAL_SET, 3, 0),
        (told.GOAL_SET, 4, 14),
        (told.MOVED, 3, bridge, tower, 8),
        (told.MOVED, 4, square(5, 5), den, 1),
        (told.MOVED, 5, square(9, 8), square(23, 30), 2),
    ) == [
        "  Seat 2's turn",
        "    Goals: Vlad cure, knight hold",
        "    Vlad goes from the bridge of gate 0 (11, 18) to the cursed tower (19, 19), 8 steps",
        "    The knight goes from (5, 5) to den 0 (3, 11), 1 step",
        "    The archer goes from the church of seat 1 (9, 8) to tavern 2 (23, 30), 2 steps",
    ]


def test_a_figure_in_the_underworld():
    assert lines(
        (told.TURN_BEGINS, 0),
        (told.TOKEN_USED, KNIGHT),
        (story.ROAD_WALKED, 0, 0, 4, 4, 1),
        (told.WALKS_ROAD, ARCHER),
        (story.ROAD_WALKED, 0, 9, 5, 14, 1),
        (told.WAITS_AT_EXIT, ARCHER, 14),
        (told.CAME_BACK, ARCHER, square(8, 8)),
    )[1:] == [
        "    A resurrection token for the knight: the die shows 4: on to square 4",
        "    Underworld, the archer: the die shows 5: from 9 to 14, an exit",
        "    Underworld: the archer waits at exit 14",
        "    The archer comes back from the underworld at the church of seat 1 (8, 8)",
    ]


def test_what_a_visit_to_the_tavern_costs():
    assert lines(
        (told.SPENT, 2, 3, 5),
        (told.BOUGHT, 2, state.OUTPOST_ITEM),
        (told.SPENT, 2, 4, 1),
        (told.BOUGHT, 2, state.MAGIC_ITEM),
        (story.TAKEN_UP, MAGIC, 2, 22, 10, 1, 1),
        (told.TURN_BEGINS, 2),
        (told.OUTPOST_FILLS, 2, square(20, 30)),
        (told.OUTPOST_PLACED, 2, square(20, 30)),
        (told.MOVED, 6, square(20, 31), square(20, 30), 1),
        (told.LEFT_GAME, 2, 9),
        (told.MOVED, 1, square(20, 31), square(20, 30), 1),
    ) == [
        "    Seat 3 buys at the tavern: the outpost for 3 gold, which Vlad may place (5 left), "
        "a magic card for 4 gold (1 left)",
        "  Seat 3 gets magic 22/10",
        "  Seat 3's turn",
        "    Vlad places the outpost at (20, 30)",
        "    Vlad goes from (20, 31) to the outpost of seat 3 (20, 30), 1 step",
        "    Seat 3 is out of the game",
        "    Seat 1's knight goes from (20, 31) to (20, 30), 1 step",
    ]


def test_a_neutral_fight_card_by_card():
    assert lines(
        (told.TURN_BEGINS, 0),
        (told.CARD_TURNED, VLAD, state.RUSTY_BLADES, 11),
        (told.JOINS_FIGHT, VLAD),
        (told.JOINS_FIGHT, ARCHER),
        (told.FIGHT_BEGINS, 0, 1, 3),
        (story.CARD_PLAYED, VLAD, 17, 9, 2, 0, 20),
        (story.NEUTRAL_ANSWERED, VLAD, 12, 3, 31),
        (story.CARD_PLAYED, ARCHER, 14, 5, 2, 0, 7),
        (story.NEUTRAL_ANSWERED, ARCHER, 14, 9, 0),
        (story.SURRENDERED, VLAD),
        (told.FIGHT_ENDS, 0, 7),
        (told.DIED, ARCHER, state.NOBODY, 0),
    )[2:] == [
        "    Fight with the werewolves of den 3: Vlad and the archer",
        "      Vlad plays 14/9 (+2/+0): werewolves 20 left, they roll 12, Vlad is hit for 3, 31 left",
        "      The archer plays 11/5 (+2/+0): werewolves 7 left, they roll 14, the archer is hit for 9 and dies",
        "      Vlad has too little life left: they give up",
        "      The werewolves are not beaten, 7 left",
        "      The archer is dead",
    ]


def test_a_battle_blow_by_blow_and_its_reward():
    assert lines(
        (told.TURN_BEGINS, 0),
        (told.BATTLE_BEGINS, 0, 3, 8),
        (told.ATTACK_BEGINS, KNIGHT, 3),
        (story.ATTACKED, KNIGHT, KNIGHT, 14, 8, 0, 0),
        (story.IMPALED, VLAD, KNIGHT, 1),
        (told.ATTACK_BEGINS, VLAD, 3),
        (story.ATTACKED, VLAD, MAGIC, 22, 10, 2, 0),
        (story.ANSWERED, VLAD, MAGIC, 18, 14, 0, 0),
        (story.LOST_LIFE, 1, VLAD, 10, 0),
        (story.LOST_LIFE, 0, VLAD, 8, 2),
        (told.STRUCK_DOWN, KNIGHT, 3, 0),
        (told.STRUCK_DOWN, 3, VLAD, 1),
        (told.DIED, KNIGHT, state.NOBODY, 1),
        (told.DIED, 3, 0, 0),
        (told.LIFE_TOKEN_LOST, 1, 0),
        (told.KILL_REWARDED, 0, 3),
        (told.CROWNED, 0, 1),
    )[1:] == [
        "    Battle against seat 2's Vlad, 8 life",
        "      The knight attacks with 14/8, answered with an impale token that cancels the card",
        "      Vlad attacks with magic 22/10 (+2/+0), answered with magic 18/14, seat 2's Vlad is hit for 10 and dies, "
        "Vlad is hit for 8, 2 left",
        "      The knight is impaled and gone for good, killed by seat 2's Vlad, who is dead too: no reward",
        "      Seat 2's Vlad is dead, killed by Vlad",
        "      Seat 2 has no life of Vlad left",
        "      Seat 1 gets a crown for seat 2's Vlad: it has 1",
    ]


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ((0, 1, 1, 0, 0), ["    Seat 1 asks seat 2 for a vassal tax of 2 gold, and seat 2 refuses"]),
        ((0, 1, 1, 1, 1), ["    Seat 1 asks seat 2 for a vassal tax of 2 gold"]),
        ((0, 1, 0, 1, 0), ["    Seat 2 offers seat 1 a vassal tax of 2 gold, and seat 1 declines"]),
        ((0, 1, 0, 1, 1), ["    Seat 2 offers seat 1 a vassal tax of 2 gold"]),
        ((0, 1, 0, 0, 0), []),
    ],
)
def test_who_asks_for_the_tax_and_who_will_not(details, said):
    assert lines((told.TAX_DISCUSSED, *details)) == said


def test_whom_the_tax_saves():
    assert lines((told.TAX_PAID, 0, 1, 4))[0].endswith("its units are not attacked in this turn")
    assert lines((told.TAX_PAID, 0, 1, 4), tax_scope="unit")[0].endswith("seat 2's knight is not attacked in this turn")


def test_losses_say_their_cause():
    assert lines(
        (told.TURN_BEGINS, 1),
        (told.OUTPOST_FIRES, 1, 2),
        (told.LIFE_LOST, 1, 6, 20),
        (told.LIFE_LOST, 2, 6, 0),
        (told.OUTPOST_FIRES, 1, 0),
        (told.CURSE_BITES, 1, 0),
        (told.LIFE_LOST, 3, 2, 30),
        (told.PLAGUE_BITES, 1),
        (told.LIFE_LOST, 5, 1, 7),
        (told.CROSSES_RANGE, 3, 2, 1),
        (story.OUTPOST_HIT, 4, 26),
        (told.CARD_TURNED, 3, state.HAIL, 4),
        (told.LIFE_LOST, 0, 2, 32),
    )[1:] == [
        "    The outpost fires with 2 units inside: seat 1's knight loses 6: 20 left, seat 1's archer loses 6 and dies",
        "    The curse of seat 1: Vlad loses 2: 30 left",
        "    The plague: the archer loses 1: 7 left",
        "      Its way leads through the range of seat 3's outpost with 1 unit inside: Vlad is hit for 4, 26 left",
        "    Vlad buys an Akathist card for 1 gold: hail: every unit of other seats loses 2",
        "      Losses: seat 1's Vlad loses 2: 32 left",
    ]


def test_how_long_effects_last():
    events = (told.ROUND_BEGINS, 5, 1), (told.TURN_BEGINS, 2), (told.BELL_TOLLED, 2)
    assert lines(*events)[-1].endswith("enters it, until seat 3's turn of round 7")
    assert lines(*events, effect_clock="round_end")[-1].endswith("enters it, to the end of round 6")
    card = (told.CARD_TURNED, 6, state.LONG_NIGHT, 3), (told.ROUND_BEGINS, 7, 3)
    assert lines(*events[:2], *card)[-1] == "Round 7: dial on 3, day, but cards are judged as by night"


def test_from_whom_the_plague_comes():
    position = Position()
    run_plain(infect, 2, position.play)
    assert heard(position, infect, 1, position.play) == [("INFECTED", 1)]
    assert lines((told.REACHED, 1, 5, square(4, 4)), (told.INFECTED, 1)) == [
        "      Seat 1's knight is infected by seat 2's archer, who reaches (4, 4)"
    ]
    position.table.plague[4] = state.IMMUNE
    assert heard(position, act_at_once, state.PLAGUE_CARD, 4, position.play) == [("NOT_INFECTED", 4, state.IMMUNE)]


def test_rare_events_are_told():
    """V-08 An empty box of crowns, V-17 a full church, A-3 the dial and gold of cards."""
    position = Position()
    play, table = position.play, position.table
    table.crown_box = 0
    assert heard(position, take_crown, 2, play, position.rules) == [("NO_CROWN_LEFT", 2)]
    table.place[1], table.road[1], table.dial = state.ON_ROAD, 13, 1
    for unit, place in ((0, (8, 8)), (3, (8, 9)), (6, (9, 8))):
        table.at[square(*place)] = unit
    assert heard(position, walk_and_return, 0, play, position.rules, position.stream) == [("CHURCH_FULL", 1, 13)]
    assert heard(position, act_at_once, state.TURNING_SUN, 0, play) == [("DIAL_TURNED", 2)]
    table.gold[1] = 1
    tithes = [("TITHED", 1, 0, 1, 1), ("TITHED", 2, 0, 0, 1), ("TITHED", 3, 0, 0, 1)]
    assert heard(position, act_at_once, state.TITHE, 0, play) == tithes


def test_upkeep_names_the_curse_even_if_nobody_is_paid():
    position = Position()
    position.table.cursed, position.table.caster = 0, 2
    assert heard(position, upkeep, 0, position.play, position.rules, position.stream)[:2] == [
        ("CURSE_BITES", 0, 2),
        ("LIFE_LOST", 0, 2, 32),
    ]


def test_the_position_after_a_round():
    assert lines(
        (told.UNIT_STANDS, 0, state.ON_MAP, square(20, 20), 30, 0, state.INFECTED),
        (told.UNIT_STANDS, 1, state.IN_OUTPOST, square(20, 30), 28, 0, state.HEALTHY),
        (told.UNIT_STANDS, 2, state.ON_ROAD, 0, 0, 9, state.HEALTHY),
        (told.SEAT_STANDS, 0, 1, 1, 2, 5),
        (told.SEAT_HOLDS, 0, 1, 0, 2, 0, 0b1001),
        (told.SEAT_STANDS, 1, 0, 0, 0, 0),
        (told.SEAT_HOLDS, 1, 0, 0, 0, 0, 0),
        (told.ROUND_ENDS, 7),
    ) == [
        "  After round 7",
        "    Seat 1: Vlad 30 at the cursed tower (20, 20), plague; knight 28 in the outpost; archer on square 9 of the "
        "underworld (1 life, 2 crowns, 5 gold, 1 potion, 2 magic cards, flags on gates 0 and 3)",
    ]


def test_the_text_board_shows_units_outposts_dens_and_flags():
    board = text_board(game())
    board(told.OUTPOST_FILLS, 2, square(20, 30))
    board(told.DEN_CLEARED, 0, 0, 3, 3)
    board(told.UNIT_STANDS, 3, state.ON_MAP, square(0, 0), 30, 0, 0)
    board(told.UNIT_STANDS, 7, state.IN_OUTPOST, square(20, 30), 30, 0, 0)
    board(told.SEAT_HOLDS, 1, 0, 0, 0, 0, 0b10)
    rows = board(told.ROUND_ENDS, 1).splitlines()
    assert rows[1] == "      0123456789012345678901234567890123456789"
    assert rows[2].startswith("    0 2...") and rows[2 + 3][6 + 11 : 6 + 14] == ",,," and rows[2 + 20][6 + 30] == "R"
    assert rows[2 + 40 :] == ["      Gate 1: flag of seat 2", "      In the outpost of seat 3: knight"]
    board(told.LEFT_GAME, 2, 5)
    assert board(told.ROUND_ENDS, 2).splitlines()[2 + 20][6 + 30] == "."


def test_the_board_is_printed_on_request_and_refused_where_there_is_none():
    short = ("--trial", 2, "--set", "rules.max_rounds=2", "--board")
    out = simlab("replay", GAME, *short, folder=ROOT)[0].splitlines()
    assert sum(row.startswith("    0 ....") for row in out) == 2 and out[-1].startswith(
        "Outcome: winner = 0, way = none"
    )
    story_told = json.loads(simlab("replay", GAME, *short, "--json", folder=ROOT)[0])["story"]
    assert story_told == out[:-1]
    refused = simlab("replay", "scenarios/vlad/hunt_gate_guards.toml", "--board", folder=ROOT, code=2)[1]
    assert "--board: vlad hunt has no board as text; models that have one: vlad game" in refused


def test_games_are_found_by_the_way_they_are_won():
    """K-6 numbers the ways; a number, and a name as of every category."""
    sitters = [f"policies.seat{seat}.name=tower_sitter" for seat in (1, 2, 3, 4)]
    settings = [part for setting in (*sitters, "rules.tower_rounds=1") for part in ("--set", setting)]
    by_number, by_name = (
        simlab("replay", GAME, "--where", f"way == {way} and rounds < 20", "--trials", 500, *settings, folder=ROOT)[0]
        for way in ("3", '"tower"')
    )
    assert by_number == by_name and "way = tower" in by_number
    missed = simlab("replay", GAME, "--where", "rounds < 2", "--trials", 50, folder=ROOT, code=2)[1]
    assert "none of 50 trials is such; look further with --trials" in missed
