"""Spaced review: each cell of a learner's chart comes back when it is about to be forgotten."""
