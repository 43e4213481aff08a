"""The progress of a run is kept as it goes, so that the same command goes on after any end, and more trials can follow.

What is done of a case is always its trials from 0 up to some number, and a row depends on its address only; so going on
from their tally gives what an uninterrupted run gives, bit for bit.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from simlab.runs.batches import Begun, Sampler
from simlab.runs.durable import cannot_keep
from simlab.runs.progress_files import ENOUGH, NOW, CaseState, KeptProgress, ProgressFiles
from simlab.runs.ready import sampler_of
from simlab.runs.results import CaseRun, identity
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario
from simlab.stats.sealed import Damaged
from simlab.stats.tally import Tally

if TYPE_CHECKING:
    from simlab.runs.kept_rows import KeptRows

SECONDS = 5  # between two writes; with a range of trials and the writing of a large tally that stays below ten


@dataclass(frozen=True)
class OpenCase:
    """A case that goes on: its number, what is done of it, and since when, as if it had never been interrupted."""

    number: int
    begun: Begun[Tally]
    since: float


@dataclass(frozen=True)
class Plan:
    """How far a run shall go: so many trials of each case; or what its stages follow, if a precision decides."""

    trials: int
    stages: Mapping[str, Any] | None = None


class Keeper:
    """Keeps one run's progress in a folder that this process holds, while the run goes on inside a `with` block.

    `say` is told where the run goes on. Raises ScenarioError for progress that is damaged, or of another run that is
    not finished.
    """

    def __init__(self, scenario: Scenario, plan: Plan, out: Path, keep_rows: bool, say: Callable[[str], None]):
        self.scenario, self.plan, self.say, self.out = scenario, plan, say, out
        self.files = ProgressFiles(out)
        self.progress = self._progress(keep_rows)
        self.rows = self._rows() if keep_rows else None
        self._open: OpenCase | None = None
        self._complete = 0
        self._settled = True  # not while a case goes on, or is being put away
        self._size = sum(state.size for state in self.progress.loose.values())
        self._written = time.monotonic()

    def _progress(self, keep_rows: bool) -> KeptProgress:
        scenario = self.scenario
        asked = [[one.name, one.kind, one.expression, one.given] for one in scenario.questions]
        whose = {"cases": cases_id(scenario), "seed": scenario.seed, "rng": scenario.rng, "questions": asked}
        anew = KeptProgress(whose | {"stages": self.plan.stages}, rows=[] if keep_rows else None)
        kept = self.files.read()
        if kept is None:
            return anew
        if kept.identity.get("cases") != whose["cases"]:
            message = "holds progress of another scenario, of other rules, or of these cases in another order"
            message += "; choose another folder, or remove it"
            raise ScenarioError([Problem(message, str(self.files.folder / NOW))])
        differs = difference(kept, anew, self.plan)
        if differs:
            message = f"{differs}; choose another folder, or remove {self.files.folder} to begin again"
            raise ScenarioError([Problem(message, key=f"--out {self.out}")])
        kept.identity = anew.identity
        return kept

    def _rows(self) -> "KeptRows":
        from simlab.runs.kept_rows import KeptRows  # pyarrow takes a while to load

        return KeptRows(self.out, self.progress.rows or [])

    def __enter__(self) -> Self:
        """Begin: from here on the folder belongs to this run."""
        told = where(self.progress, self.plan, len(self.scenario.cases))
        if told:
            self.say(f"{self.out}: {told}")
        self.progress.finished = False
        self._write()
        if self.rows is not None:
            self.rows.drop_others()
        return self

    def __exit__(self, kind: type | None, *error: object) -> None:
        """Keep all that is done; after an error in the middle that may be torn, and what was kept before is whole."""
        if kind is None and self._settled:
            self.progress.finished = self._complete == len(self.scenario.cases)
            self._write()

    def begun(self, number: int, sampler: Sampler, taken: float = 0.0) -> Begun[Tally]:
        """Where a case goes on that has `taken` so many seconds; raises ScenarioError for a tally that is not its."""
        self._settled = False
        state = self.progress.state(number)
        rows = (
            None
            if self.rows is None
            else self.rows.of_case(number, sampler, 0 if state is None else state.tally.trials)
        )
        tally = sampler.empty_tally() if rows is None else rows.empty_total()
        ends = []
        if state is not None:
            self.progress.filed.pop(number, None)
            try:
                tally, ends = tally.restored(state.tally), list(state.ends)
            except Damaged as error:
                raise self.files.damaged(NOW, error) from None
        begun = Begun(tally, sampler if rows is None else rows, ends, self._keep)
        before = 0.0 if state is None else state.seconds
        self._open = OpenCase(number, begun, time.perf_counter() - taken - before)
        return begun

    def finished(self, complete: bool) -> float:
        """The case that has begun is done, or was interrupted; the seconds that it took in all."""
        state = self._state()
        self._open = None
        self._complete += complete
        self.progress.loose[state.number] = state
        if self.rows is not None:
            self.rows.end_case()
        self._size += state.size
        if self._size > ENOUGH:
            self._size = 0
            self._guarded(lambda: self.files.file_loose(self.progress, state.number))
        self._write_in_time()
        self._settled = True
        return state.seconds

    def trials_of(self, number: int) -> int:
        """How many trials of a case there are already."""
        state = self.progress.state(number)
        return 0 if state is None else state.tally.trials

    def whole(self, number: int, done: CaseRun) -> CaseRun:
        """A case all of whose missing trials were made at once, with those that there were before."""
        assert done.tally is not None
        begun = self.begun(number, sampler_of(self.scenario, done.case), done.seconds)
        begun.tally.merge(done.tally)
        return replace(done, tally=begun.tally, seconds=self.finished(True))

    def _keep(self, tally: Tally) -> None:
        self._write_in_time()

    def _write_in_time(self) -> None:
        if time.monotonic() - self._written >= SECONDS:
            self._write()

    def _write(self) -> None:
        if self._open is not None:
            state = self._state()
            self.progress.loose[state.number] = state
        if self.rows is not None:
            self.progress.rows = self.rows.closed()
        self._guarded(lambda: self.files.write(self.progress))
        self._written = time.monotonic()

    def _guarded(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            raise cannot_keep(self.out, error) from None

    def _state(self) -> CaseState:
        """How far the case is that has begun."""
        assert self._open is not None
        begun, seconds = self._open.begun, time.perf_counter() - self._open.since
        return CaseState(self._open.number, tuple(begun.ends), seconds, begun.tally.state())


def cases_id(scenario: Scenario) -> str:
    """Sha256 of the ids of all cases in their order."""
    return hashlib.sha256(" ".join(identity(case) for case in scenario.cases).encode()).hexdigest()


def difference(kept: KeptProgress, mine: KeptProgress, plan: Plan) -> str:
    """Why a run cannot go on from what is kept of the same cases; nothing if it can."""
    before, now = kept.identity, mine.identity
    for name, what in (("seed", "seed"), ("rng", "generator")):
        if before.get(name) != now[name]:
            return f"holds a run with {what} {before.get(name)}, not {now[name]}"
    if (kept.rows is None) != (mine.rows is None):
        return f"holds a run that was begun with{'out' if kept.rows is None else ''} --keep-rows; go on like that"
    states = [*kept.filed.values(), *kept.loose.values()]
    other_questions = before.get("questions") != now["questions"]
    if other_questions and any(state.tally.kind == "histograms" for state in states):
        return "holds a run with other questions, and too many different outcomes to answer new ones"
    if plan.stages is not None and before.get("stages") is None:
        return "holds a run of a number of trials, and not to a precision"
    if plan.stages is not None and (other_questions or before.get("stages") != now["stages"]):
        return "holds a run to another precision, or with other questions"
    most = max((state.tally.trials for state in states), default=0)
    if most > plan.trials:
        return f"holds {most:,} trials already, more than {plan.trials:,}"
    return ""


def where(progress: KeptProgress, plan: Plan, cases: int) -> str:
    """Where a run goes on, in words; nothing if it begins."""
    done = {number: state.tally.trials for number in range(cases) if (state := progress.state(number)) is not None}
    if not any(done.values()):
        return ""
    if plan.stages is not None and progress.finished:
        return "is finished: all is there already"
    if plan.stages is not None:
        last = max(done)
        place = f"case {last + 1} of {cases}, " if cases > 1 else ""
        return f"continues at {place}{done[last]:,} trials"
    behind = next((number for number in range(cases) if done.get(number, 0) < plan.trials), None)
    if behind is None:
        return f"all {plan.trials:,} trials are there already"
    place = f"case {behind + 1} of {cases}, " if cases > 1 else ""
    return f"continues at {place}{done.get(behind, 0):,} of {plan.trials:,} trials"
