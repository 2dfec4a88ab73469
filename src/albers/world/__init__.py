"""What the program believes it runs on: klee.h, the allocation functions, process exit, captured output.

Models are Python functions of a `Call`. The rest of the C library is C code in `runtime/`, linked by the frontend.
"""
