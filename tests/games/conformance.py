"""What holds for every model of every game, as checks of one model over random cases; a new game gets them for free."""

import numpy as np
from hypothesis import HealthCheck, given, settings

from simlab.chance.witness import Witness, watching
from simlab.contract import row_type
from simlab.runs.batches import Sampler, sample
from simlab.runs.questions import measures
from simlab.runs.replay import replay
from simlab.runs.workers import Workers

LENIENT = {"deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)}


def rows(case, first, count, rng="splitmix", seed=11):
    """Rows of some trials, as a copy."""
    return Sampler(case, rng, seed, {}).rows(first, count).copy()


def plain_rows(case, first, count, rng="splitmix", seed=11, witness=None):
    """The same in plain Python."""
    with watching(witness or Witness()):
        return Sampler(case, rng, seed, {}).plain_rows(first, count)


def for_cases(cases, examples, check) -> None:
    """Hold a check for so many random cases."""
    settings(max_examples=examples, **LENIENT)(given(case=cases)(lambda case: check(case)))()


def rows_do_not_depend_on_batches(case):
    """Rows of a range are those of its parts."""
    whole = rows(case, 0, 1_000)
    for sizes in ((1,) * 20, (7, 13, 980), (500, 500)):
        first = 0
        for size in sizes:
            assert np.array_equal(rows(case, first, size), whole[first : first + size])
            first += size


def tallies_do_not_depend_on_jobs(case):
    """One, two and three threads count the same."""
    asked = measures(case.model.questions, case.columns)
    tallies = [
        sample(Sampler(case, "splitmix", 3, asked), 6_001, Workers(jobs), lambda done: None)[0] for jobs in (1, 2, 3)
    ]
    for tally in tallies:
        assert tally.trials == 6_001
        for name in asked:
            assert np.array_equal(tally.distribution(name), tallies[0].distribution(name))


def seeds_and_generators_give_other_rows(case):
    """Seed and generator are part of a row's address."""
    one = rows(case, 0, 500)
    assert not np.array_equal(one, rows(case, 0, 500, seed=12))
    assert not np.array_equal(one, rows(case, 0, 500, rng="philox"))


def compiled_equals_plain_python(cases, rng):
    """Rows are those of the rules without the compiler."""

    def equal(case):
        assert np.array_equal(rows(case, 40, 4, rng), plain_rows(case, 40, 4, rng))

    for_cases(cases, 15, equal)


def no_address_is_drawn_twice(cases):
    """No two draws of a trial have one address."""

    def once(case):
        witness = Witness()
        plain_rows(case, 3, 1, witness=witness)
        addresses = [(key, number) for key, number, _, _ in witness.draws]
        assert len(set(addresses)) == len(addresses)

    for_cases(cases, 25, once)


def nothing_is_outside_its_declared_range(cases):
    """Every column keeps to its range."""

    def within(case):
        found = rows(case, 0, 500)
        for place, column in enumerate(case.columns):
            assert found[:, place].min() >= column.low
            assert column.high is None or found[:, place].max() <= column.high

    for_cases(cases, 40, within)


def what_belongs_together_fits(cases, conserved):
    """`conserved(case, columns by name)` is true of every outcome."""

    def fits(case):
        found = rows(case, 0, 200)
        by_name = {column.name: found[:, place] for place, column in enumerate(case.columns)}
        assert np.all(conserved(case, by_name))

    for_cases(cases, 40, fits)


def replay_ends_in_the_kernels_row_and_tells_something(cases, scenario):
    """A replay comes to the kernel's row, in sentences that are not empty; the scenario lends its seed."""

    def told(case):
        story = []
        row = replay(scenario, case, 17, story.append)
        assert np.array_equal(row, rows(case, 17, 1, seed=scenario.seed)[0])
        assert all(sentence.strip() for sentence in story)

    for_cases(cases, 15, told)


def no_field_hides_behind_an_attribute(case):
    """`row.size` is an attribute of every numpy record, whatever its fields; compiled it would be the field."""
    for argument in (*case.model.compile(case).arguments, np.zeros(1, row_type(case.columns))):
        names = set(getattr(getattr(argument, "dtype", None), "names", None) or ())
        assert not names & set(dir(np.record)), names
