"""What a check says: of an answer, of a target, of a scenario, of the whole run; and the exit code that follows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["identical", "holds", "undecided", "no baseline", "broken"]

#: From harmless to grave; the gravest is the verdict of the whole.
EXIT_CODES: dict[Kind, int] = {"identical": 0, "holds": 0, "undecided": 3, "no baseline": 4, "broken": 1}


def worst(kinds: Iterable[Kind]) -> Kind:
    """The gravest of some verdicts; `holds` if there is none."""
    return max(kinds, key=list(EXIT_CODES).index, default="holds")


@dataclass(frozen=True)
class AnswerVerdict:
    """One answer against its baseline; `question` names the point of a sweep as well.

    `difference` is now - was, `low` and `high` hold it with 95 %. `resolution` is the shift that would have been seen
    with the check's power. They are in the unit of the `statistic`, which says what moved most: `probability`, `mean`,
    `sd`, `share of 3`. `bound`: the probability that a trial of an identical answer differs is below it (95 %). None:
    not known.
    """

    question: str
    verdict: Kind
    statistic: str
    was: float | None = None
    now: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    resolution: float | None = None
    note: str = ""
    bound: float | None = None

    @property
    def is_share(self) -> bool:
        """Whether the numbers are shares of trials."""
        return not self.statistic.startswith(("mean", "sd"))


@dataclass(frozen=True)
class TargetVerdict:
    """One target: the answer with its interval (one value where it is exact), against the range it has to be in.

    The numbers are NaN where no trial met the question's condition.
    """

    question: str
    verdict: Kind
    estimate: float
    low: float
    high: float
    range: tuple[float, float]
    why: str | None
    is_share: bool


@dataclass(frozen=True)
class ScenarioVerdict:
    """One scenario file: `trials` were replayed in each case; `faults` are broken invariants, `missing` what cannot
    be compared and the command that mends it."""

    file: str
    answers: Sequence[AnswerVerdict] = ()
    targets: Sequence[TargetVerdict] = ()
    faults: Sequence[str] = ()
    missing: Sequence[str] = ()
    notes: Sequence[str] = ()
    trials: int = 0
    seconds: float = 0.0

    @property
    def verdict(self) -> Kind:
        """The gravest of all that is said of it; targets that hold leave identical answers identical."""
        kinds: list[Kind] = [answer.verdict for answer in self.answers]
        kinds += [target.verdict for target in self.targets if target.verdict != "holds"]
        if self.faults:
            kinds.append("broken")
        if self.missing:
            kinds.append("no baseline")
        return worst(kinds)


@dataclass(frozen=True)
class CheckVerdict:
    """A whole run of `simlab check`."""

    scenarios: Sequence[ScenarioVerdict]
    alpha: float = 0.001
    seed: int | None = None  # of a nightly run
    interrupted: bool = False
    targets_only: bool = False
    notes: Sequence[str] = ()

    @property
    def verdict(self) -> Kind:
        """The gravest of the scenarios'."""
        return worst(one.verdict for one in self.scenarios)

    @property
    def exit_code(self) -> int:
        """0 all hold, 1 something is broken, 3 undecided, 4 a baseline is missing or of something else."""
        return EXIT_CODES[self.verdict]
