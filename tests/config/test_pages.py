"""The front page, sign-in, languages, error pages, and the policy each is sent with."""

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse
from post_office.models import Email

from config.navigation import sidebar

pytestmark = pytest.mark.django_db
PASSWORD = "correct-horse-battery-staple"


@pytest.fixture
def staff():
    return get_user_model().objects.create_superuser("Maria@example.org", PASSWORD, name="María Núñez")


def test_front_page_offers_sign_in(client: Client) -> None:
    answer = client.get("/")

    assert answer.status_code == 200
    assert reverse("account_login") in answer.text
    assert reverse("admin:index") not in answer.text


def test_front_page_leads_staff_to_the_office(client: Client, staff) -> None:
    client.force_login(staff)

    assert reverse("admin:index") in client.get("/").text


def test_front_page_tells_others_why_there_is_no_way_on(client: Client) -> None:
    client.force_login(get_user_model().objects.create_user("p@example.org", PASSWORD, name="P"))

    text = client.get("/").text

    assert reverse("admin:index") not in text
    assert "does not open the office pages" in text


def test_language_is_chosen_and_kept(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "es", "next": "/"})

    assert '<html lang="es">' in client.get("/").text


def test_admin_sends_to_the_common_sign_in(client: Client) -> None:
    answer = client.get(reverse("admin:index"), follow=True)

    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))


def test_sign_in_by_email_whatever_its_capitals(client: Client, staff) -> None:
    answer = client.post(reverse("account_login"), {"login": "MARIA@example.ORG", "password": PASSWORD})

    assert answer.status_code == 302
    assert answer.url == reverse("admin:index")
    assert client.get(reverse("admin:index")).status_code == 200


def test_a_second_factor_can_be_set_up(client: Client, staff) -> None:
    client.force_login(staff)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})

    answer = client.get(reverse("mfa_activate_totp"))

    assert answer.status_code == 200
    assert "data:image/svg+xml" in answer.text
    assert "img-src 'self' data:" in answer["Content-Security-Policy"]


def test_nobody_signs_up_alone(client: Client) -> None:
    before = get_user_model().objects.count()

    client.post(reverse("account_signup"), {"email": "x@example.org", "password1": PASSWORD, "password2": PASSWORD})

    assert get_user_model().objects.count() == before


def test_wrong_passwords_slow_down_one_account_not_the_club(client: Client, staff) -> None:
    for _ in range(6):
        refused = client.post(reverse("account_login"), {"login": staff.email, "password": "wrong"})
    assert "Too many" in refused.text

    colleague = get_user_model().objects.create_user("other@example.org", PASSWORD, name="Other")
    answer = client.post(reverse("account_login"), {"login": colleague.email, "password": PASSWORD})
    assert answer.status_code == 302


def test_scripts_are_evaluated_in_the_admin_alone(client: Client, staff) -> None:
    client.force_login(staff)

    office = client.get(reverse("admin:index"))["Content-Security-Policy"]
    elsewhere = [client.get(path)["Content-Security-Policy"] for path in ("/", reverse("account_login"), "/nowhere/")]

    assert "'unsafe-eval'" in office
    assert not any("unsafe" in policy for policy in elsewhere)
    assert "'unsafe-inline'" not in office.split("style-src")[0]


def test_missing_pages_say_what_to_do(client: Client) -> None:
    answer = client.get("/nowhere/")

    assert answer.status_code == 404
    assert "front page" in answer.text


def test_a_fault_of_ours_is_told_without_a_traceback(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("django.contrib.auth.models.AnonymousUser.is_authenticated", property(lambda self: 1 / 0))

    answer = client.get("/")

    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "Nothing was saved" in answer.text


def test_cookies_are_closed_to_scripts(client: Client, staff) -> None:
    client.post(reverse("account_login"), {"login": staff.email, "password": PASSWORD})
    client.post(reverse("set_language"), {"language": "es", "next": "/"})

    for name in ("sessionid", "django_language"):
        assert client.cookies[name]["httponly"]
        assert client.cookies[name]["samesite"] == "Lax"


def test_every_entry_of_the_navigation_opens(client: Client, staff) -> None:
    client.force_login(staff)
    request = client.get(reverse("admin:index")).wsgi_request

    for group in sidebar(request):
        for item in group["items"]:
            assert client.get(item["link"]).status_code == 200, item["title"]


def test_navigation_shows_only_what_an_account_may_open(client: Client) -> None:
    nobody = get_user_model().objects.create_user("n@example.org", PASSWORD, name="N", is_staff=True)
    client.force_login(nobody)

    assert sidebar(client.get(reverse("admin:index")).wsgi_request) == []


def test_the_office_reads_the_outbox_and_changes_nothing(client: Client, staff) -> None:
    mail.send_mail("A notice", "Text for José", None, ["coo@example.org"], using="default")
    client.force_login(staff)
    sent = Email.objects.get()
    page = reverse("admin:post_office_email_change", args=[sent.pk])

    assert "coo@example.org" in client.get(reverse("admin:post_office_email_changelist"), {"q": "notice"}).text
    assert "Text for José" in client.get(page).text
    assert client.post(page, {"subject": "Changed"}).status_code == 403
    assert Email.objects.get().subject == "A notice"


def test_others_do_not_see_the_outbox(client: Client) -> None:
    account = get_user_model().objects.create_user("n@example.org", PASSWORD, name="N", is_staff=True)
    client.force_login(account)

    assert client.get(reverse("admin:post_office_email_changelist")).status_code == 403
