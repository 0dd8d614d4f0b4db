from django.db import migrations

# Written out here: a migration keeps what it did, whatever the choices say later.
ROLES = [
    "office",
    "coo",
    "chairman",
    "executive_committee",
    "umpires_llc",
    "umpire",
    "host_committee",
    "player",
]


def create_roles(apps, schema_editor):
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    for role in ROLES:
        groups.get_or_create(name=role)


class Migration(migrations.Migration):
    dependencies = [("players", "0001_initial")]

    operations = [
        # Groups stay on the way back: people may hold them.
        migrations.RunPython(create_roles, migrations.RunPython.noop, elidable=False),
    ]
