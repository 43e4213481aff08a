"""What a scenario file may hold, apart from the setup that its model declares."""

from typing import Any, Literal

from pydantic import Field

from simlab.contract import Setup

DEFAULT_TRIALS, MOST_TRIALS = 1_000_000, 10**15
DEFAULT_SEED, LARGEST_SEED = 1462, 2**63 - 1


class QuestionTable(Setup):
    """One `[[question]]`: a name, one of event, value and curve, and perhaps a condition."""

    name: str | None = Field(None, description="name of the question; the expression if left out")
    event: str | None = Field(None, description="expression that is true or false: its probability")
    value: str | None = Field(None, description="expression of a number: its mean, spread and quantiles")
    curve: str | None = Field(None, description="a column: its distribution and cumulative curve")
    given: str | None = Field(None, description="condition; only outcomes that meet it count")


class PrecisionTable(Setup):
    """`precision` as a table: relative to one question's estimate."""

    relative: float = Field(description="half-width as a share of the estimate")
    question: str = Field(description="name of the question")


class TargetTable(Setup):
    """One `[[target]]`: the range in which a designer wants an answer to stay."""

    question: str = Field(description="name of the question")
    range: list[float] = Field(description="[lowest, highest]")
    why: str | None = Field(None, description="the reason, for people")


class ScenarioFile(Setup):
    """The top level of a scenario file."""

    game: str = Field(description="name of the game")
    model: str = Field(description="name of the model")
    title: str | None = Field(None, description="title for tables and plots")
    about: str | None = Field(None, description="what this scenario is about")
    trials: int | None = Field(
        None, ge=1, le=MOST_TRIALS, description="number of trials; never together with precision"
    )
    precision: float | PrecisionTable | None = Field(None, description="half-width to reach in place of trials")
    seed: int = Field(DEFAULT_SEED, ge=0, le=LARGEST_SEED, description="seed of the random numbers")
    rng: Literal["splitmix", "philox"] = Field("splitmix", description="random number generator")
    setup: dict[str, Any] = Field(default_factory=dict, description="the model's setup parameters")
    policies: dict[str, Any] = Field(default_factory=dict, description="how simulated players choose")
    rules: dict[str, Any] = Field(default_factory=dict, description="options that differ from the default reading")
    data: dict[str, Any] = Field(default_factory=dict, description="maps, boards and decks")
    question: list[QuestionTable] = Field(default_factory=list, description="what is asked of the outcomes")
    sweep: dict[str, Any] = Field(default_factory=dict, description="path, or several = list of values; a product")
    target: list[TargetTable] = Field(default_factory=list, description="ranges in which answers shall stay")
