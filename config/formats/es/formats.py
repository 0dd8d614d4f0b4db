"""Dates in tables and beside fields: short, as in English, so that a list still fits the screen.

Sentences spell dates out; their formats are texts to translate, in `disciplinary.wording`.
"""

DATE_FORMAT = "j b Y"
DATETIME_FORMAT = "j b Y, H:i"
