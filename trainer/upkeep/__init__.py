"""What is to be cleared away from time to time."""
