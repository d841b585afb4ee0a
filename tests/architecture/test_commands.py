"""Every command of ours says what it is for, and every setting from the environment is written down."""

import re
from importlib import import_module

import pytest
from django.core.management import get_commands

from tests.architecture.sources import APPS, ROOT, product_modules, text_of

OURS = sorted(name for name, app in get_commands().items() if app in APPS)
MEDIA_COMMANDS = {"add_video", "add_videos", "verify_media", "probe", "cut", "subtitles"}
RECORD_COMMANDS = {"check_records", "import_records", "export_records", "score"}
EXPECTED = {"up", "demo", "agreement"} | MEDIA_COMMANDS | RECORD_COMMANDS


def test_commands_are_all_there_when_listed() -> None:
    assert set(OURS) >= EXPECTED


@pytest.mark.parametrize("name", OURS)
def test_command_explains_itself_when_asked_for_help(name: str) -> None:
    module = import_module(f"{get_commands()[name]}.management.commands.{name}")
    assert len(module.Command.help.strip()) > 20
    parser = module.Command().create_parser("manage.py", name)
    unexplained = [action.dest for action in parser._actions if action.help is None]
    assert unexplained == []


def test_every_environment_variable_is_documented_when_settings_are_read() -> None:
    pattern = re.compile(r"env(?:\.\w+)?\(\s*\"([A-Z][A-Z0-9_]+)\"")
    known = {
        variable
        for name, _ in product_modules()
        if name.startswith("config/")
        for variable in pattern.findall(text_of(name))
    }
    assert known, "no variable found: the pattern no longer fits config/settings.py"
    operations = (ROOT / "docs/operations.md").read_text()
    assert sorted(v for v in known if f"`{v}`" not in operations) == []
