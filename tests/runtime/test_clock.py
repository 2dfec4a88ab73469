"""The clock that `--clock` sets: calendar time as the host's library computes it from the same second."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.options import Options
from tests.runtime.test_programs import Printed

#: Natively `NOW` is given; in the engine it is what the clock says.
PROGRAM = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#ifndef NOW
static time_t now(void) {
  struct timespec precise;
  struct timeval coarse;
  time_t plain = time(NULL);
  clock_gettime(CLOCK_REALTIME, &precise);
  gettimeofday(&coarse, NULL);
  return plain == precise.tv_sec && plain == coarse.tv_sec ? plain : -1;
}
#define NOW now()
#endif

int main(void) {
  time_t when = NOW;
  char text[64];
  printf("%lld %s", (long long)when, asctime(gmtime(&when)));
  setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
  struct tm *local = localtime(&when);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z %Z %j", local);
  puts(text);
  local->tm_mday += 40;
  printf("%lld\n", (long long)mktime(local));
  struct timespec pause = {0, 20000000}, before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  nanosleep(&pause, NULL);
  clock_gettime(CLOCK_MONOTONIC, &after);
  printf("%d\n", (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec >= 20000000);
  return 0;
}
"""


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="compares with a Linux host")
@pytest.mark.parametrize("second", [1, 1_000_000_000, 1_720_000_000, 4_102_444_800])
def test_a_program_sees_the_given_time(second: int, tmp_path: Path) -> None:
    source = tmp_path / "clock.c"
    source.write_text(PROGRAM)
    executable = tmp_path / "clock"
    subprocess.run(["cc", "-w", f"-DNOW={second}", "-o", executable, source], check=True)
    native = subprocess.run([executable], env={}, capture_output=True, check=True)
    options = Options()
    options.world.clock = second
    options.output.out = str(tmp_path / "out")
    options.output.echo = True
    printed = Printed()
    report = explore(str(source), options, observer=printed)
    assert report.exits == {0: 1} and report.complete
    (streams,) = printed.paths.values()
    assert streams[1].decode() == native.stdout.decode()
