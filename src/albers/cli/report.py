"""`albers report`: one HTML page about a run."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from albers.cli.option_table import CommandParser
from albers.errors import UserError

_DESCRIPTION: Final = (
    "Write one self-contained HTML page about a finished run: what was found, the source with its coverage, how the "
    "run went, where the time goes, how states parted and merged, and every test. It opens in any browser, without "
    "network."
)


def main(arguments: list[str]) -> int:
    parser = CommandParser("report", "albers report DIR [-o FILE]", _DESCRIPTION)
    parser.add_argument("directory", metavar="DIR", help="what a run left behind (albers-out-N, albers-last)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: DIR/report.html)")
    given = parser.parse_args(arguments)

    from albers.results.report.page import report_page

    target = Path(given.output or Path(given.directory) / "report.html")
    page = report_page(given.directory)
    try:
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}; choose a place with -o FILE") from error
    print(target)
    return 0
