"""The inverse question: which value of a path reaches a probability, or a mean? By exact solutions or by sampling.

A curve that only rises or only falls is looked for by bisection. Where it is solved exactly and cheaply at every value
of a short range, that it does so is proven; else every probe is held against all others, and an inversion beyond error
refuses the search. A sampled probe goes on until its confidence sequence has left what is to be reached, or lies within
the zone of indifference around it; the probes share the error evenly, so all hold together.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from simlab.contract import Budget, Case, Question, TooLarge
from simlab.runs.cautions import tally_warnings
from simlab.runs.precision import FEW, FINEST, Goal, Way, look_ahead, watched
from simlab.runs.questions import values_in
from simlab.runs.ready import ready_sampler, solution_within
from simlab.runs.run import A_SECOND_OF_STEPS, Effort
from simlab.runs.searches import Search, case_at
from simlab.runs.waiting import Waiting
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.paths import label
from simlab.scenario.scenario import Scenario
from simlab.stats.answers import Values, moments, weight_at
from simlab.stats.planning import Share

ALL_VALUES, EASY_STEPS = 200, 5e7  # a range that is solved at every value, if that takes no more than some seconds
FIRST_LOOK, GROWTH = 1_000, 1.5  # trials before a sequence is looked at, and from look to look
ROUNDING = 1e-12
Side = Literal["above", "below", "tie", "open"]
Kind = Literal["exact", "bracket", "tie", "none"]


@dataclass(frozen=True)
class Probe:
    """What is known at one value: an exact number (then low = high), or an estimate with its sequence.

    `side`: above (it reaches), below, tie (within the zone of indifference) or open (not told apart by the trials).
    """

    value: int
    estimate: float
    low: float
    high: float
    exact: float | None
    trials: int | None
    side: Side

    @property
    def reaches(self) -> bool:
        """It is not known to stay below."""
        return self.side != "below"


@dataclass(frozen=True)
class Found:
    """What a search came to.

    `answer`: the smallest value that reaches where the curve rises, the largest where it falls; None if there is none
    or it is not known. `bracket`: the values next to the answer that are known, below and above; None where the range
    ends. `rises`: None if that cannot be told.
    """

    search: Search
    kind: Kind
    answer: int | None
    bracket: tuple[int | None, int | None]
    probed: tuple[Probe, ...]
    rises: bool | None
    proven: bool
    complete: bool = True
    warnings: tuple[tuple[str, str], ...] = ()  # of sampled probes, each with its value of the path


def find(scenario: Scenario, search: Search, effort: Effort, waiting: Waiting) -> Found:
    """Search a scenario of one case; of the effort its trials and precision are not used.

    Raises ScenarioError for a curve that is not monotone, with the evidence. Interrupted, what was probed.
    """
    probing = Probing(scenario, search, effort, waiting)
    try:
        proven = probing.solve_all()
        return replace(decided(probing, *narrowed(probing)), proven=proven, warnings=tuple(probing.warnings))
    except KeyboardInterrupt:
        return Found(search, "none", None, (None, None), probing.probes, None, False, complete=False)


class Probing:
    """Probes of one search, each value once."""

    def __init__(self, scenario: Scenario, search: Search, effort: Effort, waiting: Waiting):
        self.search, self.effort, self.waiting = search, effort, waiting
        self.question = next(question for question in scenario.questions if question.name == search.question)
        self.scenario = replace(scenario, questions=(self.question,))
        self.known: dict[int, Probe] = {}
        self.warnings: list[tuple[str, str]] = []
        # The two ends, and as many halvings as may be needed.
        probes = 2 + math.ceil(math.log2(search.high - search.low))
        self.confidence = 1 - (1 - effort.confidence) / probes

    @property
    def probes(self) -> tuple[Probe, ...]:
        """What was probed, by value."""
        return tuple(self.known[value] for value in sorted(self.known))

    def at(self, value: int) -> Probe:
        """The probe of a value. Raises ScenarioError if it shows that the curve is not monotone."""
        if value not in self.known:
            case = case_at(self.scenario, self.search.path, value)
            with self.waiting.preparing(case):
                exact = self.solved(case)
            self.known[value] = self.sampled(case, value) if exact is None else self.exact_probe(value, exact)
            refuse_inversions(self.probes, self.search, self.question)
        return self.known[value]

    def solve_all(self) -> bool:
        """Solve every value if that is cheap; whether it was."""
        search, model = self.search, self.scenario.model
        if self.effort.exact is False or model.exact is None or search.high - search.low >= ALL_VALUES:
            return False
        budget = Budget(EASY_STEPS)
        try:
            for value in range(search.low, search.high + 1):
                case = case_at(self.scenario, search.path, value)
                outcomes = model.exact(case, budget)
                number = self.number(values_in(self.question, outcomes), False, value)
                self.known[value] = self.exact_probe(value, number)
        except TooLarge:
            return False
        refuse_inversions(self.probes, search, self.question)
        return True

    def solved(self, case: Case) -> float | None:
        """The exact number of a case; None where that is not wanted or costs too much."""
        if self.effort.exact is False:
            return None
        outcomes = solution_within(case, None if self.effort.exact else A_SECOND_OF_STEPS)
        value = case.point[self.search.path]
        return None if outcomes is None else self.number(values_in(self.question, outcomes), False, value)

    def exact_probe(self, value: int, number: float) -> Probe:
        """A probe that is known exactly."""
        side: Side = "above" if number >= self.search.reach - ROUNDING else "below"
        return Probe(value, number, number, number, number, None, side)

    def number(self, values: Values, sampled: bool, value: int) -> float:
        """The probability or mean; raises ScenarioError if nothing meets the question's condition."""
        if values.total == 0:
            message = f"no outcome meets the condition of {self.question.name!r} at {self.search.path} = {value}"
            raise ScenarioError([Problem(message)])
        if self.question.kind == "event":
            return min(weight_at(values, 1.0) / values.total, 1.0)
        return moments(values, sampled).mean

    def sampled(self, case: Case, value: int) -> Probe:
        """A probe by trials from 0 on, until its sequence decides or the trials are used up."""
        most, workers = self.search.trials, self.effort.workers
        with self.waiting.preparing(case):
            sampler = ready_sampler(self.scenario, case, most, None)
        way = Way(
            sampler, (self.question,), self.confidence, workers, lambda n: self.waiting.progress(label(case.point), n)
        )
        ahead = look_ahead(way, Goal(max(self.search.zone, FINEST)), most)[self.question.name]
        tally, done = sampler.empty_tally(), 0
        while True:
            end = min(max(FIRST_LOOK, math.ceil(GROWTH * done)), most)
            more, complete = way.sample(done, end)
            if not complete:
                raise KeyboardInterrupt
            tally.merge(more)
            done, values = end, way.values(self.question, tally)
            seen = list(watched(self.question, values, self.confidence, ahead))
            known = values.total >= FEW and (isinstance(seen[0].seen, Share) or seen[0].seen.is_varied)
            low, high = seen[0].limits(ahead) if known else (-math.inf, math.inf)
            side = self.search.side(low, high)
            if side != "open" or done >= most:
                self.warnings += [(label(case.point), text) for text in tally_warnings(case, tally)]
                return Probe(value, self.number(values, True, value), low, high, None, done, side)


