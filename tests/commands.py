"""Running our management commands in tests."""

from django.core.management import call_command


def exit_code_of(name: str, *arguments: str) -> int:
    """Run one command in this process and return the code with which it ends."""
    try:
        call_command(name, *arguments)
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0
