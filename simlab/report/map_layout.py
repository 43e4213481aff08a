"""Where things of a board stand in its picture: places without a position, cells of ground, labels beside places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

STEPS = 200  # of moving places that have no position
PASSES = 4  # of placing labels


def positions(given: Mapping[str, tuple[float, float] | None], links: Sequence[tuple[str, str]]) -> dict:
    """A position for every place: the given one, else one about as far from the others as the ways are long.

    Ways of stress majorization, from a circle; places with a position stay where they are.
    """
    names = list(given)
    free = np.array([given[name] is None for name in names])
    far = _ways(names, links)
    angles = 2 * np.pi * np.arange(len(names)) / max(len(names), 1)
    at = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if free.any():
        fixed = np.array([given[name] or (0, 0) for name in names], float)
        scale = _length_of_a_way(fixed, ~free, far)
        middle = fixed[~free].mean(axis=0) if (~free).any() else np.zeros(2)
        at = np.where(free[:, None], middle + at * scale * np.sqrt(len(names)), fixed)
        for _ in range(STEPS if len(names) > 1 else 0):
            at[free] = _less_stress(at, far * scale)[free]
    else:
        at = np.array([given[name] for name in names], float).reshape(len(names), 2)
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, at)}


def _ways(names: Sequence[str], links: Sequence[tuple[str, str]]) -> np.ndarray:
    """How many ways lie between two places; from one part of the board to another more than within any."""
    place = {name: number for number, name in enumerate(names)}
    far = np.full((len(names), len(names)), np.inf)
    np.fill_diagonal(far, 0)
    for one, two in links:
        far[place[one], place[two]] = far[place[two], place[one]] = 1
    for middle in range(len(names)):
        far = np.minimum(far, far[:, middle, None] + far[None, middle, :])
    longest = far[np.isfinite(far)].max(initial=0)
    return np.where(np.isfinite(far), far, longest + 1)


def _length_of_a_way(at: np.ndarray, known: np.ndarray, far: np.ndarray) -> float:
    """How long a way is among the places whose positions are known; 1 if there are none."""
    near = (far == 1) & known[:, None] & known[None, :]
    lengths = np.linalg.norm(at[:, None] - at[None], axis=2)[near]
    return float(lengths.mean()) if lengths.size and lengths.mean() > 0 else 1.0


def _less_stress(at: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Each place at the mean of where the others want it, near ones counting most."""
    weights = 1 / np.where(wanted > 0, wanted, np.inf) ** 2
    apart = at[:, None] - at[None]
    lengths = np.linalg.norm(apart, axis=2)
    away = np.divide(apart, lengths[..., None], out=np.zeros_like(apart), where=lengths[..., None] > 0)
    asked = at[None] + wanted[..., None] * away
    return (weights[..., None] * asked).sum(axis=1) / weights.sum(axis=1)[:, None]


def cells(points: np.ndarray, box: tuple[float, float]) -> list[np.ndarray]:
    """The ground that is nearest to each point, as the corners of a polygon within a box from 0, 0."""
    whole = np.array([(0, 0), (box[0], 0), box, (0, box[1])], float)
    found = []
    for point in points:
        cell = whole
        for other in points:
            away = other - point
            if away @ away > 0:
                cell = _nearer(cell, away, away @ (point + other) / 2)
        found.append(cell)
    return found


def _nearer(corners: np.ndarray, away: np.ndarray, limit: float) -> np.ndarray:
    """The part of a polygon whose product with `away` is at most `limit`."""
    beyond = corners @ away - limit
    kept = []
    for here, there, over, next_over in zip(corners, np.roll(corners, -1, 0), beyond, np.roll(beyond, -1)):
        if over <= 0:
            kept.append(here)
        if (over < 0 < next_over) or (next_over < 0 < over):
            kept.append(here + (there - here) * over / (over - next_over))
    return np.array(kept).reshape(len(kept), 2)


@dataclass(frozen=True)
class Box:
    """A rectangle: its lower left corner and its size."""

    x: float
    y: float
    wide: float
    tall: float

    def common(self, other: "Box") -> float:
        """How much ground two boxes share."""
        wide = min(self.x + self.wide, other.x + other.wide) - max(self.x, other.x)
        tall = min(self.y + self.tall, other.y + other.tall) - max(self.y, other.y)
        return max(wide, 0) * max(tall, 0)


def beside(icon: Box, wide: float, tall: float, gap: float) -> list[Box]:
    """Where a label of this size may stand beside an icon, best first."""
    left, middle, right = icon.x - gap - wide, icon.x + (icon.wide - wide) / 2, icon.x + icon.wide + gap
    low, level, high = icon.y - gap - tall, icon.y + (icon.tall - tall) / 2, icon.y + icon.tall + gap
    spots = [(middle, low), (middle, high), (right, level), (left, level)]
    spots += [(right - gap, low), (left + gap, low), (right - gap, high), (left + gap, high)]
    return [Box(x, y, wide, tall) for x, y in spots]


def without_overlap(
    icons: Sequence[Box],
    sizes: Sequence[tuple[float, float]],
    page: Box,
    gap: float,
    crossed: Sequence[tuple[float, float]],
) -> list[Box]:
    """A spot for each icon's label, apart from icons, other labels and the edge, and from points to keep clear of."""
    tries = [beside(icon, *size, gap) for icon, size in zip(icons, sizes)]
    chosen = [spots[0] for spots in tries]
    clear = np.array(crossed).reshape(len(crossed), 2)

    def cost(one: int, rank: int) -> float:
        spot = tries[one][rank]
        labels = sum(spot.common(other) for number, other in enumerate(chosen) if number != one)
        over = sum(spot.common(icon) for icon in icons) + spot.wide * spot.tall - spot.common(page)
        inside = (clear > (spot.x, spot.y)) & (clear < (spot.x + spot.wide, spot.y + spot.tall))
        return 20 * (labels + over) + 0.004 * np.count_nonzero(inside.all(axis=1)) + 0.004 * rank

    for _ in range(PASSES):
        for one in range(len(icons)):
            chosen[one] = tries[one][min(range(len(tries[one])), key=lambda rank: cost(one, rank))]
    return chosen
