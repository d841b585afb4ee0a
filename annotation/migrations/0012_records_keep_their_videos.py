"""Videos that wait for their files were made for imported records."""

from django.db import migrations


def mark(apps, schema_editor):
    apps.get_model("annotation", "Video").objects.filter(state="awaiting_media").update(from_records=True)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0011_roads_of_media")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
