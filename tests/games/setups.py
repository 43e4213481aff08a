"""Random cases of every model of every game, and outcomes by name."""

from tests.games import forest_setups, vampire_setups, vlad_setups

OF_GAME = {"forest": forest_setups, "vlad": vlad_setups, "vampire": vampire_setups}


def cases(game: str, model: str):
    """Random cases of a model."""
    return OF_GAME[game].cases(model)


def by_name(outcomes) -> dict[tuple, float]:
    """Outcome rows with names and truth values in place of numbers, and their weights."""
    shown = {}
    for row, weight in zip(outcomes.rows.tolist(), outcomes.weights.tolist()):
        key = tuple(column.shown(value) for column, value in zip(outcomes.columns, row))
        shown[key] = shown.get(key, 0.0) + weight
    return shown
