"""The check bites: each planted change of one pip is broken, each pure refactoring identical, from the command line.

Baselines are recorded from an unchanged copy. Half of the point is what happens without exact values, so they are taken
out of those that the one-pip changes are held against; with them the check is only sharper.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.check.planted import ONE_PIP, REFACTORINGS, copy_of_the_project

pytestmark = pytest.mark.slow


def simlab(folder, *words):
    """Run the copy's simlab; standard output and exit code."""
    environment = os.environ | {"PYTHONPATH": str(folder), "SIMLAB_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-m", "simlab", *map(str, words)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return done.stdout, done.returncode


@pytest.fixture(scope="module")
def baselines(tmp_path_factory):
    """Baselines of the unchanged rules, as recorded, and without exact values."""
    folder = tmp_path_factory.mktemp("unchanged")
    copy_of_the_project(folder)
    files = sorted({f"scenarios/{plant.scenario}" for plant in (*ONE_PIP, *REFACTORINGS)})
    _, code = simlab(folder, "baseline", *files, "--trials", 100_000)
    assert code == 0
    sampled = folder / "sampled"
    sampled.mkdir()
    for path in (folder / "reports/baseline").iterdir():
        content = json.loads(path.read_text())
        for case in content["cases"].values():
            for kept in case["questions"].values():
                kept["exact"] = None
        (sampled / path.name).write_text(json.dumps(content))
    return folder / "reports/baseline", sampled


def checked(plant, folder, baseline):
    """The verdict on a changed copy, and the exit code."""
    plant.put_into(copy_of_the_project(folder))
    text, code = simlab(folder, "check", f"scenarios/{plant.scenario}", "--baseline", baseline, "--json")
    return json.loads(text), code


@pytest.mark.parametrize("plant", ONE_PIP, ids=lambda plant: plant.id)
def test_one_pip_is_broken(plant, baselines, tmp_path):
    result, code = checked(plant, tmp_path, baselines[1])
    assert (result["verdict"], code) == ("broken", 1)
    assert any(answer["verdict"] == "broken" for answer in result["scenarios"][0]["answers"])


@pytest.mark.parametrize("plant", REFACTORINGS, ids=lambda plant: plant.id)
def test_a_pure_refactoring_is_identical(plant, baselines, tmp_path):
    result, code = checked(plant, tmp_path, baselines[0])
    assert (result["verdict"], code) == ("identical", 0)


def test_a_plant_without_its_place_says_so(tmp_path):
    from dataclasses import replace

    package = copy_of_the_project(tmp_path)
    with pytest.raises(AssertionError, match="found 0 times; renew it"):
        replace(ONE_PIP[0], old="no such text").put_into(package)
    with pytest.raises(AssertionError, match="stands in 0 places; renew this plant"):
        replace(ONE_PIP[0], rule="no_such_rule").put_into(package)
