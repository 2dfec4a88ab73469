"""The modelled kernel: an in-memory file system, descriptors, clock, ids and memory mapping behind system calls.

Nothing here touches the host while a program is explored; `file_system` is filled once, at the start, with the files
the user allows. `system_calls` is the table of calls; `state.KernelState` is what one path remembers.
"""
