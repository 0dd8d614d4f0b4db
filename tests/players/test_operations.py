"""Migrations done in fewer steps end where the single steps end."""

from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from players.operations import Together, together


def steps() -> list[migrations.operations.base.Operation]:
    return [
        migrations.CreateModel("Club", [("id", models.BigAutoField(primary_key=True))]),
        migrations.CreateModel("Pony", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("pony", "age", models.IntegerField(default=0)),
        migrations.AddField("pony", "club", models.ForeignKey("players_probe.Club", models.CASCADE, null=True)),
        migrations.RunSQL("SELECT 1", "SELECT 1"),
        migrations.AddConstraint("pony", models.CheckConstraint(condition=models.Q(age__gte=0), name="pony_age")),
        migrations.AddIndex("pony", models.Index(fields=["age"], name="pony_by_age")),
    ]


def test_the_order_is_kept_and_only_likes_are_grouped() -> None:
    grouped = together(steps())

    assert [len(step.operations) if isinstance(step, Together) else 1 for step in grouped] == [2, 2, 1, 2]


def test_there_and_back(transactional_db: None) -> None:
    tables = {"players_probe_club", "players_probe_pony"}
    migration = migrations.Migration("probe", "players_probe")
    migration.operations = together(steps())
    empty = ProjectState()

    with connection.schema_editor() as editor:
        after = migration.apply(empty.clone(), editor)
    try:
        assert tables <= set(connection.introspection.table_names())
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, "players_probe_pony")
        assert {"pony_age", "pony_by_age"} <= set(found)
        assert any(constraint["foreign_key"] for constraint in found.values())
        assert set(after.models) == {("players_probe", "club"), ("players_probe", "pony")}
    finally:
        with connection.schema_editor() as editor:
            migration.unapply(empty, editor)
    assert not tables & set(connection.introspection.table_names())
