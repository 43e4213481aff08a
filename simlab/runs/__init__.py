"""From cases to tallies and answers; runs that are kept, replayed and timed."""
