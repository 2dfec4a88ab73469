"""`albers cc` in the place of a compiler: native results and messages as usual, and bitcode beside them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from albers.errors import UserError
from albers.frontend.compiler_driver import DriverSettings
from albers.frontend.dual_compilation import without_directories
from albers.frontend.embedded_bitcode import carrier_of
from albers.frontend.llvm import Module
from albers.frontend.native_compiler import without_link_reports
from albers.frontend.toolchain import find_target
from tests.frontend.native_builds import ALBERS_CC, ASSEMBLY, NativeBuild, elf_only

pytestmark = elf_only

MAIN = '#include <stdio.h>\nint twice(int);\nint main(void) { printf("%d\\n", twice(21)); return 3; }\n'
TWICE = "int twice(int x) { return 2 * x; }\n"


@pytest.fixture
def native(tmp_path: Path) -> NativeBuild:
    build = NativeBuild(tmp_path)
    build.write(main_c=MAIN, twice_c=TWICE)
    return build


def functions(native: NativeBuild, name: str) -> list[str]:
    modules = [Module.from_bitcode(piece.bitcode) for piece in native.pieces(name) if piece.bitcode]
    return sorted(function.name for module in modules for function in module.defined_functions())


def test_an_object_carries_its_bitcode_and_an_executable_that_of_all_objects(native: NativeBuild) -> None:
    native.compile("-O2 -Wall -c twice.c")
    native.compile("-c main.c -o out.o")
    native.compile("out.o twice.o -o program")
    assert functions(native, "twice.o") == ["twice"]
    assert functions(native, "program") == ["main", "twice"]
    ran = native.run("./program")
    assert (ran.returncode, ran.stdout) == (3, "42\n")


def test_the_native_object_is_the_compilers_own_plus_one_section(native: NativeBuild) -> None:
    native.compile("-O2 -c twice.c -o ours.o")
    subprocess.run(["cc", "-O2", "-c", "twice.c", "-o", "theirs.o"], cwd=native.directory, check=True)
    ours, theirs = ((native.directory / name).read_bytes() for name in ("ours.o", "theirs.o"))
    header = 64
    assert ours[header : len(theirs)] == theirs[header:]


def test_the_same_command_twice_gives_the_same_bytes(native: NativeBuild) -> None:
    native.compile("-c twice.c -o object.o")
    first = (native.directory / "object.o").read_bytes()
    native.compile("-c twice.c -o object.o")
    assert (native.directory / "object.o").read_bytes() == first


def test_several_sources_compiled_and_linked_in_one_step(native: NativeBuild) -> None:
    native.compile("main.c twice.c -o program")
    assert native.sources("program") == ["main.c", "twice.c"]
    assert native.run("./program").stdout == "42\n"


def test_several_sources_to_objects_in_one_step(native: NativeBuild) -> None:
    native.compile("-c main.c twice.c")
    assert native.sources("main.o") == ["main.c"]
    assert native.sources("twice.o") == ["twice.c"]


def test_more_sources_than_processors(native: NativeBuild) -> None:
    names = [f"part{number}" for number in range(12)]
    native.write(**{f"{name}_c": f"int {name}(void) {{ return 1; }}\n" for name in names})
    native.compile("-shared -fPIC -o libparts.so " + " ".join(f"{name}.c" for name in names))
    assert functions(native, "libparts.so") == sorted(names)


def test_bitcode_survives_relocatable_links_collection_of_sections_and_strip(native: NativeBuild) -> None:
    native.compile("-ffunction-sections -c main.c twice.c")
    native.compile("-r -nostdlib main.o twice.o -o both.o")
    native.compile("both.o -Wl,--gc-sections -s -o program")
    if shutil.which("strip"):
        subprocess.run(["strip", "program"], cwd=native.directory, check=True)
    assert sorted(native.sources("program")) == ["main.c", "twice.c"]
    assert native.run("./program").stdout == "42\n"


def test_bitcode_survives_link_time_optimisation(native: NativeBuild) -> None:
    native.compile("-flto -O2 -c main.c twice.c")
    native.compile("-flto -O2 main.o twice.o -o program")
    assert sorted(native.sources("program")) == ["main.c", "twice.c"]


def test_a_source_from_standard_input(native: NativeBuild) -> None:
    native.compile("-x c -c - -o typed.o", stdin=TWICE)
    assert native.sources("typed.o") == ["<stdin>"]
    assert functions(native, "typed.o") == ["twice"]


def test_a_compile_error_is_the_compilers_own(native: NativeBuild) -> None:
    native.write(broken_c="int main(void) { return undeclared; }\n")
    run = native.cc("-c broken.c")
    theirs = native.run("cc -c broken.c")
    assert (run.returncode, run.stdout, run.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)
    assert not (native.directory / "broken.o").exists()


@pytest.mark.parametrize(
    "line", ["--version", "-dumpmachine", "-print-search-dirs", "-E twice.c", "-S twice.c -o -", "-MM twice.c", ""]
)
def test_everything_else_is_answered_by_the_native_compiler(native: NativeBuild, line: str) -> None:
    run = native.cc(line)
    theirs = native.run(f"cc {line}")
    assert (run.returncode, run.stdout) == (theirs.returncode, theirs.stdout)


def test_dependency_files_are_written_once_and_by_the_native_compiler(native: NativeBuild) -> None:
    native.write(
        config_h="#define FACTOR 2\n", twice_c='#include "config.h"\nint twice(int x) { return FACTOR * x; }\n'
    )
    native.compile("-MT all -MD -MP -MF twice.d -c twice.c", DEPENDENCIES_OUTPUT="other.d")
    dependencies = (native.directory / "twice.d").read_text()
    assert dependencies.startswith("all: twice.c ")
    assert "config.h" in dependencies
    assert "generic-musl" not in dependencies
    assert functions(native, "twice.o") == ["twice"]


def test_the_sources_own_flags_reach_the_bitcode(native: NativeBuild) -> None:
    (native.directory / "inc").mkdir()
    (native.directory / "inc" / "factor.h").write_text("#define FACTOR 77\n")
    native.write(flags_c="#ifndef ON\n#error off\n#endif\nint f(void) { return FACTOR + (char)-1; }\n")
    native.compile("-DON -Iinc -include factor.h -funsigned-char -c flags.c")
    (piece,) = native.pieces("flags.o")
    assert piece.flags == ("-D", "ON", "-I", "inc", "-include", "factor.h", "-funsigned-char")
    assert "ret i32 332" in Module.from_bitcode(piece.bitcode).assembly()


def test_flags_for_the_bitcode_alone(native: NativeBuild) -> None:
    native.write(both_c="#ifdef NO_ASM\nint plain;\n#else\nint native;\n#endif\n")
    native.compile("-c both.c", ALBERS_CC_FLAGS="-DNO_ASM")
    assert Module.from_bitcode(native.pieces("both.o")[0].bitcode).defined_symbols() == {"plain"}
    assert carrier_of(str(native.directory / "both.o")).defined == {"native"}


def test_bitcode_is_not_optimised_unless_asked_for(native: NativeBuild) -> None:
    native.write(loop_c="int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n")
    native.compile("-O3 -c loop.c -o plain.o")
    native.compile("-O3 -c loop.c -o better.o", ALBERS_CC_LEVEL="1")
    plain, better = (Module.from_bitcode(native.pieces(name)[0].bitcode).assembly() for name in ("plain.o", "better.o"))
    assert "alloca" in plain
    assert "alloca" not in better


def test_inline_functions_that_were_inlined_natively_are_in_the_bitcode(native: NativeBuild) -> None:
    native.write(inline_c="inline int one(void) { return 1; }\nint two(void) { return one() + one(); }\n")
    native.compile("-O2 -c inline.c")
    assert functions(native, "inline.o") == ["one", "two"]


def test_a_source_sees_whether_the_native_code_is_optimised(native: NativeBuild) -> None:
    native.write(seen_c="#ifdef __OPTIMIZE__\nint fast;\n#else\nint slow;\n#endif\n")
    for level, name in (("-O2", "fast"), ("-O0", "slow")):
        native.compile(f"{level} -c seen.c")
        assert Module.from_bitcode(native.pieces("seen.o")[0].bitcode).defined_symbols() == {name}


def test_code_that_gcc_only_warns_about_has_bitcode(native: NativeBuild) -> None:
    native.write(old_c="main() { int *p = 5; return unknown(p); }\n")
    native.compile("-w -std=gnu89 -c old.c")
    (piece,) = native.pieces("old.o")
    assert not piece.reason
    assert "implicit declaration of function 'unknown'" in piece.warnings


def test_without_bitcode_the_build_goes_on_and_the_object_remembers_why(native: NativeBuild) -> None:
    native.write(only_native_c="#ifdef __clang__\n#error not with clang\n#endif\nint f(void) { return 1; }\n")
    run = native.cc("-c only_native.c", ALBERS_CC_LOG="log.txt", ALBERS_CC_NATIVE="gcc")
    if shutil.which("gcc") is None or run.returncode != 0:
        pytest.skip("gcc is not here")
    message = "only_native.c: no bitcode: only_native.c:2:2: error: not with clang"
    assert run.stderr == f"albers cc: warning: {message}\n"
    assert (native.directory / "log.txt").read_text() == f"{native.directory}: {message}\n"
    (piece,) = native.pieces("only_native.o")
    assert (piece.bitcode, piece.reason) == (b"", "only_native.c:2:2: error: not with clang")
    assert native.cc("-c only_native.c", ALBERS_CC_QUIET="1", ALBERS_CC_NATIVE="gcc").stderr == ""


def test_assembly_and_cpp_compile_natively_and_say_that_they_have_no_bitcode(native: NativeBuild) -> None:
    native.write(empty_s=ASSEMBLY, thing_cpp="template <class T> T same(T x) { return x; }\n")
    native.compile("-c empty.s -o empty.o")
    native.compile("-c thing.cpp -o thing.o")
    native.compile("--c++ -c thing.cpp -o again.o")
    reasons = [native.pieces(name)[0].reason for name in ("empty.o", "thing.o", "again.o")]
    other = "it is written in another language than C"
    assert reasons == ["it is written in assembly", other, other]


def test_questions_of_configure_scripts_are_not_compiled_twice(native: NativeBuild) -> None:
    native.write(conftest_c="int main(void) { return 0; }\n")
    native.compile("conftest.c -o conftest")
    with pytest.raises(UserError, match="has no bitcode"):
        native.pieces("conftest")


def test_the_result_may_be_thrown_away(native: NativeBuild) -> None:
    native.compile("-c twice.c -o /dev/null")
    assert Path("/dev/null").is_char_device()


def test_a_response_file(native: NativeBuild) -> None:
    native.write(args_txt="-c 'twice.c'\n-o \"spaced name.o\"\n")
    native.compile("@args.txt")
    assert native.sources("spaced name.o") == ["twice.c"]


def test_the_native_compiler_can_be_chosen_and_must_exist(native: NativeBuild) -> None:
    run = native.cc("-c twice.c", ALBERS_CC_NATIVE="no-such-compiler")
    assert run.returncode == 2
    assert (
        run.stderr
        == "albers: error: compiler 'no-such-compiler' not found; ALBERS_CC_NATIVE names the native compiler\n"
    )


def test_being_its_own_native_compiler_is_noticed(native: NativeBuild) -> None:
    script = native.directory / "mycc"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{ALBERS_CC[2]}' cc \"$@\"\n")
    script.chmod(0o755)
    run = native.cc("-c twice.c", ALBERS_CC_NATIVE="./mycc")
    assert run.returncode == 2
    assert "the native compiler is 'albers cc' itself" in run.stderr


def test_code_for_the_narrow_variant_of_the_machine(native: NativeBuild) -> None:
    if find_target("").architecture != "x86_64":
        pytest.skip("this machine has none")
    native.compile("-m32 -c twice.c")
    (piece,) = native.pieces("twice.o")
    assert piece.triple == find_target("x86").triple
    assert Module.from_bitcode(piece.bitcode).triple.startswith("i386-")


def test_a_build_against_musl_needs_nothing_but_the_wheel(native: NativeBuild) -> None:
    native.write(
        which_c="#include <stdio.h>\n#ifdef __GLIBC__\n#error glibc\n#endif\n#include <assert.h>\n"
        "#ifdef NDEBUG\n#error no assertions\n#endif\nint f(void) { return 1; }\n"
    )
    native.compile("--libc musl -O2 -c which.c", PATH="")
    assert functions(native, "which.o") == ["f"]


def test_warnings_of_the_bundled_compiler_do_not_stop_a_build_but_answer_questions(native: NativeBuild) -> None:
    source = "int f() { return g(); }\n"
    native.write(warned_c=source, conftest_c=source)
    assert native.cc("--libc musl -Wall -Wstrict-prototypes -Werror -c warned.c").returncode == 0
    assert native.cc("--libc musl -Wall -Wstrict-prototypes -Werror -c conftest.c").returncode == 1


def test_settings_come_from_the_environment() -> None:
    given = {
        "ALBERS_CC_NATIVE": "gcc -m64",
        "ALBERS_CC_LIBC": "musl",
        "ALBERS_CC_LEVEL": "2",
        "ALBERS_CC_FLAGS": "-DX -DY",
    }
    assert DriverSettings.from_environment(given) == DriverSettings(("gcc", "-m64"), "musl", 2, ("-DX", "-DY"))
    with pytest.raises(UserError, match="ALBERS_CC_LEVEL is 'fast'"):
        DriverSettings.from_environment({"ALBERS_CC_LEVEL": "fast"})


def test_directories_of_the_system_do_not_come_before_musls_headers() -> None:
    flags = ["-I", "/usr/include", "-isystem", "/usr/include/", "-D", "/usr/include", "-I", "own"]
    assert without_directories(flags, ["/usr/include"]) == ["-D", "/usr/include", "-I", "own"]


def test_requests_for_reports_are_kept_from_zigs_linker() -> None:
    line = "-Wl,-Map,x.map -Wl,-Map=x.map -Wl,--warn-common,--sort-common -Wl,--verbose -lm"
    assert without_link_reports(line.split()) == ["-Wl,--sort-common", "-lm"]


def test_a_result_that_is_not_elf_is_kept_and_comes_with_advice(native: NativeBuild) -> None:
    mach_o = native.directory / "fake-cc"
    mach_o.write_text("#!/bin/sh\nprintf '\\317\\372\\355\\376 and so on' > twice.o\n")
    mach_o.chmod(0o755)
    run = native.cc("-c twice.c", ALBERS_CC_NATIVE=str(mach_o))
    assert run.returncode == 0
    assert "twice.o: the native compiler's result cannot carry bitcode: a Mach-O file" in run.stderr
    assert "--libc musl" in run.stderr
    assert (native.directory / "twice.o").read_bytes() == b"\xcf\xfa\xed\xfe and so on"
    with pytest.raises(UserError, match=r"a Mach-O file.*--libc musl"):
        carrier_of(str(native.directory / "twice.o"))
