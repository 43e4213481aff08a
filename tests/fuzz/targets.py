"""The targets of fuzzing by name, each a module with `target(data)`, `mutated(data, chance)` and `SEEDS`."""

from tests.fuzz import baselines, data_files, expressions, kept_folders, scenarios, settings

TARGETS = {
    "scenarios": scenarios,
    "settings": settings,
    "expressions": expressions,
    "data_files": data_files,
    "baselines": baselines,
    "kept_folders": kept_folders,
}
