"""Frame-exact cutting: ordered segments of a video become one H.264/AAC MP4 that plays from 0."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from annotation.clips.cut_graph import (
    CRF,
    FADE_SAMPLES,
    KEYFRAME_SECONDS,
    PRESET,
    cut_command,
    expected_times,
)
from annotation.clips.fast_cut import cut_fast
from annotation.clips.fast_graph import ENDS_PRESET, ENDS_QP, FastFiles
from annotation.clips.fast_plan import Pieces, plan_fast
from annotation.clips.gops import NotCopyable
from annotation.clips.seams import check_seams
from annotation.clips.segments import FrameRun, Segment, select_frames
from annotation.videos.durable import sha256_of, written_whole
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import Limits, ffmpeg_version, run
from annotation.videos.media_errors import MediaError, OutputCheckFailed, ProcessFailed
from annotation.videos.output_check import check_output
from annotation.videos.pictures import even_size

#: Part of the key of every clip: a change of what comes out is a new version.
RECIPE_VERSION: Final = 2


@dataclass(frozen=True)
class CutSegment:
    """One segment as it was cut. `first_pts` and `last_pts` are times of the original timeline, in seconds.

    `duration` is how long it lasts in the clip: whole frames, so not always `end - start`.
    """

    start: Decimal
    end: Decimal
    first_pts: Fraction
    last_pts: Fraction
    frames: int
    duration: Fraction


@dataclass(frozen=True)
class CutResult:
    """A cut file. `duration` in seconds; `method` says which way it was made; `check` what was measured on it."""

    frames: int
    duration: Fraction
    sha256: str
    size: int
    method: str
    segments: tuple[CutSegment, ...]
    recipe: dict[str, Any]
    check: dict[str, Any]


def cut(
    source: Path,
    probe: Probe,
    segments: Sequence[Segment],
    output: Path,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> CutResult:
    """Cut `segments` of `source`, concatenated in the order given, to `output` (MP4), and check what came out.

    `probe` must be that of `source`. The clip has exactly the frames whose presentation time lies in [start, end) of
    each segment, sound in step with them (silence where there is none), and nothing else. `progress` receives the
    share that is done, 0 to 1. The file is written under another name in the same folder and moved into place when
    it is whole and checked; on any error `output` is as it was before.

    Raises InvalidSegments; OutputCheckFailed; ProcessFailed; ProcessCancelled; MediaError `no_output_folder`,
    `output_is_source`, `source_changed`.
    """
    source, output = Path(source), Path(output)
    runs = select_frames(probe, segments)
    _refuse_paths(source, probe, output)
    steps = _Steps(source, probe, runs, output, progress, cancelled)
    plan = plan_fast(probe, runs)
    why = plan.why_not
    if why is None:
        try:
            return steps.fast(plan.pieces)
        except (NotCopyable, OutputCheckFailed) as refusal:
            why = refusal.reason
        except ProcessFailed as failure:
            if failure.code != "ffmpeg_failed":
                raise
            why = failure.reason
    ways = [True, False] if probe.frames_addressable else [False]
    for number, seek in enumerate(ways):
        try:
            return steps.exact(seek=seek, why_not_fast=why)
        except (OutputCheckFailed, ProcessFailed) as failure:
            # A file whose times looked exact may still not be found by seeking; counting frames always finds them.
            last_way = number == len(ways) - 1
            if last_way or (isinstance(failure, ProcessFailed) and failure.code != "ffmpeg_failed"):
                raise
    raise AssertionError("there is always a last way")


@dataclass(frozen=True)
class _Steps:
    """The ways to make one cut."""

    source: Path
    probe: Probe
    runs: Sequence[FrameRun]
    output: Path
    progress: Callable[[float], None] | None
    cancelled: Callable[[], bool] | None

    @property
    def duration(self) -> Fraction:
        return sum((run.duration for run in self.runs), Fraction(0))

    def fast(self, pieces: Sequence[Pieces]) -> CutResult:
        """Whole groups of pictures copied, the ends encoded."""
        with (
            written_whole(self.output) as partial,
            # Beside the output, so that one who tidies up finds it, and on a disk that has room for clips.
            tempfile.TemporaryDirectory(prefix=".cut-", dir=self.output.parent) as place,
        ):
            folder = Path(place)
            limits = _limits(self.probe, self.runs, self.duration, seek=True)
            files = cut_fast(
                self.source, self.probe, pieces, folder, partial,
                limits=limits, cancelled=self.cancelled, progress=self.progress,
            )  # fmt: skip
            check = self._check(partial, decode=False)
            check |= check_seams(partial, self.probe, files, folder, cancelled=self.cancelled)
            checksum, size = sha256_of(partial), partial.stat().st_size
        recipe = _fast_recipe(self.probe, files)
        return self._result("copy_and_encode", checksum, size, check, recipe)

    def exact(self, *, seek: bool, why_not_fast: str | None) -> CutResult:
        """All frames encoded."""

        def share(seconds: float) -> None:
            if self.progress is not None:
                self.progress(min(1.0, seconds / float(self.duration)))

        with written_whole(self.output) as partial:
            command = cut_command(self.source, self.probe, self.runs, partial, seek=seek)
            limits = _limits(self.probe, self.runs, self.duration, seek=seek)
            run(command, limits=limits, progress=share, cancelled=self.cancelled)
            check = self._check(partial, decode=True)
            checksum, size = sha256_of(partial), partial.stat().st_size
        recipe = {**_recipe(self.probe), "encoded_because": why_not_fast}
        return self._result("reencode" if seek else "reencode_from_start", checksum, size, check, recipe)

    def _check(self, partial: Path, *, decode: bool) -> dict[str, Any]:
        return check_output(
            partial,
            times=expected_times(self.probe, self.runs),
            end=self.duration,
            size=even_size(self.probe),
            audio=True,
            decode=decode,
            cancelled=self.cancelled,
        )

    def _result(
        self, method: str, sha256: str, size: int, check: dict[str, Any], recipe: dict[str, Any]
    ) -> CutResult:
        if self.progress is not None:
            self.progress(1.0)
        return CutResult(
            frames=sum(run.frames for run in self.runs),
            duration=self.duration,
            sha256=sha256,
            size=size,
            method=method,
            segments=tuple(_described(self.probe, run) for run in self.runs),
            recipe=recipe,
            check=check,
        )


def _described(probe: Probe, run: FrameRun) -> CutSegment:
    return CutSegment(
        start=run.segment.start,
        end=run.segment.end,
        first_pts=probe.time_of(run.first),
        last_pts=probe.time_of(run.stop - 1),
        frames=run.frames,
        duration=run.duration,
    )


def _fast_recipe(probe: Probe, files: FastFiles) -> dict[str, Any]:
    recipe = _recipe(probe) | {
        "video": f"copied between keyframes; ends libx264 {ENDS_PRESET} qp {ENDS_QP}",
        "frames_copied": files.frames_copied,
    }
    return (
        recipe | {"audio": "copied, from and to the sample by an edit list"} if files.sound_copied else recipe
    )


def _recipe(probe: Probe) -> dict[str, Any]:
    """How the file was made, for the record: enough to make it again."""
    return {
        "version": RECIPE_VERSION,
        "ffmpeg": ffmpeg_version(),
        "video": f"libx264 {PRESET} crf {CRF} high yuv420p, a keyframe at least each {KEYFRAME_SECONDS} s",
        "audio": f"aac 128k stereo 48000, joins faded over {FADE_SAMPLES} samples",
        "timing": "constant" if probe.fps is not None else "variable, 1/90000 s",
        "deinterlaced": probe.interlaced,
        "tone_mapped": probe.video.hdr,
        "silent": probe.main_audio is None,
    }


def _limits(probe: Probe, runs: Sequence[FrameRun], duration: Fraction, *, seek: bool) -> Limits:
    """Generous: they stop what would never end, not what is slow. In megapixels to decode and encode."""
    frames = sum(run.frames if seek else run.stop for run in runs)
    longest_jump = len(runs) * max(1, probe.frames // max(1, len(probe.keyframes)))
    megapixels = (frames + longest_jump) * probe.video.coded_width * probe.video.coded_height / 1_000_000
    wall = 300 + megapixels
    return Limits(
        wall_seconds=wall,
        cpu_seconds=int(wall * 4),
        file_bytes=512 * 1024 * 1024 + int(duration * 20_000_000),
    )


def _refuse_paths(source: Path, probe: Probe, output: Path) -> None:
    if output.exists() and output.samefile(source):
        raise MediaError(
            "output_is_source", f"{output} is the source itself. Write the clip to another file."
        )
    if source.stat().st_size != probe.size:
        raise MediaError("source_changed", f"{source} is not the file that was probed. Probe it again.")
