"""How well strengths along one line describe pairs of policies: where rock beats scissors and so on, they do not."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, fdtrc

from simlab.stats.finishes import TableResults, clustered
from simlab.stats.plackett_luce import Fitted, Likelihood

CERTAIN = 1e-10  # variance of a comparison; below it one policy always won, and the model says so
NO_FREEDOM = 1e-6  # part of a variance; what the fit leaves of one that it takes away is rounding


@dataclass(frozen=True)
class PairFit:
    """Observed results of pairs of policies against those of the model; (policies, policies), row against column.

    played: comparisons, one for each table and two seats of it that the pair had. observed, expected: share of them in
    which the row was ahead, a tie being half (winners only: half, plus half the difference of their shares of the win);
    NaN if there are none. residual: observed minus expected in standard errors, clustered by block, with allowance for
    the fit; NaN where the fit leaves no freedom. Residuals of one sign around a circle of policies show that strength
    is not transitive.
    chi_square: all residuals together (Hotelling's T-squared, 1931) with `freedom` degrees of freedom, and p_value from
    the F distribution that it has for this number of blocks; NaN without freedom or with no more blocks than that.
    """

    played: np.ndarray
    observed: np.ndarray
    expected: np.ndarray
    residual: np.ndarray
    chi_square: float
    freedom: int
    p_value: float


def pair_fit(results: TableResults, likelihood: Likelihood, fitted: Fitted) -> PairFit:
    """Compare observed with fitted pair results. The fit's own error is taken off by the delta method."""
    met = _meetings(results.seats, likelihood.policies)
    expected, slopes = _expected_ahead(likelihood, fitted.parameters)
    ahead = np.einsum("oab,gabp->gop", results.finishes.ahead(), met)
    by_cell = (ahead - np.einsum("gab,gabp->gp", expected, met)[:, None, :]).reshape(-1, met.shape[3])
    tables = results.counts.sum(axis=1)
    pull = np.einsum("g,gabq,gabp->qp", tables, slopes, met)
    scores = likelihood.scores(fitted.parameters).reshape(len(by_cell), -1)
    adjusted = by_cell - scores @ np.linalg.inv(fitted.information) @ pull

    residual, covariance = results.counts.ravel() @ by_cell, clustered(results, adjusted)
    total, played = np.tensordot(results.counts, ahead, 2), np.einsum("g,gabp->p", tables, met)
    scale = clustered(results, by_cell).diagonal()
    scale = np.sqrt(np.where(scale > CERTAIN * played, scale, 0))
    own = np.sqrt(np.maximum(covariance.diagonal(), 0))
    tested = (scale > 0) & (own > np.sqrt(NO_FREEDOM) * scale)
    with np.errstate(divide="ignore", invalid="ignore"):
        share, model = 0.5 + total / played, 0.5 + (total - residual) / played
        deviation = np.where(tested, residual / own, np.nan)
    return PairFit(
        _squared(played, played).astype(np.int64),
        _squared(share, 1 - share, np.nan),
        _squared(model, 1 - model, np.nan),
        _squared(deviation, -deviation, np.nan),
        *_hotelling(residual, covariance, scale, results.blocks),
    )


def _meetings(seats: np.ndarray, policies: int) -> np.ndarray:
    """(tables, k, k, pairs): 1 where the first policy of the pair has seat a and the second seat b."""
    first, second = np.triu_indices(policies, 1)
    return ((seats[:, :, None, None] == first) & (seats[:, None, :, None] == second)).astype(float)


def _expected_ahead(likelihood: Likelihood, parameters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mean of `Finishes.ahead` at each table, (tables, k, k), and its derivatives, (tables, k, k, parameters).

    In a Plackett-Luce order a comes before b with the chance worth_a / (worth_a + worth_b), whoever else sits there.
    """
    design = likelihood.design
    worth = design @ parameters
    if likelihood.finishes.winner_only:
        raised = np.exp(worth - worth.max(axis=1, keepdims=True))
        chance = raised / raised.sum(axis=1, keepdims=True)
        slope = chance[..., None] * (design - (chance[:, None, :] @ design))
        return (chance[:, :, None] - chance[:, None, :]) / 2, (slope[:, :, None] - slope[:, None, :]) / 2
    chance = expit(worth[:, :, None] - worth[:, None, :])
    return chance - 0.5, (chance * (1 - chance))[..., None] * (design[:, :, None] - design[:, None, :])


def _squared(above: np.ndarray, below: np.ndarray, diagonal: float = 0.0) -> np.ndarray:
    """A square table from what is above its diagonal and, mirrored, below."""
    policies = int(np.sqrt(2 * len(above))) + 1
    table = np.full((policies, policies), diagonal)
    first, second = np.triu_indices(policies, 1)
    table[first, second], table[second, first] = above, below
    return table


def _hotelling(total: np.ndarray, covariance: np.ndarray, scale: np.ndarray, blocks: int) -> tuple[float, int, float]:
    """(T-squared, degrees of freedom, p-value) of a total whose covariance may be of less than full rank."""
    kept = scale > 0
    unit = scale[kept]
    variances, axes = np.linalg.eigh(covariance[np.ix_(kept, kept)] / np.outer(unit, unit))
    free = variances > NO_FREEDOM
    freedom = int(free.sum())
    if not 0 < freedom < blocks:
        return np.nan, freedom, np.nan
    square = float((((total[kept] / unit) @ axes[:, free]) ** 2 / variances[free]).sum())
    ratio = square * (blocks - freedom) / (freedom * (blocks - 1))
    return square, freedom, float(fdtrc(freedom, blocks - freedom, ratio))
