"""Plackett-Luce and Bradley-Terry models of table results: maximum likelihood with a term for the seat.

A policy in a seat has the worth exp(strength of the policy + term of the seat); whoever comes next is chosen with a
chance in proportion to his worth (Luce 1959, Plackett 1975). With two seats that is the model of Bradley and Terry
(1952) with an order effect (Davidson and Beaver 1977): logit P(i in seat 1 beats j) = t_i - t_j + g_1 - g_2.
Parameters are one vector: strengths of the policies, then terms of the seats; each of the two sums to 0.
"""

from dataclasses import dataclass

import numpy as np

from simlab.stats.finishes import TableResults

RIDGE = 1e-9  # precision, per table, of the prior that keeps infinite estimates finite; less drowns in rounding
FARTHEST = 30.0  # logits between seats of a table; beyond it the likelihood has no maximum, or none worth a number
MOST_STEPS = 200


class Likelihood:
    """Log-likelihood of table results, with scores by cell: what each outcome of each table adds to the gradient."""

    def __init__(self, results: TableResults):
        self.finishes, self.counts = results.finishes, results.counts
        self.policies, self.seat_count = int(results.seats.max()) + 1, results.seats.shape[1]
        #: (tables, k, parameters): 1 for the policy and for the place of each seat
        policy = results.seats[..., None] == np.arange(self.policies)
        place = np.broadcast_to(np.eye(self.seat_count, dtype=bool), (len(policy), self.seat_count, self.seat_count))
        self.design = np.concatenate([policy, place], axis=2).astype(float)
        #: (2, parameters): directions that change nothing, all policies together and all seats together
        self.free = np.zeros((2, self.policies + self.seat_count))
        self.free[0, : self.policies], self.free[1, self.policies :] = 1, 1

    def chances(self, parameters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each choice at each table: chances of the seats (tables, choices, k), log-chance of the chosen one."""
        worth = (self.design @ parameters)[:, None, :]
        among = np.where(self.finishes.choice_among, worth, -np.inf)
        top = among.max(axis=2, keepdims=True)
        raised = np.exp(among - top)
        total = raised.sum(axis=2, keepdims=True)
        chosen = np.take_along_axis(worth, self.finishes.choice_seat[None, :, None], axis=2)
        return raised / total, (chosen - top - np.log(total))[..., 0]

    def weights(self) -> np.ndarray:
        """(tables, choices): how often each choice was made; ties give parts."""
        return self.counts[:, self.finishes.choice_outcome] * self.finishes.choice_weight

    def value(self, parameters: np.ndarray) -> float:
        """The log-likelihood."""
        return float((self.weights() * self.chances(parameters)[1]).sum())

    def scores(self, parameters: np.ndarray) -> np.ndarray:
        """(tables, outcomes, parameters): gradient of the log-likelihood of one table with that outcome."""
        chances, _ = self.chances(parameters)
        chosen = np.eye(self.seat_count)[self.finishes.choice_seat]
        parts = self.finishes.choice_weight[:, None] * (chosen - chances)
        by_outcome = np.zeros((len(self.finishes.ranks), len(parts), self.seat_count))
        np.add.at(by_outcome, self.finishes.choice_outcome, parts.swapaxes(0, 1))
        return by_outcome.swapaxes(0, 1) @ self.design

    def information(self, parameters: np.ndarray) -> np.ndarray:
        """(parameters, parameters): minus the second derivatives; positive along the free directions too."""
        chances, _ = self.chances(parameters)
        weighted = self.weights()[..., None] * chances
        by_seat = -np.swapaxes(weighted, 1, 2) @ chances
        diagonal = np.arange(self.seat_count)
        by_seat[:, diagonal, diagonal] += weighted.sum(axis=1)
        total = (np.swapaxes(self.design, 1, 2) @ by_seat @ self.design).sum(axis=0)
        return total + self.counts.sum() * self.free.T @ self.free


@dataclass(frozen=True)
class Fitted:
    """Parameters at the maximum of the likelihood, with its `information` there.

    direction, (parameters,): one in which the likelihood only grows, zeros if there is none. With one (a policy that
    never won: its strength is minus infinity) `parameters` are those of the likelihood with a normal prior of precision
    RIDGE a table, and right for what the results determine. loose, (parameters, parameters): projection onto what they
    do not; they determine the difference of two parameters if their rows are equal.
    """

    parameters: np.ndarray
    information: np.ndarray
    direction: np.ndarray
    loose: np.ndarray


def fit(likelihood: Likelihood) -> Fitted:
    """The maximum by Newton's method. ValueError if the schedule cannot tell all policies and seats apart."""
    start = np.zeros(likelihood.design.shape[2])
    spread = np.linalg.eigvalsh(likelihood.information(start))
    if spread[0] <= 1e-12 * spread[-1]:
        raise ValueError("the tables cannot tell all policies and seats apart: let every policy play in every seat")
    found = _newton(likelihood, start, 0.0)
    if found is not None:
        return Fitted(found, likelihood.information(found), start, np.zeros((start.size, start.size)))
    ridge = RIDGE * float(likelihood.counts.sum())
    found, (direction, loose) = _newton(likelihood, start, ridge), growing_direction(likelihood)
    if found is None or not direction.any():
        raise ArithmeticError("the likelihood of the ratings has a maximum that Newton's method did not find")
    return Fitted(found, likelihood.information(found) + ridge * np.eye(len(found)), direction, loose)


def _newton(likelihood: Likelihood, parameters: np.ndarray, ridge: float) -> np.ndarray | None:
    """Parameters at the maximum, None if they run away; steps are halved while they lose likelihood."""

    def penalised(at: np.ndarray) -> float:
        return likelihood.value(at) - ridge / 2 * at @ at

    value = penalised(parameters)
    for _ in range(MOST_STEPS):
        gradient = np.tensordot(likelihood.counts, likelihood.scores(parameters), 2) - ridge * parameters
        step = np.linalg.solve(likelihood.information(parameters) + ridge * np.eye(len(parameters)), gradient)
        if np.abs(step).max() < 1e-6:  # the error of what comes next is about the square of it
            return parameters + step
        while penalised(parameters + step) < value - 1e-9 * abs(value):
            step /= 2
        parameters = parameters + step
        value = penalised(parameters)
        if ridge == 0 and np.ptp(likelihood.design @ parameters, axis=1).max() > FARTHEST:
            return None
    return None


def growing_direction(likelihood: Likelihood) -> tuple[np.ndarray, np.ndarray]:
    """`direction` and `loose` of Fitted: no observed choice gets less likely along the direction, as many as can do get
    more so, and nothing moves that need not. What those choices say of the parameters is then lost, the rest holds.

    Albert and Anderson 1984; the linear program is that of Konis 2007.
    """
    from scipy.optimize import linprog  # costs more to import than most fits take

    table, choice = np.nonzero(likelihood.weights())
    chosen = likelihood.design[table, likelihood.finishes.choice_seat[choice]]
    gaps = (chosen[:, None, :] - likelihood.design[table])[likelihood.finishes.choice_among[choice]]
    gaps = np.unique(gaps[gaps.any(axis=1)], axis=0)
    count, width = gaps.shape
    # variables: steps up and steps down of each parameter, then how much likelier (at most 1) each choice gets
    goal = np.concatenate([np.full(2 * width, 1e-3 / (count * width)), -np.ones(count)])
    limits = [(0, count)] * (2 * width) + [(0, 1)] * count
    found = linprog(goal, np.hstack([-gaps, gaps, np.eye(count)]), np.zeros(count), bounds=limits, method="highs")
    direction = found.x[:width] - found.x[width : 2 * width]
    holding = np.vstack([gaps[found.x[2 * width :] < 0.5], likelihood.free])
    return np.round(direction, 6), np.eye(width) - np.linalg.pinv(holding) @ holding
