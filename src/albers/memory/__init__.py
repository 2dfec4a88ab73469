"""Objects, their contents, the address space of a state, and the allocator of virtual addresses."""
