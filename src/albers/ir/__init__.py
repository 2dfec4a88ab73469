"""A typed view of LLVM IR: types, instructions, modules, the parser of printed assembly, and analyses of bodies.

Nothing here executes a program or knows of symbolic values. `parser.parse_module` is the way in.
"""
