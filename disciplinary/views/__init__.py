"""Pages outside the office, by what they show: one module each."""
