"""Strengths where seats have policies of their own: a policy is only compared with the others of its seat.

If no policy changes seats, nothing tells the strength of all policies of a seat from what the seat is worth. Policies
are then fitted as so many different ones without seat terms, and shown around the mean of their own seat.
"""

from collections.abc import Sequence

import numpy as np
from scipy.special import stdtrit

from simlab.stats.finishes import TableResults
from simlab.stats.ratings import Estimates, Ratings, rate


def rotated(results: TableResults) -> TableResults:
    """The same results as if every table had been played k times, all seats moving on by one, with the same outcome.

    No seat is then worth more than another, so that the seat terms of a fit are 0 and nothing hangs on them. Errors
    by blocks stay what they were: totals and information are both k times as large.
    """
    k, ranks = results.seats.shape[1], results.finishes.ranks
    turned = TableResults(
        np.concatenate([np.roll(results.seats, r, axis=1) for r in range(k)]), results.finishes.winner_only
    )
    tables, outcomes = results.counts.shape
    cells = np.arange(tables * outcomes).reshape(tables, outcomes)
    # The outcome that a rotation makes of `o` is seen there where `o` was seen.
    order = [results.finishes.codes(np.roll(ranks, -r, axis=1)) for r in range(k)]
    source = np.concatenate([cells[:, places] for places in order]).ravel()
    turned.cross = results.cross[np.ix_(source, source)]
    turned.blocks = results.blocks
    return turned


def rate_within(results: TableResults, groups: Sequence[Sequence[int]], confidence: float = 0.95) -> Ratings:
    """Ratings of results whose policies have one seat each, with the strengths around 0 in every group (a seat's).

    `seats` and `seat_points` are 0. ValueError as `rate`.
    """
    whole = rate(rotated(results), confidence)
    values, covariance = np.nan_to_num(whole.strengths.values, posinf=0.0, neginf=0.0), whole.covariance
    centring = np.eye(len(values))
    for group in groups:
        members = np.array(group)
        known = members[~whole.unbounded[members]]
        if known.size:
            centring[np.ix_(members, known)] -= 1 / known.size
    quantile = float(stdtrit(whole.blocks - 1, 0.5 + confidence / 2))
    covariance = centring @ covariance @ centring.T
    middle, half = centring @ values, quantile * np.sqrt(np.maximum(covariance.diagonal(), 0))
    loose = whole.unbounded
    strengths = Estimates(
        np.where(loose, whole.strengths.values, middle),
        np.where(loose, -np.inf, middle - half),
        np.where(loose, np.inf, middle + half),
    )
    rest = (whole.seats, whole.seat_points, covariance, loose, whole.regularised, whole.pairs)
    return Ratings(strengths, *rest, whole.blocks, confidence)
