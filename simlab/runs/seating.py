"""Who may sit where in a tournament, the tables that come of it, and where their winner stands."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

import numpy as np

from simlab.contract import Case, Player
from simlab.runs.one_case import several_cases
from simlab.scenario.errors import Problem, ScenarioError, no_such
from simlab.scenario.scenario import Scenario

WINNER = "winner"
NOBODY = "none"  # what 0 stands for in a column of seat numbers
ALL_ORDERS = 3  # tables of so many seats are played in all orders, larger ones in all rotations

Table = tuple[str, ...]  # the policy in each seat, in the order of the seats


@dataclass(frozen=True)
class Entrants:
    """The policies of a tournament: seat -> policy -> the player that it is there, with all parameters."""

    seats: Mapping[str, Mapping[str, Player]]

    @property
    def policies(self) -> tuple[str, ...]:
        """All policies, each once, in the order of the game."""
        return tuple(dict.fromkeys(name for able in self.seats.values() for name in able))

    @property
    def everywhere(self) -> bool:
        """True if every policy plays every seat."""
        return all(set(able) == set(self.policies) for able in self.seats.values())

    @property
    def rated(self) -> tuple[tuple[str, str | None], ...]:
        """What gets a strength: a policy, or a policy in its seat where not every policy plays every seat."""
        if self.everywhere:
            return tuple((name, None) for name in self.policies)
        return tuple((name, seat) for seat, able in self.seats.items() for name in able)

    def players(self, table: Table) -> dict[str, Player]:
        """Each seat's player at a table."""
        return {seat: able[name] for (seat, able), name in zip(self.seats.items(), table)}

    @property
    def table_count(self) -> int:
        """How many tables there are."""
        count, seats = len(self.policies), len(self.seats)
        if self._different:
            orders = math.factorial(seats) if seats <= ALL_ORDERS else seats
            return math.comb(count, seats) * orders
        return math.prod(len(able) for able in self.seats.values())

    @property
    def _different(self) -> bool:
        return self.everywhere and 2 < len(self.seats) <= len(self.policies)

    def tables(self) -> list[Table]:
        """The tables of a block.

        All seatings that are possible; for three seats or more that everybody plays, and as many policies, every set
        of different policies in all orders (three seats) or all rotations.
        """
        if not self._different:
            return list(product(*self.seats.values()))
        chosen = combinations(self.policies, len(self.seats))
        return [table for names in chosen for table in _orders(names)]


def _orders(names: Table) -> list[Table]:
    if len(names) <= ALL_ORDERS:
        return list(permutations(names))
    return [names[turn:] + names[:turn] for turn in range(len(names))]


def entrants(scenario: Scenario, picked: Sequence[str] | None = None) -> Entrants:
    """Those who can play, or those picked of them, with the parameters that `[policies]` gives. Raises ScenarioError.

    A sweep over the names of a seat's policies says which of them play that seat.
    """
    game, model, file = scenario.game, scenario.model, scenario.file
    if len(model.policies) < 2:
        raise ScenarioError(
            [Problem(f"{game.name} {model.name} has no seats for policies to play against each other", file)]
        )
    known = _named_players(scenario)
    names = [name for name, policy in game.policies.items() if set(policy.seats) & set(model.policies)]
    for name in picked or ():
        if name not in names:
            raise ScenarioError([Problem(no_such(f"policy of {game.name} {model.name}", name, names), key=name)])
    swept = {path.split(".")[1] for case in scenario.cases for path in case.point}
    seats = {}
    for seat in known:
        able = [name for name in names if seat in game.policies[name].seats]
        wanted = list(dict.fromkeys(picked)) if picked else list(known[seat]) if seat in swept else able
        seats[seat] = {name: _player(scenario, known, seat, name) for name in wanted if name in able}
        if not seats[seat]:
            message = f"none of them plays the {seat} seat. There are: {', '.join(able)}"
            raise ScenarioError([Problem(message, key=f"--policies {','.join(picked or ())}")])
    return Entrants(seats)


