"""The office pages of discipline."""

from disciplinary.admin import approvals, complaints, decisions, incidents, panels, problems, suspensions

__all__ = ["approvals", "complaints", "decisions", "incidents", "panels", "problems", "suspensions"]
