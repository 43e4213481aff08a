"""A campaign's replay in sentences: every event has one, and small situations read as a player would tell them."""

from dataclasses import replace

import pytest

from simlab.chance.witness import Witness, watching
from simlab.contract import Player
from simlab.games import GAMES
from simlab.games.forest import campaign_story as told
from simlab.games.forest import story
from simlab.games.forest.campaign_state import NO_GENERAL
from simlab.games.forest.narrate_campaign import campaign_sentences
from simlab.games.forest.rules.s8_supply import ARMY, INSIDE
from simlab.games.forest.state import ATTACKER, DEFENDER
from simlab.runs.batches import Sampler
from simlab.scenario.schema import starter_case

FOREST = GAMES["forest"]
CAMPAIGN = FOREST.models["campaign"]
AREAS = {area.id: number for number, area in enumerate(starter_case(FOREST, CAMPAIGN).data.map.areas)}
DRACULA, RADU, SULTAN, MAHMUD, OMER, ALI, EVRENOS = range(7)
OTTOMANS, CHRISTIANS = 0, 1
#: Events of story.py that the rules of lone models tell of, never those of a campaign.
OF_LONE_MODELS = {
    *(story.TURN_BEGINS, story.SIEGE_LIFTED, story.CASTLE_FELL, story.WENT_IN, story.MET_FIELD_ARMY),
    *(story.FIELD_FOUGHT, story.CAME_TO_CASTLE, story.STORM_BEGINS, story.NO_STORM, story.CASTLE_TAKEN),
}


def campaign(ottoman="methodical_siege", christian="castle_defence", radu="muslim", **rules):
    """A campaign between two policies."""
    case = starter_case(FOREST, CAMPAIGN)
    names = {"ottoman": ottoman, "christian": christian}
    players = {side: Player(name, FOREST.policies[name].parameters()) for side, name in names.items()}
    setup = CAMPAIGN.setup.model_validate({"radu": radu})
    return replace(case, setup=setup, players=players, rules=case.rules | rules)


def lines(*events, **rules):
    """What is said of these events, without what was said in silence."""
    sentences = campaign_sentences(campaign(**rules))
    said = [sentences[what](*details) for what, *details in events]
    return "\n".join(text for text in said if text is not None).splitlines()


def replayed(case, trial):
    """All lines of a trial, and the codes that were told."""
    sentences, said, codes = campaign_sentences(case), [], set()

    def hear(what, *details):
        codes.add(what)
        said.extend((sentences[what](*details) or "").splitlines())

    with watching(Witness(listener=hear)):
        Sampler(case, "splitmix", 1, {}).plain_rows(trial, 1)
    return said, codes


def codes_of(module):
    """All codes of a module of codes."""
    return {value for value in vars(module).values() if isinstance(value, int)}


def test_every_event_of_a_campaign_has_a_sentence():
    sentences = campaign_sentences(campaign())
    assert codes_of(told) | (codes_of(story) - OF_LONE_MODELS) == set(sentences)


@pytest.mark.parametrize("ottoman", ["methodical_siege", "storm_rush", "converge", "random_legal"])
@pytest.mark.parametrize("christian", ["castle_defence", "raider", "turtle", "random_legal"])
def test_whole_campaigns_are_told(ottoman, christian):
    radu = "loyal" if christian == "raider" else "muslim"
    said, codes = replayed(campaign(ottoman, christian, radu), 3)
    assert codes.isdisjoint(OF_LONE_MODELS)
    assert all(line.strip() for line in said)
    assert said[0].startswith("Radu is") and [line for line in said if line.startswith("Turn ")][-1] == "Turn 4"
    assert said[-1].startswith(("The Ottomans have won:", "Dracula has won:"))
    assert sum(" acts, at " in line for line in said) == 4 * 7  # generals of either variant


