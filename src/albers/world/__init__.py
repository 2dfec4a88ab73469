"""What the program believes it runs on: klee.h, the allocation functions, process exit, and the kernel (`kernel`).

Models are Python functions of a `Call`. The rest of the C library is C code, linked by the frontend, that ends in
these functions and in system calls.
"""
