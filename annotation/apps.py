from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        from annotation.clips.selectors import public_ids_of
        from annotation.videos.selectors import titles_of
        from jobs.subjects import register_names

        register_names("video", titles_of)
        register_names("clip", public_ids_of)
