"""How a comparison was made, in lines."""

from simlab.runs.comparison import Comparison


def trials_line(comparison: Comparison, took: str = "") -> str:
    """What was played on both sides, and how long it took where that is told."""
    a, b = comparison.a, comparison.b
    if not a.trials:
        return "exact on both sides"
    if comparison.paired:
        return f"{a.trials:,} trials of both sides on the same dice{took}, seed {a.seed}"
    return f"independent trials: {a.trials:,} of A (seed {a.seed}), {b.trials:,} of B (seed {b.seed})"


def remarks(comparison: Comparison) -> list[str]:
    """What has to be known to read its table."""
    lines: list[str] = []
    if not comparison.a.trials:
        return lines
    if comparison.exact:
        lines.append("exact on both sides as well: the exact difference is no estimate")
    if comparison.paired and not comparison.answers["paired"].all():
        lines.append(
            "unpaired: other trials meet the condition of this question on side B than on side A; "
            "its interval is that of independent trials"
        )
    if (comparison.answers["bound"].notna() & (comparison.answers["verdict"] == "identical")).any():
        lines.append("identical: no trial differs; a larger share of trials than the one in brackets would have shown")
    return lines
