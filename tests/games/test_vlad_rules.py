"""The rules of I Am Vlad as sentences, with given hands and scripted dice, and the data that they rest on."""

import numpy as np
import pytest

from simlab.chance.plain import plain
from simlab.chance.streams import trial_stream
from simlab.chance.witness import Witness, watching
from simlab.games.vlad import state
from simlab.games.vlad.hands import PackTable
from simlab.games.vlad.rules import s4_v11_start, s5_v15_underworld, s5_v23_gold_and_crowns, s5_v36_cards
from simlab.runs.batches import Sampler
from simlab.scenario.data import FOLDER
from tests.games.vlad_setups import VLAD, case


def scripted(model, setup, rules=None, data=None, script=()):
    """The outcome of one trial by column name, with these draws in place of random ones; all of them are used."""
    played = case(model, setup, rules, data)
    draws = iter(script)
    with watching(Witness(script=draws)):
        row = Sampler(played, "splitmix", 1, {}).plain_rows(0, 1)[0]
    assert next(draws, None) is None, "more dice in the script than were thrown"
    return dict(zip([column.name for column in played.columns], row.tolist()))


def duel(attackers, defender, **more):
    """The outcome of a battle with given hands: nothing is left to chance."""
    rules = more.pop("rules", None)
    return scripted("duel", {"attackers": attackers, "defender": defender, "time": "day"} | more, rules)


def unit(name, *cards, life=None):
    """A unit with day cards."""
    given = {"unit": name, "hand": [["day", attack, defence] for attack, defence in cards]}
    return given | ({"life": life} if life else {})


def hunt(hands, dice, **more):
    """The outcome of a hunt with given hands of day cards and dice given by their faces 7..14."""
    rules = more.pop("rules", None)
    hands = {name: [["day", attack, defence] for attack, defence in cards] for name, cards in hands.items()}
    setup = {"units": list(hands), "hands": hands, "time": "day", "hold_time": True, "refill": False} | more
    return scripted("hunt", setup, rules, script=[die - 6 for die in dice])


def test_the_printed_example_of_an_exchange():
    end = duel([unit("archer", (14, 5))], unit("knight", (14, 8)))
    assert (end["life_a1"], end["defender_life"]) == (24 - 9, 28 - 6)
    assert (end["attacks_made"], end["answers_made"]) == (1, 1)


def test_without_an_answer_the_full_attack_is_lost():
    end = duel([unit("archer", (14, 5))], unit("knight"))
    assert (end["life_a1"], end["defender_life"]) == (24, 28 - 14)


def test_an_impale_token_needs_a_victim_with_at_most_5_life():
    for life, impaled in ((5, 1), (6, 0)):
        end = duel([unit("vlad")], unit("archer", (8, 8), life=life), attacker_impale=1)
        assert (end["impaled"], end["defender_dead"], end["gold_attacker"]) == (impaled, impaled, 3 * impaled)
        assert end["attacks_made"] == impaled, "no token and no card: no attack"


def test_nobody_impales_a_vlad_and_only_vlad_impales():
    assert duel([unit("vlad")], unit("vlad", life=3), attacker_impale=1)["impaled"] == 0
    assert duel([unit("knight")], unit("archer", life=3), attacker_impale=1)["impaled"] == 0


def test_vlad_answers_a_weak_attacker_with_a_stake():
    end = duel([unit("knight", (16, 6), life=5)], unit("vlad", (10, 10)), defender_impale=1)
    assert (end["impaled_attackers"], end["defender_life"], end["cards_attacker"]) == (1, 34, 1)
    assert (end["answers_made"], end["gold_defender"]) == (0, 3)
    never = duel([unit("knight", (16, 6), life=5)], unit("vlad"), defender_impale=1, defender_impale_policy="never")
    assert never["defender_life"] == 34 - 16


def test_a_magic_card_is_answered_by_a_magic_card_only():
    end = duel([unit("vlad", (19, 7))], unit("vlad", (18, 12)), attacker_magic=[[26, 6]])
    assert (end["defender_life"], end["life_a1"], end["cards_attacker"], end["magic_attacker"]) == (8, 34, 0, 1)
    end = duel([unit("vlad")], unit("vlad"), attacker_magic=[[26, 6]], defender_magic=[[24, 8], [18, 14]])
    assert (end["defender_life"], end["life_a1"]) == (34 - 12, 34 - 12), "18/14 answers: the highest defence"


