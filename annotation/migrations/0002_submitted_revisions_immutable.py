from django.db import migrations

from annotation.questions import immutability


def install(apps, schema_editor):
    immutability.install(schema_editor)


def remove(apps, schema_editor):
    immutability.remove(schema_editor)


class Migration(migrations.Migration):
    """The database refuses to change what was submitted, whoever asks."""

    dependencies = [("annotation", "0001_videos_clips_questions")]

    operations = [migrations.RunPython(install, remove, elidable=False)]