def by_situation(scenario: Scenario) -> list[Scenario]:
    """One scenario for each point of the sweep beside that over players, who are what a tournament is about."""
    situations: dict[str, list[Case]] = {}
    for case in scenario.cases:
        players = {path: value for path, value in case.point.items() if path.startswith("policies.")}
        others = {path: value for path, value in case.point.items() if path not in players}
        name = ", ".join(f"{path.split('.', 1)[-1]} = {value}" for path, value in others.items())
        situations.setdefault(name, []).append(replace(case, point=players))
    return [
        replace(scenario, cases=tuple(cases), title=f"{scenario.title}: {name}" if name else scenario.title)
        for name, cases in situations.items()
    ]


def _named_players(scenario: Scenario) -> dict[str, dict[str, Player]]:
    """Seat -> policy -> player, as `[policies]` and a sweep over it say."""
    written = dict(scenario.content.get("policies", {}))
    known: dict[str, dict[str, Player]] = {seat: {} for seat in scenario.cases[0].seats}
    for case in scenario.cases:
        for path in case.point:
            if not path.startswith("policies."):
                raise ScenarioError([several_cases(scenario, "a tournament is", path, "choose one,")])
        for seat, sat in known.items():
            player, swept = case.players[seat], any(path.split(".")[1] == seat for path in case.point)
            if (seat in written or swept) and sat.setdefault(player.policy, player) != player:
                message = f"{player.policy} has several parameters; a tournament knows one {player.policy} a seat"
                raise ScenarioError([Problem(message, scenario.file, key=f"policies.{seat}")])
    return known


def _player(scenario: Scenario, known: Mapping[str, Mapping[str, Player]], seat: str, name: str) -> Player:
    """A policy as it plays a seat: as written for the seat, else as for another seat, else with its defaults."""
    if name in known[seat]:
        return known[seat][name]
    elsewhere = {place: players[name] for place, players in known.items() if name in players}
    found = list(elsewhere.values())
    if any(player != found[0] for player in found):
        message = f"{name} is different in {' and '.join(elsewhere)}, so say what it is in {seat}"
        raise ScenarioError([Problem(message, scenario.file, key=f"policies.{seat}")])
    return found[0] if found else Player(name, scenario.game.policies[name].parameters())


@dataclass(frozen=True)
class Winner:
    """Where an outcome row tells who has won: its column, and for each of its values the seat, or k for all of them."""

    column: int
    seats: np.ndarray
    others: tuple[str, ...]

    @property
    def ties(self) -> bool:
        """Whether there are values that are no seat: ties, of all seats alike."""
        return bool(self.others)

    def of(self, rows: np.ndarray) -> np.ndarray:
        """(trials,) int8: the seat that has won, k where no seat alone has."""
        return self.seats[rows[:, self.column]]


def winner_of(case: Case) -> Winner:
    """The column `winner`: names of seats and of ties, or the seat's number, 0 for nobody. Raises ScenarioError."""
    seats = case.seats
    for place, column in enumerate(case.columns):
        if column.name != WINNER:
            continue
        names = column.names or (NOBODY, *seats)
        if set(seats) <= set(names):
            codes = [seats.index(name) if name in seats else len(seats) for name in names]
            return Winner(place, np.array(codes, np.int8), tuple(name for name in names if name not in seats))
    message = f"has no outcome column `{WINNER}` with the names of its seats: {', '.join(seats)}"
    raise ScenarioError([Problem(f"{case.game.name} {case.model.name} {message}")])


def table_cases(scenario: Scenario, tables: Sequence[Mapping[str, Player]]) -> list[Case]:
    """The case of each table, given its players. Raises ScenarioError with the faults of a table."""
    first = scenario.cases[0]
    given = {path: value for path, value in first.set.items() if path not in first.point}
    cases = [replace(first, players={**first.players, **players}, point={}, set=given) for players in tables]
    if problems := list(_faults(scenario, cases)):
        raise ScenarioError(problems)
    return cases


def _faults(scenario: Scenario, cases: Sequence[Case]) -> Iterator[Problem]:
    for case in cases:
        for fault in case.model.faults(case):
            names = ", ".join(case.players[seat].policy for seat in case.seats)
            key = ".".join(str(part) for part in fault.path)
            yield Problem(f"{fault.message}, at the table of {names}", scenario.file, key=key, item=fault.item)
