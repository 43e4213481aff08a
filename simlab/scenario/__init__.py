"""From a scenario file to validated cases."""
