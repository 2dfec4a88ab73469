"""How much memory this process uses, now and at its worst, on Linux and macOS."""

from __future__ import annotations

import resource
import sys


def peak_bytes() -> int:
    """The largest resident size so far; the kernel counts in kilobytes on Linux and in bytes on macOS."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def resident_bytes() -> int:
    """The resident size now; where the kernel does not tell it without a library (macOS), the peak."""
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize()
    except FileNotFoundError:
        return peak_bytes()
