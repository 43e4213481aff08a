"""A check by other processes says what a check by threads says."""

import json

from click.testing import CliRunner

from simlab.cli import main

SIEGE = """
game = "forest"
model = "siege"
setup = {besiegers = BESIEGERS, defenders = 4, turns = 4}
[[target]]
question = "falls"
range = [0.4, 0.5]
[[question]]
name = "falls"
event = "fell"
[[question]]
name = "left"
value = "besiegers_left"
"""


def says(*words, code: int = 0) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output + done.stderr
    return done.stdout


def test_scenarios_are_spread_over_processes(tmp_path):
    files = [tmp_path / f"siege_{besiegers}.toml" for besiegers in (6, 12)]
    for file in files:
        file.write_text(SIEGE.replace("BESIEGERS", file.stem.split("_")[1]))
    folder = tmp_path / "baselines"
    says("baseline", "record", *files, "--baseline", folder, "--trials", 40_000, "--backend", "processes", "--jobs", 2)

    def checked(*how) -> dict:
        return json.loads(says("check", *files, "--baseline", folder, "--json", *how, code=1))

    by_processes = checked("--backend", "processes", "--jobs", 2)
    assert by_processes == checked("--jobs", 2)
    assert [one["file"] for one in by_processes["scenarios"]] == [str(file) for file in files]
    assert {answer["verdict"] for one in by_processes["scenarios"] for answer in one["answers"]} == {"identical"}
