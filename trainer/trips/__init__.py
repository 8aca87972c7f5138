"""A trip from the rules that somebody knows to those of another table."""
