"""What is kept of somebody: shown, handed out in full, deleted."""
