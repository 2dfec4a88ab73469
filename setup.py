"""Builds the hot packages with mypyc; without a C compiler or Python's headers they stay plain Python, with a warning.

Environment: ALBERS_PURE=1 skips compilation; ALBERS_OPT is the C compiler's optimisation level.
"""

import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# What pip runs to learn about the package; translating it to C only for that would be a waste.
DESCRIBING_COMMANDS = {"egg_info", "dist_info", "sdist"}

HOT_PACKAGES = ("ir", "expr", "memory", "solver", "engine", "merging")
# What the compiled packages import from above them must be compiled with them: a base class and plain enums.
HOT_MODULES = ("world/byte_run.py", "world/call.py", "world/world_state.py")


class ParallelBuild(build_ext):
    """Compiles on all cores: extensions side by side, and the C files of the one large extension side by side."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1

    def build_extensions(self) -> None:
        compile_in_turn = self.compiler.compile

        def compile_side_by_side(sources: list[str], *arguments: object, **options: object) -> list[str]:
            with ThreadPoolExecutor(self.parallel) as pool:
                compiled = pool.map(lambda source: compile_in_turn([source], *arguments, **options), sources)
                return [file for files in compiled for file in files]

        self.compiler.compile = compile_side_by_side
        super().build_extensions()


def missing_for_compilation() -> str:
    """What has to be installed before C extensions can be built; empty if nothing is."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(command) is None:
        return f"a C compiler ({command})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's C headers (Debian and Ubuntu: the package python3-dev)"
    return ""


def extensions() -> list[Extension]:
    if os.environ.get("ALBERS_PURE") == "1" or DESCRIBING_COMMANDS.intersection(sys.argv):
        return []
    missing = missing_for_compilation()
    if missing:
        print(f"albers: warning: the engine stays plain Python, which is slower: {missing} not found", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    root = Path("src/albers")
    sources = [str(path) for package in HOT_PACKAGES for path in sorted((root / package).glob("*.py"))]
    sources += [str(root / module) for module in HOT_MODULES]
    # Types are checked by `make lint`; here only what is compiled matters, and a build environment has neither the
    # solvers nor what the other packages import.
    options = ["--config-file=", "--strict", "--no-warn-unused-ignores"]
    options += ["--follow-imports=silent", "--ignore-missing-imports"]
    return mypycify(
        [*options, *sources],
        opt_level=os.environ.get("ALBERS_OPT", "3"),
        debug_level="0",
        multi_file=True,
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": ParallelBuild})
