"""The HTML report: complete, self-contained, and alive in a browser (headless Chromium, where there is one)."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from albers.api.report import Report
from albers.cli.main import main
from albers.options import Options, OutputOptions, TechniqueOptions
from albers.results.report.page import report_data, report_page
from tests.results.replay.replaying import explored

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

PROGRAM = """#include <klee/klee.h>
static int never(void) {
  return 3;
}
int main(void) {
  char text[4];
  int i = klee_range(0, 6, "i");
  klee_make_symbolic(text, sizeof text, "text</script>");
  if (text[0] == '<' && text[1] == '!')
    return text[i];
  for (int k = 0; k < 3; k++)
    if (text[k] == 'a')
      return k;
  return i == 7 ? never() : 0;
}
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return explored(PROGRAM, tmp_path_factory.mktemp("run"), Options(output=OutputOptions(test_coverage=True)))


def test_the_page_needs_nothing_from_elsewhere(report: Report) -> None:
    page = report_page(report.directory)
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page)
    assert "@import" not in page and "url(" not in page
    assert page.count("</script>") == 2


def test_the_data_say_what_the_run_found(report: Report) -> None:
    data = report_data(report.directory)
    (error,) = data["errors"]
    assert (error["kind"], error["stack"][0]["line"]) == ("ptr", 10)
    assert [line for line in error["excerpt"] if line[2]] == [[10, "    return text[i];", True]]
    assert {each["name"] for each in error["inputs"]} == {"i", "text</script>"}
    (source,) = data["sources"]
    assert source["hits"][3] == 0 and source["hits"][10] > 0
    assert len(data["tests"]) == report.tests
    assert {"fork", "end"} == {event[0] for event in data["tree"]}


def test_the_command_writes_it_into_the_directory(report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(report.directory)]) == 0
    assert capsys.readouterr().out.strip() == str(report.directory / "report.html")
    assert (report.directory / "report.html").is_file()


def test_a_directory_without_a_run_is_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path)]) == 2
    assert "name the directory of a finished run" in capsys.readouterr().err


def in_chromium(page: str, script: str, tmp_path: Path, width: int = 1200) -> object:
    """What a script finds out on the page; it may click. Errors of the page are an answer too."""
    watch = "<script>window.problems=[];window.addEventListener('error',e=>problems.push(String(e.message)));</script>"
    probe = (
        "<script>let answer; try { answer = (() => {" + script + "})(); } catch (e) { answer = 'threw ' + e; }"
        "document.documentElement.setAttribute('data-answer', JSON.stringify({answer, problems}));</script>"
    )
    file = tmp_path / "probe.html"
    file.write_text(page.replace("<head>", "<head>" + watch).replace("</body>", probe + "</body>"), encoding="utf-8")
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--dump-dom"]
    run = subprocess.run([*command, file.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'data-answer="([^"]*)"', run.stdout)
    assert found is not None, run.stdout[:500]
    answer = json.loads(html.unescape(found[1]))
    assert answer["problems"] == []
    return answer["answer"]


@in_browser
def test_every_section_is_drawn(report: Report, tmp_path: Path) -> None:
    titles = in_chromium(
        report_page(report.directory), "return [...document.querySelectorAll('section')].map(s => s.id);", tmp_path
    )
    assert titles == ["findings", "source", "time", "cost", "tree", "tests"]


@in_browser
def test_clicking_through_the_page(report: Report, tmp_path: Path) -> None:
    script = """
    const text = s => document.querySelector(s).textContent;
    const rows = () => [...document.querySelectorAll('#tests tbody tr')];
    const result = {};
    result.bug = text('.finding .title');
    result.marked = text('.excerpt .hit');
    result.uncovered = [...document.querySelectorAll('.source tr.no .ln')].map(td => td.textContent);
    document.querySelector('.source a.note').click();
    result.hash = location.hash;
    const name = document.querySelector('#tests th.sort');
    name.click(); result.ascending = rows()[0].cells[0].textContent;
    name.click(); result.descending = rows()[0].cells[0].textContent;
    rows()[0].click(); result.inputs = document.querySelectorAll('#tests .inputs tr').length;
    rows()[0].click(); result.closed = document.querySelectorAll('#tests .inputs tr').length;
    const search = document.querySelector('input[type=search]');
    search.value = 'ptr'; search.dispatchEvent(new Event('input'));
    result.filtered = rows().map(r => r.cells[1].textContent.includes('ptr'));
    result.forks = document.querySelectorAll('.river .ev-fork').length;
    result.ends = document.querySelectorAll('.river .ev-end').length;
    const before = getComputedStyle(document.body).backgroundColor;
    document.getElementById('theme').click();
    result.themed = before !== getComputedStyle(document.body).backgroundColor;
    result.charts = document.querySelectorAll('.chart path').length;
    return result;
    """
    found = in_chromium(report_page(report.directory), script, tmp_path)
    assert isinstance(found, dict)
    assert found["bug"] == "memory error: out of bound pointer"
    assert "return text[i];" in found["marked"]
    assert found["uncovered"] == ["3"]
    assert found["hash"] == "#bug-0"
    assert (found["ascending"], found["descending"]) == ("test000001", f"test{report.tests:06}")
    assert (found["inputs"], found["closed"]) == (2, 0)
    assert found["filtered"] == [True]
    assert (found["forks"], found["ends"]) == (report.forks, report.paths.completed + report.paths.partial)
    assert found["themed"] is True
    assert found["charts"] >= 6


@in_browser
@pytest.mark.parametrize("width", [500, 1200])
def test_nothing_is_wider_than_the_window(report: Report, tmp_path: Path, width: int) -> None:
    script = "return [document.documentElement.scrollWidth, innerWidth];"
    found = in_chromium(report_page(report.directory), script, tmp_path, width)
    assert isinstance(found, list)
    assert found[0] <= found[1]


@in_browser
def test_merges_are_drawn(tmp_path: Path) -> None:
    program = """#include <klee/klee.h>
    #include <stdlib.h>
    int main(void) {
      unsigned n = klee_range(1, 5, "n");
      char *text = malloc(n);
      klee_make_symbolic(text, n, "text");
      unsigned i = 0;
      while (i < n && text[i] == ' ') i++;
      return i == n;
    }
    """
    options = Options(techniques=TechniqueOptions(sizes="lazy", merge="tree", capacity=8))
    run = explored(program, tmp_path, options)
    assert run.merging.merges > 0
    script = "return document.querySelectorAll('.river .ev-merge').length;"
    assert in_chromium(report_page(run.directory), script, tmp_path) == run.paths.merged_away
