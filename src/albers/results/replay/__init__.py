"""Tests outside the engine: the program built natively, run on a test's input, judged by sanitizers, measured.

`recipe.py` remembers how a run was made so that its program can be built again; `native_build.py` builds it,
`native_run.py` runs it, `sanitizers.py` finds what this machine's compilers offer and reads what they report,
`confirmation.py` compares that with what the exploration found.
"""
