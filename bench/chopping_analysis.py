"""What the static side of chopping costs: points-to and mod-ref of a library, and slices of its functions.

    python bench/chopping_analysis.py [--sources DIR]

The library is libpng with zlib (more than 38 000 lines), reading and writing pictures. DIR is where its sources are or
will be put; they are fetched as Debian source packages (apt-get source; a deb-src entry must be there). Times are
those of the processor, since the machine may be busy.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from albers.chopping.constraints import PointsTo
from albers.chopping.mod_ref import ModRef
from albers.chopping.parts import Parts
from albers.chopping.slicing import Slicer
from albers.frontend.build import BuildOptions, build
from albers.ir.parser import parse_module

DRIVER = """\
#include "png.h"
#include <stdlib.h>
static void input(png_structp p, png_bytep d, size_t n) { for (size_t i = 0; i < n; i++) d[i] = i; }
int main(void) {
    png_structp p = png_create_read_struct(PNG_LIBPNG_VER_STRING, 0, 0, 0);
    png_infop i = png_create_info_struct(p);
    png_set_read_fn(p, 0, input);
    png_read_png(p, i, PNG_TRANSFORM_EXPAND, 0);
    png_destroy_read_struct(&p, &i, 0);
    p = png_create_write_struct(PNG_LIBPNG_VER_STRING, 0, 0, 0);
    png_write_png(p, i, 0, 0);
    return 0;
}
"""
ZLIB = "adler32 crc32 deflate inflate inffast inftrees trees zutil compress uncompr".split()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=Path, default=Path("build/chopping-sources"), metavar="DIR")
    sources = parser.parse_args().sources.resolve()
    sources.mkdir(parents=True, exist_ok=True)
    png, zlib = source(sources, "libpng1.6"), source(sources, "zlib")
    shutil.copy(png / "scripts/pnglibconf.h.prebuilt", png / "pnglibconf.h")
    library = sorted(file for file in png.glob("png*.c") if file.name != "pngtest.c")
    library += [zlib / f"{name}.c" for name in ZLIB]
    lines = sum(len(file.read_text(errors="replace").splitlines()) for file in library)
    with tempfile.TemporaryDirectory() as scratch:
        driver = Path(scratch) / "driver.c"
        driver.write_text(DRIVER)
        files = [str(file) for file in (driver, *library)]
        prepared = build(files, BuildOptions(include_dirs=(str(png), str(zlib))))
    module = parse_module(prepared.assembly)
    started = time.process_time()
    points_to = PointsTo(module, "main")
    points = time.process_time() - started
    mod_ref = ModRef(points_to)
    defined = [name for name in points_to.reachable if not module.functions[name].is_declaration]
    for name in defined:
        mod_ref.side_effects(name)
    both = time.process_time() - started
    print(
        f"{lines} lines of library code, {len(defined)} functions reachable, {len(points_to.universe.objects)} objects"
    )
    print(f"points-to {points:.1f} s, points-to and mod-ref of all functions {both:.1f} s")
    slices(mod_ref, defined)
    return 0


def slices(mod_ref: ModRef, functions: list[str]) -> None:
    """The slices of the functions that call most."""
    largest = sorted(functions, key=lambda name: (-len(mod_ref.closure(name)), name))[:40:4]
    slicer = Slicer(mod_ref)
    slowest, count, whole, kept = 0.0, 0, 0, 0
    for name in largest:
        for part in Parts(name, mod_ref.side_effects(name), False).parts[:3]:
            started = time.process_time()
            made = slicer.slice_for(name, part)
            slowest = max(slowest, time.process_time() - started)
            count += 1
            whole += made.region.size
            kept += made.size
    print(f"{count} slices of {len(largest)} functions, {kept} of {whole} instructions kept, slowest {slowest:.2f} s")


def source(directory: Path, package: str) -> Path:
    """The unpacked source of a Debian package."""
    stem = package.rstrip("0123456789.")
    found = sorted(path for path in directory.glob(f"{stem}*-*") if path.is_dir())
    if not found:
        subprocess.run(["apt-get", "source", "-q", package], cwd=directory, check=True)
        found = sorted(path for path in directory.glob(f"{stem}*-*") if path.is_dir())
    return found[0]


if __name__ == "__main__":
    sys.exit(main())
