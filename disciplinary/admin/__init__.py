"""The office pages of discipline."""

from disciplinary.admin import approvals, committee, complaints, decisions, incidents, panels, problems, suspensions

__all__ = ["approvals", "committee", "complaints", "decisions", "incidents", "panels", "problems", "suspensions"]
