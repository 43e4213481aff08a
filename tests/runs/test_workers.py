"""The same numbers on every backend, whoever dies."""

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
from joblib.externals.loky import reusable_executor

import simlab
from simlab.games import GAMES
from simlab.runs import orders, workers
from simlab.runs.batches import Sampler, sample
from simlab.runs.orders import OtherRules, Rules, as_data, order, read
from simlab.runs.questions import measures
from simlab.runs.workers import Handed, Workers, end_workers
from simlab.scenario.errors import ScenarioError
from simlab.scenario.schema import starter_case

NEEDED = os.environ.get("SIMLAB_NEEDS_CLUSTER") == "1"
SIEGE = {"game": "forest", "model": "siege", "setup": {"besiegers": 12, "defenders": 4, "turns": 4}}
BATTLE = {
    "game": "forest",
    "model": "battle",
    "setup": {"attacker": {"troops": 8, "rating": 4}, "defender": {"troops": 5, "rating": 2}},
}
MANY = {**SIEGE, "trials": 2_000, "sweep": {"setup.besiegers": list(range(1, 11)), "setup.defenders": [1, 2, 3, 4]}}


@pytest.fixture
def dask():
    """dask, which may only be missing where nobody insists."""
    return __import__("distributed") if NEEDED else pytest.importorskip("distributed")


@pytest.fixture(autouse=True)
def no_workers_are_left():
    yield
    end_workers()


def sampler_of(content) -> Sampler:
    case = simlab.load(content).cases[0]
    return Sampler(case, "splitmix", 1462, measures(case.model.questions, case.columns))


def counted(tally) -> tuple:
    return tally.trials, *(part.tobytes() for part in tally.table())


def tallied(sampler: Sampler, trials: int, by: Workers, progress=lambda done: None) -> tuple:
    tally, complete = sample(sampler, trials, by, progress)
    assert complete
    return counted(tally)


# ---------------------------------------------------------------- what travels


@pytest.mark.parametrize(
    ("game", "model"), [(game, model) for game in GAMES for model in GAMES[game].models], ids=lambda name: name
)
def test_a_sampler_is_data_and_comes_back_the_same(game, model):
    case = starter_case(GAMES[game], GAMES[game].models[model])
    content = as_data(Sampler(case, "splitmix", 7, measures(case.model.questions, case.columns)).tally)
    again = read(content).__self__
    assert again.case == case and again.case.model is case.model and again.case.game is case.game
    assert list(again.measures) == list(measures(case.model.questions, case.columns))
    assert len(content) < 60_000
    for name in (b"kernel", b"compile", b"lambda", b"numba"):
        assert name not in content


def test_measures_that_travelled_measure_the_same():
    sampler = sampler_of(BATTLE)
    rows, again = sampler.rows(0, 1_000), read(as_data(sampler))
    for name, of in sampler.measures.items():
        assert np.array_equal(of(rows), again.measures[name](rows), equal_nan=True)


def test_other_rules_are_refused_by_name(monkeypatch):
    written = order(sampler_of(SIEGE).tally)
    monkeypatch.setattr(orders, "own_rules", lambda: Rules("9.9.9", "f" * 64))
    with pytest.raises(OtherRules) as error:
        written.carried_out(as_data((0, 10)))
    assert "simlab 9.9.9 with rules ffffffffffff" in str(error.value) and "the worker " in str(error.value)


# ---------------------------------------------------------------- threads and processes


def test_threads_and_processes_count_the_same():
    sampler = sampler_of(BATTLE)
    alone = tallied(sampler, 30_001, Workers(1))
    for by in (Workers(2), Workers(3), Workers(2, "processes"), Workers(3, "processes"), Workers(1, "processes")):
        assert tallied(sampler, 30_001, by) == alone


def test_other_verbs_and_many_cases_are_the_same_in_processes():
    for made in (
        lambda by: simlab.run(MANY, jobs=2, backend=by).answers,
        lambda by: simlab.run(SIEGE, precision=0.01, jobs=2, backend=by, exact=False).answers,
        lambda by: simlab.compare(SIEGE, {**SIEGE, "rules": {"siege_margin": 3}}, trials=20_000, backend=by).answers,
    ):
        assert made("processes").equals(made("threads"))


def test_many_cases_are_those_that_are_made_one_by_one():
    whole = simlab.run(MANY, jobs=2)
    for number, case in enumerate(whole.cases):
        alone = simlab.run({**MANY, "sweep": {}, "setup": case.case.setup.model_dump()}, jobs=1)
        assert counted(case.tally) == counted(alone.cases[0].tally), number
        rows = whole.answers[whole.answers["case"] == number].drop(columns=["case", *case.case.point])
        assert rows.reset_index(drop=True).equals(alone.answers.drop(columns="case"))


def test_a_question_without_an_answer_is_told_from_a_process():
    content = {**MANY, "question": [{"value": "besiegers_left / (besiegers_left - 3)"}]}
    with pytest.raises(ScenarioError) as error:
        simlab.run(content, jobs=2, backend="processes")
    assert "divides by zero" in str(error.value)


def process_ids() -> list[int]:
    executor = reusable_executor._executor
    return [] if executor is None else list(executor._processes or ())


