"""The home page: what to do next, and the daily goal."""
