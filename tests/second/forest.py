"""Section 11: the eight slow models by name, each with columns and simulate, all but `campaign` with distribution."""

from . import (
    forest_assault,
    forest_battle,
    forest_campaign,
    forest_morale,
    forest_siege,
    forest_storm,
    forest_supply,
    forest_turn_order,
)

MODELS = {
    "battle": forest_battle,
    "storm": forest_storm,
    "siege": forest_siege,
    "supply": forest_supply,
    "morale": forest_morale,
    "turn_order": forest_turn_order,
    "assault": forest_assault,
    "campaign": forest_campaign,
}
