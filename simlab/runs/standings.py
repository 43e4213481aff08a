"""What a tournament comes to, as the records that tables, files, plots and JSON are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from simlab.contract import Player
from simlab.runs.results import assumptions, scenario_record, tables_id
from simlab.runs.tournament import Tournament
from simlab.stats.matrix_game import equilibrium, value_bounds
from simlab.stats.ratings import ELO_PER_LOGIT, Ratings, rate
from simlab.stats.rounding import finite
from simlab.stats.win_shares import WinShare, fairness, pooled_share, seat_advantage, seat_shares, table_share
from simlab.stats.within_seats import rate_within

Record = dict[str, Any]


TABLES = ("matrix", "strengths", "seats")


@dataclass(frozen=True)
class Standings:
    """A tournament as it is printed and kept; seats are fair if their shares are within the margin of even."""

    played: Tournament
    margin: float

    @cached_property
    def record(self) -> Record:
        """The whole for JSON."""
        return record(self.played, self.margin)

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The matrix, the strengths and what each seat wins."""
        return {name: pd.DataFrame(self.record[name]) for name in TABLES}

    def plot(self) -> dict:
        """The tournament's figures (matplotlib), by file name stem."""
        from simlab.report.tournament_plots import tournament_figures

        return tournament_figures(self.record, self.played.scenario.game.title)

    def __repr__(self) -> str:
        played = self.played
        return (
            f"<Standings of {played.scenario.title!r}: {len(played.tables)} tables, {played.results.blocks:,} blocks>"
        )

    def _repr_html_(self) -> str:
        from simlab.runs.reports.notebook import tables_cell

        return tables_cell("tournament", self)


def record(played: Tournament, margin: float) -> Record:
    """The whole tournament for JSON; seats are fair if their shares are within the margin of even."""
    scenario, results, warned = played.scenario, played.results, played.warnings
    seats, number = seat_advantage(results, played.confidence), tables_id(played.cases)
    return {
        "scenario": scenario_record(scenario, played.cases[0], number),
        "ids": [number],
        "method": "monte_carlo",
        "trials": results.blocks,
        "tables": len(played.tables),
        "games": int(results.counts.sum()),
        "seed": scenario.seed,
        "seconds": played.seconds,
        "complete": played.complete,
        "confidence": played.confidence,
        "ties": tied_share(played),
        "policies": list(played.entrants.policies),
        "players": [player_record(seat, able[name]) for seat, able in played.entrants.seats.items() for name in able],
        "matrix": matrix(played),
        **strengths(played),
        "seats": [{"seat": seat} | share_record(share) for seat, share in zip(played.seats, seats)],
        "seat_verdict": {"verdict": fairness(seats, margin), "even": 1 / len(seats), "margin": margin},
        "value": value(played),
        "assumptions": assumptions(played.cases[0]),
        **({"warnings": [{"table": table, "warning": text} for table, text in warned]} if warned else {}),
    }


def player_record(seat: str, player: Player) -> Record:
    """A policy in a seat with its parameters."""
    return {"policy": player.policy, "seat": seat, "parameters": player.parameters.model_dump()}


def share_record(share: WinShare) -> Record:
    """A share of the win as the contract has it."""
    return {"win_share": share.estimate, "low": share.low, "high": share.high, "games": share.games}


def tied_share(played: Tournament) -> float:
    """The share of all games that no seat alone has won."""
    tied = (played.results.finishes.ranks == 1).all(axis=1)
    return float(played.results.counts[:, tied].sum() / played.results.counts.sum())


def matrix(played: Tournament) -> list[Record]:
    """The share of the win of policy `a` in `seat` against `b` in another one; `seat` null: over all seats alike.

    For two seats with policies of their own only the first seat's, as the other's is what is missing to 1.
    """
    own, seats = played.entrants, played.seats
    shown = seats if own.everywhere or len(seats) > 2 else seats[:1]
    rows = []
    for place, seat in enumerate(shown):
        for a in own.seats[seat]:
            others = dict.fromkeys(name for other in seats if other != seat for name in own.seats[other])
            rows += [row for b in others for row in entry(played, a, b, (place,))]
    if own.everywhere:
        every = tuple(range(len(seats)))
        rows += [row for a in own.policies for b in own.policies if a != b for row in entry(played, a, b, every)]
    return rows


