"""`albers suggest-skip`: propose functions to skip, from what an earlier run cost and covered."""

from __future__ import annotations

from typing import Final

from albers.cli.option_table import CommandParser

_USAGE: Final = "albers suggest-skip RUN [--target FILE:LINE]"
_DESCRIPTION: Final = (
    "Read the output directory RUN of an earlier exploration and propose functions to skip on the way to a line, or to "
    "what was not covered: those that cost much, lead nowhere near it and change little that matters to it."
)


def main(arguments: list[str]) -> int:
    parser = CommandParser("suggest-skip", _USAGE, _DESCRIPTION)
    parser.add_argument("run", metavar="RUN", help="output directory of an earlier run")
    parser.add_argument("--target", default="", metavar="FILE:LINE", help="the line to reach")
    given = parser.parse_args(arguments)

    from albers.api.skip_suggestions import suggestions_for

    advice = suggestions_for(given.run, given.target)
    if not advice.suggestions:
        print(f"nothing to skip: no function costs much without leading to {advice.towards} or acting on the world")
        return 0
    for each in advice.suggestions:
        print(f"{each.function}: {each.why(advice.towards)}")
    print(f"\n  --skip {','.join(each.function for each in advice.suggestions)}")
    return 0
