"""`albers cc`: a C compiler whose objects and executables also carry their bitcode.

What follows is the compiler's own command line; ours are only the options named in the help, and only in front.
"""

from __future__ import annotations

import os
import sys
from typing import Final

from albers.cli.main import main as albers
from albers.errors import UserError

_HELP: Final = """\
usage: albers cc [--libc system|musl] [--c++] COMPILER-ARGUMENTS...
       albers cc --extract FILE... [-o OUT.bc|OUT.ll]
       albers cc --pieces FILE...

A C compiler for builds: make CC="albers cc", ./configure CC="albers cc", cmake -DCMAKE_C_COMPILER=albers-cc.
The system's compiler makes the objects and executables as usual; each of them also carries its bitcode, so that
albers run ./program, albers run libfoo.a driver.c and the like can explore it.

  --libc musl     compile and link natively with the bundled compiler and musl, the C library that programs are
                  explored with: configure then sees the same functions as the exploration
  --c++           compile C++ (CXX="albers cc --c++", or albers-c++): natively, without bitcode
  --extract       link all bitcode in FILE... to one module and write it
  --pieces        list the sources whose bitcode is in FILE..., and those without

environment:
  ALBERS_CC_NATIVE  the native compiler (default: cc, gcc, clang, or the bundled one)
  ALBERS_CC_LIBC    like --libc
  ALBERS_CC_LEVEL   optimisation of the bitcode, 0 to 3 (default: 0, whatever -O says)
  ALBERS_CC_FLAGS   further flags for the bitcode alone, such as -DNO_ASM
  ALBERS_CC_LOG     a file to which sources without bitcode are added, one per line
  ALBERS_CC_QUIET   1: no warning about them
"""


def main(arguments: list[str]) -> int:
    if arguments == ["--help"]:
        print(_HELP, end="")
        return 0
    if arguments[:1] == ["--extract"]:
        return _extract(arguments[1:])
    if arguments[:1] == ["--pieces"]:
        return _list_pieces(arguments[1:])

    from albers.frontend.compiler_driver import DriverSettings, drive

    settings, language = DriverSettings.from_environment(os.environ), "c"
    while arguments:
        if arguments[0] == "--libc" and len(arguments) > 1:
            settings, arguments = settings._replace(libc=arguments[1]), arguments[2:]
        elif arguments[0].startswith("--libc="):
            settings, arguments = settings._replace(libc=arguments[0].removeprefix("--libc=")), arguments[1:]
        elif arguments[0] == "--c++":
            language, arguments = "c++", arguments[1:]
        else:
            break
    return drive(arguments, settings, language)


def albers_cc() -> int:
    """The console script `albers-cc`: one word, for build systems that want a path."""
    return albers(["cc", *sys.argv[1:]])


def albers_cxx() -> int:
    """The console script `albers-c++`."""
    return albers(["cc", "--c++", *sys.argv[1:]])


def _extract(arguments: list[str]) -> int:
    from albers.frontend.native_inputs import extract_module

    files, output = _files_and_output(arguments)
    module = extract_module(files)
    target = output or f"{os.path.basename(files[0])}.bc"
    content = module.assembly().encode() if target.endswith(".ll") else module.bitcode()
    try:
        with open(target, "wb") as stream:
            stream.write(content)
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}") from error
    return 0


def _list_pieces(arguments: list[str]) -> int:
    from albers.frontend.native_inputs import carriers_in

    files, _ = _files_and_output(arguments)
    for file in files:
        for carrier in carriers_in(file):
            for piece in carrier.pieces:
                what = f"no bitcode: {piece.reason}" if piece.reason else f"{len(piece.bitcode)} bytes"
                print(f"{carrier.name}: {piece.source}: {what}")
    return 0


def _files_and_output(arguments: list[str]) -> tuple[list[str], str]:
    files: list[str] = []
    output = ""
    words = iter(arguments)
    for word in words:
        if word == "-o":
            output = next(words, "")
        elif word.startswith("-"):
            raise UserError(f"unknown option '{word}' (see albers cc --help)")
        else:
            files.append(word)
    if not files:
        raise UserError("no file given: name an object, a library or an executable built with albers cc")
    return files, output
