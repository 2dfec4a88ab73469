"""Satisfiability of path conditions: one readable chain of small links ending in Bitwuzla or Z3.

Start reading at `chain`. Knows terms (`albers.expr`) and nothing of programs, memory or states.
"""
