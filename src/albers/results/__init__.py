"""What a run leaves behind: tests, error reports, statistics, the summary, and what a person sees of it.

`recorder.py` hears of every path that ends and decides what is written; `outcome.py` holds the facts of a finished
run, which `summary.py` writes for scripts and `account.py` tells a person. Nothing here influences the exploration.
"""
