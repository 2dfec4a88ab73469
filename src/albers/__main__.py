"""`python -m albers` is the command `albers`."""

import sys

from albers.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
