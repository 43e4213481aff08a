"""Real processes, really killed: the same command goes on, and the files are those of a run that was left alone."""

from dataclasses import replace

import pytest

from benchmarks.kill_and_resume import SETTINGS, kill_and_resume

BACKENDS = {"threads": ()}


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_killed_run_goes_on_to_the_same_files(setting, backend, monkeypatch):
    shorter = setting if setting.trials is None else replace(setting, trials=setting.trials // 4)
    at, identical = kill_and_resume(shorter, 4, BACKENDS[backend], 7)
    assert identical
    assert at
