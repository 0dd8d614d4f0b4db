"""Reads, with their joins declared."""
