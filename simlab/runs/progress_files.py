"""What has been done of a run, as files in the folder `progress`: sealed, and replaced as a whole.

`now.simlab` is what counts: it holds the case that is going on, the last finished ones, and the names and checksums of
the files `cases-0.simlab` and so on with those before. A file that it does not name was not finished and is ignored.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simlab.runs.durable import write_durably
from simlab.scenario.errors import Problem, ScenarioError
from simlab.stats.sealed import Damaged, sealed, unsealed
from simlab.stats.tally_state import TallyState

FOLDER, NOW = "progress", "now.simlab"
CASES = re.compile(r"cases-([0-9]{1,9})\.simlab")
WHAT = "progress of a run"
ENOUGH = 4_000_000  # bytes of finished cases, or so, that get a file of their own


@dataclass(frozen=True)
class CaseState:
    """How far a case is: its tally, the ends of its stages, and the seconds that it took."""

    number: int
    ends: tuple[int, ...]
    seconds: float
    tally: TallyState

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return 200 + sum(array.nbytes for array in self.tally.arrays.values())


@dataclass(frozen=True)
class CasesFile:
    """A file of finished cases, as `now.simlab` names it."""

    name: str
    sha256: str
    numbers: frozenset[int]


@dataclass
class KeptProgress:
    """All that is kept: whose it is, whether the run is finished, its cases by number, and the parts of its rows.

    `filed` cases are in `files`, `loose` ones in `now.simlab`, whose word is the later one.
    `rows` is None of a run without rows.
    """

    identity: Mapping[str, Any]
    finished: bool = False
    loose: dict[int, CaseState] = field(default_factory=dict)
    filed: dict[int, CaseState] = field(default_factory=dict)
    files: list[CasesFile] = field(default_factory=list)
    rows: list[dict[str, Any]] | None = None

    def state(self, number: int) -> CaseState | None:
        """How far a case is; None if it has not begun."""
        return self.loose.get(number) or self.filed.get(number)

    def forget_replaced(self) -> None:
        """Drop files all of whose cases are in later ones, or in `now.simlab`."""
        newer, left = set(self.loose), []
        for one in reversed(self.files):
            if not one.numbers <= newer:
                left.append(one)
            newer |= one.numbers
        self.files = left[::-1]


class ProgressFiles:
    """The files of one run's progress, below the folder that it is kept in."""

    def __init__(self, out: Path):
        self.folder = out / FOLDER

    def read(self) -> KeptProgress | None:
        """What is kept; None if nothing is. Raises ScenarioError, naming the file, for one that is damaged."""
        if not (self.folder / NOW).exists():
            return None
        facts, arrays = self._opened(NOW)
        try:
            named = [(str(name), str(sha256)) for name, sha256 in facts["files"]]
            progress = KeptProgress(dict(facts["identity"]), bool(facts["finished"]), rows=parts_of(facts["rows"]))
            progress.loose = unpacked_cases(facts, arrays)
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise self.damaged(NOW, f"it holds no progress: {error!r}") from None
        for name, sha256 in named:
            if not CASES.fullmatch(name):
                raise self.damaged(NOW, f"it names a file {name!r}")
            cases = self._cases_of(name, sha256)
            progress.files.append(CasesFile(name, sha256, frozenset(cases)))
            progress.filed |= cases
        return progress

    def write(self, progress: KeptProgress) -> None:
        """Keep what is done, and remove files that are not needed any more. Raises OSError."""
        progress.forget_replaced()
        self.folder.mkdir(exist_ok=True)
        files = [[one.name, one.sha256] for one in progress.files]
        head = {"identity": progress.identity, "finished": progress.finished, "files": files, "rows": progress.rows}
        facts, arrays = packed_cases(progress.loose.values())
        write_durably(self.folder / NOW, sealed({"what": WHAT, **head, **facts}, arrays))
        for path in self._cases_files():
            if path.name not in {one.name for one in progress.files}:
                path.unlink(missing_ok=True)

    def file_loose(self, progress: KeptProgress, last: int) -> None:
        """Put the loose cases into a file of their own, which counts once `write` has named it. Raises OSError.

        Those after the `last` one that is done will still be asked for.
        """
        self.folder.mkdir(exist_ok=True)
        facts, arrays = packed_cases(progress.loose.values())
        content = sealed({"what": WHAT, **facts}, arrays)
        # Names are not used again: what `now.simlab` says until then may be about a file of that name.
        name = f"cases-{max(map(number_of, self._cases_files()), default=-1) + 1}.simlab"
        write_durably(self.folder / name, content)
        progress.files.append(CasesFile(name, hashlib.sha256(content).hexdigest(), frozenset(progress.loose)))
        progress.filed |= {number: state for number, state in progress.loose.items() if number > last}
        progress.loose = {}

    def _cases_files(self) -> list[Path]:
        return [path for path in self.folder.glob("cases-*.simlab") if CASES.fullmatch(path.name)]

    def damaged(self, name: str, why: object) -> ScenarioError:
        """The complaint about a file."""
        message = f"damaged, so nothing can go on from it: {why}; put it back, or remove {self.folder} to begin again"
        return ScenarioError([Problem(message, str(self.folder / name))])

    def _opened(self, name: str, sha256: str | None = None) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        try:
            content = (self.folder / name).read_bytes()
            if sha256 is not None and hashlib.sha256(content).hexdigest() != sha256:
                raise Damaged(f"it is not the file that {NOW} names")
            facts, arrays = unsealed(content)
            if facts.get("what") != WHAT:
                raise Damaged("it holds something else")
        except FileNotFoundError:
            raise self.damaged(name, f"it is missing, but {NOW} names it") from None
        except OSError as error:
            raise self.damaged(name, error.strerror) from None
        except (Damaged, AttributeError) as error:
            raise self.damaged(name, error) from None
        return facts, arrays

    def _cases_of(self, name: str, sha256: str) -> dict[int, CaseState]:
        facts, arrays = self._opened(name, sha256)
        try:
            return unpacked_cases(facts, arrays)
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise self.damaged(name, f"it holds no cases: {error!r}") from None


