"""`albers klee`: KLEE's command line, messages and output directory in front of our engine.

`option_names.py` is the table of KLEE's options and those of its relatives, `arguments.py` reads a command line by
LLVM's rules, `translation.py` turns it into our options, `messages.py` speaks as KLEE does, `command.py` runs.
"""
