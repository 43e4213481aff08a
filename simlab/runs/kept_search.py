"""A search kept in a folder: find.json, probed.csv, and the plot of what was probed."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from simlab.runs.find import Found
from simlab.runs.kept import check_writable, replaced
from simlab.runs.searches import Search, search_id
from simlab.scenario.errors import Problem, ScenarioError
from simlab.scenario.scenario import Scenario


def refuse_other_search(scenario: Scenario, search: Search, out: str) -> None:
    """Make the folder; raises ScenarioError if it cannot be written, or holds anything but an earlier such search."""
    folder = Path(out)
    check_writable(folder)
    held = {path.name for path in folder.iterdir()}
    if not held:
        return
    try:
        kept = json.loads((folder / "find.json").read_text(encoding="utf-8"))
        same = kept["ids"] == [search_id(scenario, search)]
    except (OSError, ValueError, LookupError, TypeError):
        same = False
    if not same:
        raise ScenarioError(
            [Problem("holds something else; choose another folder, or remove this one", key=f"--out {out}")]
        )


def save_search(scenario: Scenario, found: Found, confidence: float, content: dict[str, Any], out: str) -> list[str]:
    """Write the files; returns their names."""
    from simlab.report.find_plot import Searched, draw_search
    from simlab.report.plots import save

    folder, search = Path(out), found.search
    table = pd.DataFrame([asdict(probe) for probe in found.probed])
    sampled = [probe.trials for probe in found.probed if probe.trials is not None]
    how = f"{sum(sampled):,} trials, seed {scenario.seed}" if sampled else "exact"
    question = next(question for question in scenario.questions if question.name == search.question)
    figure = draw_search(
        Searched(
            title=scenario.title,
            about=scenario.about,
            question=search.question,
            note=question.expression + (f", given {question.given}" if question.given else ""),
            path=search.path.split(".", 1)[-1],
            reach=search.reach,
            zone=search.zone if sampled else 0.0,
            percent=search.percent,
            answer=found.answer,
            probed=table,
            confidence=confidence,
            footer=f"{scenario.game.title} · {scenario.model.name} · {how} · simlab",
        )
    )
    try:
        with replaced(folder / "probed.csv") as beside:
            table.to_csv(beside, index=False)
        figures = save(figure, folder, "find")
        with replaced(folder / "find.json") as beside:
            beside.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise ScenarioError([Problem(f"cannot write there: {error.strerror}", key=f"--out {out}")]) from None
    return ["find.json", "probed.csv", *(path.name for path in figures)]
