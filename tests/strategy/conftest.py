"""Settings of the property tests: no time limit for an example, for machines that are busy."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("strategy", deadline=None, max_examples=25)
settings.load_profile("strategy")
