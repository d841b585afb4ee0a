from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        from annotation.clips.selectors import public_ids_of
        from annotation.drafting.drafts.checking import unconfirmed_findings
        from annotation.drafting.drafts.services import record_outcome
        from annotation.drafting.opinions.selectors import opinion_findings
        from annotation.questions.advice import on_checking
        from annotation.questions.submission import on_submitted
        from annotation.videos.selectors import titles_of
        from jobs.subjects import register_names

        register_names("video", titles_of)
        register_names("clip", public_ids_of)
        on_checking(unconfirmed_findings)
        on_checking(opinion_findings)
        on_submitted(record_outcome)
