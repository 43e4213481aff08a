"""One campaign of Forest in plain sentences, turn by turn and chit by chit."""

from collections.abc import Callable

from simlab.contract import Case


def campaign_story(case: Case) -> Callable[..., str | None]:
    """Sentences of a campaign."""
    return lambda what, *details: f"{what} {details}"
