"""Coverage of the user's code as others read it: one model, filled by an exploration or by native replays, and exports.

`measured.py` is the model, `explored.py` fills it from the engine, `gcov_files.py` from the counters of a native build;
`lcov.py`, `cobertura.py` and `annotated.py` write it.
"""
