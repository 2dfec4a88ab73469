"""Every area of the C library links, and the engine knows every instruction of everything that is linked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from albers.engine.control import UnsupportedOp
from albers.engine.endings import PathListener
from albers.engine.explorer import Explorer
from albers.frontend.build import BuildOptions, build
from albers.ir.parser import parse_module
from albers.options import Options
from albers.world.registry import standard_models

AREAS = {
    "stdio": "printf sscanf fopen getline fmemopen open_memstream popen tmpfile setvbuf fseeko ungetc vdprintf perror",
    "stdlib": "strtol strtod qsort bsearch rand random div atexit mkstemp realpath system drand48 getenv setenv",
    "string": "strerror strsignal strcoll strxfrm strverscmp strtok wcscpy wmemcpy strcasestr memmem",
    "ctype": "isalpha toupper isalpha_l iswalpha towupper wctype",
    "locale": "setlocale localeconv newlocale nl_langinfo iconv strfmon catopen duplocale",
    "wchar": "mbrtowc wcsrtombs wprintf swscanf wcstol wcsftime wcwidth fgetws btowc mbstowcs",
    "time": "strftime strptime localtime mktime gmtime_r asctime clock nanosleep timegm getdate timer_settime",
    "math": "sin cosl powf tgamma lgammal fma j1 cexp cpowl nearbyintl remquo sincos exp10",
    "getopt": "getopt getopt_long getopt_long_only getsubopt",
    "patterns": "regcomp regexec regerror regfree fnmatch glob globfree wordexp",
    "files": "opendir readdir scandir seekdir nftw stat access utimensat statvfs mkfifo symlink chdir getcwd",
    "search": "hsearch tsearch twalk lsearch insque lfind tdelete",
    "processes": "fork execvp waitpid posix_spawn kill signal sigaction raise getpriority sysconf uname getpwnam",
    "threads": "pthread_create pthread_mutex_lock pthread_once pthread_setspecific sem_wait pthread_cond_wait mtx_lock",
    "network": "socket connect getaddrinfo inet_pton gethostbyname recvmsg if_nametoindex getservbyname",
}


INLINE_ASSEMBLY = re.compile(r"\bcall .*\basm\b|^module asm", re.MULTILINE)


@pytest.mark.parametrize("area", AREAS)
def test_an_area_links_and_is_understood(area: str, tmp_path: Path) -> None:
    functions = AREAS[area].split()
    source = tmp_path / f"{area}.c"
    # Declared by hand: only that the functions are there is of interest.
    declarations = "".join(f"extern char {name}[];\n" for name in functions)
    source.write_text(
        f"{declarations}char *all[] = {{{', '.join(functions)}}};\nint main(void) {{ return all[0] != 0; }}"
    )
    module = build([str(source)], BuildOptions(cflags=("-w", "-fno-builtin")))
    assert set(module.undefined) | set(module.undefined_variables) <= set(standard_models())
    assert INLINE_ASSEMBLY.search(module.assembly) is None
    explorer = Explorer(parse_module(module.assembly), Options(), module.user_functions, PathListener())
    for name in explorer.program.codes:
        code = explorer.program.code_of(name)
        assert code is not None
        unknown = [op.text for block in code.blocks for op in block.ops if isinstance(op, UnsupportedOp)]
        assert unknown == [], name
