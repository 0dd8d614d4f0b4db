"""Why something is decided: asked on a page of its own, and kept with the decision."""

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextareaWidget


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


class PlaceForm(ReasonForm):
    """Where an incident stands among those of its game."""

    place = forms.IntegerField(
        label=_("Place"),
        min_value=1,
        max_value=99,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=_(
            "1 for the first offense that was carded in the game. Those after the game count after all others."
        ),
    )
    field_order = ("place", "reason")
