"""Coverage-guided fuzzing of one target: python -m tests.fuzz.run_atheris TARGET --seconds N (needs `atheris`).

Every fault is kept once, by where it happened, in the folder of --found, and fuzzing goes on.
"""

import argparse
import hashlib
import importlib
import random
import sys
import traceback
from pathlib import Path

import atheris

import simlab

PACKAGE = Path(simlab.__file__).parent
#: Modules with kernels are not looked at: numba compiles what is written, not what atheris makes of it.
COMPILED = [
    ".".join(("simlab", *path.relative_to(PACKAGE).with_suffix("").parts))
    for path in PACKAGE.rglob("*.py")
    if "numba" in (text := path.read_text(encoding="utf-8"))
    or "chance.compiled" in text
    or path.parent.name == "chance"
]
TARGETS = ("baselines", "data_files", "expressions", "kept_folders", "progress", "scenarios", "settings")
LONGEST = 60_000  # bytes of an input
HERE = Path(__file__).parent


def place_of(error: BaseException) -> str:
    """Where an error happened: its kind and the innermost place in simlab."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "/simlab/" in frame.filename]
    place = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else str(error)[:60]
    return f"{type(error).__name__} {place}"


def main() -> None:
    """Fuzz one target for some seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"))
    parser.add_argument("--seed", type=int, default=1462)
    wanted = parser.parse_args()
    with atheris.instrument_imports(include=["simlab"], exclude=COMPILED):
        module = importlib.import_module(f"tests.fuzz.{wanted.target}")
    corpus, found = (wanted.found / kind / wanted.target for kind in ("corpus", "faults"))
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for seed in (*module.SEEDS, *(path.read_bytes() for path in (HERE / "corpus" / wanted.target).glob("*"))):
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    known: set[str] = set()

    def one(data: bytes) -> None:
        try:
            module.target(data)
        except Exception as error:  # any fault is kept
            place = place_of(error)
            if place not in known:
                known.add(place)
                name = hashlib.sha256(data).hexdigest()[:12]
                (found / name).write_bytes(data)
                print(f"FAULT {name}: {place}: {error!s:.300}", file=sys.stderr, flush=True)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        made = module.mutated(data, chance) if chance.random() < 0.5 else atheris.Mutate(data, len(data))
        return made[:most]

    options = [f"-max_total_time={wanted.seconds}", f"-max_len={LONGEST}", f"-seed={wanted.seed}", "-timeout=900"]
    options += ["-rss_limit_mb=6000", "-print_final_stats=1", "-len_control=0"]
    options += [f"-artifact_prefix={found}/", str(corpus)]
    atheris.Setup([sys.argv[0], *options], one, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
