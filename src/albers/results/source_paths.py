"""How a source file is called when it is shown: relative to the working directory where that is possible."""

from __future__ import annotations

import os


def shown_path(file: str) -> str:
    """parse.c for a file of that name in or below the working directory; the path as it is for any other."""
    if not os.path.isabs(file):
        return file
    try:
        relative = os.path.relpath(file)
    except (OSError, ValueError):  # the working directory is gone, or on another drive
        return file
    return file if relative.startswith(os.pardir) else relative
