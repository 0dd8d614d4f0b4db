"""Writes: everything that a person enters or decides, and what follows from it."""
