"""C sources or bitcode in, one linked and prepared LLVM module out.

`build.py` is the entry; it drives `toolchain.py` (which compiler, which target), `compile.py` (one source to bitcode,
cached by `cache.py`), `prepare.py` (locals to registers, no branch changed) and `library.py` (the C runtime, linked on
demand). `linked_program.py` remembers the whole. `native_inputs.py` takes bitcode from native files that `albers cc`
built, which is `compiler_driver.py`.
Nothing here knows about symbolic values, and nothing above this package calls a compiler.
"""
