"""One campaign of Forest in plain sentences, turn by turn and chit by chit (campaign_story.py, story.py)."""

from collections.abc import Callable, Iterator

from simlab.contract import Case
from simlab.games.forest import campaign_story as story
from simlab.games.forest.campaign_names import Names, line
from simlab.games.forest.campaign_rows import forces, generals_of
from simlab.games.forest.campaign_state import CHRISTIAN, OTTOMAN
from simlab.games.forest.chits import SIDES
from simlab.games.forest.narrate_campaign_castles import CastleStory, PositionStory
from simlab.games.forest.narrate_campaign_fights import BattleStory, StormStory, retreat_sentences
from simlab.games.forest.narrate_campaign_marches import (
    OrderStory,
    StakesStory,
    TroopsStory,
    target_sentences,
    way_sentences,
)
from simlab.options import in_toml
from simlab.telling import Sentence, joined, teller


def campaign_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a campaign."""
    return teller(campaign_sentences(case))


def campaign_sentences(case: Case) -> dict[int, Sentence]:
    """A sentence for every event of a campaign."""
    names = Names(case)
    storm, castles, position = StormStory(names), CastleStory(case, names), PositionStory(case, names)

    def storm_ends(area, taken, attackers, defenders):
        castles.storm_ended(taken)
        return storm.ends(area, taken, attackers, defenders)

    def turn_begins(turn):
        begins, castles.hungry = position.turn_begins(turn), ""
        return "\n".join([*opening(case, names), begins]) if turn == 1 else begins

    return {
        **OrderStory(names).sentences,
        **target_sentences(names),
        **way_sentences(case, names),
        **TroopsStory(names).sentences,
        **StakesStory(names, case.rules["morale_fail_on_entry"] != "back").sentences,
        **BattleStory(names).sentences,
        **retreat_sentences(names),
        **storm.sentences,
        **castles.sentences,
        **position.sentences,
        story.STORM_ENDS: storm_ends,
        story.TURN_BEGINS: turn_begins,
    }


def opening(case: Case, names: Names) -> Iterator[str]:
    """The players and the set-up."""
    variant = "loyal: he is with Dracula" if case.setup.radu == "loyal" else "Muslim: he is with the Ottomans"
    yield f"Radu is {variant}"
    for side in (OTTOMAN, CHRISTIAN):
        yield line(0, f"{names.side[side]} are played by {player(case, SIDES[side])}")
    changed = [f"{name} = {in_toml(case.rules[name])}" for name in case.game.options if changed_here(case, name)]
    if changed:
        yield f"Options: {joined(changed, '')}"
    for side in (OTTOMAN, CHRISTIAN):
        yield line(0, f"{names.side[side]}: {joined(armies(case, names, side), 'no army')}")
    shown = {area.id: area.shown for area in case.data.map.areas}
    there = forces(case)
    for what, places in (
        ("Garrisons", there.garrisons),
        ("Loose troops", there.loose),
        ("Impalements", there.impalements),
    ):
        found = [f"{number} at {shown[name]}" for name, number in places.items() if number]
        if found:
            yield f"{what}: {joined(found, '')}"
    if case.setup.tokens.ottoman or case.setup.tokens.christian:
        yield f"Re-roll tokens: {case.setup.tokens.ottoman} Ottoman, {case.setup.tokens.christian} Christian"


def changed_here(case: Case, name: str) -> bool:
    """Has an option that the campaign reads another value than its default."""
    return name in case.model.options and case.rules[name] != case.game.options[name].value


def player(case: Case, side: str) -> str:
    """A policy, what it does, and its parameters where they are not the policy's own."""
    policy = case.game.policies[case.players[side].policy]
    usual = policy.parameters().model_dump()
    own = case.players[side].parameters.model_dump().items()
    changed = [f"{name} = {in_toml(value)}" for name, value in own if value != usual[name]]
    return f"{policy.name}: {policy.about}{f' ({joined(changed, str())})' if changed else ''}"


def armies(case: Case, names: Names, side: int) -> Iterator[str]:
    """The armies of a side at the start."""
    shown = {area.id: area.shown for area in case.data.map.areas}
    for number, general in enumerate(generals_of(case)):
        if names.side_of[number] == side:
            camp = forces(case).armies[general.id]
            yield f"{general.shown} (rating {general.rating}) {camp.troops} at {shown[camp.area]}"
