"""Albers for Python programs: one call explores a program and answers with a report.

The command line, notebooks and the cluster all come through here; nothing is printed unless an observer prints it.
"""
