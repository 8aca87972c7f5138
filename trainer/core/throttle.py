"""How often somebody may be wrong: failures, counted in the cache for a time."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Limit:
    """So many failures in so many seconds, from the first of them on."""

    name: str
    most: int
    seconds: int

    def is_reached(self, who: str) -> bool:
        """Whether somebody has failed as often as they may. Asking does not count."""
        count: int = cache.get(self._key(who), 0)
        return count >= self.most

    def count(self, who: str) -> None:
        """Another failure."""
        key = self._key(who)
        cache.add(key, 0, self.seconds)
        try:
            cache.incr(key)
        except ValueError:  # its time ended at this very moment
            cache.set(key, 1, self.seconds)

    def _key(self, who: str) -> str:
        return f"throttle:{self.name}:{who}"
