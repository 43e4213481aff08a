"""A tournament: every policy in every seat that it can play, block by block on the same dice."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from simlab.contract import Case
from simlab.runs.batches import Sampler
from simlab.runs.cautions import caution_questions, table_warnings
from simlab.runs.one_case import one_number
from simlab.runs.seating import Entrants, Table, Winner, entrants, table_cases, winner_of
from simlab.runs.tables import Dice, Tables, ranks_of
from simlab.runs.waiting import Waiting
from simlab.runs.workers import Backend, Workers
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.file import MOST_TRIALS
from simlab.scenario.scenario import Scenario
from simlab.stats.finishes import MOST_CELLS, TableResults, finishes

MANY_TABLES = 100  # more have to be meant
LEAST_BLOCKS = 2  # of which a mean has an error


@dataclass(frozen=True)
class Play:
    """How much is played, by whom, and shown: blocks (None: the scenario's trials), workers, confidence."""

    blocks: int | None = None
    jobs: int | None = None
    confidence: float = 0.95
    waiting: Waiting = field(default_factory=Waiting)
    backend: Backend = "threads"
    scheduler: str | None = None

    @property
    def workers(self) -> Workers:
        """Who plays. Raises ScenarioError."""
        return Workers(self.jobs, self.backend, self.scheduler)

    def dice(self, scenario: Scenario, least: int) -> Dice:
        """The blocks to play; raises ScenarioError if they are too few, or a precision is asked for in their place."""
        why = "tables are played for a number of blocks, not to a precision;"
        blocks = one_number(scenario, self.blocks, why)
        if not least <= blocks <= MOST_TRIALS:
            message = f"blocks of all tables are played here; it takes {least} or more"
            raise ScenarioError([Problem(message, key="trials", value=blocks)])
        return Dice(scenario.rng, scenario.seed, blocks)


@dataclass(frozen=True)
class Tournament:
    """Played tables. `results` has the numbers of `entrants.rated` in its seats."""

    scenario: Scenario
    entrants: Entrants
    tables: tuple[Table, ...]
    cases: tuple[Case, ...]
    winner: Winner
    results: TableResults
    seconds: float
    confidence: float
    complete: bool
    warnings: Sequence[tuple[str, str]] = ()  # of tables, by who sits there

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in their order."""
        return tuple(self.entrants.seats)


@dataclass(frozen=True)
class Schedule:
    """A tournament that can be played: everything about it has been checked."""

    scenario: Scenario
    entrants: Entrants
    tables: tuple[Table, ...]
    cases: tuple[Case, ...]
    winner: Winner
    dice: Dice


def schedule(scenario: Scenario, policies: Sequence[str] | None, play: Play, many_tables: bool = False) -> Schedule:
    """Check a tournament and set up its tables; `policies` None: all that can play. Raises ScenarioError."""
    who = entrants(scenario, policies)
    refuse_size(scenario, who, many_tables)
    tables = tuple(who.tables())
    winner = winner_of(scenario.cases[0])
    cases = tuple(table_cases(scenario, [who.players(table) for table in tables]))
    return Schedule(scenario, who, tables, cases, winner, play.dice(scenario, LEAST_BLOCKS))


def refuse_size(scenario: Scenario, who: Entrants, many_tables: bool) -> None:
    """Raises ScenarioError for fewer than two tables, more than can be counted, or more than one may have meant."""
    count = who.table_count
    most = MOST_CELLS // len(finishes(len(who.seats), True).ranks)
    most = most if who.everywhere else most // len(who.seats)  # strengths within seats rotate the tables
    message = ""
    if count < 2:
        message = f"only {', '.join(who.policies)} would play; a tournament takes two policies for a seat"
    elif count > most:
        message = f"{count:,} tables, more than the {most:,} that can be counted; pick some with --policies"
    elif count > MANY_TABLES and not many_tables:
        message = f"{count:,} tables, more than {MANY_TABLES}; pick some with --policies, or say --yes if you mean it"
    if message:
        raise ScenarioError([Problem(message, scenario.file)])


def play_tournament(ready: Schedule, play: Play) -> Tournament:
    """Play all tables; interrupted, what was done until then. Raises KeyboardInterrupt if that is next to nothing."""
    names, seats = ready.entrants.rated, tuple(ready.entrants.seats)
    everywhere = ready.entrants.everywhere
    sat = [[names.index((p, None if everywhere else s)) for s, p in zip(seats, table)] for table in ready.tables]
    results, tables = TableResults(np.array(sat), True), Tables(ready.cases, ready.winner)
    first = next((case for case in ready.cases if case.model.prepares(case)), ready.cases[0])
    with play.waiting.preparing(first):
        Sampler(first, ready.dice.rng, ready.dice.seed, {}).rows(0, 1)
    met = np.zeros((len(ready.cases), len(caution_questions(first))), np.int64)
    begin, games = time.perf_counter(), ready.dice.blocks * len(ready.cases)
    with play.waiting.progress(ready.scenario.title, games) as progress:
        for winners, cautioned in tables.blocks(ready.dice, play.workers, progress):
            results.add(ranks_of(winners, len(seats)))
            met += cautioned
    if results.blocks < LEAST_BLOCKS:
        raise KeyboardInterrupt
    seconds, complete = time.perf_counter() - begin, results.blocks == ready.dice.blocks
    played = (ready.scenario, ready.entrants, ready.tables, ready.cases, ready.winner, results)
    warnings = table_warnings(ready.cases, met, results.blocks)
    return Tournament(*played, seconds, play.confidence, complete, warnings)