def test_players_and_set_up_come_first():
    said, _ = replayed(campaign(hit_min=5), 0)
    assert said[:9] == [
        "Radu is Muslim: he is with the Ottomans",
        "The Ottomans are played by methodical_siege: besieges castle after castle",
        "The Christians are played by castle_defence: relieves besieged castles",
        "Options: hit_min = 5",
        "The Ottomans: Radu (rating 3) 12 at Silistra, the Sultan (rating 2) 12 at Nicopolis, Mahmud Pasha (rating 2) "
        "12 at Rusciuk, Omer Bey (rating 2) 12 at Nicopolis, Ali Bey (rating 2) 12 at Vidin and Evrenos Bey (rating 2) "
        "12 at Dobruja",
        "The Christians: Dracula (rating 4) 12 at Pitesti",
        "Garrisons: 2 at Severin, 2 at Giurgiu, 3 at Bucharest, 4 at Targoviste, 2 at Braila, 2 at Hunedoara, "
        "2 at Sibiu, 1 at Bran and 2 at Brasov",
        "Impalements: 2 at Slatina and 2 at Arges",
        "Turn 1",
    ]


def test_a_chit_that_is_jumped_is_held():
    assert lines(
        (story.CHIT_DRAWN, OMER),
        (story.JUMP_TRIED, DRACULA, OMER, 3, 1),
        (story.ACTED, DRACULA, 1),
        (told.ACTIVATED, DRACULA, AREAS["pitesti"], 12),
        (told.NO_TARGET, AREAS["pitesti"]),
        (story.HELD_CHIT_PICKED, OMER),
        (story.ACTED, OMER, 2),
        (told.ACTIVATED, OMER, AREAS["nicopolis"], 0),
        (told.TOO_FEW, OMER, 0, 4),
    ) == [
        "  Omer Bey's chit is drawn",
        "  Dracula tries to jump ahead of Omer Bey, rolls 3: it works",
        "  1. Dracula acts, at Pitesti with 12 troops",
        "    He finds no target and stays",
        "  2. Omer Bey's chit was held and is picked: he acts, at Nicopolis without troops",
        "    Without troops he does nothing more",
    ]


def test_a_march_into_impalements():
    march = (
        (told.TARGET, AREAS["nicopolis"], AREAS["pitesti"], 12),
        (told.ENTERS, SULTAN, AREAS["slatina"], 5, 2),
        (story.MORALE_ROLLED, 0, 2, 2, 1, 2),
        (story.MORALE_ROLLED, 1, 2, 5, 0, 1),
        (story.WENT_ON, 2, 1),
    )
    assert lines(*march, (told.BROKE, SULTAN, AREAS["slatina"], 2, 3)) == [
        "    He marches for Pitesti, against the 12 enemy troops in the field",
        "    He goes to Slatina with 5 troops, 2 points left",
        "      Impalements of Slatina: group 1 (2) rolls 2: breaks; group 2 (2) rolls 5: goes on; 1 other group "
        "without a roll; 1 marker left",
        "      Sent back where they came from: 2 troops",
    ]
    assert lines(*march, (told.BROKE, SULTAN, AREAS["slatina"], 5, 0), morale_fail_on_entry="eliminated")[-1] == (
        "      Eliminated: 5 troops; nobody goes on: he is back without troops and his activation is over"
    )


def test_what_ends_a_march():
    here, target = AREAS["slatina"], AREAS["pitesti"]
    assert lines((told.MARCH_ENDS, target, target, 0, 1)) == []
    assert lines((told.MARCH_ENDS, here, target, 0, 1)) == ["    He gets no further: he has no point left"]
    assert lines((told.MARCH_ENDS, here, target, 1, 1)) == ["    He gets no further: his troops were led into 2 areas"]
    assert lines((told.MARCH_ENDS, here, target, 1, 0)) == [
        "    He gets no further: nothing that he may enter is nearer to Pitesti"
    ]
    assert lines((told.MUST_STOP, target, 1, 3)) == [
        "      He must stop: 1 enemy troop in the field and a garrison of 3"
    ]


def test_recruiting():
    rolls = (told.RECRUITING_ROLL, DRACULA, 1, 0), (told.RECRUITING_ROLL, DRACULA, 6, 1)
    assert lines(*rolls, (told.RECRUITED, DRACULA, AREAS["poenari"], 5, 2)) == [
        "    He recruits at Poenari and rolls 1, with a token again 6: 5 new troops, as no more pieces are free; 2 of "
        "them stay loose, his army being full"
    ]