def packed_cases(cases: Iterable[CaseState]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Cases as facts and arrays; what their tallies have in common is said once."""
    shared: dict[tuple, int] = {}
    facts: list[dict[str, Any]] = []
    arrays: dict[str, np.ndarray] = {}
    for place, case in enumerate(cases):
        alike = shared.setdefault((case.tally.columns, case.tally.measures), len(shared))
        head = {"number": case.number, "ends": case.ends, "seconds": case.seconds}
        facts.append(head | {"kind": case.tally.kind, "trials": case.tally.trials, "tally": alike})
        arrays |= {f"{place} {name}": array for name, array in case.tally.arrays.items()}
    return {"cases": facts, "tallies": list(shared)}, arrays


def unpacked_cases(facts: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> dict[int, CaseState]:
    """The cases by number. Raises LookupError, TypeError or ValueError for facts that are none of cases."""
    apart: list[dict[str, np.ndarray]] = [{} for _ in facts["cases"]]
    for key, array in arrays.items():
        place, _, name = key.partition(" ")
        apart[int(place)][name] = array
    cases = {}
    for one, own in zip(facts["cases"], apart):
        columns, measures = facts["tallies"][one["tally"]]
        tally = TallyState.of(one | {"columns": columns, "measures": measures}, own)
        ends = tuple(int(end) for end in one["ends"])
        cases[int(one["number"])] = CaseState(int(one["number"]), ends, float(one["seconds"]), tally)
    return cases


def parts_of(rows: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
    """The parts of kept rows. Raises LookupError, TypeError or ValueError for what names none."""
    if rows is None:
        return None
    return [{"name": str(one["name"]), "rows": int(one["rows"]), "sha256": str(one["sha256"])} for one in rows]


def number_of(path: Path) -> int:
    """The number in the name of a file of finished cases."""
    found = CASES.fullmatch(path.name)
    return int(found[1]) if found else -1
