from django.apps import AppConfig


class ConfigApp(AppConfig):
    """Registers the system checks and holds the command that starts the whole product (`manage.py up`)."""

    name = "config"
    label = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (importing registers them)
