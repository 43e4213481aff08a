"""Where an answer is lowest and highest over a sweep, in a sentence."""

from types import SimpleNamespace

from simlab.report.answer_sentences import sweep_sentence


def row(estimate, half=0.01):
    """A mean with its interval."""
    ends = {"low": estimate - half, "high": estimate + half, "confidence": 0.95, "trials": 1000}
    return SimpleNamespace(estimate=estimate, exact=float("nan"), z=float("nan"), statistic="mean", q=None, **ends)


def test_ends_are_told_with_their_cases():
    said = sweep_sentence([("a = 1", row(2.0)), ("a = 2", row(3.0)), ("a = 3", row(3.0))], "value", "monte_carlo")
    assert said.startswith("Lowest at a = 1: 2.00") and "; highest at a = 2 and 1 other case: 3.00" in said


def test_ends_that_read_alike_are_told_once():
    for other, word in ((12.400874, "The same"), (12.400784, "Nearly the same")):
        said = sweep_sentence([("a = 1", row(12.400874)), ("a = 2", row(other))], "value", "monte_carlo")
        assert said.startswith(f"{word} in all 2 cases: 12.40") and said.count("interval") == 1
