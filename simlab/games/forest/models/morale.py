"""Model `morale`: Ottoman groups enter an area with impalements (F-37)."""

from collections.abc import Iterable

import numpy as np

from simlab.chance.compiled import kernel
from simlab.chance.streams import trial_stream
from simlab.contract import Case, Column, Compiled, Fault, Model, Question, Setup, parameter
from simlab.games.forest.armies import marker_faults
from simlab.games.forest.exact.morale import solve_morale
from simlab.games.forest.narrate import morale_story
from simlab.games.forest.rules.s6_impalements import face_impalements

OPTIONS = ("morale_min", "morale_order", "morale_scheme")
MOST_GROUPS = 1000


class MoraleSetup(Setup):
    """Setup of `morale`."""

    groups: int | None = parameter(
        None, about="number of groups, all of one size", item="F-37", low=1, high=MOST_GROUPS
    )
    group_size: int | None = parameter(None, about="troops of a group; 2 if left out", item="F-17", low=1, high=1000)
    group_sizes: list[int] | None = parameter(
        None, about="instead: the size of every group, in group order", item="F-17"
    )
    impalements: int = parameter(about="markers in the area; at most the option impalements_max", item="F-34", low=0)


def sizes(setup: MoraleSetup) -> list[int]:
    """The groups that enter, in group order."""
    if setup.group_sizes is not None:
        return setup.group_sizes
    return [2 if setup.group_size is None else setup.group_size] * (setup.groups or 0)


def columns(case: Case) -> tuple[Column, ...]:
    """Outcome columns of morale."""
    setup = case.setup
    groups, troops = len(sizes(setup)), sum(sizes(setup))
    return (
        Column("passed", "groups that go on, those that need not roll included", 0, groups),
        Column("broken", "groups that break", 0, groups),
        Column("impalements_left", "markers left in the area", 0, setup.impalements),
        Column("troops_passed", "troops of the groups that go on", 0, troops),
        Column("troops_broken", "troops of the groups that break", 0, troops),
    )


def faults(case: Case) -> Iterable[Fault]:
    """Either a number of groups or their sizes; no more markers than an area holds."""
    setup = case.setup
    yield from marker_faults(setup.impalements, case.rules)
    if setup.group_sizes is None:
        if setup.groups is None:
            yield Fault(("setup", "groups"), "missing: give groups (and group_size), or group_sizes", "F-37")
        return
    if setup.groups is not None or setup.group_size is not None:
        yield Fault(("setup", "group_sizes"), "give either groups and group_size, or group_sizes", "F-37")
    if not 1 <= len(setup.group_sizes) <= MOST_GROUPS:
        yield Fault(("setup", "group_sizes"), f"a list of 1..{MOST_GROUPS} sizes", "F-37")
    for place, size in enumerate(setup.group_sizes):
        if not 1 <= size <= 1000:
            yield Fault(("setup", "group_sizes", place), "a group has 1..1000 troops", "F-17")


@kernel
def morale_trials(groups, broken, impalements, rules, rng, seed, first, out):
    """Trials first, first + 1, ... of groups entering: one row of `out` each."""
    for i in range(out.shape[0]):
        left = face_impalements(groups, broken, impalements, rules, trial_stream(rng, seed, first + i))
        broken_groups = broken_troops = troops = 0
        for g in range(groups.size):
            troops += groups[g]
            broken_groups += broken[g]
            broken_troops += broken[g] * groups[g]
        row = out[i]
        row.passed = groups.size - broken_groups
        row.broken = broken_groups
        row.impalements_left = left
        row.troops_passed = troops - broken_troops
        row.troops_broken = broken_troops


def compile_morale(case: Case) -> Compiled:
    """The trial loop and its arrays."""
    groups = np.array(sizes(case.setup), np.int64)
    return Compiled(morale_trials, (groups, np.zeros_like(groups), case.setup.impalements, case.rules_row(*OPTIONS)))


def solve(case: Case, budget):
    """Exact distribution of the groups that go on."""
    return solve_morale(case, sizes(case.setup), case.rules_row(*OPTIONS), budget)


MORALE = Model(
    name="morale",
    about="Ottoman groups enter an area with impalements",
    setup=MoraleSetup,
    options=("impalements_max", *OPTIONS),
    columns=columns,
    questions=(
        Question("groups that go on", "value", "passed"),
        Question("how many go on", "curve", "passed"),
        Question("troops that break", "value", "troops_broken"),
        Question("nobody goes on", "event", "passed == 0"),
    ),
    faults=faults,
    compile=compile_morale,
    narrate=morale_story,
    exact=solve,
    starter="groups = 6\nimpalements = 3\n",
)
