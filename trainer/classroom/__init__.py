"""Classes: their teachers and students, joining, and rosters."""
