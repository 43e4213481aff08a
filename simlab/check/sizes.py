"""How many trials a baseline keeps and a check plays, from what a model's trials cost."""

import time
from collections.abc import Sequence

from simlab.check.baseline import Blocks
from simlab.runs.batches import ROWS_AT_ONCE, Sampler

RECORDING_SECONDS = 10.0  # of one core for a scenario, all its cases together
LEAST_TRIALS = 10_000  # of a case, in all blocks
MOST_TRIALS = 12_100_000
#: What a block gets of a case's trials, and what is enough for it; what is left over is the baseline's confirmation.
SCREEN, CHECK_SCREEN, CHECK_CONFIRM, REPLAY = (0.3, 1_000_000), (0.1, 100_000), (0.2, 1_000_000), (0.15, 100_000)
CONFIRM_FIRST, CHECK_FIRST, CHECK_CONFIRM_FIRST = 10**9, 2 * 10**9, 3 * 10**9
NEXT_CHECK = 10**7  # from the check's trials to the next ones that it may use, should the first give a false alarm
PILOT, PILOT_SECONDS = 1_000, 0.05


def blocks_for(trials: int) -> Blocks:
    """Ranges for so many trials of a case in all, at least LEAST_TRIALS."""
    screen, check_screen, check_confirm, replay = (
        min(int(part * trials), most) for part, most in (SCREEN, CHECK_SCREEN, CHECK_CONFIRM, REPLAY)
    )
    confirm = min(trials, MOST_TRIALS) - screen - check_screen - check_confirm
    return Blocks(
        replay=(0, max(replay // 1_000, 1) * 1_000),
        screen=(0, screen),
        confirm=(CONFIRM_FIRST, confirm),
        check_screen=(CHECK_FIRST, check_screen),
        check_confirm=(CHECK_CONFIRM_FIRST, check_confirm),
    )


def with_other_check(blocks: Blocks) -> Blocks:
    """The same blocks of the baseline, and the next trials for the check."""
    ranges = {name: getattr(blocks, name) for name in ("check_screen", "check_confirm")}
    return blocks.model_copy(update={name: (first + NEXT_CHECK, count) for name, (first, count) in ranges.items()})


def trials_within(samplers: Sequence[Sampler], seconds: float = RECORDING_SECONDS) -> int:
    """Trials of each case that so many seconds of one core are worth; 1, 2 or 5 times a power of ten."""
    affordable = seconds / sum(seconds_a_trial(sampler) for sampler in samplers)
    if affordable >= MOST_TRIALS:
        return MOST_TRIALS
    steps = (factor * 10**power for power in range(8) for factor in (1, 2, 5))
    return max([step for step in steps if step <= affordable] + [LEAST_TRIALS])


def seconds_a_trial(sampler: Sampler) -> float:
    """What a trial of a case costs on one core, whatever else that core does; its kernel is compiled already."""
    trials = PILOT
    while True:
        begin = time.thread_time()
        for first in range(0, trials, ROWS_AT_ONCE):
            sampler.tally(first, min(ROWS_AT_ONCE, trials - first))
        seconds = time.thread_time() - begin
        if seconds >= PILOT_SECONDS:
            return seconds / trials
        trials *= 4
