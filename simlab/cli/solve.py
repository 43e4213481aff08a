"""simlab solve: exact answers."""

import sys

import click

from simlab.cli.options import ends_well, load_files, scenario_files, shared
from simlab.cli.run import run_folders


@click.command("solve")
@scenario_files
@shared("set", "confidence", "out", "json", "quiet", "yes")
@ends_well
def command(files, settings, confidence, out, as_json, quiet, many_cases) -> None:
    """Answer the questions of FILE... exactly; a model without exact solver says so and exits 2."""
    from simlab.cli.progress import compiling
    from simlab.cli.show import print_json, print_run
    from simlab.runs.kept import check_writable, save
    from simlab.runs.run import solve

    scenarios = load_files(files, settings, many_cases)
    folders = run_folders(out, files)
    for folder in folders:
        check_writable(folder)
    runs = []
    for scenario in scenarios:
        with compiling(scenario, quiet):
            runs.append(solve(scenario, confidence))
        if not as_json:
            print_run(runs[-1], quiet)
        for folder in folders[len(runs) - 1 : len(runs)]:
            written = save(runs[-1], folder)
            if not quiet:
                print(
                    f"kept in {folder}: {', '.join(path.name for path in written)}",
                    file=sys.stderr if as_json else sys.stdout,
                )
    if as_json:
        print_json(runs)
