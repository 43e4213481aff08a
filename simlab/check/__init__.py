"""What a balance must not silently leave: baselines, targets and invariants, their verdicts, and the pytest plugin.

Nothing is imported here, so that pytest starts as fast with the plugin as without it.
"""
