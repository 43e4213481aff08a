"""simlab bench: trials per second on this machine."""

import json
from dataclasses import asdict

import click

from simlab.cli.options import Share, ends_well, game_and_model, shared


@click.command("bench")
@click.argument("game", required=False)
@click.argument("model", required=False)
@click.option("--seconds", type=Share(0.01, 60), default=1.0, show_default=True, help="Seconds a figure.")
@shared("jobs", "json")
@ends_well
def command(game, model, seconds, jobs, as_json) -> None:
    """Measure the trials per second of every model, or of GAME's, or of its MODEL, on its starter scenario."""
    from simlab.games import GAMES
    from simlab.runs.bench import speed
    from simlab.runs.workers import default_jobs

    chosen, chosen_model = game_and_model(game, model) if game else (None, None)
    games = [chosen] if chosen else list(GAMES.values())
    speeds = []
    for each in games:
        for one in [chosen_model] if chosen_model else each.models.values():
            speeds.append(speed(each, one, seconds, jobs or default_jobs()))
            if not as_json:
                print(line(speeds[-1]), flush=True)
    if as_json:
        print(json.dumps([asdict(one) for one in speeds], indent=1))


def line(one) -> str:
    """A model's speed in a line."""
    kernel, tally, jobs = (f"{rate:11,.0f}" for rate in (one.kernel, one.with_tally, one.with_jobs))
    rates = f"kernel {kernel}, with tally {tally}, {one.jobs} jobs {jobs}"
    return f"{one.game} {one.model:<11} {rates} trials a second; first call {one.compile_seconds:.2f} s"
