"""Template tags of discipline."""
