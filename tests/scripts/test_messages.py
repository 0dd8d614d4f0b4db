"""Collecting and checking what people read."""

import gettext
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from scripts import compile_messages, messages


def message(source: str | tuple[str, str], translation: str | tuple[str, str], *flags: str) -> Message:
    return Message(source, translation, flags=flags)


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("Card", "Tarjeta"),
        ("%(count)d cards of %(name)s", "%(name)s: %(count)d tarjetas"),
        ("{name} played", "{name} jugó"),
        ("%s of %s", "%s de %s"),
        ("100%% sure", "seguro"),
        (("one card", "%(count)d cards"), ("una tarjeta", "%(count)d tarjetas")),
        (("%(count)d card", "%(count)d cards"), ("%(count)d tarjeta", "%(count)d tarjetas")),
    ],
)
def test_right_translations(source, translation) -> None:
    assert messages._fault(message(source, translation)) is None


@pytest.mark.parametrize(
    ("source", "translation", "fault"),
    [
        ("Card", "", "not translated"),
        (("card", "cards"), ("tarjeta", ""), "not translated"),
        ("%(name)s played", "%(nombre)s jugó", "placeholders"),
        ("%(name)s played", "jugó", "placeholders"),
        ("{name} played", "{nombre} jugó", "placeholders"),
        ("%s of %s", "%s de", "placeholders"),
    ],
)
def test_wrong_translations(source, translation, fault) -> None:
    assert fault in messages._fault(message(source, translation))


def test_fuzzy_is_wrong() -> None:
    assert "fuzzy" in messages._fault(message("Card", "Tarjeta", "fuzzy"))


def test_templates_are_read_as_django_reads_them() -> None:
    source = messages._in_template(
        '{% load i18n %}\n<ul>\n      <li>{% translate "First" %}</li>\n  <li>\n'
        "{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}</li></ul>\n"
        '{% translate "May" context "month" %} {{ _("In a tag") }}'
    )

    found = {(text, context) for _name, text, _comments, context in messages._called(source, "page.html")}

    assert found == {
        ("First", None),
        (("%(n)s card", "%(n)s cards"), None),
        ("May", "month"),
        ("In a tag", None),
    }


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A locale folder of its own, and a product that says two things."""

    def collect(language: str) -> Catalog:
        catalog = messages._empty(language)
        catalog.add("Card", locations=[("here.py", 0)])
        catalog.add(("%(n)d game", "%(n)d games"), locations=[("here.py", 0)])
        return catalog

    monkeypatch.setattr(messages, "LOCALES", tmp_path / "config/locale")
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(compile_messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "collect", collect)
    return tmp_path / "config/locale/es/LC_MESSAGES/django.po"


def test_new_texts_come_in_empty_and_translations_stay(locale: Path) -> None:
    messages.update()
    assert len(messages.faults()) == 2

    text = locale.read_text()
    text = text.replace('msgid "Card"\nmsgstr ""', 'msgid "Card"\nmsgstr "Tarjeta"')
    text = text.replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "%(n)d juego"\nmsgstr[1] "%(n)d juegos"')
    locale.write_text(text)
    assert messages.faults() == []

    messages.update()
    assert messages.faults() == []


def test_texts_that_nobody_collected_are_told(locale: Path) -> None:
    assert [fault for fault in messages.faults() if "missing" in fault]

    messages.update()
    locale.write_text(locale.read_text() + '\nmsgid "Old"\nmsgstr "Viejo"\n')

    assert [fault for fault in messages.faults() if "'Old' is used no longer" in fault]


def test_compiled_translations_are_what_django_reads(locale: Path) -> None:
    messages.update()
    locale.write_text(locale.read_text().replace('msgid "Card"\nmsgstr ""', 'msgid "Card"\nmsgstr "Tarjeta"'))

    compile_messages.compile_all()

    with locale.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Card") == "Tarjeta"
