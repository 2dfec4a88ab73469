"""Coverage as an lcov tracefile (coverage.info), which genhtml, editors and CI services read."""

from __future__ import annotations

from albers.results.coverage.measured import FileCoverage, MeasuredCoverage


def lcov_text(coverage: MeasuredCoverage, test_name: str = "") -> str:
    """One section per file, in the order of their names."""
    return "".join(_section(path, file, test_name) for path, file in sorted(coverage.files.items()))


def _section(path: str, file: FileCoverage, test_name: str) -> str:
    lines = [f"TN:{test_name}", f"SF:{path}"]
    functions = sorted(file.functions.items(), key=lambda item: (item[1][0], item[0]))
    lines += [f"FN:{line},{name}" for name, (line, _) in functions]
    lines += [f"FNDA:{times},{name}" for name, (_, times) in functions]
    lines += [f"FNF:{len(functions)}", f"FNH:{sum(times > 0 for _, (_, times) in functions)}"]
    reached = {side.branch for side in file.branches if side.taken}
    for side in sorted(file.branches, key=lambda each: (each.line, each.branch, each.side)):
        # lcov tells a side that was not taken from one whose branch was never reached.
        taken = str(side.taken) if side.branch in reached else "-"
        lines.append(f"BRDA:{side.line},{side.branch},{side.side},{taken}")
    lines += [f"BRF:{len(file.branches)}", f"BRH:{sum(side.taken > 0 for side in file.branches)}"]
    lines += [f"DA:{line},{hits}" for line, hits in sorted(file.lines.items())]
    lines += [f"LF:{len(file.lines)}", f"LH:{sum(hits > 0 for hits in file.lines.values())}", "end_of_record"]
    return "\n".join(lines) + "\n"
