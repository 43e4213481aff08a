"""What a search found, as a sentence."""

from simlab.runs.find import Found

SIDES = {"above": "reaches it", "below": "stays below", "tie": "a tie", "open": "not told apart"}


def sentence(found: Found, confidence: float) -> str:
    """The answer in words."""
    search = found.search
    reach, path = search.number(search.reach), search.path
    what = f"the {'probability' if search.percent else 'mean'} of {search.question!r}"
    if found.kind == "none":
        most = max(found.probed, key=lambda probe: probe.estimate)
        seen = f"the largest seen is {search.number(most.estimate)}, at {path} = {most.value}"
        return f"No value of {path} in {search.low}..{search.high} lets {what} reach {reach}; {seen}."
    if found.kind == "tie":
        zone = f"{100 * search.zone:g} percentage points" if search.percent else f"{search.zone:g}"
        return f"{path} = {found.answer}: {what} is {reach} to within {zone}, a tie."
    if found.answer is None:
        return f"Not known: the probes do not tell where in {search.low}..{search.high} {what} reaches {reach}."
    end = "a" if found.rises is None else "the largest" if found.rises is False else "the smallest"
    sure = "" if found.kind == "exact" else f" ({100 * confidence:g} % sure)"
    text = f"{path} = {found.answer} is {end} value at which {what} is at least {reach}{sure}"
    below, above = found.bracket
    if below is None:
        return f"{text}: it is so in all of {search.low}..{search.high}."
    if above is not None and abs(above - below) > 1:
        text = f"{path} = {found.answer} lets {what} reach {reach} and {below} does not{sure}"
        return f"{text}; what is between is not told apart by {search.trials:,} trials."
    return f"{text}."


def how_found(found: Found, seed: int, confidence: float) -> list[str]:
    """How the answer was come by, in lines."""
    exact = sum(probe.exact is not None for probe in found.probed)
    sampled = [probe.trials for probe in found.probed if probe.trials is not None]
    how = [f"{exact} values solved exactly"] if exact else []
    how += [f"{len(sampled)} values sampled, {sum(sampled):,} trials in all, seed {seed}"] if sampled else []
    lines = [", ".join(how)]
    if sampled:
        lines.append(f"intervals are sequences and hold together with {100 * confidence:g} %")
    monotone = "the curve is monotone over the whole range" if found.proven else "no probe contradicts a monotone curve"
    return [*lines, monotone]
