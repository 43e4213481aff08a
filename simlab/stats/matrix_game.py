"""Value and best mixed strategies of a game of two sides, each with a choice of policies, and the error of the value.

The matrix has the row side's mean score for each pair of policies; what the row side wins the column side loses.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from simlab.stats.intervals import Interval

ROUNDING = 1e-7  # in parts of the matrix's range; the solver's own tolerance is 1e-9
TOLERANCES = {"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9}


@dataclass(frozen=True)
class Equilibrium:
    """value: of the game to the row side, in the matrix's unit. rows, columns: chances of the policies, (m,) and (n,).

    rows_unique, columns_unique: whether that side has no other strategy that secures the value.
    """

    value: float
    rows: np.ndarray
    columns: np.ndarray
    rows_unique: bool
    columns_unique: bool


def equilibrium(matrix: np.ndarray) -> Equilibrium:
    """Solve the game of a matrix (m, n) of finite numbers by linear programming (von Neumann 1928, Dantzig 1951).

    The value returned is the middle of what the two strategies secure, which differ by rounding only. ValueError for
    no matrix, or one with numbers that are not finite.
    """
    matrix = np.asarray(matrix, float)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ValueError("a matrix game needs a matrix of finite numbers")
    low, span = matrix.min(), np.ptp(matrix)
    scaled = (matrix - low) / span if span > 0 else np.zeros_like(matrix)
    rows, rows_unique = _securing(scaled)
    columns, columns_unique = _securing(-scaled.T)
    value = ((rows @ matrix).min() + (matrix @ columns).max()) / 2
    return Equilibrium(float(value), rows, columns, rows_unique, columns_unique)


def _securing(matrix: np.ndarray) -> tuple[np.ndarray, bool]:
    """The mixture of rows whose least mean over columns is greatest, and whether no other mixture does as well.

    A vertex of the set of such mixtures is all of it unless another one uses a row that it does not use, or leaves
    slack at a column where it has none (after Appa 2002): one more linear program.
    """
    count, columns = matrix.shape
    goal = np.append(np.zeros(count), -1.0)
    secured = np.hstack([-matrix.T, np.ones((columns, 1))])  # the last variable is the least mean
    whole = np.append(np.ones(count), 0.0)[None]
    found = _minimised(goal, secured, whole, [(0, 1)] * count + [(None, None)])
    mixture = np.maximum(found[:count], 0)
    mixture /= mixture.sum()
    least = (mixture @ matrix).min()
    tight = mixture @ matrix < least + ROUNDING
    other = -(mixture < ROUNDING).astype(float) - matrix[:, tight].sum(axis=1)
    bounds = [(0, 1)] * count + [(least - 1e-9, None)]
    moved = _minimised(np.append(other, 0.0), secured, whole, bounds)[:count]
    return mixture, bool(other @ moved > other @ mixture - 1e3 * ROUNDING)


def _minimised(goal: np.ndarray, at_most_zero: np.ndarray, whole: np.ndarray, bounds: list) -> np.ndarray:
    """The vertex that minimises goal @ x with at_most_zero @ x <= 0 and whole @ x = 1."""
    from scipy.optimize import linprog  # a fifth of a second to import

    limits = np.zeros(len(at_most_zero))
    found = linprog(goal, at_most_zero, limits, whole, [1.0], bounds, method="highs-ds", options=TOLERANCES)
    if found.x is None:
        raise ArithmeticError(f"the linear program of a matrix game was not solved: {found.message}")
    return found.x


def value_bounds(low: np.ndarray, high: np.ndarray) -> Interval:
    """Limits of the value, given limits (m, n) of all entries that hold together: the value rises with every entry.

    Intervals of m * n entries hold together with the confidence 1 - a if each has the confidence 1 - a / (m * n)
    (Bonferroni). Never wider than the widest entry, and valid whatever the strategies are.
    """
    return equilibrium(low).value, equilibrium(high).value


def value_interval(solved: Equilibrium, covariance: np.ndarray, confidence: float = 0.95) -> Interval:
    """Interval of the value by the delta method: its slope in an entry is the chance that the entry is played.

    covariance: (m * n, m * n) of the estimated entries in row-major order; entries that share dice are correlated.
    NaN, NaN if a side's strategy is not unique, since the value then has no such slope. Approximate, and not to be
    trusted where an entry's error could change which policies are mixed; `value_bounds` always holds.
    """
    if not (solved.rows_unique and solved.columns_unique):
        return np.nan, np.nan
    played = np.outer(solved.rows, solved.columns).ravel()
    half = float(ndtri(0.5 + confidence / 2) * np.sqrt(played @ covariance @ played))
    return solved.value - half, solved.value + half