def entry(played: Tournament, a: str, b: str, places: tuple[int, ...]) -> list[Record]:
    """One entry of the matrix, over the tables where `a` has one of the places and `b` another; none without any."""
    found = [
        (table, place)
        for table, names in enumerate(played.tables)
        for place in places
        if names[place] == a and b in (*names[:place], *names[place + 1 :])
    ]
    if not found:
        return []
    if len(found) == 1:
        share = table_share(played.results, *found[0], played.winner.ties, played.confidence)
    else:
        by_cell = np.zeros(played.results.counts.shape)
        for table, place in found:
            by_cell[table] += seat_shares(played.results.finishes)[:, place] / len(found)
        share = pooled_share(played.results, by_cell, played.confidence)
    return [{"a": a, "b": b, "seat": played.seats[places[0]] if len(places) == 1 else None} | share_record(share)]


def strengths(played: Tournament) -> Record:
    """Strengths of policies, or within each seat, strongest first, and how well they describe the pairs.

    The seats of a pair are null where policies are rated over all seats.
    """
    own, names = played.entrants, played.entrants.rated
    if own.everywhere:
        ratings = rate(played.results, played.confidence)
    else:
        groups = [[n for n, (_, seat) in enumerate(names) if seat == one] for one in played.seats]
        ratings = rate_within(played.results, groups, played.confidence)
    order = {seat: place for place, seat in enumerate(played.seats)}
    rows = [strength_record(ratings, number, *name) for number, name in enumerate(names)]
    rows.sort(key=lambda row: (order.get(row["seat"], 0), -sort_value(row)))
    pairs = ratings.pairs
    residuals = [
        {
            "a": names[a][0],
            "seat_a": names[a][1],
            "b": names[b][0],
            "seat_b": names[b][1],
            "observed": float(pairs.observed[a, b]),
            "expected": float(pairs.expected[a, b]),
            "residual": finite(pairs.residual[a, b]),
        }
        for a, b in zip(*np.triu_indices(len(names), 1))
        if pairs.played[a, b]
    ]
    fit: Record = {"chi_square": finite(pairs.chi_square), "freedom": pairs.freedom, "p_value": finite(pairs.p_value)}
    fit |= {"regularised": ratings.regularised, "pairs": residuals}
    return {"strengths": rows, "fit": fit}


def strength_record(ratings: Ratings, number: int, policy: str, seat: str | None) -> Record:
    """A strength in logits and Elo; without a limit the numbers are null and `unbounded` says on which side."""
    found = ratings.strengths
    value, low, high = (float(part[number]) for part in (found.values, found.low, found.high))
    side = None
    if ratings.unbounded[number]:
        side = "unknown" if np.isnan(value) else "above" if value > 0 else "below"
    logits = {"logit": finite(value), "low": finite(low), "high": finite(high)}
    elo = [None if number is None else float(number * ELO_PER_LOGIT) for number in logits.values()]
    named = dict(zip(("elo", "elo_low", "elo_high"), elo))
    return {"policy": policy, "seat": seat, **logits, **named, "unbounded": side}


def sort_value(row: Record) -> float:
    """Where a strength stands in the order."""
    side = {"above": np.inf, "below": -np.inf, "unknown": 0.0}
    return side[row["unbounded"]] if row["unbounded"] else row["logit"]


def value(played: Tournament) -> Record | None:
    """For two seats: what the first can be sure of, as its share of the win, if both mix their policies best.

    The limits are the values of the matrices of all lower and of all upper limits, which hold together (Bonferroni).
    """
    if len(played.seats) != 2:
        return None
    first, second = (list(able) for able in played.entrants.seats.values())
    alone = 1 - (1 - played.confidence) / (len(first) * len(second))
    found = {
        names: table_share(played.results, table, 0, played.winner.ties, alone)
        for table, names in enumerate(played.tables)
    }
    shares = [[found[a, b] for b in second] for a in first]
    estimate, low, high = (
        np.array([[getattr(share, part) for share in row] for row in shares]) for part in ("estimate", "low", "high")
    )
    solved, limits = equilibrium(estimate), value_bounds(low, high)
    mixed = ((played.seats[0], first, solved.rows), (played.seats[1], second, solved.columns))
    return {
        "seat": played.seats[0],
        "estimate": solved.value,
        "low": limits[0],
        "high": limits[1],
        "strategies": [
            {"seat": seat, "policy": name, "probability": float(chance) + 0.0}
            for seat, names, chances in mixed
            for name, chance in zip(names, chances)
        ],
        "unique": dict(zip(played.seats, (solved.rows_unique, solved.columns_unique))),
    }
