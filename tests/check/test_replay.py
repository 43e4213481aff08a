"""The replay: digests by hand, whatever the ranges and threads, and an end at once on Ctrl-C."""

import hashlib
import json
import os
import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import simlab
from simlab.check.replay import Replaying, as_bytes, replayed
from simlab.contract import Column
from simlab.runs.ready import ready_sampler
from simlab.runs.workers import Workers
from tests.check.conftest import SCENARIO
from tests.toy.coin_race import RACE

TRIALS = 41_500


@pytest.fixture
def race(toy):
    """The toy scenario and a sampler of it."""
    scenario = simlab.load(toy.file)
    return scenario, ready_sampler(scenario, scenario.cases[0], 1, None)


def test_digests_are_those_of_all_rows_at_once(race):
    scenario, sampler = race
    starts = range(0, TRIALS, 16_000)
    rows = np.concatenate([sampler.rows(start, min(16_000, TRIALS - start)).copy() for start in starts])
    found = replayed(sampler, scenario.questions, TRIALS, Workers(2))
    thousands = [rows[start : start + 1_000].astype("<i4").tobytes() for start in range(0, TRIALS, 1_000)]
    assert list(found.rows) == [hashlib.sha256(one).hexdigest()[:12] for one in thousands] and len(found.rows) == 42
    values = as_bytes((rows[:, 0] == 0).astype(float))
    assert found.values["one wins"] == hashlib.sha256(values).hexdigest()[:32]
    assert found.trials == TRIALS and replayed(sampler, scenario.questions, TRIALS, Workers(1)) == found


def test_ctrl_c_ends_a_replay_at_once(race, monkeypatch):
    scenario, sampler = race
    of_range, ranges = Replaying.tally, []

    def slow(self, first, count):
        ranges.append(first)
        time.sleep(0.2)
        return of_range(self, first, count)

    monkeypatch.setattr(Replaying, "tally", slow)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        replayed(sampler, scenario.questions, 200_000, Workers(2))
    assert len(ranges) < 20, "of 196"


def test_a_question_that_divides_by_zero_is_told_before_anything_is_checked(recorded):
    text = SCENARIO + '\n[[question]]\nname = "ratio"\nvalue = "tosses / (tosses - 3)"\n'
    (recorded.folder / "undefined.toml").write_text(text)
    for verb in "check", "baseline":
        out, told = recorded.says(verb, recorded.folder, code=2)
        line = told.splitlines()[-1]
        assert line.startswith(f"{recorded.folder / 'undefined.toml'}: question 'ratio': ") and out == ""


def test_a_question_without_an_answer_in_a_rare_outcome_breaks_its_scenario_alone(recorded):
    """Rules that have changed: the first trials of the pilot do not show it, the replay does."""
    other = recorded.folder / "ratio.toml"
    other.write_text(SCENARIO + '\n[[question]]\nname = "ratio"\nvalue = "1 / tosses"\n')
    recorded.says("baseline", other, "--trials", 40_000)

    def later(case):
        compiled = RACE.compile(case)

        def kernel(*arguments):
            compiled.kernel(*arguments)
            first, out = arguments[-2:]
            out["tosses"][(np.arange(len(out)) + first) == 5_000] = 0

        return replace(compiled, kernel=kernel)

    columns = (RACE.columns(None)[0], Column("tosses", "tosses", 0))
    recorded.rules(compile=later, columns=lambda case: columns)
    result = json.loads(recorded.says("check", recorded.folder, "--json", code=1)[0])
    assert [one["verdict"] for one in result["scenarios"]][1] == "broken"
    assert "question 'ratio'" in result["scenarios"][1]["notes"][0]
