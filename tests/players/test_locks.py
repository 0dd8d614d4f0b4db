"""Of two people who save in the same moment, one waits for the other and is told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from players.models import Player
from tests.factories import OfficeUserFactory, PlayerFactory
from tests.office import form_data, url

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_two_is_saved():
    page = url("players.player", "change", PlayerFactory(name="Before").pk)
    forms = []
    for name in ("Ana", "Ben"):
        client = Client()
        client.force_login(OfficeUserFactory(name=name))
        forms.append((client, form_data(client.get(page), name=f"Saved by {name}")))
    start = Barrier(2)

    def save(form):
        client, data = form
        try:
            start.wait(timeout=10)
            return client.post(page, data).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(save, forms)) == [200, 302]
    assert Player.objects.get().name.startswith("Saved by")
