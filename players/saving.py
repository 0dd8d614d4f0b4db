"""Rows that are saved together with what follows from them."""

from typing import Any

from django.db import models, transaction


class SavedWhole(models.Model):
    """A row from which others follow: its receivers work in the transaction that saves it.

    Django deletes a row and calls the receivers in one transaction, but saves it in one that ends
    before they are called.
    """

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row and all that its receivers write, or nothing."""
        with transaction.atomic(savepoint=False):
            super().save(*args, **kwargs)
