"""Strengths of policies from the tables that they sat at, with errors that allow for blocks of the same dice.

The strengths are those of a Plackett-Luce model with seat terms (`plackett_luce`), which describe shares of wins over
all dice: where dice decide more, strengths are nearer together. Errors are of the sandwich form with blocks as clusters
(Liang and Zeger 1986), so they hold when the tables of a block are alike and when the model is not quite right. The
estimates are for the policies that played; they do not foretell a match with another one, nor without a look at
`PairFit` that A beats C because A beats B and B beats C.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from simlab.stats.finishes import TableResults, clustered
from simlab.stats.intervals import Interval
from simlab.stats.pair_fit import PairFit, pair_fit
from simlab.stats.plackett_luce import Fitted, Likelihood, fit

ELO_PER_LOGIT = 400 / np.log(10)


@dataclass(frozen=True)
class Estimates:
    """Values with limits at the confidence asked for, each for itself (not at once)."""

    values: np.ndarray
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True)
class Ratings:
    """Fitted strengths.

    strengths: (policies,) in logits, mean 0 over the policies that are not `unbounded`; times ELO_PER_LOGIT for Elo.
    seats: (k,) terms of the seats in logits, likewise. seat_points: (k,) what each seat is worth among equal policies:
    its share of first places minus 1/k. covariance: (policies, policies) of the strengths.
    unbounded: (policies,) bool: the results set no limit to the strength, as of a policy that never won or never lost.
    Its value is minus or plus infinity, NaN if not even the side is known, without limits. `regularised` says that
    there are such values, of policies or seats, and that a prior of hardly any weight held them during the fit.
    """

    strengths: Estimates
    seats: Estimates
    seat_points: Estimates
    covariance: np.ndarray
    unbounded: np.ndarray
    regularised: bool
    pairs: PairFit
    blocks: int
    confidence: float

    def difference(self, first: int, second: int) -> tuple[float, Interval]:
        """Strength of one policy minus another's, and its interval; for two unbounded ones there may be none (NaN)."""
        with np.errstate(invalid="ignore"):
            value = float(self.strengths.values[first] - self.strengths.values[second])
        if self.unbounded[[first, second]].any():
            return value, (-np.inf, np.inf)
        contrast = np.zeros(len(self.unbounded))
        contrast[first], contrast[second] = 1, -1
        half = _quantile(self.confidence, self.blocks) * np.sqrt(contrast @ self.covariance @ contrast)
        return value, (value - half, value + half)


def rate(results: TableResults, confidence: float = 0.95) -> Ratings:
    """Ratings from results of two or more policies.

    ValueError for fewer than two blocks, or where the schedule cannot tell policies and seats apart.
    """
    if results.blocks < 2:
        raise ValueError("ratings need two blocks or more")
    likelihood = Likelihood(results)
    fitted = fit(likelihood)
    policies, k = likelihood.policies, likelihood.seat_count
    scores = likelihood.scores(fitted.parameters).reshape(-1, policies + k)
    inverse = np.linalg.inv(fitted.information)
    covariance = inverse @ clustered(results, scores) @ inverse
    quantile = _quantile(confidence, results.blocks)
    strengths = _Centred(fitted, covariance, slice(policies))
    seats = _Centred(fitted, covariance, slice(policies, None))
    return Ratings(
        strengths.estimates(quantile),
        seats.estimates(quantile),
        seats.points(quantile),
        strengths.covariance,
        strengths.unbounded,
        bool(fitted.direction.any()),
        pair_fit(results, likelihood, fitted),
        results.blocks,
        confidence,
    )


def _quantile(confidence: float, blocks: int) -> float:
    return float(stdtrit(blocks - 1, 0.5 + confidence / 2))


class _Centred:
    """Parameters of policies, or of seats, of which the differences count, around the mean of those that have a limit.

    These are the largest group whose differences the results determine, if that is more than one.
    """

    def __init__(self, fitted: Fitted, covariance: np.ndarray, which: slice):
        rows = np.round(fitted.loose[which], 6) + 0.0  # no negative zeros
        _, group, sizes = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        self.unbounded = (group.ravel() != sizes.argmax()) | (sizes.max() == 1)
        reference = np.ones_like(self.unbounded) if self.unbounded.all() else ~self.unbounded
        centring = np.eye(len(reference)) - reference / reference.sum()
        self.ahead, self.values = centring @ fitted.direction[which], centring @ fitted.parameters[which]
        self.covariance = centring @ covariance[which, which] @ centring.T

    def estimates(self, quantile: float) -> Estimates:
        """Values with limits; one that has none is infinite, or NaN if not even the side is known on which it lies."""
        half = quantile * np.sqrt(np.maximum(self.covariance.diagonal(), 0))
        infinite = np.select([self.ahead > 1e-6, self.ahead < -1e-6], [np.inf, -np.inf], np.nan)
        low, high = np.where(self.unbounded, [[-np.inf], [np.inf]], [self.values - half, self.values + half])
        return Estimates(np.where(self.unbounded, infinite, self.values), low, high)

    def points(self, quantile: float) -> Estimates:
        """Shares of first places among equals minus even shares, by the delta method; any, if a value has no limit."""
        raised = np.exp(self.values - self.values.max())
        shares, even = raised / raised.sum(), 1 / len(raised)
        slope = np.diag(shares) - np.outer(shares, shares)
        half = quantile * np.sqrt(np.maximum((slope @ self.covariance @ slope).diagonal(), 0))
        if self.unbounded.any():
            half = np.full_like(shares, np.inf)
        return Estimates(shares - even, np.maximum(shares - half, 0) - even, np.minimum(shares + half, 1) - even)
