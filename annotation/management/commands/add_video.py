"""`manage.py add_video FILE --project PROJECT ...`: a file on this machine becomes a video of a project."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import CommandError, CommandParser

from accounts.models import User
from annotation.management.choosing import project_and_actor
from annotation.subtitles.services import add_subtitles
from annotation.videos.models import Video, VideoState
from annotation.videos.registration import VideoFacts, register_file
from annotation.videos.selectors import USABLE_JOBS
from jobs import runner
from jobs.models import ACTIVE_STATES, Job
from kernel.errors import DomainError
from kernel.terminal import TerminalCommand
from kernel.times import to_json_number

WAIT_SECONDS = 0.5


class Command(TerminalCommand):
    help = (
        "Add a video file to a project: it is copied into the media storage and probed, and a copy that browsers "
        "play is made where it needs one. Exit code 1 when it is refused; what the probe refuses stays listed as "
        "rejected, with the reason."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="video file; it stays where and as it is")
        parser.add_argument("--project", required=True, help="id or exact name of the project")
        parser.add_argument(
            "--source", required=True, metavar="FROM", help="where it is from: an address, or 'Show S01E08'"
        )
        parser.add_argument("--domain", required=True, help="kind of source, such as sitcom or documentary")
        parser.add_argument("--licence", required=True, help="licence under which it may be used")
        parser.add_argument("--terms", default="", help="terms of use, attribution, restrictions")
        parser.add_argument(
            "--title", default="", help="its name in the project (default: the file's, without ending)"
        )
        parser.add_argument("--language", default="", help="spoken language, such as en")
        parser.add_argument("--subtitles", type=Path, metavar="FILE", help="subtitle file to go with it")
        parser.add_argument("--encoding", default="", metavar="E", help="encoding of the subtitle file")
        parser.add_argument(
            "--names",
            choices=["text", "speakers"],
            default="text",
            help="what becomes of names that begin a cue's text, as ROSS: (default: text; `subtitles` shows them)",
        )
        parser.add_argument(
            "--user",
            default="",
            metavar="EMAIL",
            help="who adds it, an admin of the project (default: the person who created the project)",
        )
        parser.add_argument(
            "--no-wait", action="store_true", help="queue the work for a worker instead of doing it now"
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["subtitles"] and not options["subtitles"].is_file():
            raise CommandError(f"There is no subtitle file {options['subtitles']}.")
        project, actor = project_and_actor(options["project"], options["user"])
        facts = VideoFacts(
            title=options["title"],
            source_from=options["source"],
            domain=options["domain"],
            licence=options["licence"],
            terms=options["terms"],
            language=options["language"],
        )
        try:
            video = register_file(actor=actor, project_id=project.pk, path=options["file"], facts=facts).video
        except DomainError as error:
            self._refuse(options, error.code, error.detail)
        if options["no_wait"]:
            self._tell(options, video, self._add_subtitles(options, video, actor))
            return
        self._do_jobs(video, quiet=options["json"])
        video.refresh_from_db()
        if video.state != VideoState.READY:
            self._refuse(options, video.rejection_code, video.rejection_reason, video=video)
        warnings = self._add_subtitles(options, video, actor)
        if not video.playback_key:
            told = "The video was added, but no copy that browsers play could be made; see its jobs."
            self._refuse(options, "no_playback", told, video=video)
        self._tell(options, video, warnings)

    def _add_subtitles(self, options: dict[str, Any], video: Video, actor: User) -> list[dict[str, Any]]:
        """Adds the subtitle file, where one is given, and returns its warnings."""
        path: Path | None = options["subtitles"]
        if path is None:
            return []
        try:
            file = add_subtitles(
                actor=actor,
                video_id=video.pk,
                filename=path.name,
                content=path.read_bytes(),
                encoding=options["encoding"] or None,
                names_in_text=options["names"] == "speakers",
            )
        except DomainError as error:
            told = f"The video was added as {video.pk}, but not its subtitles: {error.detail}"
            self._refuse(options, error.code, told, video=video)
        warnings: list[dict[str, Any]] = file.warnings
        return warnings

    def _do_jobs(self, video: Video, *, quiet: bool) -> None:
        """Does here, unless a worker is faster, what makes the video usable; what its timeline shows is left queued."""
        told = ""
        subject = f"video:{video.pk}"
        jobs = Job.objects.filter(subject=subject, kind__in=USABLE_JOBS, state__in=ACTIVE_STATES)
        while (job := jobs.order_by("pk").first()) is not None:
            if not quiet and job.kind != told:
                told = job.kind
                self.stdout.write(f"{told} ...")
            if runner.run(job_id=job.pk, worker="add_video") is None:
                time.sleep(WAIT_SECONDS)  # a worker has it, or it waits for its next attempt

    def _tell(self, options: dict[str, Any], video: Video, warnings: list[dict[str, Any]]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps({"ok": True, **_shown(video), "subtitle_warnings": warnings}))
            return
        what = "is being probed" if video.state == VideoState.PROBING else f"{video.duration} s, ready"
        self.stdout.write(f"Video {video.pk} {video.title!r}: {what}.")
        for warning in [*video.probe.get("warnings", []), *warnings]:
            self.stdout.write(f"warning: {warning['message']} [{warning['code']}]")

    def _refuse(
        self, options: dict[str, Any], code: str, reason: str, *, video: Video | None = None
    ) -> NoReturn:
        if options["json"]:
            shown = _shown(video) if video is not None else {}
            self.stdout.write(json.dumps({"ok": False, "code": code, "reason": reason, **shown}))
        else:
            self.stderr.write(f"{reason} [{code}]")
        sys.exit(1)


def _shown(video: Video) -> dict[str, Any]:
    return {
        "video": video.pk,
        "title": video.title,
        "state": video.state,
        "duration": to_json_number(video.duration) if video.duration is not None else None,
        "frames": video.frame_count,
        "sha256": video.sha256,
        "warnings": video.probe.get("warnings", []),
    }