def test_a_battle_round_by_round():
    assert lines(
        (told.BATTLE_BEGINS, DRACULA, ALI, AREAS["giurgiu"], 6, 3, 1),
        (story.ROUND_BEGINS, 1),
        (story.SEARCHED, ATTACKER, 0, 4, 2, 1),
        (story.SEARCHED, ATTACKER, 1, 2, 6, 0),
        (story.SEARCHED, DEFENDER, 0, 2, 3, 0),
        (story.SEARCHED, DEFENDER, 1, 1, 5, 0),
        (story.SHOT_AT, DEFENDER, 0, 2, 0, 3, 1),
        (story.SHOT_AT, DEFENDER, 1, 1, 0, 1, 0),
        (story.ANSWERS, DEFENDER, 0, 1),
        (story.ANSWERS, DEFENDER, 1, 1),
        (story.SHOT_AT, ATTACKER, 0, 4, 1, 2, 1),
        (story.ROUND_BEGINS, 2),
        (story.SEARCHED, ATTACKER, 1, 2, 5, 0),
        (story.SHOT_AT, DEFENDER, 0, 1, 1, 2, 2),
        (story.RETREATED, DEFENDER),
        (told.BATTLE_ENDS, ATTACKER, 5, 1),
        (told.ARMY_RETREATS, ALI, AREAS["rusciuk"], 1),
    ) == [
        "    Battle at Giurgiu: Dracula with 6 against Ali Bey with 3",
        "      Round 1, search: Dracula 2, 6 (1 Joins); Ali Bey 3, 5 (none Joins)",
        "        Hits: Dracula 1 of 4 shots; hits of surprise fire: Ali Bey 1 of 2 shots; 5 against 2 left",
        "      Round 2, search: Dracula 5 (none Joins)",
        "        Hits: Dracula 2 of 2 shots (1 wasted); 5 against 1 left",
        "    Ali Bey retreats; the battle is won by Dracula, 5 against 1 left",
        "    Ali Bey goes to Rusciuk with 1 troop",
    ]


def test_a_battle_against_nobody_in_command():
    assert lines(
        (told.BATTLE_BEGINS, RADU, NO_GENERAL, AREAS["arges"], 3, 2, 0),
        (story.ROUND_BEGINS, 1),
        (story.SEARCHED, ATTACKER, 0, 3, 1, 1),
        (story.SHOT_AT, DEFENDER, 0, 1, 0, 2, 1),
        (story.SHOT_AT, DEFENDER, 1, 1, 0, 1, 0),
        (story.DRIVEN_OFF, 1, 0),
        (told.BATTLE_ENDS, ATTACKER, 3, 0),
    ) == [
        "    Battle at Arges: Radu with 3 against 2 Christian troops without a general, with nowhere to retreat to",
        "      Round 1, search: Radu 1 (1 Joins)",
        "        Hits: Radu 1 of 3 shots; 3 against 1 left",
        "    Those left, 1 troop, are eliminated, as they have nowhere to go; the battle is won by Radu, "
        "3 against 0 left",
    ]


