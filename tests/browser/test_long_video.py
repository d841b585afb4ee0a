"""Seeking in a video of an hour: the right picture comes, and only what is needed of the file is fetched."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounts.models import User
from annotation.projects.services import create_project
from annotation.videos.models import Video
from annotation.videos.storage import size_of
from tests.browser.conftest import log_in, make_staff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RATE = 5
SECONDS = 3600
BITS = 16
SQUARE = 16
HEIGHT = 72
#: A worker has to make the proxy of an hour, and other tests may share the cores.
PROXY_PATIENCE = 240_000

#: The number coded in the picture on screen, or null while there is none.
READ_NUMBER = f"""
() => {{
  const video = document.querySelector('video');
  if (video === null || video.readyState < 2 || video.seeking) return null;
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const square = video.videoWidth / {BITS};
  let number = 0;
  for (let bit = 0; bit < {BITS}; bit += 1) {{
    const {{ data }} = context.getImageData(square * (bit + 0.25), video.videoHeight / 4, square / 2, 36);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += data[at];
    if (sum / (data.length / 4) > 125) number += 2 ** bit;
  }}
  return number;
}}
"""

#: The time of the last picture that the browser says it has shown.
WATCH_PICTURES = """
() => {
  const video = document.querySelector('video');
  const tell = (now, { mediaTime }) => {
    window.lastPicture = mediaTime;
    video.requestVideoFrameCallback(tell);
  };
  video.requestVideoFrameCallback(tell);
}
"""


def pictures() -> Iterator[bytes]:
    """Frame n as 16 squares that say n in binary, under noise, so that the file has the size of a real one."""
    random = np.random.default_rng(1)
    noise = random.integers(-25, 26, (32, HEIGHT, BITS * SQUARE), dtype=np.int16)
    for number in range(RATE * SECONDS):
        bits = (number >> np.arange(BITS)) & 1
        row = np.repeat(np.where(bits, 200, 50), SQUARE).astype(np.int16)
        yield (noise[number % 32] + row).astype(np.uint8).tobytes()


def draw_hour(path: Path) -> Path:
    """An hour that no browser plays as it is: MPEG-4 Part 2 in Matroska."""
    size = f"{BITS * SQUARE}x{HEIGHT}"
    command = [
        *("ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", size),
        *("-r", str(RATE), "-i", "pipe:0", "-c:v", "mpeg4", "-q:v", "8", "-pix_fmt", "yuv420p", str(path)),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        for picture in pictures():
            process.stdin.write(picture)
        process.stdin.close()
        assert process.wait() == 0
    return path


class MediaTraffic:
    """What the browser received of the video's file."""

    def __init__(self, page: Page) -> None:
        self.statuses: list[int] = []
        self.received = 0
        self._requests: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._responded)
        session.on("Network.dataReceived", self._data)
        session.send("Network.enable")

    def _responded(self, event: dict[str, Any]) -> None:
        if event["response"]["url"].endswith("/media"):
            self._requests.add(event["requestId"])
            self.statuses.append(event["response"]["status"])

    def _data(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._requests:
            self.received += event["dataLength"]


def go_to(page: Page, time: str, number: int) -> None:
    """Types a time into the player and sees the frame with that number there."""
    position = page.get_by_role("textbox", name="Position")
    position.fill(time)
    position.press("Enter")
    shows(page, number)


def shows(page: Page, number: int) -> None:
    """The picture, the player's own count and what the browser says it shows all name the same frame."""
    page.wait_for_function(f"() => ({READ_NUMBER})() === {number}", timeout=30_000)
    expect(page.get_by_title("Frame, counted from 0")).to_have_text(f"f {number:,}")
    page.wait_for_function(f"() => Math.abs(window.lastPicture - {number / RATE}) < 0.02", timeout=10_000)


def test_the_right_frame_is_shown_when_one_seeks_in_an_hour(
    new_page: Callable[[], Page], tmp_path: Path
) -> None:
    staff = make_staff()
    video = add_hour(staff, tmp_path)
    page = new_page()
    log_in(page, staff.email)
    page.goto(f"/projects/{video.project_id}/videos/{video.pk}")
    # While there is nothing to play yet the page says what is going on, and plays by itself once there is.
    page.locator("video").wait_for(timeout=PROXY_PATIENCE)
    traffic = MediaTraffic(page)
    page.reload()
    expect(page.get_by_title("Frame, counted from 0")).to_have_text(re.compile("f 0"))
    page.wait_for_function(f"() => ({READ_NUMBER})() === 0")
    page.evaluate(WATCH_PICTURES)

    go_to(page, "30:00.400", 9002)
    go_to(page, "59:59.800", 17_999)
    go_to(page, "12:34.199", 3770)
    go_to(page, "45:00.000", 13_500)
    page.locator("body").press(".")
    shows(page, 13_501)
    page.locator("body").press(",")
    page.locator("body").press(",")
    shows(page, 13_499)

    video.refresh_from_db()
    size = size_of(video.playback_key)
    assert size is not None
    assert size > 25_000_000
    assert set(traffic.statuses) == {206}
    assert 0 < traffic.received < size * 0.4


def add_hour(staff: User, folder: Path) -> Video:
    project = create_project(actor=staff, name="Long")
    call_command(
        "add_video",
        str(draw_hour(folder / "hour.mkv")),
        project="Long",
        source="drawn",
        domain="test",
        licence="CC0",
        title="One hour",
        no_wait=True,
        verbosity=0,
    )
    return Video.objects.get(project=project)