def test_magic_if_better_compares_the_attacks():
    for attack, used in ((19, 0), (20, 1)):
        end = duel([unit("vlad", (19, 7))], unit("vlad"), attacker_magic=[[attack, 6]], magic_policy="if_better")
        assert end["magic_attacker"] == used


def test_both_dead_nobody_is_rewarded():
    end = duel([unit("archer", (14, 5), life=9)], unit("knight", (14, 8), life=6))
    assert (end["defender_dead"], end["attacker_deaths"]) == (1, 1)
    assert end["gold_attacker"] + end["gold_defender"] == 0


def test_a_defender_that_dies_later_gets_nothing_for_its_kill():
    attackers = [unit("archer", (9, 0), life=5), unit("knight", (16, 6))]
    end = duel(attackers, unit("vlad", (20, 0), life=20))
    assert (end["attacker_deaths"], end["defender_dead"]) == (1, 1)
    assert (end["crown_attacker"], end["gold_defender"]) == (1, 0)
    at_exchange = duel(attackers, unit("vlad", (20, 0), life=20), rules={"reward_at": "exchange"})
    assert at_exchange["gold_defender"] == 3


def test_a_dead_defender_ends_the_battle():
    end = duel([unit("vlad", (19, 7)), unit("knight", (16, 6))], unit("archer", life=10))
    assert (end["defender_dead"], end["attacks_made"], end["cards_attacker"]) == (1, 1, 1)


@pytest.mark.parametrize(("crowns", "rules", "attack", "defence"), [
    (0, {}, 0, 0), (1, {}, 2, 0), (2, {}, 3, 1), (1, {"crown_bonus": "add"}, 2, 0), (2, {"crown_bonus": "add"}, 5, 1),
])  # fmt: skip
def test_bonuses_of_crowns(crowns, rules, attack, defence):
    numbers = case("duel", {"attackers": [unit("vlad")], "defender": unit("vlad")}, rules).rules_row("crown_bonus")
    assert plain(s5_v23_gold_and_crowns.attack_bonus)(crowns, numbers) == attack
    assert plain(s5_v23_gold_and_crowns.defence_bonus)(crowns) == defence
    end = duel([unit("archer", (14, 5))], unit("knight", (14, 8)), attacker_crowns=crowns, rules=rules)
    assert (end["life_a1"], end["defender_life"]) == (24 - 9 + defence, 28 - 6 - attack)


def test_every_card_that_does_not_beat_the_neutral_is_answered():
    end = hunt({"knight": [(14, 8), (13, 8), (12, 9)]}, dice=[14, 7])
    assert (end["killed"], end["cards_used"], end["life_knight"], end["gold"]) == (1, 3, 28 - 6, 3)
    blow = hunt({"knight": [(14, 8), (13, 8), (12, 9)]}, dice=[14, 7, 14], rules={"dying_blow": True})
    assert (blow["killed"], blow["life_knight"]) == (1, 28 - 6 - 5)


def test_no_matching_card_only_damage():
    for rule, lost in (("each_unit", 23), ("first_unit", 9), ("none", 0)):
        dice = [9, 14][: {"each_unit": 2, "first_unit": 1, "none": 0}[rule]]
        end = hunt({"knight": [], "archer": []}, dice, rules={"no_card_hit": rule})
        assert (end["damage"], end["cards_used"], end["attempts_used"], end["neutral_left"]) == (lost, 0, 1, 36)


def test_a_vlad_who_dies_in_a_hunt_is_out_of_it():
    end = hunt({"vlad": [(19, 7), (18, 7)], "archer": [(10, 7)]}, dice=[14, 7], lives={"vlad": 7})
    assert (end["life_vlad"], end["deaths"], end["cards_used"], end["neutral_left"]) == (0, 1, 2, 7)
    assert end["life_archer"] == 24


def test_giving_up_keeps_the_cards():
    hands = {"knight": [(14, 8), (13, 8), (12, 9)]}
    end = hunt(hands, dice=[14, 14], lives={"knight": 11}, surrender_below=6, attempts=2)
    assert (end["attempts_used"], end["cards_used"], end["neutral_left"]) == (2, 2, 23)


