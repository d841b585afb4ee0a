from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "review"

    def ready(self) -> None:
        # Models are loaded only now.
        from accounts.announcements import on_membership
        from annotation.public import on_authoring, on_guideline, on_moved, on_submitted
        from review.assignments.services import release_without_role
        from review.gold.services import place_beside
        from review.notifications.services import (
            tell_author,
            tell_of_guideline,
            tell_of_qualification,
            tell_reviewers,
        )
        from review.rounds.services import open_round
        from review.training.policies import require_trained_annotator
        from review.training.services import on_qualification

        on_membership(release_without_role)
        on_submitted(open_round)
        on_submitted(place_beside)
        on_submitted(tell_reviewers)
        on_moved(tell_author)
        on_guideline(tell_of_guideline)
        on_qualification(tell_of_qualification)
        on_authoring(require_trained_annotator)
