"""What the benchmark page measures, a file a thing; benchmarks/page.py goes through them."""
