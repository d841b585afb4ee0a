from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "review"

    def ready(self) -> None:
        # Models are loaded only now.
        from annotation.public import on_submitted
        from review.rounds.services import open_round

        on_submitted(open_round)
