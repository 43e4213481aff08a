"""The rules of Vampire Empire as sentences: what the human player may know, what is conserved, how games end."""

import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlab.chance.plain import plain, run_plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import Witness, watching
from simlab.contract import Budget, row_type
from simlab.games.vampire import cards, state, story
from simlab.games.vampire.decks import deck_cards
from simlab.games.vampire.models import game
from simlab.games.vampire.rules import s1_characters, s3_turns, s8_choices, s8_knowledge
from simlab.runs.batches import Sampler
from tests.games.vampire_setups import VAMPIRE, case, situations

LENIENT = {"deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)}


def exact(setup, rules=None):
    """Chance that the target dies, and the outcome rows of a fight."""
    fight = case("combat", setup, rules)
    outcomes = fight.model.exact(fight, Budget())
    return float(outcomes.weights[outcomes.rows[:, 0] == 1].sum()), outcomes.rows.tolist()


def fight(attack, defence, rules=None, **more):
    """The single outcome of a fight with given hands and no chance."""
    _, rows = exact({"attacker_hand": attack, "defender_hand": defence} | more, rules)
    assert len(rows) == 1
    return dict(zip(("dead", "rounds", "attack", "defence", "attackers", "defenders"), rows[0]))


def test_a_tie_saves_the_target_unless_ties_are_for_the_attacker():
    assert fight(["noble:3"], ["noble:3"])["dead"] == 0
    assert fight(["noble:3"], ["noble:3"], {"ties": "attacker"}) == {
        "dead": 1, "rounds": 1, "attack": 3, "defence": 0, "attackers": 1, "defenders": 0,
    }  # fmt: skip


def test_a_marker_of_one_asks_for_an_attack_of_two():
    assert fight(["noble:1"], [], defence_markers=1)["rounds"] == 0
    assert fight(["noble:2"], [], defence_markers=1)["dead"] == 1
    assert fight(["noble:1"], [], {"start_check": "off"}, defence_markers=1)["rounds"] == 1


def test_the_least_play_prefers_few_and_high_cards():
    end = fight(["noble:4", "noble:1", "noble:3", "noble:2"], [], attacker_policy="minimal", defence_markers=4)
    assert (end["attack"], end["attackers"]) == (5, 2), "4 + 1, not 3 + 2"
    end = fight(["noble:2", "noble:2", "noble:5"], [], attacker_policy="minimal", defence_markers=3)
    assert (end["attack"], end["attackers"]) == (4, 2), "the least sum comes first"


def test_holy_water_counts_against_a_revealed_vampire_only():
    assert fight(["water:3"], [])["rounds"] == 0
    assert fight(["water:3"], [], defender_revealed=True)["attack"] == 3
    assert fight(["vampire:3"], ["water:3"], attacker_side="vampire", attacker_revealed=True)["defence"] == 3
    assert fight(["vampire:3"], [], attacker_side="vampire")["rounds"] == 0, "red is dead for an unrevealed vampire"


def test_an_opening_water_card_is_a_card_of_the_attack():
    end = fight([], [], defender_revealed=True, opening_water=2)
    assert (end["dead"], end["attack"], end["attackers"]) == (1, 2, 1)


def test_a_card_with_two_fitting_colours_counts_once():
    assert fight(["water/noble:3"], [], defender_revealed=True)["attack"] == 3


@pytest.mark.parametrize(("rule", "attack", "defence"), [("both", 6, 5), ("attack_only", 6, 0), ("none", 3, 0)])
def test_what_is_carried_into_round_two(rule, attack, defence):
    setup = {"attacker_policy": "minimal", "defender_policy": "minimal"}
    end = fight(["noble:3", "noble:3"], ["noble:5"], {"carry_over": rule}, **setup)
    assert (end["rounds"], end["attack"], end["defence"]) == (2, attack, defence)


def test_codes_are_the_places_of_names():
    choices = {
        "reveal_where": ("castle", "anywhere"), "support_cards": ("on", "blank"), "ties": ("defender", "attacker"),
        "carry_over": ("both", "attack_only", "none"), "second_round": ("optional", "forced"),
        "start_check": ("first_round", "hand", "off"), "first_player": ("human", "vampire"),
    }  # fmt: skip
    assert {name: VAMPIRE.options[name].choices for name in choices} == choices
    for name, codes in state.CODES.items():
        assert codes == {choice: place for place, choice in enumerate(VAMPIRE.options[name].choices)}
    named = {name for name, option in VAMPIRE.options.items() if option.choices and type(option.value) is str}
    assert named == set(state.CODES)
    assert list(VAMPIRE.policies) == [
        "inquisitor", "brawler", "lurker", "bold", "three_thrones", "random", "idle"
    ]  # fmt: skip
    assert state.DEFEND_PLAYS == ("all_in", "minimal", "hold_back", "random", "none")
    assert cards.COLOURS == ("noble", "clergy", "servant", "water", "vampire")
    assert (state.WATER, state.RED, state.HUMAN, state.VAMPIRE) == (8, 16, 0, 1)


@pytest.mark.parametrize("side", ["human", "vampire"])
def test_default_decks_are_those_of_the_reading(side):
    deck = deck_cards(case("game", {}), side)
    assert len(deck) == 40
    for profession in (1, 2, 4):
        fitting = [card for card in deck if card.colours & profession]
        special = [card for card in fitting if card.colours & (state.WATER | state.RED)]
        assert len(fitting) == 11 and len(special) == 1
    assert sum(card.colours & (state.WATER | state.RED) > 0 for card in deck) == 11
    assert sum(card.support > 0 for card in deck) == 5


def opened(drawn, trial):
    """A game after its set-up: (board, rules, stream), in plain Python."""
    compiled = drawn.model.compile(drawn)
    board, rules = compiled.arguments
    stream = plain(trial_stream)(0, 5, trial)
    plain(s1_characters.set_up_game)(board, rules, stream)
    return board, rules, stream


@settings(max_examples=60, **LENIENT)
@given(drawn=situations("game"), trial=st.integers(0, 10**6), turns=st.integers(0, 12))
@pytest.mark.filterwarnings("ignore")
def test_a_human_players_choice_hangs_on_what_he_knows_alone(drawn, trial, turns):
    """Permuting the hidden identities in all ways that fit what he knows changes none of his choices."""
    with np.errstate(over="ignore"):
        board, rules, stream = opened(case("game", *drawn), trial)
        table, secret, knowledge, players, marked = *board[:3], board.players.of, board.scratch.marked
        side = int(rules.first_player)
        for _ in range(turns):
            if table.winner == state.NOBODY_YET and plain(s3_turns.has_cards)(players[side]):
                plain(s3_turns.take_turn)(board, side, rules, stream)
            side = 1 - side
        unknown = [one for one in range(9) if table.alive[one] and not table.revealed[one] and not knowledge.told[one]]
        hidden = sum(int(secret.vampire[one]) for one in unknown)
        choices = set()
        for vampires in itertools.islice(itertools.combinations(unknown, hidden), 6):
            for one in unknown:
                secret.vampire[one] = one in vampires
            plain(s8_knowledge.think)(table, knowledge)
            action = plain(s8_choices.human_action)(table, knowledge, players[0], marked, rules, stream)
            marks = plain(s8_choices.has_place)(board, players[0], state.ATTACK_MARKER, rules)
            choices.add((tuple(knowledge.status), action, marks, tuple(marked) if marks else ()))
        assert len(choices) == 1


@settings(max_examples=40, **LENIENT)
@given(drawn=situations("game"), trial=st.integers(0, 10**6))
@pytest.mark.filterwarnings("ignore")
def test_cards_and_characters_are_conserved_at_every_step(drawn, trial):
    drawn = case("game", *drawn)
    compiled = drawn.model.compile(drawn)
    table, secret, players = compiled.arguments[0].table, compiled.arguments[0].secret, compiled.arguments[0].players.of

    def check(what, *details):
        if what in (story.HOLDS, story.CARD_PLAYED):
            return  # in the middle of a hand or a play
        city = secret.city[: table.city_count].tolist()
        castle = [one for one in range(9) if table.in_castle[one]]
        dead = [one for one in range(9) if not table.alive[one]]
        if what not in (story.DIED, story.HIDDEN, story.CAME_UP):  # a character on its way
            assert sorted(city + castle + dead) == list(range(9))
            assert len(castle) == 3 or not city
        assert secret.vampire.sum() == 3 and not (table.revealed & (1 - secret.vampire)).any()
        for player in players:
            places = np.bincount(player.place[: player.card_count], minlength=3)
            assert places[state.PILE] == player.pile and places[state.HAND] == player.hand
            assert player.held[: player.hand].tolist() == sorted(np.flatnonzero(player.place[: player.card_count] == 1))

    out = np.zeros(1, row_type(drawn.columns)).view(np.recarray)
    with watching(Witness(listener=check)):
        run_plain(compiled.kernel, *compiled.arguments, 0, 5, trial, out)


ENDS = {
    "vampires_dead": ({}, None, {"human": {"name": "brawler"}, "vampire": {"name": "idle"}}),
    "humans_dead": ({}, None, {"human": {"name": "idle"}, "vampire": {"name": "lurker", "min_attack": 1}}),
    "three_thrones": ({}, None, {"human": {"name": "idle"}, "vampire": {"name": "three_thrones", "min_attack": 99}}),
    "cards": ({}, None, {"human": {"name": "idle"}, "vampire": {"name": "idle"}}),
    "turn_limit": ({"turn_limit": 3}, None, {"human": {"name": "idle"}, "vampire": {"name": "idle"}}),
}


@pytest.mark.parametrize("way", ENDS)
def test_every_end_is_reached(way):
    played = case("game", {}, *ENDS[way])
    rows = Sampler(played, "splitmix", 5, {}).rows(0, 2_000)
    assert (rows[:, 1] == game.WAYS.index(way)).any()
    if way == "turn_limit":
        assert (rows[:, 1] == game.WAYS.index(way)).all() and (rows[:, 2] == 3).all()


def test_idle_players_end_as_a_tie_of_six_humans_and_three_vampires():
    rows = Sampler(case("game", {}, *ENDS["cards"]), "splitmix", 5, {}).rows(0, 200)
    assert (rows[:, 0] == game.WINNERS.index("tie")).all(), "6 x 1 against 3 x 2"
    assert (rows[:, 5:7] == 0).all()
