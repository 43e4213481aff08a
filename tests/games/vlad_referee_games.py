"""Random games of I Am Vlad for the referee, and what he says of them; run as a program, of compiled games.

SIMLAB_CACHE_DIR=own/folder python -m tests.games.vlad_referee_games FIRST END GAMES
"""

import json
import sys
from random import Random

from simlab.chance.plain import run_plain
from simlab.scenario.data import default_data
from tests.games.vlad_boards import SMALL, changed
from tests.games.vlad_referee import Illegal, Record, judge
from tests.games.vlad_referee_hearing import hear_compiled, heard
from tests.games.vlad_setups import POLICIES, RULES, VLAD, game

#: Boards for so many players; the second has rocks and an abyss on the ways between bases.
CROWDED = changed(*((row, column, "#~"[row % 2]) for row in range(5, 36, 10) for column in (8, 9, 30, 31)))
BOARDS = {2: (None, SMALL), 3: (None, CROWDED), 4: (None, None, None, CROWDED)}
#: More options than vlad_setups.py changes.
OPTIONS = RULES["game"] | {
    "die8": [[1, 2, 3, 4, 5, 6, 7, 8], [13]],
    "neutral_life": [20, 1],
    "impale_life": [30, 0],
    "exit_positions": [[4, 3, 2, 1], [2, 2, 1, 3]],
    "outpost_damage": [[0, 1, 5, 40]],
    "outpost_range": [9],
    "outpost_heal": [4],
    "plague_damage": [0, 7],
    "curse_damage": [9],
}
SMALL_PACKS = {
    kind: [[*line[:3], 1] for line in lines]
    for kind, lines in default_data(VLAD, ("decks",)).decks.model_dump().items()
}
LENGTHS = (5, 10, 10, 20, 20, 30, 30, 120)
CHANCES = (0.0, 0.1, 0.3)  # of changing an option


def game_on(board, policies, rules=None, **data):
    """A case of the game on a board (None: the default one)."""
    return game(policies, rules, data if board is None else data | {"board": list(board)})


def drawn_game(seed):
    """A random case: how many seats, policies, options, board, rounds."""
    random = Random(seed)
    seats, chance = random.choice([4, 4, 3, 2]), random.choice(CHANCES)
    rules = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < chance}
    rules["max_rounds"] = random.choice(LENGTHS)
    policies = random.choice([POLICIES, POLICIES, ("random",)])
    board = random.choice(BOARDS[seats])
    if board is SMALL:
        rules.pop("corners_2", None)
    data = random.choice([{}, {}, {"decks": SMALL_PACKS}, {"akathist_cards": ["plague", "lightning"] * 6}])
    return game_on(board, [random.choice(policies) for _ in range(seats)], rules, **data)


def drawn_small_game(seed):
    """A random case of a few rounds between two seats on a small board."""
    random = Random(seed)
    rules = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < 0.2}
    rules = rules | {"max_rounds": random.choice((6, 12, 18))}
    rules.pop("corners_2", None)
    return game_on(SMALL, [random.choice(POLICIES) for _ in range(2)], rules)


def by_ways(drawn):
    """Cases of one board together, as steps between its squares, which take long to count, are kept for few boards."""
    _, made = drawn
    return tuple(made.data.board), made.rules["leave_any_gate"]


def objections(seeds, games, call=run_plain, drawn=drawn_game):
    """What the referee says of so many games of each of these cases: (seed, trial, what he says)."""
    said, cases = [], [(seed, drawn(seed)) for seed in seeds]
    for seed, made in sorted(cases, key=by_ways):
        record = Record(made)
        for trial in range(games):
            try:
                judge(made, record.play(trial, seed, call))
            except Illegal as objection:
                said.append((seed, trial, str(objection)))
    return said


def report(first, end, games):
    """What the referee says of compiled games, and the row of the first one."""
    hear_compiled()
    row = list(Record(drawn_game(first)).play(0, first, heard).row.values())
    return {"said": objections(range(first, end), games, heard), "row": row}


if __name__ == "__main__":
    print(json.dumps(report(*map(int, sys.argv[1:]))))
