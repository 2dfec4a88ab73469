"""Builds the hot packages with mypyc; without a C compiler they stay plain Python, with a warning.

Set ALBERS_PURE=1 to skip compilation.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import setup

HOT_PACKAGES = ("ir", "expr", "memory", "solver", "engine", "merging")
# What the compiled packages import from above them must be compiled with them: a base class and plain enums.
HOT_MODULES = ("world/call.py",)


def has_compiler() -> bool:
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(command) is not None


def extensions() -> list:
    if os.environ.get("ALBERS_PURE") == "1":
        return []
    if not has_compiler():
        print("albers: warning: no C compiler found; installing the slower pure-Python engine", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    root = Path("src/albers")
    sources = [str(path) for package in HOT_PACKAGES for path in sorted((root / package).glob("*.py"))]
    sources += [str(root / module) for module in HOT_MODULES]
    return mypycify(
        ["--strict", "--no-warn-unused-ignores", *sources],
        opt_level=os.environ.get("ALBERS_OPT", "3"),
        debug_level="0",
        multi_file=True,
    )


setup(ext_modules=extensions())
