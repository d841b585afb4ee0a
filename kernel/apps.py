from django.apps import AppConfig


class KernelConfig(AppConfig):
    name = "kernel"

    def ready(self) -> None:
        from kernel import addresses

        addresses.register()
