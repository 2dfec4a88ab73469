"""Objects made up when a symbolic pointer is followed."""
