"""Timed tests and the placement: items fixed at the start, and the server's clock."""
