"""Chopped execution: skipping functions that do not matter and recovering their effects when observed.

Empty so far: it will plug into the engine through `engine.hooks` (called, loaded, stored, returned).
"""
