"""Lazy initialization: objects made up when a symbolic pointer is followed.

Empty so far: it will plug into pointer resolution (`engine.resolve`).
"""
