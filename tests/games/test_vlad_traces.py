"""What a full game of I Am Vlad counts on the board's squares: compiled, in plain Python, and from what is told."""

import numpy as np
import pytest

from simlab.chance.plain import run_plain
from simlab.chance.witness import Witness, watching
from simlab.contract import by_name
from simlab.games.vlad import game_state as state
from simlab.games.vlad import game_story as story
from tests.games.vlad_setups import game

SEED, GAMES_PLAYED = 5, 3


class Watcher:
    """Counts on squares by what is told of games alone: it follows every unit from square to square."""

    def __init__(self, play):
        self.ground, self.corners, self.at = play.ground, play.table.corner, {}
        self.counts = np.zeros((3, play.ground.squares), int)

    def begin(self, players):
        """All units stand on their start squares."""
        self.at = {u: int(self.ground.start_square[self.corners[u // 3], u % 3]) for u in range(3 * players)}

    def hear(self, what, *told):
        """Note what is told of."""
        if what == story.UNIT_STANDS and told[1] in (state.ON_MAP, state.IN_OUTPOST):
            self.counts[0, told[2]] += 1
        elif what == story.MOVED:
            self.at[told[0]] = told[2]
        elif what in (story.STOOD_UP, story.CAME_BACK):
            self.at[told[0]] = told[1]
        elif what == story.BATTLE_BEGINS:
            self.counts[1, self.at[told[1]]] += 1
        elif what == story.ATTACK_BEGINS:
            self.counts[1, self.at[told[0]]] += 1
        elif what == story.FIGHT_BEGINS:
            seat, den, number = told
            squares = (self.ground.den_square if den else self.ground.gate_square)[number]
            for square in (self.at.get(unit) for unit in range(3 * seat, 3 * seat + 3)):
                self.counts[1, square] += 1 if square in squares else 0
        elif what == story.DIED:
            self.counts[2, self.at.pop(told[0])] += 1


@pytest.mark.parametrize(
    ("policies", "rules"),
    [
        (("hero_hunter", "random", "tower_sitter", "outpost_turtle"), None),
        (("balanced", "shopper"), {"movement": "straight", "dead_hand": "discard"}),
    ],
)
def test_counts_are_the_same_compiled_in_plain_python_and_from_what_is_told(policies, rules):
    made = game(policies, rules)
    compiled, plain = (made.model.compile(made) for _ in range(2))
    out = by_name(np.zeros((GAMES_PLAYED, len(made.columns)), np.int32), made.columns)
    compiled.kernel(*compiled.arguments, 0, SEED, 0, out)
    watcher = Watcher(plain.arguments[2])
    with watching(Witness(listener=watcher.hear)):
        for trial in range(GAMES_PLAYED):
            watcher.corners = plain.arguments[1][0].corner  # of the table at the start
            watcher.begin(len(policies))
            run_plain(plain.kernel, *plain.arguments, 0, SEED, trial, out[:1])
    for one, other, told in zip(compiled.squares, plain.squares, watcher.counts, strict=True):
        assert one.counts.shape == (40, 40) and one.counts.any()
        assert np.array_equal(one.counts, other.counts), one.title
        assert np.array_equal(one.counts.ravel(), told), one.title


def test_counts_add_up_to_the_outcomes_of_the_games():
    """Whoever dies is counted once on a square where somebody can stand; two ready cases share no counts."""
    made = game(("balanced",) * 4)
    compiled, unused = (made.model.compile(made) for _ in range(2))
    rows = np.zeros((200, len(made.columns)), np.int32)
    compiled.kernel(*compiled.arguments, 0, SEED, 0, by_name(rows, made.columns))
    names = [column.name for column in made.columns]
    deaths = sum(
        rows[:, names.index(f"{unit}_deaths_{n}")].sum() for unit in ("vlad", "knight", "archer") for n in (1, 2, 3, 4)
    )
    stood, fought, died = (one.counts for one in compiled.squares)
    assert died.sum() == deaths
    blocked = np.array([[sign in "#MXT~" for sign in row] for row in made.data.board])
    assert not any(counts[blocked].any() for counts in (stood, fought, died))
    assert 0 < stood.sum() <= 12 * rows[:, names.index("rounds")].sum()
    assert not any(one.counts.any() for one in unused.squares)
