"""All shipped scenarios against their baselines: identical, and on other random numbers they hold."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from simlab.cli import main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def says(monkeypatch):
    """The JSON of a check of all scenarios, from the project's folder."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def of(*words):
        done = CliRunner().invoke(main, ["check", "scenarios", "--json", "--quiet", *words])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    return of


@pytest.mark.slow
def test_shipped_scenarios_are_identical(says):
    result = says()
    assert result["verdict"] == "identical" and len(result["scenarios"]) == len(list(ROOT.glob("reports/baseline/*")))
    assert {answer["verdict"] for one in result["scenarios"] for answer in one["answers"]} == {"identical"}
    assert result["notes"] == [] and all(one["notes"] == [] for one in result["scenarios"])


@pytest.mark.slow
def test_shipped_scenarios_hold_on_other_random_numbers(says):
    result = says("--nightly", "--seed", "20")
    assert result["verdict"] == "holds" and result["notes"] == []
    answers = [answer for one in result["scenarios"] for answer in one["answers"]]
    assert all(answer["resolution"] is not None and answer["bound"] is None for answer in answers)
