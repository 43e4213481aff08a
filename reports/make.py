"""Make the reports that reports.toml lists, and the gallery: `make reports`, or `python reports/make.py NAME…`.

What is run is kept in build/reports first; a report is made from what is kept there.
"""

import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from simlab.runs.reports.gallery import write_gallery

HERE = Path(__file__).resolve().parent
BUILD = Path("build/reports")


def simlab(*words: str) -> None:
    """One command of simlab, from the folder that the scenarios' names begin at; its tables are kept, not shown."""
    subprocess.run([sys.executable, "-m", "simlab", *words], cwd=HERE.parent, check=True, stdout=subprocess.DEVNULL)


def kept_names(steps: list[str]) -> list[str]:
    """A folder name for what each step keeps: its scenario's, with the verb unless it is a plain run."""
    names: list[str] = []
    for step in steps:
        verb, file = shlex.split(step)[:2]
        stem = Path(file).stem if verb == "run" else f"{Path(file).stem}-{verb}"
        number = next(number for number in range(1, len(steps) + 1) if numbered(stem, number) not in names)
        names.append(numbered(stem, number))
    return names


def numbered(stem: str, number: int) -> str:
    """A name that is there several times."""
    return stem if number == 1 else f"{stem}-{number}"


def flattened(folders: list[Path]) -> list[Path]:
    """The folders; in place of one that holds a folder for each case of a sweep, those."""
    found: list[Path] = []
    for folder in folders:
        inside = sorted(HERE.parent.joinpath(folder).iterdir())
        found += [folder / one.name for one in inside] if inside and all(one.is_dir() for one in inside) else [folder]
    return found


def make(report: dict) -> None:
    """Run the steps of one report, and write it."""
    folders = [BUILD / report["name"] / name for name in kept_names(report["steps"])]
    shutil.rmtree(HERE.parent / BUILD / report["name"], ignore_errors=True)
    for step, folder in zip(report["steps"], folders):
        print(f"{report['name']}: simlab {step}", flush=True)
        simlab(*shlex.split(step), "--out", str(folder), "--quiet", "--no-progress")
    out = HERE.relative_to(HERE.parent) / report["name"]
    simlab("report", *map(str, flattened(folders)), "--out", str(out), "--title", report["title"], "--quiet")


def main(wanted: list[str]) -> None:
    """Make the reports of these names, or all; the gallery has all that are there."""
    content = tomllib.loads((HERE / "reports.toml").read_text(encoding="utf-8"))
    names = [report["name"] for report in content["report"]]
    if unknown := set(wanted) - set(names):
        sys.exit(f"no report is called {', '.join(sorted(unknown))}; reports.toml has {', '.join(names)}")
    for report in content["report"]:
        if not wanted or report["name"] in wanted:
            make(report)
    there = [name for name in names if (HERE / name / "report.json").is_file()]
    pictures = {report["name"]: report["picture"] for report in content["report"]}
    write_gallery(HERE, there, content["title"], pictures)


if __name__ == "__main__":
    main(sys.argv[1:])
