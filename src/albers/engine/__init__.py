"""States, the step loop, forking, calls, searchers, errors and limits; the hook points techniques plug into."""
