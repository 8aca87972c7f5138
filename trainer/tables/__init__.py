"""The playable table: rounds with chips, training modes, history, and proofs of fairness."""
