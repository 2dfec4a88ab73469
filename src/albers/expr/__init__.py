"""Bit-vector, float and array terms: hash-consed nodes, simplifying constructors, evaluation.

Knows nothing of programs. Build terms with the constructors of `arith`, `bits`, `compare` and `arrays` only.
"""
