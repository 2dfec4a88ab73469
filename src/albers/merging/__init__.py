"""Merging the states a loop split: merge contexts, execution trees, plain and tree merging (FSE'21)."""
