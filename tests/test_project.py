"""The project as a whole: what it claims about itself is true.

Which package imports which, what the examples are said to contain, what the documents show: each is checked against
the thing itself.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import albers
from albers.cli.compiled import is_compiled
from albers.cli.main import COMMANDS
from albers.options import Options, OutputOptions
from albers.verdicts import ErrorKind, StopReason

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "albers"

#: From top to bottom; a package imports only what stands below it.
HOUSE = (
    *("cli", "api", "cluster", "results", "merging", "chopping", "sizes", "lazyinit"),
    *("engine", "world", "solver", "memory", "expr", "ir", "frontend"),
)
#: Modules beside the packages that everybody may import.
SHARED = ("errors", "options", "verdicts")

GENERATED = re.compile(r"/\.|\.(so|pyc)$|\.egg-info/|/__pycache__/|albers-out-\d+/")
CLAIM = re.compile(r"^ \* Albers finds: (\w+) in (\w+): (.+)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# The house


def test_every_package_has_its_place_in_the_house() -> None:
    packages = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    assert packages == set(HOUSE)


@pytest.mark.parametrize("home", [*HOUSE, *SHARED])
def test_imports_go_downwards_only(home: str) -> None:
    modules = sorted((SOURCES / home).rglob("*.py")) if home in HOUSE else [SOURCES / f"{home}.py"]
    upward = [
        f"{path.relative_to(SOURCES)} imports {imported}"
        for path in modules
        for imported in imported_parts(path)
        if not may_import(home, imported)
    ]
    assert upward == []


def imported_parts(path: Path) -> list[str]:
    """The packages and root modules of ours that a module imports; "api" for the names of the root package."""
    parts: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the direction"
            modules = [node.module or ""]
            if modules == ["albers"]:
                modules = [f"albers.{alias.name}" for alias in node.names if alias.name != "__version__"]
        else:
            continue
        parts += [f"{module}.api".split(".")[1] for module in modules if module.split(".")[0] == "albers"]
    return parts


def may_import(home: str, imported: str) -> bool:
    return imported in SHARED or home in HOUSE and HOUSE.index(imported) >= HOUSE.index(home)


def test_an_upward_import_would_be_noticed(tmp_path: Path) -> None:
    module = tmp_path / "term.py"
    module.write_text(
        "import albers\nimport albers.ir.types\n"
        "from albers import __version__, cli\nfrom albers.engine.state import State\n"
    )
    assert imported_parts(module) == ["api", "ir", "cli", "engine"]
    assert [may_import("expr", part) for part in imported_parts(module)] == [False, True, False, False]


def test_the_engine_under_test_is_the_expected_one() -> None:
    expected = os.environ.get("ALBERS_EXPECTED_ENGINE")
    if expected is None:
        pytest.skip("no expectation: ALBERS_EXPECTED_ENGINE is not set")
    assert is_compiled() == (expected == "compiled")


# The examples


def examples() -> list[Path]:
    return sorted((ROOT / "examples").glob("*.c"))


@pytest.mark.parametrize("example", examples(), ids=lambda path: path.stem)
def test_an_example_has_the_bugs_its_comment_claims_and_no_others(example: Path) -> None:
    claims = set(CLAIM.findall(example.read_text(encoding="utf-8")))
    report = albers.explore(example, Options(output=OutputOptions(out="out")))
    assert claims
    assert {(error.kind, error.function, error.message) for error in report.errors} == claims
    assert report.complete


def test_the_list_of_examples_is_complete() -> None:
    listed = re.findall(r"\]\((\w+\.c)\)", (ROOT / "examples" / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == [path.name for path in examples()]


# The documents


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "examples" / "README.md"]


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with the package that these tests import, wherever it was found."""
    environment = {**os.environ, "PYTHONPATH": str(Path(albers.__file__).parent.parent), "COLUMNS": "100"}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=environment)


def write_programs_of_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, program in re.findall(r"`(\w+\.c)`:\n\n```c\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        Path(name).write_text(program, encoding="utf-8")


def test_the_python_snippets_of_the_readme_print_what_their_comments_say() -> None:
    write_programs_of_the_readme()
    snippets = blocks(ROOT / "README.md", "python")
    assert snippets
    for snippet in snippets:
        expected = "".join(line[2:] + "\n" for line in snippet.splitlines() if line.startswith("# "))
        result = run_python("-c", snippet)
        assert (result.stdout, result.returncode) == (expected, 0), result.stderr


def test_the_account_in_the_readme_is_what_albers_prints() -> None:
    write_programs_of_the_readme()
    result = run_python("-m", "albers", "run", "decode.c")
    (shown,) = blocks(ROOT / "README.md", "text")
    assert without_chance(result.stdout) == without_chance(shown)


def without_chance(account: str) -> str:
    """An account without directories, measurements, and what another version of the solver may choose differently."""
    measured = re.compile(r" +(instructions|time|queries|memory|input) ")
    kept = [line for line in account.splitlines() if not measured.match(line)]
    return re.sub(r"\S*/decode\.c", "decode.c", "\n".join(kept))


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_command_line_page_shows_the_help_as_it_is(command: str) -> None:
    result = run_python("-m", "albers", command, "--help")
    assert result.stdout in blocks(ROOT / "docs" / "command-line.md", "text")


def test_the_page_on_outputs_lists_every_kind_of_error_and_every_stop_reason() -> None:
    page = (ROOT / "docs" / "outputs.md").read_text(encoding="utf-8")
    kinds = re.findall(r"^\| `(\w+)` \|", page.partition("## Kinds of errors")[2], re.MULTILINE)
    assert kinds == [kind.value for kind in ErrorKind]
    assert all(f"`{reason.value}`" in page for reason in StopReason)


def test_links_and_file_names_in_documents_lead_somewhere() -> None:
    missing: list[str] = []
    for document in documents():
        text = document.read_text(encoding="utf-8")
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)", text)
        missing += [f"{document.name}: {link}" for link in links if not (document.parent / link).exists()]
        named = re.findall(r"`((?:src|tests|docs|examples)/[\w./-]+)`", text)
        named += [f"src/albers/{name}" for name in re.findall(rf"`((?:{'|'.join(HOUSE)}|runtime)/[\w./-]+)`", text)]
        missing += [f"{document.name}: {name}" for name in named if not (ROOT / name).exists()]
    assert missing == []


def test_nothing_mentions_the_machine_it_was_written_on() -> None:
    own_places = re.compile(rf"(?<![\w.~*])/(?:work|root)/\w|{re.escape(str(ROOT))}/")
    mentions = [path for path in project_files() if own_places.search(path.read_text("utf-8", errors="replace"))]
    assert [path.relative_to(ROOT).as_posix() for path in mentions] == []


def project_files() -> list[Path]:
    """Everything written by hand: neither hidden directories of tools nor what is compiled."""
    found = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]  # a file in a worktree
    for directory in (".ci", "bench", "docs", "examples", "src", "tests"):
        found += [path for path in (ROOT / directory).rglob("*") if path.is_file()]
    return [path for path in found if not GENERATED.search(path.relative_to(ROOT).as_posix())]
