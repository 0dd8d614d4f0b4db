"""Why something is decided: asked on a page of its own, and kept with the decision."""

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget


class ReasonForm(forms.Form):
    """The reason for a decision."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3, "autofocus": True}),
        help_text=_("It is kept with your name and the time."),
    )


class NoteForm(ReasonForm):
    """What was found out about a problem."""

    reason = forms.CharField(
        label=_("Note"),
        max_length=2000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3, "autofocus": True}),
        help_text=_("What was found out, or why it stands. It is kept with your name and the time."),
    )