def narrowed(probing: Probing) -> tuple[Probe | None, Probe | None, bool | None]:
    """The probe that reaches next to one that does not, and whether the curve rises.

    If all reach, the one at the end where the curve begins to reach; if none does, no probe.
    """
    search = probing.search
    first, last = probing.at(search.low), probing.at(search.high)
    if first.reaches == last.reaches:
        probing.at((search.low + search.high) // 2)  # a curve that goes up and down again would show here
        rises = direction(probing.probes)
        if not first.reaches:
            return None, None, rises
        return (last if rises is False else first), None, rises
    while last.value - first.value > 1:
        middle = probing.at((first.value + last.value) // 2)
        if middle.reaches == first.reaches:
            first = middle
        else:
            last = middle
    return (last, first, True) if last.reaches else (first, last, False)


def decided(probing: Probing, reaching: Probe | None, short: Probe | None, rises: bool | None) -> Found:
    """The answer from the last probe that reaches and the one that falls short next to it."""
    search, probes = probing.search, probing.probes
    if reaching is None:
        return Found(search, "none", None, (None, None), probes, rises, False)
    sure = reaching if reaching.side == "above" else next_sure(probes, reaching, rises)
    below, above = None if short is None else short.value, None if sure is None else sure.value
    kind: Kind = "bracket"
    if reaching.side == "tie":
        kind, above = "tie", reaching.value
    elif reaching.exact is not None and (short is None or short.exact is not None):
        kind = "exact"
    bracket = (below, None if sure is None else sure.value)
    return Found(search, kind, above, bracket, probes, rises, False)


def next_sure(probes: Sequence[Probe], reaching: Probe, rises: bool | None) -> Probe | None:
    """The nearest probe beyond one that may reach that is known to; None if there is none."""
    if rises is False:
        beyond = [probe for probe in reversed(probes) if probe.value < reaching.value]
    else:
        beyond = [probe for probe in probes if probe.value > reaching.value]
    return next((probe for probe in beyond if probe.side == "above"), None)


def certain_steps(probes: Sequence[Probe], up: bool) -> Iterator[tuple[Probe, Probe]]:
    """Pairs of probes, by rising value, between which the curve surely rises, or surely falls."""
    for place, one in enumerate(probes):
        for other in probes[place + 1 :]:
            gap = other.low - one.high if up else one.low - other.high
            if gap > ROUNDING:
                yield one, other


def direction(probes: Sequence[Probe]) -> bool | None:
    """Whether the curve rises; None if the probes do not tell."""
    if any(certain_steps(probes, True)):
        return True
    return False if any(certain_steps(probes, False)) else None


def refuse_inversions(probes: Sequence[Probe], search: Search, question: Question) -> None:
    """Raises ScenarioError with the evidence if the curve surely rises somewhere and surely falls somewhere else."""
    steps = []
    for up, word in ((True, "rises"), (False, "falls")):
        pairs = list(certain_steps(probes, up))
        if not pairs:
            return
        one, other = max(pairs, key=lambda pair: abs(pair[1].estimate - pair[0].estimate))
        ends = f"{search.number(one.estimate)} at {one.value} to {search.number(other.estimate)} at {other.value}"
        steps.append((one.value, f"{word} from {ends}"))
    told = " and ".join(text for _, text in sorted(steps))
    message = f"{question.name!r} {told}; a search takes a curve that only rises or only falls"
    raise ScenarioError([Problem(message, key=f"--vary {search.path}={search.low}..{search.high}")])
