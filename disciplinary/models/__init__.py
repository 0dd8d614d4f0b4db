"""Facts and decisions of discipline, and what the rule makes of them."""

from disciplinary.models.approvals import Approval, Attendance, Vote
from disciplinary.models.committee import Designee, Reminder
from disciplinary.models.complaints import Complaint, ComplaintCounter
from disciplinary.models.decisions import Bar, Ruling
from disciplinary.models.incidents import (
    Card,
    CardedGame,
    EventRating,
    Incident,
    Increase,
    PenaltyBoxStay,
)
from disciplinary.models.reports import FormToken, GameReport, SheetIssue
from disciplinary.models.suspensions import Problem, Suspension

__all__ = [
    "Approval",
    "Attendance",
    "Bar",
    "Card",
    "CardedGame",
    "Complaint",
    "ComplaintCounter",
    "Designee",
    "EventRating",
    "FormToken",
    "GameReport",
    "Incident",
    "Increase",
    "PenaltyBoxStay",
    "Problem",
    "Reminder",
    "Ruling",
    "SheetIssue",
    "Suspension",
    "Vote",
]
