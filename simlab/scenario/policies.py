"""Who plays the seats of a model: the policies of `[policies]`, or those that play by default."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from simlab.contract import Game, Model, Player
from simlab.options import in_toml
from simlab.scenario.errors import no_such
from simlab.scenario.fields import complaints
from simlab.scenario.paths import paths_of

Complaint = tuple[tuple[str | int, ...], object, str, str]


def default_players(game: Game, model: Model) -> dict[str, Player]:
    """The players of a scenario that says nothing about them."""
    return {seat: Player(name, game.policies[name].parameters()) for seat, name in model.policies.items()}


def read_players(game: Game, model: Model, written: Mapping[str, Any]) -> tuple[dict[str, Player], list[Complaint]]:
    """The players of a scenario, and what is wrong with them as (path below `policies`, value, message, rule item)."""
    players = default_players(game, model)
    wrong: list[Complaint] = []
    for seat, default in model.policies.items():
        if seat in written and (player := read_player(game, seat, default, written[seat], wrong)) is not None:
            players[seat] = player
    return players, wrong


def read_player(game: Game, seat: str, default: str, table: Any, wrong: list[Complaint]) -> Player | None:
    """One seat's player: a table of the policy's name and of parameters to change; None with what is wrong noted."""
    able = [name for name, policy in game.policies.items() if seat in policy.seats]
    if not isinstance(table, dict):
        wrong.append(((seat,), table, f'must be a table, such as {{name = "{default}"}}', ""))
        return None
    name = table.get("name", default)
    if not isinstance(name, str) or name not in able:
        message = no_such(f"policy of the {seat} seat", name, able)
        if isinstance(name, str) and name in game.policies:
            message = f"{name} does not play the {seat} seat. There are: {', '.join(able)}"
        wrong.append(((seat, "name"), name, message, ""))
        return None
    policy = game.policies[name]
    try:
        return Player(name, policy.parameters.model_validate({k: v for k, v in table.items() if k != "name"}))
    except ValidationError as error:
        wrong += [
            ((seat, *path), value, told, item) for path, value, told, item in complaints(error, policy.parameters)
        ]
    return None


def idle_seats(
    model: Model, playing: Collection[str], content: Mapping[str, Any], commanded: Collection[str]
) -> Iterator[tuple[tuple[str, str], str]]:
    """What is wrong with players of seats that play in no case, as (path, message); nothing if no case was read.

    Nothing is wrong with those of the file if the command line (the paths `commanded`) has changed the setup.
    """
    players, sweep = (table if isinstance(table := content.get(name), dict) else {} for name in ("policies", "sweep"))
    swept = [path for key in sweep for path in paths_of(key) if path.startswith("policies.")]
    given = [*(("policies", seat) for seat in players), *(("sweep", path) for path in swept)]
    there = ", ".join(seat for seat in model.policies if seat in playing)
    fewer = any(path.split(".")[0] == "setup" for path in commanded)
    for table, name in given:
        seat = name.removeprefix("policies.").split(".")[0]
        of_file = not any(path.split(".")[:2] == ["policies", seat] for path in commanded)
        if playing and seat in model.policies and seat not in playing and not (fewer and of_file):
            yield (table, name), f"the {seat} seat plays in no case, as [setup] stands. There are: {there}"


def as_tables(players: Mapping[str, Player]) -> dict[str, dict[str, Any]]:
    """Players as the tables of a scenario file, every parameter explicit."""
    return {seat: {"name": player.policy, **player.parameters.model_dump()} for seat, player in players.items()}


def about_policies(game: Game, model: Model) -> Iterator[dict[str, str]]:
    """The policies that can play a model's seats, for people."""
    for name, policy in game.policies.items():
        seats = [seat for seat in policy.seats if seat in model.policies]
        if seats:
            defaults = policy.parameters().model_dump()
            shown = ", ".join(f"{key} = {in_toml(value)}" for key, value in defaults.items()) or "–"
            yield {
                "name": name,
                "seats": ", ".join(seats),
                "item": policy.item,
                "parameters": shown,
                "about": policy.about,
            }
