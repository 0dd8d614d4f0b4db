"""Teams, events with their entries, and games with their line-ups."""
