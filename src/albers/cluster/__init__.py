"""The same exploration spread over several machines.

Empty so far: it will drive `api.explore` with prefixes of paths.
"""
