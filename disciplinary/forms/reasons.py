"""Why something is decided: asked on a page of its own, and kept with the decision."""

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminRadioSelectWidget, UnfoldAdminTextareaWidget

from disciplinary.choices import ClosedReason


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


class CloseForm(forms.Form):
    """Why a request for approval is closed; one that changed, or is withdrawn, goes another way."""

    reason = forms.ChoiceField(
        label=_("Because"),
        choices=[(one.value, one.label) for one in (ClosedReason.SETTLED, ClosedReason.GAME_OFF)],
        widget=UnfoldAdminRadioSelectWidget,
    )
    note = forms.CharField(
        label=_("Note"), max_length=2000, required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3})
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
