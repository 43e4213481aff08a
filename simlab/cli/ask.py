"""simlab ask: a new question to a kept run."""

import json

import click

from simlab.cli.options import ends_well, shared


@click.command("ask")
@click.argument("run", type=click.Path(), metavar="RUN")
@click.argument("expression", metavar="EVENT")
@click.option("--value", "kind", flag_value="value", help="EVENT is a number: its mean, spread and quantiles.")
@click.option("--curve", "kind", flag_value="curve", help="EVENT is a column: its distribution.")
@click.option("--given", metavar="EVENT", help="Only outcomes that meet this condition.")
@shared("confidence", "json")
@ends_well
def command(run, expression, kind, given, confidence, as_json) -> None:
    """Ask the kept run in folder RUN how often EVENT happens, without simulating again."""
    from simlab.cli.show import answer_json
    from simlab.contract import Question
    from simlab.runs.kept import read
    from simlab.runs.results import ask

    kept = read(run)
    name = f"{expression} given {given}" if given else expression
    question = Question(name, kind or "event", expression, given)
    check(question, kept)
    rows = ask([outcomes for _, outcomes in kept.cases], question, confidence)
    if as_json:
        answers = [{"case": label} | answer_json(row) for row, label in labelled(rows, kept)]
        print(
            json.dumps(
                {"run": run, "title": kept.record["title"], "method": kept.record["method"], "answers": answers},
                indent=1,
            )
        )
    else:
        print_answers(kept, rows, confidence)


def labelled(rows, kept):
    """Each answer with its case's label."""
    return [(row, kept.cases[row["case"]][0]) for row in rows]


def check(question, kept) -> None:
    """Raises ScenarioError if the question is none about the columns of every case of the kept run."""
    from simlab.scenario.errors import Problem, ScenarioError
    from simlab.scenario.questions import question_faults

    faults = [fault for _, outcomes in kept.cases for fault in question_faults(question, outcomes.columns)]
    if faults:
        keys = {"given": "--given"}
        raise ScenarioError(Problem(fault, key=keys.get(part, "EVENT"), value=text) for part, text, fault in faults)


def print_answers(kept, rows, confidence: float) -> None:
    """The answers as a table."""
    import pandas as pd
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from simlab.cli.show import answer_cells, console

    method = kept.record["method"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    headings = ["case"] if len(kept.cases) > 1 else []
    headings += ["question", "answer", "estimate"]
    headings += [] if method == "exact" else [f"{100 * confidence:g} % interval", "trials"]
    for heading in headings:
        table.add_column(
            heading, justify="right" if heading in ("estimate", "trials") or "interval" in heading else "left"
        )
    for row, label in zip(pd.DataFrame(rows).itertuples(), (label for _, label in labelled(rows, kept))):
        table.add_row(*([Text(label)] if len(kept.cases) > 1 else []), *answer_cells(row, method, False, True))
    console().print(Text(kept.record["title"], style="bold"))
    console().print(table)
