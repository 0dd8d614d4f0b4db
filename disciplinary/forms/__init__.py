"""Forms for what people enter and decide."""
