"""Cutting, deriving and the memory of a worker, as ratios within one run: seconds differ by machine, ratios little.

    python benchmarks/media.py                      the whole of it, on a quiet machine (about half an hour)
    python benchmarks/media.py --scale 0.05         the same on a source of a minute, to see that it runs

The source is drawn by ffmpeg: 1280x720, 25 frames a second, x264 medium at 2.5 Mbit/s, a scene cut each 4.3 s,
keyframes at most 10 s apart, AAC stereo, and each frame's number in its picture. The job is a JSON file
`{NAME: [clip, ...]}`, a clip being a list of [start, end] in seconds; default: `s720` of ../shared/cases/cut_job.json.

Cuts are compared with a stream copy of the same segments, which is as fast as it gets and not exact, and with what
people do: encoding again with -ss and -t behind -i. That one decodes from the beginning, so it gets the earliest
clips only, and is compared on those. Every clip of ours is decoded and its frames' numbers are read.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from unittest import mock

import numpy as np

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from annotation.clips import cutting  # noqa: E402 - the repository is put on the path first
from annotation.clips.cutting import cut  # noqa: E402
from annotation.clips.fast_plan import FastPlan  # noqa: E402
from annotation.clips.segments import Segment, select_frames  # noqa: E402
from annotation.videos.facts import Probe  # noqa: E402
from annotation.videos.filmstrip import make_filmstrip  # noqa: E402
from annotation.videos.peaks import make_peaks  # noqa: E402
from annotation.videos.probing import probe  # noqa: E402
from annotation.videos.proxying import make_proxy  # noqa: E402
from annotation.videos.shots import make_shots  # noqa: E402

WIDTH, HEIGHT, RATE = 1280, 720, 25
BITS, SQUARE = 16, 32
SOURCE_SECONDS: Final = 1200
JOB: Final = ROOT.parent / "shared/cases/cut_job.json"
Clip = list[tuple[Decimal, Decimal]]


@dataclass(frozen=True)
class Measured:
    """Seconds on the clock and of processors, ours and our children's."""

    wall: float
    cpu: float


def measure(work: Callable[[], object]) -> Measured:
    def used() -> float:
        found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in found)

    cpu, clock = used(), time.monotonic()
    work()
    return Measured(time.monotonic() - clock, used() - cpu)