def test_the_order_of_play():
    hands = {"knight": [(10, 10), (12, 9)], "archer": [(12, 6), (11, 6)]}
    for order, left in (("attack_desc", 36 - 12), ("defence_desc", 36 - 10), ("as_dealt", 36 - 10)):
        end = hunt(hands, dice=[14], order=order, surrender_below=28)
        assert (end["neutral_left"], end["cards_used"]) == (left, 1), order


SMALL = {"decks": {"archer": [["day", 9, 9, 4]], "knight": [["day", 8, 9, 3]], "vlad": [["day", 1, 1, 9]]}}


def test_a_pack_that_runs_out_is_made_of_the_used_cards_again():
    setup = {"units": ["archer"], "attempts": 3, "hold_time": True}
    end = scripted("hunt", setup, {"die8": [1], "neutral_life": 36}, SMALL, script=[
        1, 2, 3, *[1] * 3,  # three cards dealt and played, one left in the pack
        4, 1, 2, *[1] * 3,  # it is drawn, then two of the three used ones
        3, 1, 4, *[1] * 3,  # the third of these, then two of those just used
    ])  # fmt: skip
    assert (end["attempts_used"], end["cards_used"], end["life_archer"]) == (3, 9, 24)


def test_a_hand_stays_short_when_pack_and_used_cards_are_empty():
    setup = {"units": ["knight"], "hands": {"knight": [["day", 8, 9]] * 3}, "attempts": 2, "hold_time": True}
    end = scripted("hunt", setup, {"die8": [1]}, SMALL, script=[*[1] * 3, *(1, 2, 3), *[1] * 3])
    assert end["cards_used"] == 6, "all three cards are in the hand; only used ones come back"


def order_of_pack(decks, seed):
    """The cards of the archers' pack as they lie in the pile."""
    laid = PackTable(case("hunt", {"units": ["archer"]}, None, {"decks": decks}), {}, (0, 0))
    pack, printed = laid.rows[state.ARCHER], {}
    for (number, card), copies in laid.numbers.items():
        if number == state.ARCHER:
            printed |= {place: (card, copy) for copy, place in enumerate(copies)}
    with np.errstate(over="ignore"):
        plain(s4_v11_start.shuffle_pack)(pack, plain(trial_stream)(0, seed, 0))
        drawn = [plain(s5_v36_cards.draw)(pack, None) for _ in range(pack.pile_count)]
    return [printed[place] for place in drawn]


def test_adding_a_card_leaves_the_order_of_the_others():
    decks = {"archer": [["day", 14, 5, 3], ["night", 13, 5, 2], ["day", 9, 7, 4]], "knight": [["day", 1, 1, 1]]}
    decks["vlad"] = decks["knight"]
    for seed in range(20):
        before = order_of_pack(decks, seed)
        more = order_of_pack(decks | {"archer": [["night", 5, 5, 1], *decks["archer"]]}, seed)
        new = (("night", 5, 5), 0)
        assert new in more and [card for card in more if card != new] == before
    assert len({tuple(order_of_pack(decks, seed)) for seed in range(20)}) > 15


def test_given_hands_are_taken_out_of_the_pack():
    hand = [["day", 14, 5], ["day", 99, 9]]
    left = PackTable(case("hunt", {"units": ["archer"]}), {state.ARCHER: [tuple(card) for card in hand]}, (0, 0))
    assert left.rows[state.ARCHER].pile_count == 35, "the printed one; the other is not in the pack"
    assert left.rows[state.ARCHER].card_count == 37


def test_exits_wait_for_their_position_of_the_dial():
    rules = case("underworld", {}).rules_row("exit_positions", "exit_match", "dial")
    by_time = case("underworld", {}, {"exit_match": "time"}).rules_row("exit_positions", "exit_match", "dial")
    returns = plain(s5_v15_underworld.may_return)
    for square in (13, 14, 15, 16):
        assert [dial for dial in (1, 2, 3, 4) if returns(square, dial, rules)] == [square - 12]
        assert [dial for dial in (1, 2, 3, 4) if returns(square, dial, by_time)] == [[1, 3], [2, 4]][square % 2 == 0]


