"""What a search came to, as the record, table and figure that are printed and kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from simlab.runs.find import Found, Probe
from simlab.runs.results import assumptions, scenario_record
from simlab.runs.searches import search_id
from simlab.scenario.scenario import Scenario
from simlab.stats.rounding import finite


@dataclass(frozen=True)
class SearchResult:
    """A search of a scenario of one case; all its probes hold together with the confidence."""

    scenario: Scenario
    found: Found
    confidence: float

    @cached_property
    def record(self) -> dict[str, Any]:
        """The contract of `find --json`, and more beside it. The id is that of the case without what is searched."""
        scenario, found, search, warned = self.scenario, self.found, self.found.search, self.found.warnings
        case, number = scenario.cases[0], search_id(scenario, search)
        case = replace(case, set={path: value for path, value in case.set.items() if path != search.path})
        return {
            "scenario": scenario_record(scenario, case, number),
            "ids": [number],
            "path": search.path,
            "question": search.question,
            "reach": search.reach,
            "answer": found.answer,
            "kind": found.kind if found.complete else None,
            "bracket": dict(zip(("below", "reaches"), found.bracket)),
            "rises": found.rises,
            "monotone": "proven" if found.proven else "not contradicted",
            "statistic": "probability" if search.percent else "mean",
            "zone": search.zone,
            "range": [search.low, search.high],
            "most_trials": search.trials,
            "confidence": self.confidence,
            "seed": scenario.seed,
            "complete": found.complete,
            "probed": [probe_record(probe) for probe in found.probed],
            "assumptions": assumptions(case),
            **({"warnings": [{"case": name, "warning": text} for name, text in warned]} if warned else {}),
        }

    @cached_property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """What was probed, a row a value."""
        return {"probed": pd.DataFrame([asdict(probe) for probe in self.found.probed])}

    def plot(self) -> dict:
        """The search's figure (matplotlib), by file name stem."""
        from simlab.report.find_plot import Searched, draw_search

        scenario, found, search = self.scenario, self.found, self.found.search
        sampled = [probe.trials for probe in found.probed if probe.trials is not None]
        how = f"{sum(sampled):,} trials, seed {scenario.seed}" if sampled else "exact"
        question = next(question for question in scenario.questions if question.name == search.question)
        searched = Searched(
            title=scenario.title,
            about=scenario.about,
            question=search.question,
            note=question.expression + (f", given {question.given}" if question.given else ""),
            path=search.path.split(".", 1)[-1],
            reach=search.reach,
            zone=search.zone if sampled else 0.0,
            percent=search.percent,
            answer=found.answer,
            probed=self.tables["probed"],
            confidence=self.confidence,
            footer=f"{scenario.game.title} · {scenario.model.name} · {how} · simlab",
        )
        return {"find": draw_search(searched)}


def probe_record(probe: Probe) -> dict[str, Any]:
    """A probe for programs; what is not known is None."""
    limits = {name: finite(getattr(probe, name)) for name in ("estimate", "low", "high")}
    return {"value": probe.value, **limits, "exact": probe.exact, "trials": probe.trials, "side": probe.side}
