"""Confidence sequences: intervals that hold at every number of trials at once, so that any rule may end a run.

They cost two to five times the trials of a plain interval. Use them where somebody, or a rule, looks at values to
decide whether to go on; a run that is planned by its precision does not need them (planning).
"""

import math
from dataclasses import dataclass

from scipy.special import lambertw

from simlab.stats.binomials import log_factorial_rest
from simlab.stats.intervals import Interval


@dataclass(frozen=True)
class Prior:
    """A beta distribution that the sequence mixes over, a and b > 0. It decides the width, never the guarantee.

    It must not be made from trials that are counted.
    """

    a: float = 1.0
    b: float = 1.0


UNIFORM = Prior()


def tuned_share(confidence: float = 0.95) -> float:
    """The mixing variance, as a share of the planned trials, with which a sequence is narrowest there.

    0.122 at 95 % (Howard, Ramdas, McAuliffe and Sekhon 2021, section 3.5).
    """
    alpha = 1 - confidence
    return -1 / (1 + float(lambertw(-(alpha**2) / math.e, -1).real))


def pilot_prior(hits: int, trials: int, planned: int, confidence: float = 0.95) -> Prior:
    """A prior around a pilot's share for a run of so many planned trials, in which the pilot's are not counted.

    It weighs as much as `tuned_share` of the plan, but never more than the pilot itself, which knows no more.
    """
    weight = min(tuned_share(confidence) * planned, float(trials))
    share = (hits + 0.5) / (trials + 1)
    return Prior(max(weight * share, 0.5), max(weight * (1 - share), 0.5))


def proportion_sequence(hits: int, trials: int, confidence: float = 0.95, prior: Prior = UNIFORM) -> Interval:
    """The beta-binomial mixture sequence of a proportion at k hits of n trials, up to 1e10; 0 trials: (0, 1).

    Holds p while ln B(a+k, b+n-k) - ln B(a, b) - k ln p - (n-k) ln(1-p) < ln(1/alpha) (Robbins 1970; Howard, Ramdas,
    McAuliffe and Sekhon 2021).
    """
    if trials == 0:
        return 0.0, 1.0
    evidence = _Evidence(hits, trials, prior, math.log(1 / (1 - confidence)))
    share = hits / trials
    low = evidence.boundary(share, 0.0) if hits > 0 else 0.0
    high = evidence.boundary(share, 1.0) if hits < trials else 1.0
    return low, high


class _Evidence:
    """The logarithm of the mixture's likelihood over that of one p.

    It is written as (n+a+b) times the relative entropy of the posterior mean and p, plus what is small: the terms of
    the definition are up to 1e10 and would leave no digits.
    """

    def __init__(self, hits: int, trials: int, prior: Prior, limit: float):
        self.prior, self.limit = prior, limit
        self.size = trials + prior.a + prior.b
        self.mean, self.rest_mean = (hits + prior.a) / self.size, (trials - hits + prior.b) / self.size
        self.constant = _log_beta_rest(hits + prior.a, trials - hits + prior.b) - _log_beta(prior.a, prior.b)

    def against(self, p: float) -> float:
        """Evidence against p in (0, 1)."""
        away = p - self.mean
        entropy = -self.mean * math.log1p(away / self.mean) - self.rest_mean * math.log1p(-away / self.rest_mean)
        return self.size * entropy + self.prior.a * math.log(p) + self.prior.b * math.log1p(-p) + self.constant

    def boundary(self, inside: float, outside: float) -> float:
        """Where the evidence reaches the limit between the likeliest p and an end, to the last digit, by bisection."""
        while True:
            middle = (inside + outside) / 2
            if middle in (inside, outside):
                return outside
            if self.against(middle) < self.limit:
                inside = middle
            else:
                outside = middle


def _log_beta_rest(x: float, y: float) -> float:
    """ln B(x, y) + (x + y) times the entropy of x / (x + y), for x and y > 0."""
    rest = log_factorial_rest([x, y, x + y])
    return float(rest[0] + rest[1] - rest[2]) + math.log((x + y) / x / y)


def _log_beta(x: float, y: float) -> float:
    """ln B(x, y)."""
    return _log_beta_rest(x, y) - x * math.log1p(y / x) - y * math.log1p(x / y)


def mean_sequence(mean: float, sd: float, trials: int, planned: int, confidence: float = 0.95) -> Interval:
    """An approximate sequence of a mean: normal mixture with the sample's sd, narrowest at `planned` trials.

    Approximate, because it holds as the number of trials grows (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024),
    so let it begin with a hundred trials or more. Fewer than 2: no limits (NaN).
    """
    if trials < 2:
        return math.nan, math.nan
    mixing = tuned_share(confidence) * planned
    size = trials + mixing
    half = sd * math.sqrt(size * math.log(size / mixing / (1 - confidence) ** 2)) / trials
    return mean - half, mean + half
