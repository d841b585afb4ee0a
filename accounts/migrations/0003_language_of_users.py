"""Each person's language is kept, so that it is the same in every browser."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_memberships_and_invitations")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                choices=[("en", "English"), ("zh-CN", "简体中文")],
                default="",
                help_text="Of the page; empty: what the browser asks for.",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=Q(("language__in", ["", "en", "zh-CN"])), name="user_language_known"
            ),
        ),
    ]
