"""Kernels that several processes have compiled for different layouts, loaded from the disk into one."""

import json
import os
import subprocess
import sys

SCENARIO = 'game = "vlad"\nmodel = "hunt"\n[[question]]\nvalue = "damage"\n'


def test_layouts_compiled_by_different_processes_do_not_mix(tmp_path):
    (tmp_path / "hunt.toml").write_text(SCENARIO)
    environment = os.environ | {"SIMLAB_CACHE_DIR": str(tmp_path / "cache")}

    def run(*settings):
        words = [sys.executable, "-m", "simlab", "run", "hunt.toml", "--trials", "4000", "--json", "--quiet"]
        for setting in settings:
            words += ["--set", setting]
        done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    run()
    run("rules.hand_size=5")
    for case in run('sweep={"rules.hand_size" = [3, 5]}'):
        answer = case["answers"][0]
        assert abs(answer["z"]) < 5, "each size of hand has its own rows, and its own rules"
