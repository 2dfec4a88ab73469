"""What a C compiler's command line asks for: which sources, which output, and which flags matter for bitcode.

The native compiler is given the command line as it stands; here it is only read. Everything that does not turn a
source into an object or an executable (`-E`, `-S`, `-M`, `--version`, linking of objects) is of no interest.
A configure script calls the compiler a thousand times, so this module imports only what Python has loaded anyway.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple


class Language(Enum):
    """What becomes of an input file."""

    C = "C"
    PREPROCESSED_C = "preprocessed C"
    ASSEMBLY = "assembly"
    OTHER = "another language than C"  # compiled, but never to bitcode
    NONE = "no source"  # an object, a library, a header


class Source(NamedTuple):
    """An input that becomes code."""

    path: str  # "-" is standard input
    language: Language


class CompilerArguments:
    """A command line, understood."""

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.output: str | None = None
        self.compile_only = False  # -c
        self.stops_before_object = False  # -E, -S, -M, -fsyntax-only, -###
        self.bitcode_flags: list[str] = []
        self.without_system_headers = False  # -nostdinc
        self.architecture = ""  # from -m32 and the like, or a clang's --target
        self.optimised = False  # by the last -O
        self.link_time_optimisation = False

    def makes_code(self) -> bool:
        return bool(self.sources) and not self.stops_before_object

    def object_of(self, source: Source) -> str:
        """Where `-c` leaves the object."""
        if self.output is not None:
            return self.output
        name = os.path.basename(source.path)
        return (name.rpartition(".")[0] or name) + ".o"

    def executable(self) -> str:
        return self.output if self.output is not None else "a.out"


#: Options whose value is the next word, and that say nothing about the bitcode.
_IGNORED_WITH_VALUE: Final = frozenset(
    "-MF -MT -MQ -L -l -T -u -z -e -A -B -Xlinker -Xassembler -Xclang -mllvm -aux-info -dumpbase -dumpbase-ext "
    "-dumpdir --param -wrapper -isysroot --sysroot -imultilib -imultiarch -arch -framework -iframework -F "
    "-install_name -current_version -compatibility_version -rpath -weak_framework -undefined".split()
)

#: Options whose value is the next word or joined, and that the bitcode needs.
_KEPT_WITH_VALUE: Final = (
    *("-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefixbefore", "-iwithprefix"),
    *("-D", "-U", "-I"),
)

#: GNU's long spellings.
_LONG_SPELLINGS: Final = {
    "--output": "-o",
    "--language": "-x",
    "--include": "-include",
    "--imacros": "-imacros",
    "--include-directory": "-I",
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--compile": "-c",
    "--preprocess": "-E",
    "--assemble": "-S",
    "--no-standard-includes": "-nostdinc",
    "--ansi": "-ansi",
}

#: Flags that change what a C source means, in a form that clang understands.
_KEPT: Final = re.compile(
    r"-ansi|-std=.*|-pthread|-undef|-trigraphs|"
    r"-f(?:no-)?(?:signed-char|unsigned-char|short-enums|common|wrapv|trapv|gnu89-inline|ms-extensions|asm|"
    r"dollars-in-identifiers|strict-overflow|strict-flex-arrays|blocks|math-errno)|"
    r"-f(?:short-wchar|freestanding|hosted|no-hosted|pack-struct(?:=\d+)?|visibility=\w+|strict-flex-arrays=\d|"
    r"no-builtin(?:-\w+)?|signed-bitfields|rounding-math|no-delete-null-pointer-checks)|"
    r"-m(?:32|64|long-double-\d+|align-double|(?:no-)?ms-bitfields)|"
    # Single processor features: a source compiled with one uses the instruction by its name.
    r"-m(?:no-)?(?:mmx|s?sse[\d.a]*|avx[\w.]*|aes|v?pclmul(?:qdq)?|sha|vaes|gfni|bmi2?|lzcnt|popcnt|crc32|f16c|fma|"
    r"movbe|rdrnd|rdseed|adx)"
)

_STOPS_BEFORE_OBJECT: Final = frozenset(("-E", "-S", "-M", "-MM", "-fsyntax-only", "-###", "--help", "-emit-llvm"))

_LANGUAGE_OF_SUFFIX: Final = {
    ".c": Language.C,
    ".i": Language.PREPROCESSED_C,
    ".s": Language.ASSEMBLY,
    ".S": Language.ASSEMBLY,
    ".sx": Language.ASSEMBLY,
    **dict.fromkeys(
        ".cc .cp .cxx .cpp .CPP .c++ .C .ii .m .mi .mm .M .mii .f .for .ftn .F .FOR .fpp .FPP .FTN .f90 .f95 .f03 .f08 "
        ".F90 .F95 .F03 .F08 .adb .ads .d .go .cu".split(),
        Language.OTHER,
    ),
}

_LANGUAGE_OF_NAME: Final = {
    "c": Language.C,
    "cpp-output": Language.PREPROCESSED_C,
    "assembler": Language.ASSEMBLY,
    "assembler-with-cpp": Language.ASSEMBLY,
}

_DEPTH_OF_RESPONSE_FILES: Final = 20


def read_arguments(arguments: Sequence[str], c_is_other: bool = False) -> CompilerArguments:
    """Understand a command line; with `c_is_other`, as a compiler that takes every C source for C++."""
    result = CompilerArguments()
    forced_language: Language | None = None
    words = iter(_with_response_files(arguments, 0))
    for given in words:
        word = _short_spelling(given)
        if word in ("-o", "-x", "-target", "--target"):
            value = next(words, "")
        elif word.startswith(("-o", "-x")) and not word.startswith("-objc"):
            word, value = word[:2], word[2:]
        elif word.startswith("--target="):
            word, value = "--target", word.removeprefix("--target=")
        else:
            value = ""
        if word == "-o":
            result.output = value
        elif word == "-x":
            forced_language = _named_language(value)
        elif word in ("-target", "--target"):
            result.architecture = value
        elif word == "-" or not word.startswith("-"):
            _add_input(result, word, forced_language, c_is_other)
        else:
            _read_flag(result, word, words)
    return result


def _read_flag(result: CompilerArguments, word: str, words: Iterator[str]) -> None:
    if word == "-c":
        result.compile_only = True
    elif word in _STOPS_BEFORE_OBJECT:
        result.stops_before_object = True
    elif word == "-nostdinc":
        result.without_system_headers = True
    elif word in _IGNORED_WITH_VALUE:
        next(words, "")
    elif word == "-Xpreprocessor":
        _read_preprocessor_words(result, [next(words, "")])
    elif word.startswith("-Wp,"):
        _read_preprocessor_words(result, word.split(",")[1:])
    elif word.startswith("-O"):
        result.optimised = word != "-O0"
    elif word.startswith("-flto"):
        result.link_time_optimisation = True
    elif word == "-fno-lto":
        result.link_time_optimisation = False
    elif word.startswith(("-ffile-prefix-map=", "-fmacro-prefix-map=")):
        # What __FILE__ says is seen by the program; debug information shall lead to the files where they are.
        result.bitcode_flags.append("-fmacro-prefix-map=" + word.split("=", 1)[1])
    elif word == "-fplan9-extensions":
        result.bitcode_flags.append("-fms-extensions")
    elif _KEPT.fullmatch(word):
        if word in ("-m32", "-m64"):
            result.architecture = word
        result.bitcode_flags.append(word)
    else:
        _keep_with_value(result, word, words)


def _keep_with_value(result: CompilerArguments, word: str, words: Iterator[str]) -> None:
    for option in _KEPT_WITH_VALUE:
        if word == option:
            result.bitcode_flags += [option, next(words, "")]
            return
        if word.startswith(option):
            # Apart, so that whoever reads the flags finds every value in a word of its own.
            result.bitcode_flags += [option, word[len(option) :]]
            return


def _read_preprocessor_words(result: CompilerArguments, words: list[str]) -> None:
    """From -Wp,…: definitions and directories count, the writing of dependencies does not."""
    remaining = iter(words)
    for word in remaining:
        if word in ("-MD", "-MMD", "-MF", "-MT", "-MQ"):
            next(remaining, "")
        else:
            _keep_with_value(result, word, remaining)


def _add_input(result: CompilerArguments, path: str, forced: Language | None, c_is_other: bool) -> None:
    language = forced if forced is not None else _LANGUAGE_OF_SUFFIX.get(os.path.splitext(path)[1], Language.NONE)
    if c_is_other and language in (Language.C, Language.PREPROCESSED_C):
        language = Language.OTHER
    if language is not Language.NONE:
        result.sources.append(Source(path, language))


def _named_language(name: str) -> Language | None:
    if name == "none":
        return None
    if name.endswith("header"):
        return Language.NONE
    return _LANGUAGE_OF_NAME.get(name, Language.OTHER)


def _short_spelling(word: str) -> str:
    if word in _LONG_SPELLINGS:
        return _LONG_SPELLINGS[word]
    name, equals, value = word.partition("=")
    if equals and name in _LONG_SPELLINGS:
        return _LONG_SPELLINGS[name] + value
    return word


def _with_response_files(arguments: Sequence[str], depth: int) -> list[str]:
    """The arguments with `@file` replaced by the words in the file; one that cannot be read stands for itself."""
    words: list[str] = []
    for argument in arguments:
        if not argument.startswith("@") or depth == _DEPTH_OF_RESPONSE_FILES:
            words.append(argument)
            continue
        try:
            with open(argument[1:], errors="surrogateescape") as file:
                content = file.read()
        except OSError:
            words.append(argument)
            continue
        words += _with_response_files(split_response_file(content), depth + 1)
    return words


def split_response_file(content: str) -> list[str]:
    """The words of a response file: quotes of both kinds, and a backslash before any character."""
    words: list[str] = []
    word: str | None = None
    quote = ""
    characters = iter(content)
    for character in characters:
        if character == "\\":
            word = (word or "") + next(characters, "")
        elif quote:
            if character == quote:
                quote = ""
            else:
                word = (word or "") + character
        elif character in "\"'":
            quote = character
            word = word or ""
        elif not character.isspace():
            word = (word or "") + character
        elif word is not None:
            words.append(word)
            word = None
    return words if word is None else [*words, word]
