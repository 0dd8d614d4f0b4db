"""The office pages of discipline."""

from disciplinary.admin import complaints, incidents, panels, problems, suspensions

__all__ = ["complaints", "incidents", "panels", "problems", "suspensions"]
