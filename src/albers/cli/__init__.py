"""The command `albers`: thin shells that parse options, call the API and print.

`main.py` knows the commands and the exit codes; every other module is one command or a part they share. A command's
module is imported only when it is called: `albers --help` must answer at once.
"""