def test_storm_and_siege():
    area = AREAS["bucharest"]
    assert lines(
        (told.STORM_BEGINS, MAHMUD, area, 4, 1),
        (story.STORM_ROUND, 1, 4, 1),
        (story.PAIR_FOUGHT, 0, 1, 0),
        (story.STORM_ROUND, 2, 3, 1),
        (story.PAIR_FOUGHT, 0, 0, 1),
        (told.STORM_ENDS, area, 1, 3, 0),
        (told.CASTLE_TAKEN, area, OTTOMANS),
        (told.CASTLE_TAKEN, AREAS["braila"], OTTOMANS),
        (told.SIEGE_OF, AREAS["bran"], OTTOMANS, 5, 1, 2),
        (story.SIEGE_ROLLED, 4, 2, 0, 0),
        (story.SIEGE_ROLLED, 2, 2, 1, 1),
        (told.CASTLE_TAKEN, AREAS["bran"], OTTOMANS),
        (told.SIEGE_ENDS, AREAS["brasov"], OTTOMANS, 2, 2, 0),
        (told.SIEGE_ENDS, AREAS["brasov"], OTTOMANS, 0, 2, 0),
        (told.SIEGE_ENDS, AREAS["brasov"], OTTOMANS, 3, 2, 4),
    ) == [
        "    Mahmud Pasha storms the castle of Bucharest: 4 against 1, then 3 against 1, then 3 against 0; it falls",
        "    The Ottomans take the castle of Braila, as it has no garrison",
        "    Bran, besieged by 5 Ottoman troops against 1 for 2 turns: siege roll 4, falls at 2 or less: it holds",
        "    Re-roll 2, falls at 2 or less: it falls",
        "    The siege of Brasov is over: 2 are too few against 2",
        "    The siege of Brasov is over: no besieger is left",
        "    The siege of Brasov is over: 4 enemy troops came to its relief",
    ]


def test_hunger_is_told_of_a_castle_only_in_its_turn():
    sibiu = AREAS["sibiu"]
    said = lines(
        (told.OUT_OF_SUPPLY, INSIDE, sibiu, CHRISTIANS, CHRISTIANS),
        (story.STARVED, 2, 1, 0),
        (told.CASTLE_TAKEN, sibiu, OTTOMANS),
        (told.OUT_OF_SUPPLY, ARMY, sibiu, OMER, OTTOMANS),
        (story.STARVED, 2, 8, 5),
        (told.TURN_BEGINS, 2),
        (told.CASTLE_TAKEN, AREAS["bran"], OTTOMANS),
    )
    assert said == [
        "    The Christian garrison at Sibiu: out of supply: 1 of the 1 troops starve, 0 left",
        "    The Ottomans take the castle of Sibiu, as its garrison has starved",
        "    Omer Bey at Sibiu: out of supply: 3 of the 8 troops starve, 5 left",
        "Turn 2",
        "    The Ottomans take the castle of Bran, as it has no garrison",
    ]


def position(*ottoman):
    """The end of a turn with these castles in Ottoman hands."""
    castles = [area.id for area in starter_case(FOREST, CAMPAIGN).data.map.areas if area.castle]
    return [(told.CASTLE_STANDS, AREAS[castle], castle in ottoman, 1, -1, 0) for castle in castles]


def test_who_has_won_and_why():
    wallachia = "severin", "targoviste", "giurgiu", "bucharest", "braila"
    assert lines(*position(*wallachia), (told.GAME_ENDS, 1)) == [
        "Dracula has won: the Ottomans hold 5 of the 9 castles of Wallachia and Transylvania and lack Hunedoara, "
        "Sibiu, Bran and Brasov"
    ]
    assert lines(*position(*wallachia), (told.GAME_ENDS, 0), radu="loyal") == [
        "The Ottomans have won: they hold all castles of Wallachia"
    ]
    assert lines(*position(*wallachia), (told.GAME_ENDS, 2))[0].endswith("and Dracula has no castle in Wallachia")


def test_the_position_at_the_end_of_a_turn():
    said = lines(
        (told.CASTLE_STANDS, AREAS["severin"], 1, 0, -1, 0),
        (told.CASTLE_STANDS, AREAS["bran"], 0, 2, OTTOMANS, 2),
        (told.GENERAL_STANDS, DRACULA, AREAS["poenari"], 7),
        (told.GENERAL_STANDS, ALI, AREAS["bran"], 6),
        (told.LOOSE_STAND, AREAS["severin"], 4, 0),
        (told.STAKES_STAND, AREAS["arges"], 2),
        (told.TURN_ENDS, 10, 9),
    )
    assert said == [
        "    The Ottomans, 10 troops: Ali Bey 6 at Bran; without a general 4 at Severin",
        "    Castles of the Ottomans: Severin (no garrison)",
        "    The Christians, 9 troops: Dracula 7 at Poenari",
        "    Castles of the Christians: Bran (2, besieged 2 turns)",
        "    Impalements: 2 at Arges",
    ]