def test_a_process_that_is_killed_costs_time_only(monkeypatch):
    monkeypatch.setattr(workers.Workers, "seconds_a_call", 0.05)
    sampler, by = sampler_of(BATTLE), Workers(2, "processes")
    expected, done, killed = tallied(sampler, 600_000, Workers(2)), [], []

    def progress(trials):
        done.append(trials)
        if len(done) in (3, 12) and process_ids():
            killed.append(process_ids()[0])
            os.kill(killed[-1], signal.SIGKILL)

    assert tallied(sampler, 600_000, by, progress) == expected
    assert len(killed) == 2 and sum(done) == 600_000


class Deadly:
    """Kills every process that counts with it."""

    def tally(self, first: int, count: int):
        os.kill(os.getpid(), signal.SIGKILL)


def test_what_kills_every_worker_is_given_up():
    with pytest.raises(ScenarioError) as error:
        list(Workers(2, "processes").results(Deadly().tally, [(0, 1), (1, 1)]))
    assert "workers died 6 times in a row" in str(error.value)


def test_calls_that_were_lost_are_handed_out_again_in_order():
    handed = Handed((number,) for number in range(6))
    first = iter(handed)
    assert [next(first) for _ in range(4)] == [(0,), (1,), (2,), (3,)]
    handed.returned()
    handed.all_again()
    assert next(first, None) is None
    assert list(handed) == [(1,), (2,), (3,), (4,), (5,)]


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_an_interruption_keeps_what_is_done(backend, monkeypatch):
    monkeypatch.setattr(workers.Workers, "seconds_a_call", 0.05)
    sampler, done = sampler_of(BATTLE), []

    def progress(trials):
        done.append(trials)
        if len(done) == 5:
            os.kill(os.getpid(), signal.SIGINT)

    tally, complete = sample(sampler, 10**9, Workers(2, backend), progress)
    assert not complete and tally.trials == sum(done)
    assert counted(tally) == tallied(sampler, tally.trials, Workers(1))


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"backend": "thread"}, 'backend = "thread": no such backend; did you mean threads? There are: threads,'),
        ({"scheduler": "tcp://somewhere:1"}, "a scheduler is one of dask; say backend dask, not threads"),
        ({"jobs": 0}, "jobs = 0: must be a whole number of 1..1024"),
    ],
)
def test_workers_that_make_no_sense_are_refused(asked, message):
    with pytest.raises(ScenarioError) as error:
        simlab.run(SIEGE, trials=10, **asked)
    assert message in str(error.value)


def test_without_dask_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    monkeypatch.delitem(__import__("sys").modules, "simlab.runs.dask_cluster", raising=False)
    with pytest.raises(ScenarioError) as error:
        simlab.run(SIEGE, trials=10, exact=False, backend="dask")
    assert "pip install 'simlab[cluster]'" in str(error.value)


def test_a_scheduler_that_does_not_answer_is_named(dask, monkeypatch):
    from simlab.runs import dask_cluster

    monkeypatch.setattr(dask_cluster, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(ScenarioError) as error:
        simlab.run(SIEGE, trials=10, exact=False, backend="dask", scheduler="tcp://127.0.0.1:9")
    assert "no dask scheduler answers there" in str(error.value) and "tcp://127.0.0.1:9" in str(error.value)


# ---------------------------------------------------------------- dask


@pytest.mark.slow
def test_dask_counts_the_same(dask):
    sampler = sampler_of(BATTLE)
    assert tallied(sampler, 100_001, Workers(2, "dask")) == tallied(sampler, 100_001, Workers(1))
    assert simlab.run(MANY, jobs=2, backend="dask").answers.equals(simlab.run(MANY, jobs=2).answers)


@pytest.fixture
def cluster(dask) -> Iterator:
    """A scheduler and workers that come back when they die."""
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as started:
        yield started
        end_workers()


def worker_ids(cluster) -> list[int]:
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid]


@pytest.mark.slow
@pytest.mark.parametrize("ours", [True, False], ids=["workers of our own", "workers of a scheduler"])
def test_workers_that_are_killed_and_come_back_change_nothing(ours, dask, cluster, monkeypatch):
    monkeypatch.setattr(workers.Workers, "seconds_a_call", 0.1)
    sampler = sampler_of(BATTLE)
    by = Workers(2, "dask") if ours else Workers(2, "dask", cluster.scheduler_address)
    expected, done, killed = tallied(sampler, 3_000_000, Workers(2)), [], []

    def progress(trials):
        done.append(trials)
        place = workers._clusters[by].started if ours else cluster
        ids = worker_ids(place)
        if len(done) % 10 == 5 and len(killed) < 6 and ids:
            killed.append(ids[len(killed) % len(ids)])
            os.kill(killed[-1], signal.SIGKILL)

    assert tallied(sampler, 3_000_000, by, progress) == expected
    assert len(killed) >= 4 and sum(done) == 3_000_000


def become_another() -> None:
    """In a worker: have other rules."""
    orders.own_rules = lambda: Rules("0.0.1", "e" * 64)


@pytest.mark.slow
def test_a_worker_with_other_rules_is_refused_by_name(dask, cluster):
    address = next(iter(cluster.scheduler_info["workers"]))
    with dask.Client(cluster, set_as_default=False) as client:
        client.run(become_another, workers=[address])
    with pytest.raises(ScenarioError) as error:
        list(Workers(2, "dask", cluster.scheduler_address).results(sampler_of(SIEGE).tally, [(0, 10)]))
    said = f"the worker {address} has simlab 0.0.1 with rules eeeeeeeeeeee, but this program {orders.own_rules()}"
    assert said in str(error.value)
