"""Figures of many games of the second implementation, for comparisons that shall not wait for those games.

    python -m tests.second.vlad_game_figures [random=rows.npy] [balanced=rows.npy]

writes vlad_game_figures.json from rows that have been played before (those of `many_rows` under the seeds below), or
plays the games: that takes hours.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np

from .vlad_game import columns
from .vlad_game_means import BATCH, batch, many_rows

FILE = Path(__file__).with_suffix(".json")
GAMES, PLAYERS = 20_000, 4
SEEDS = {"random": "k6 random", "balanced": "k6 balanced"}
CODES = {"winner": PLAYERS + 1, "way": 5, "first_seat": PLAYERS + 1}


def features(rows, names):
    """{name: a number of each game}: columns and their squares; of codes whether it is this one."""
    found = {}
    for place, name in enumerate(names):
        values = rows[:, place].astype(float)
        if name in CODES:
            found |= {f"{name} == {code}": (values == code).astype(float) for code in range(CODES[name])}
        else:
            found |= {name: values, f"{name}^2": values**2}
    return found


def figures(rows, names):
    """{feature: [sum, sum of squares]}, whole numbers."""
    return {name: [int(values.sum()), int((values**2).sum())] for name, values in features(rows, names).items()}


def digest(rows):
    """The first batch of games in short; whatever changes in the second implementation changes it."""
    first = np.asarray(rows[:BATCH], dtype="<i8")
    return sha256(first.tobytes()).hexdigest()


def replayed(policy):
    """The first batch once more."""
    job = f"{SEEDS[policy]}/0", BATCH
    return np.array(batch(job, {"players": PLAYERS}, {}, None, [{"policy": policy}] * PLAYERS))


def played(policy, kept):
    """All games of a policy: those kept in a file, if they are of this second implementation, or new ones."""
    if kept is None:
        tables = [{"policy": policy}] * PLAYERS
        return np.array(many_rows(GAMES, SEEDS[policy], {"players": PLAYERS}, policies=tables))
    rows = np.load(kept)
    if digest(rows) != digest(replayed(policy)):
        raise SystemExit(f"{kept}: not played by this second implementation under the seed {SEEDS[policy]!r}")
    return rows


def written(table):
    """JSON with a line for each feature."""
    parts = []
    for policy, entry in table.items():
        lines = [f'  "{key}": {json.dumps(entry[key])}' for key in ("games", "seed", "first_batch")]
        features_of = ",\n".join(f'   "{name}": {pair}' for name, pair in entry["features"].items())
        parts.append(f' "{policy}": {{\n' + ",\n".join(lines) + ',\n  "features": {\n' + features_of + "\n  }\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(arguments):
    """Write the file."""
    kept, names = dict(argument.split("=") for argument in arguments), columns({"players": PLAYERS})
    table = {}
    for policy, seed in SEEDS.items():
        rows = played(policy, kept.get(policy))
        entry = {"games": len(rows), "seed": seed, "first_batch": digest(rows), "features": figures(rows, names)}
        table[policy] = entry
    FILE.write_text(written(table))


if __name__ == "__main__":
    main(sys.argv[1:])