def ffmpeg(*arguments: str) -> bytes:
    command = ["ffmpeg", "-nostdin", "-y", "-v", "error", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def make_source(path: Path, seconds: int) -> None:
    """The drawn source; nothing to do when it is there."""
    if path.exists():
        return
    numbers = [f"drawbox=x=0:y=0:w={BITS * SQUARE}:h={SQUARE}:color=black:t=fill"]
    numbers += [
        f"drawbox=x={bit * SQUARE}:y=0:w={SQUARE}:h={SQUARE}:color=white:t=fill:enable='mod(floor(n/{2**bit}),2)'"
        for bit in range(BITS)
    ]
    scene = "floor(t/4.3)"
    picture = ",".join(
        [
            f"testsrc2=size={WIDTH}x{HEIGHT}:rate={RATE}:duration={seconds}",
            f"hue=H='2*PI*mod({scene}*0.618,1)'",
            f"negate=enable='mod({scene},2)'",
            "noise=alls=9:allf=t",
            *numbers,
            "format=yuv420p",
        ]
    )
    sound = f"aevalsrc='0.4*sin(880*PI*t)*lt(mod(t,1),0.2)|0.4*sin(660*PI*t)':s=48000:d={seconds}"
    partial = path.with_suffix(".part.mp4")
    ffmpeg(
        *("-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound),
        *("-c:v", "libx264", "-preset", "medium", "-b:v", "2500k", "-maxrate", "5M", "-bufsize", "10M"),
        *("-g", "250", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", str(partial)),
    )
    partial.rename(path)


def read_job(path: Path, name: str, scale: float) -> list[Clip]:
    """The clips of a job, with their times scaled and on whole frames of the source."""

    def scaled(seconds: float) -> Decimal:
        return Decimal(round(seconds * scale * RATE)) / RATE

    job: dict[str, Any] = json.loads(path.read_text())
    return [[(scaled(start), scaled(end)) for start, end in clip] for clip in job[name]]


def copy_clip(source: Path, clip: Clip, output: Path) -> None:
    """The speed limit: each segment copied from the keyframe before it."""
    for n, (start, end) in enumerate(clip):
        target = output.with_name(f"{output.stem}-{n}.mp4")
        ffmpeg("-ss", str(start), "-t", str(end - start), "-i", str(source), "-c", "copy", str(target))


def seek_output(source: Path, clip: Clip, output: Path) -> None:
    """What people do: decode from the beginning, throw away until the start, encode the rest."""
    for n, (start, end) in enumerate(clip):
        target = output.with_name(f"{output.stem}-{n}.mp4")
        coding = ("-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac")
        ffmpeg("-i", str(source), "-ss", str(start), "-t", str(end - start), *coding, str(target))


def encode_all(source: Path, facts: Probe, clip: Clip, output: Path) -> None:
    """Our exact way, as where nothing may be copied."""
    segments = [Segment(start, end) for start, end in clip]
    with mock.patch.object(cutting, "plan_fast", return_value=FastPlan((), "measured")):
        cut(source, facts, segments, output)


def shown_numbers(path: Path) -> list[int]:
    """The number in every frame of a clip, by decoding all of it."""
    height = SQUARE
    raw = ffmpeg(
        *("-i", str(path), "-an", "-vf", f"crop={BITS * SQUARE}:{height}:0:0,scale={BITS * 2}:2:flags=area"),
        *("-pix_fmt", "gray", "-f", "rawvideo", "-"),
    )
    frames = np.frombuffer(raw, np.uint8).reshape(-1, 2, BITS, 2).mean(axis=(1, 3)) > 127
    return [int(number) for number in (frames * (1 << np.arange(BITS))).sum(axis=1)]


def is_exact(facts: Probe, clip: Sequence[Segment], path: Path) -> bool:
    wanted = [n for run in select_frames(facts, clip) for n in range(run.first, run.stop)]
    return shown_numbers(path) == wanted


def bench_cutting(source: Path, facts: Probe, clips: list[Clip], peers: int, folder: Path) -> dict[str, Any]:
    ours: list[Measured] = []
    copies: list[Measured] = []
    methods: dict[str, int] = {}
    exact = 0
    for n, clip in enumerate(clips):
        segments = [Segment(start, end) for start, end in clip]
        output = folder / f"clip-{n}.mp4"
        copies.append(measure(lambda clip=clip, n=n: copy_clip(source, clip, folder / f"copy-{n}.mp4")))  # type: ignore[misc]
        made: list[Any] = []
        ours.append(
            measure(
                lambda segments=segments, output=output, made=made: made.append(  # type: ignore[misc]
                    cut(source, facts, segments, output)
                )
            )
        )
        methods[made[0].method] = methods.get(made[0].method, 0) + 1
        exact += is_exact(facts, segments, output)
        for path in folder.glob("*.mp4"):
            path.unlink()
    earliest = sorted(range(len(clips)), key=lambda n: clips[n][0][0])[:peers]
    seeks = [
        measure(lambda n=n: seek_output(source, clips[n], folder / f"seek-{n}.mp4"))  # type: ignore[misc]
        for n in earliest
    ]
    encoded = [
        measure(lambda n=n: encode_all(source, facts, clips[n], folder / f"all-{n}.mp4"))  # type: ignore[misc]
        for n in earliest
    ]
    return {
        "clips": len(clips),
        "segments": sum(len(clip) for clip in clips),
        "exact": exact,
        "methods": methods,
        "copy": asdict(_sum(copies)),
        "ours": asdict(_sum(ours)),
        "ours_over_copy": _ratio(_sum(ours), _sum(copies)),
        "early_clips": len(earliest),
        "early_ours_over_copy": _ratio(
            _sum([ours[n] for n in earliest]), _sum([copies[n] for n in earliest])
        ),
        "early_encoding_all_over_copy": _ratio(_sum(encoded), _sum([copies[n] for n in earliest])),
        "early_output_seek_over_copy": _ratio(_sum(seeks), _sum([copies[n] for n in earliest])),
    }


def bench_deriving(source: Path, facts: Probe, folder: Path, *, proxy: bool) -> dict[str, Any]:
    """Seconds, and seconds of video for each second on the clock."""
    steps: dict[str, Callable[[], object]] = {
        "probe": lambda: probe(source),
        "peaks": lambda: make_peaks(source, facts, folder / "peaks.dat"),
        "filmstrip": lambda: make_filmstrip(source, facts, folder / "strip.jpg"),
        "shots": lambda: make_shots(source, facts, folder / "shots.json"),
    }
    if proxy:
        steps["proxy"] = lambda: make_proxy(source, facts, folder / "proxy.mp4")
    found = {}
    for name, step in steps.items():
        took = measure(step)
        found[name] = {**asdict(took), "times_real_time": round(float(facts.duration) / took.wall, 1)}
    return found


def work_as_worker(source: Path, folder: Path) -> None:
    """In a process of its own: everything that a worker does with a video, and one cut near its end."""
    facts = probe(source)
    bench_deriving(source, facts, folder, proxy=False)
    end = Decimal(int(facts.duration))
    segments = [Segment(end - 12, end - 2), Segment(Decimal(1), Decimal(6))]
    cut(source, facts, segments, folder / "clip.mp4")
    own, children = (
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    told = {"seconds": float(facts.duration), "worker_mib": round(own), "largest_ffmpeg_mib": round(children)}
    sys.stdout.write(json.dumps(told))


def bench_memory(source: Path, seconds: int, folder: Path) -> dict[str, Any]:
    """Peak memory (resident) of a worker and of its largest ffmpeg, on a source looped to `seconds`."""
    long = folder / "long.mp4"
    options = ("-stream_loop", "-1", "-i", str(source), "-t", str(seconds), "-c", "copy")
    ffmpeg(*options, "-movflags", "+faststart", str(long))
    command = [sys.executable, __file__, "--as-worker", str(long), "--folder", str(folder)]
    # Its errors are for whoever started us.
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    result: dict[str, Any] = json.loads(told)
    return result


def _sum(parts: Sequence[Measured]) -> Measured:
    return Measured(sum(part.wall for part in parts), sum(part.cpu for part in parts))


def _ratio(above: Measured, below: Measured) -> dict[str, float]:
    return {"wall": round(above.wall / below.wall, 1), "cpu": round(above.cpu / below.cpu, 1)}


def _table(result: dict[str, Any]) -> str:
    cutting, memory = result["cutting"], result["memory"]
    lines = [
        f"source: {result['source_seconds']:.0f} s, keyframe gap {result['keyframe_gap']['mean']:.1f} s on average, "
        f"{result['keyframe_gap']['max']:.1f} s at most",
        "",
        f"| cutting {cutting['clips']} clips, {cutting['segments']} segments | wall / copy | CPU / copy |",
        "|---|---|---|",
        f"| stream copy ({cutting['copy']['wall']:.1f} s) | 1 | 1 |",
        f"| ours, {cutting['exact']} of {cutting['clips']} exact, {cutting['methods']} | "
        f"{cutting['ours_over_copy']['wall']} | {cutting['ours_over_copy']['cpu']} |",
        f"| ours, the {cutting['early_clips']} earliest clips | {cutting['early_ours_over_copy']['wall']} | "
        f"{cutting['early_ours_over_copy']['cpu']} |",
        f"| ours, nothing copied, the same clips | {cutting['early_encoding_all_over_copy']['wall']} | "
        f"{cutting['early_encoding_all_over_copy']['cpu']} |",
        f"| output seek, the same clips | {cutting['early_output_seek_over_copy']['wall']} | "
        f"{cutting['early_output_seek_over_copy']['cpu']} |",
        "",
        "| deriving | s | times real time |",
        "|---|---|---|",
        *(
            f"| {name} | {row['wall']:.1f} | {row['times_real_time']} |"
            for name, row in result["deriving"].items()
        ),
        "",
        f"memory on {memory['seconds']:.0f} s: worker {memory['worker_mib']} MiB, largest ffmpeg "
        f"{memory['largest_ffmpeg_mib']} MiB",
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--job", type=Path, default=JOB, help="JSON file with the clips")
    parser.add_argument("--name", default="s720", help="which job of the file")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="shrink the source and all times by this, 0..1"
    )
    parser.add_argument("--clips", type=int, default=0, help="only so many clips of the job (default: all)")
    parser.add_argument("--peers", type=int, default=2, help="clips for the output seek (default: 2)")
    parser.add_argument("--hour", type=int, default=3600, help="length of the source for memory, in s")
    parser.add_argument("--proxy", action="store_true", help="time the browser's copy as well")
    parser.add_argument(
        "--folder", type=Path, help="where to work; the source is kept there for the next run"
    )
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    parser.add_argument("--as-worker", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.as_worker is None and not options.job.is_file():
        parser.error(f"there is no job file {options.job}; name one with --job")
    if not 0.0 < options.scale <= 1.0:
        parser.error("--scale is more than 0 and at most 1")
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="media-bench-") as scratch:
        if options.as_worker is not None:
            work_as_worker(options.as_worker, Path(scratch))
            return 0
        seconds = round(SOURCE_SECONDS * options.scale)
        source = (options.folder or Path(scratch)) / f"source-{seconds}.mp4"
        make_source(source, seconds)
        facts = probe(source)
        clips = read_job(options.job, options.name, options.scale)[: options.clips or None]
        marks = [*(float(facts.time_of(n)) for n in facts.keyframes), float(facts.duration)]
        gaps = np.diff(marks)
        result: dict[str, Any] = {
            "source_seconds": float(facts.duration),
            "keyframe_gap": {"mean": float(gaps.mean()), "max": float(gaps.max())},
            "cutting": bench_cutting(source, facts, clips, options.peers, Path(scratch)),
            "deriving": bench_deriving(source, facts, Path(scratch), proxy=options.proxy),
            "memory": bench_memory(source, options.hour, Path(scratch)),
        }
    print(json.dumps(result) if options.json else _table(result))
    return 0 if result["cutting"]["exact"] == result["cutting"]["clips"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
