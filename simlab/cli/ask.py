"""simlab ask: a new question to a kept run, or how unusual an observed result was."""

import json

import click

from simlab.cli.options import ends_well, shared


@click.command("ask")
@click.argument("run", type=click.Path(), metavar="RUN")
@click.argument("expression", metavar="[EVENT]", required=False)
@click.option("--value", "kind", flag_value="value", help="EVENT is a number: its mean, spread and quantiles.")
@click.option("--curve", "kind", flag_value="curve", help="EVENT is a column: its distribution.")
@click.option("--given", metavar="EVENT", help="Only outcomes that meet this condition.")
@shared("observed", "confidence", "json")
@ends_well
def command(run, expression, kind, given, observed, confidence, as_json) -> None:
    """Ask the kept run in folder RUN how often EVENT happens, without simulating again.

    Or how unusual a result was that somebody saw at the table: --observed COLUMN=VALUE, repeatable.
    """
    from simlab.cli.show import print_warnings
    from simlab.contract import Question
    from simlab.runs.asked_rows import read_to_ask

    if expression is None and not observed:
        raise click.UsageError("Missing argument 'EVENT', or an option --observed COLUMN=VALUE.")
    if expression is None and kind is not None:
        raise click.UsageError(f"--{kind} is about an EVENT")
    kept = read_to_ask(run)
    if given is not None:
        check(Question("given", "event", given), kept, "--given")
    seen = observed_in(kept, observed, given, confidence)
    answered = None if expression is None else asked(kept, expression, kind, given, confidence)
    if as_json:
        print_answers_json(run, kept, answered, seen)
        return
    if answered is not None:
        print_answers(kept, answered, confidence)
    if seen:
        from simlab.cli.show_observed import print_observed

        print_observed(kept.record["title"], seen, confidence)
    print_warnings(kept.warnings)


def observed_in(kept, texts, given, confidence: float) -> list:
    """The observations in each case of a kept run as (label, record); none if nothing was observed."""
    from simlab.contract import Question
    from simlab.runs.observed import kept_of, observations, placed
    from simlab.runs.questions import columns_used

    if not texts:
        return []
    found = observations(texts, kept.columns)
    names = {one.column.name for one in found}
    if given is not None:
        names |= columns_used(Question("given", "event", given), kept.columns[0])
    known = [kept_of(outcomes, given) for outcomes in kept.outcomes_about(names)]
    return [(label, placed(one, found, confidence)) for label, one in zip(kept.labels, known)]


def asked(kept, expression, kind, given, confidence: float) -> list:
    """The answers to a question."""
    from simlab.contract import Question

    name = f"{expression} given {given}" if given else expression
    question = Question(name, kind or "event", expression, given)
    check(question, kept)
    return kept.ask(question, confidence)


def print_answers_json(run, kept, rows, seen) -> None:
    """Answers and observations as JSON; the observations of several cases are a list of `cases`."""
    from simlab.cli.show import answer_json

    said = {"run": run, "title": kept.record["title"], "method": kept.record["method"]}
    if rows is not None:
        said["answers"] = [{"case": label} | answer_json(row) for row, label in labelled(rows, kept)]
    if len(seen) == 1:
        said |= seen[0][1]
    elif seen:
        said["cases"] = [{"case": label} | record for label, record in seen]
    if kept.warnings:
        said["warnings"] = [{"case": label, "warning": text} for label, text in kept.warnings]
    print(json.dumps(said, indent=1))


def labelled(rows, kept):
    """Each answer with its case's label."""
    return [(row, kept.labels[row["case"]]) for row in rows]


def check(question, kept, key: str = "EVENT") -> None:
    """Raises ScenarioError if the question is none about the columns of every case of the kept run."""
    from simlab.scenario.errors import Problem, ScenarioError
    from simlab.scenario.questions import question_faults

    faults = [fault for columns in kept.columns for fault in question_faults(question, columns)]
    if faults:
        keys = {"given": "--given"}
        raise ScenarioError(Problem(fault, key=keys.get(part, key), value=text) for part, text, fault in faults)


def print_answers(kept, rows, confidence: float) -> None:
    """The answers as a table."""
    import pandas as pd
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from simlab.cli.show import answer_cells, console

    method = kept.record["method"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    headings = ["case"] if len(kept.labels) > 1 else []
    headings += ["question", "answer", "estimate"]
    headings += [] if method == "exact" else [f"{100 * confidence:g} % interval", "trials"]
    for heading in headings:
        table.add_column(
            heading, justify="right" if heading in ("estimate", "trials") or "interval" in heading else "left"
        )
    last = None
    for row, label in zip(pd.DataFrame(rows).itertuples(), (label for _, label in labelled(rows, kept))):
        begins, last = row.case != last, row.case
        place = [Text(label if begins else "")] if len(kept.labels) > 1 else []
        table.add_row(*place, *answer_cells(row, method, False, begins))
    console().print(Text(kept.record["title"], style="bold"))
    console().print(table)
