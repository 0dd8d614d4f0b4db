"""Addresses of the pages outside the office, by audience: one module each."""
