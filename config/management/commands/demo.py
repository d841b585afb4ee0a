"""`manage.py demo`: a small project to look around in."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from annotation.projects.models import Project
from config.demo.story import PASSWORD, PEOPLE, PROJECT, make_demo
from kernel.terminal import TerminalCommand


class Command(TerminalCommand):
    help = (
        "Make the demo project, unless the database has a project already: a drawn video with spoken lines, clips, "
        "and questions in every state. Prints the logins."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="Print the result as JSON.")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.LONGEMO_MODE != "local":
            raise CommandError(
                "The demo's passwords are known to everybody, so it is made with LONGEMO_MODE=local only."
            )
        made = not Project.objects.exists()
        if made:
            if not options["json"]:
                self.stdout.write(
                    "Drawing the demo video and playing its story; this takes about half a minute."
                )
            make_demo()
        there = Project.objects.filter(name=PROJECT).first()
        if options["json"]:
            self.stdout.write(json.dumps(_answer(made=made, project=there)))
        elif there is None:
            self.stdout.write("There are projects here already, so no demo was made.")
        else:
            self.stdout.write(f"{'Made' if made else 'There is'} the project {PROJECT!r}. Logins:")
            for person in PEOPLE:
                roles = ", ".join(sorted(person.roles))
                self.stdout.write(f"  {person.email:<24} {PASSWORD}   ({roles})")


def _answer(*, made: bool, project: Project | None) -> dict[str, Any]:
    people = [] if project is None else PEOPLE
    return {
        "ok": True,
        "made": made,
        "project": None if project is None else project.pk,
        "logins": [
            {"email": person.email, "password": PASSWORD, "roles": sorted(person.roles)} for person in people
        ],
    }
