"""The demo season: invented people, clubs and games that bring about everything Rule 33 knows.

Its dates are relative to the day on which it is loaded, and the same seed makes the same season.
"""
