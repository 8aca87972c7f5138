"""Matches: tables of people and computer players, on one device or several."""
