"""Where a key belongs that was written in the wrong table."""

from simlab.contract import Game, Model


def elsewhere(key: object, game: Game, model: Model) -> str:
    """`it belongs to [setup]: setup.besiegers` for a parameter, an option or a policy's parameter; else nothing."""
    if key in model.setup.model_fields:
        return f"it belongs to [setup]: setup.{key}"
    if key in game.options:
        return f"it is an option and belongs to [rules]: rules.{key}"
    for seat in model.policies:
        playing = [policy for policy in game.policies.values() if seat in policy.seats]
        if any(key in policy.parameters.model_fields for policy in playing):
            return f"it is a parameter of policies and belongs to [policies]: policies.{seat}.{key}"
    return ""
