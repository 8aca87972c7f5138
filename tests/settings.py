"""The settings of the tests: those of production, and values for what has no default."""

from __future__ import annotations

import os

os.environ.setdefault("SECRET_KEY", "for-the-tests-only")
os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1],testserver")

from trainer.settings import *  # noqa: F403
