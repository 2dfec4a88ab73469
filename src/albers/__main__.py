"""`python -m albers` is the command `albers`."""

from albers.cli.main import run_and_leave

if __name__ == "__main__":
    run_and_leave()
