"""Merging the states a loop split: merge contexts, execution trees, plain, tree and pattern merging.

Empty so far: it will plug into the engine through `engine.hooks` (forked, constrained, entered_block, ended).
"""