def test_a_journey_with_scripted_dice():
    end = scripted("underworld", {"dial": 1}, script=[6, 6, 3])
    assert end == {"exit": 15, "rolls": 3, "rounds": 2, "waited": 0}
    end = scripted("underworld", {"dial": 1, "start_position": 12}, {"overshoot": "reroll"}, script=[6, 5, 1])
    assert end == {"exit": 13, "rolls": 3, "rounds": 4, "waited": 3}
    end = scripted("underworld", {"dial": 1, "start_position": 13}, {"return_same_turn": False})
    assert end == {"exit": 13, "rolls": 0, "rounds": 4, "waited": 4}


def test_an_outpost_hits_for_2_4_6_8():
    for inside, damage in enumerate((2, 4, 6, 8)):
        end = scripted("outpost", {"unit": "knight", "inside": inside, "crossings": 3})
        assert (end["hits"], end["damage"]) == (3, min(3 * damage, 28))
    end = scripted("outpost", {"inside": 3, "stays": 9, "stay_chance": 0.5}, script=[1, 1, 0])
    assert (end["hits"], end["life_left"]) == (2, 8)


def test_the_plague_takes_a_point_before_each_walk():
    end = scripted("plague", {"distance": 12})
    assert end == {"turns": 3, "life_lost": 3, "life_left": 21, "cured": 1, "dead": 0}
    end = scripted("plague", {"distance": 12, "life": 3})
    assert (end["turns"], end["dead"]) == (3, 1)
    assert scripted("plague", {"distance": 0})["life_lost"] == 1


CODES = {
    "overshoot": {"cap": state.CAP, "stay": state.STAY, "reroll": state.REROLL},
    "exit_match": {"position": state.BY_POSITION, "time": state.BY_TIME},
    "crown_bonus": {"replace": state.REPLACE, "add": state.ADD},
    "reward_at": {"battle_end": state.AT_BATTLE_END, "exchange": state.AT_EXCHANGE},
    "no_card_hit": {"each_unit": state.EACH_UNIT, "first_unit": state.FIRST_UNIT, "none": state.NO_UNIT},
}


def test_codes_are_the_places_of_the_choices():
    for name, codes in CODES.items():
        assert {choice: VLAD.options[name].encode(choice) for choice in VLAD.options[name].choices} == codes
    assert VLAD.options["dial"].encode("day") == state.DAY and VLAD.options["dial"].encode("night") == state.NIGHT


MEANS = {
    ("archer", "day"): (12.33, 5.56), ("archer", "night"): (11.33, 5.56), ("knight", "day"): (12.33, 8.56),
    ("knight", "night"): (12.39, 8.72), ("vlad", "day"): (15.17, 8.78), ("vlad", "night"): (16.78, 9.39),
}  # fmt: skip


@pytest.mark.parametrize(("pack", "time"), MEANS)
def test_default_decks_are_those_of_the_reading(pack, time):
    lines = [line for line in getattr(case("hunt", {}).data.decks, pack) if line[0] == time]
    assert sum(line[3] for line in lines) == 18
    means = [sum(line[place] * line[3] for line in lines) / 18 for place in (1, 2)]
    assert means == pytest.approx(MEANS[pack, time], abs=0.006)
    public = {tuple(line[1:3]) for line in lines if line[4:] == ["public"]}
    known = {"archer": {(14, 5)} if time == "day" else set(), "knight": {(14, 8)}, "vlad": set()}
    assert public == known[pack]


def test_the_default_stock_of_magic_cards():
    cards = case("duel", {"attackers": [unit("vlad")], "defender": unit("vlad")}).data.magic_cards
    assert len(cards) == 14 and [26, 6] in cards and [18, 12] in cards


def test_the_board_looks_the_same_from_all_corners():
    lines = (FOLDER / "vlad" / "board.txt").read_text().splitlines()
    board = [list(line) for line in lines if line and not line.startswith(";")]
    assert len(board) == 40 and {len(row) for row in board} == {40}
    signs = {sign: sum(row.count(sign) for row in board) for sign in ".VAK+Mw$~XTgG:o#"}
    expected = {"V": 4, "A": 4, "K": 4, "+": 12, "M": 8, "w": 24, "$": 4, "g": 48, "G": 16, ":": 92, "o": 4, ".": 1152}
    assert {sign: signs[sign] for sign in expected} == expected
    turned = [list(row) for row in zip(*board[::-1])]
    same = str.maketrans("VAK", "VAA")
    assert ["".join(row).translate(same) for row in turned] == ["".join(row).translate(same) for row in board]
