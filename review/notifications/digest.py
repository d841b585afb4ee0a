"""The daily e-mail: what is new and unread, in a few lines, with links and without contents."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F
from django.utils import timezone

from accounts.models import Membership, User
from review.notifications.models import Digest, Kind, Notification, NotificationSettings

logger = logging.getLogger("longemo.notifications")

#: A message lists so many notices; the rest is counted.
LISTED: Final = 20

_LINES: Final[dict[str, dict[str, str]]] = {
    "en": {
        Kind.RETURNED: "{question} was returned to you",
        Kind.REMOVED: "{question} was removed",
        Kind.REOPENED: "{question} was opened again",
        Kind.REVIEW_AGAIN: "Revised questions wait for review",
        Kind.GUIDELINE: "The guideline has a new version ({version})",
        Kind.QUALIFIED: "You are qualified as {role}",
        Kind.QUALIFICATION_REVOKED: "Your qualification as {role} was taken back",
        Kind.RUNS_ADDED: "You may practise again",
        Kind.COMMENTED: "There is a comment on {question}",
        "subject": "{count} new in LongEmo Studio",
        "hello": "Hello {name},",
        "intro": "this is new and unread in LongEmo Studio:",
        "more": "and {count} more",
        "open": "Open: {url}",
        "stop": "You get this once a day when there is something new. Turn it off under Account.",
        "annotator": "annotator",
        "reviewer": "reviewer",
    },
    "zh-CN": {
        Kind.RETURNED: "{question} 已退回给您",
        Kind.REMOVED: "{question} 已移除",
        Kind.REOPENED: "{question} 已重新打开",
        Kind.REVIEW_AGAIN: "有修改后的题目等待评审",
        Kind.GUIDELINE: "指南有新版本（{version}）",
        Kind.QUALIFIED: "您已获得{role}资格",
        Kind.QUALIFICATION_REVOKED: "您的{role}资格已被收回",
        Kind.RUNS_ADDED: "您可以再次练习",
        Kind.COMMENTED: "{question} 有新评论",
        "subject": "LongEmo Studio 有 {count} 条新消息",
        "hello": "{name}，您好：",
        "intro": "以下是 LongEmo Studio 中的未读新消息：",
        "more": "另有 {count} 条",
        "open": "打开：{url}",
        "stop": "有新消息时，每天发送一次。可在“账户”中关闭。",
        "annotator": "标注员",
        "reviewer": "评审员",
    },
}


def digest_text(
    *, name: str, notices: Sequence[Notification], language: str, public_url: str
) -> tuple[str, str]:
    """(subject, body) of one message; project and question of the notices are joined.

    Says which question, never what was answered, asked or judged. `public_url` '' leaves the link out.
    """
    words = _LINES[language]
    by_project: dict[str, list[str]] = defaultdict(list)
    for notice in notices[:LISTED]:
        by_project[notice.project.name].append(
            words[notice.kind].format(
                question=notice.question.public_id if notice.question else "",
                version=notice.version or "",
                role=words.get(notice.role, notice.role),
            )
        )
    lines = [words["hello"].format(name=name), "", words["intro"]]
    for project, told in by_project.items():
        lines += ["", project, *(f"- {line}" for line in told)]
    if len(notices) > LISTED:
        lines += ["", words["more"].format(count=len(notices) - LISTED)]
    if public_url:
        lines += ["", words["open"].format(url=public_url)]
    lines += ["", words["stop"]]
    return words["subject"].format(count=len(notices)), "\n".join(lines) + "\n"


def send_digests() -> int:
    """Sends each person who wants it what is new since the last message and still unread; how many were sent.

    Two workers at once send one message: the notices are taken by a compare-and-set first. When the mail server
    refuses, they are put back and are in the next day's message; the others are sent all the same.
    """
    sent = 0
    waiting = Notification.objects.filter(read_at__isnull=True, mailed_at__isnull=True)
    off = NotificationSettings.objects.filter(digest=Digest.OFF).values("user_id")
    people = (
        User.objects.filter(is_active=True, pk__in=waiting.values("user_id"))
        .exclude(pk__in=off)
        .order_by("pk")
    )
    for user in people.iterator():
        try:
            sent += _send(user)
        except Exception:
            logger.exception("the digest to user %s could not be sent", user.pk)
    return sent


def _send(user: User) -> bool:
    now = timezone.now()
    live = Membership.objects.filter(user=user, ended_at__isnull=True).values("project_id")
    keys = list(
        Notification.objects.filter(
            user=user, read_at__isnull=True, mailed_at__isnull=True, project_id__in=live
        )
        .order_by("-created_at", "pk")
        .values_list("pk", flat=True)
    )
    taken = Notification.objects.filter(pk__in=keys, mailed_at__isnull=True)
    if not keys or taken.update(mailed_at=now) != len(keys):
        # Another worker is at it; what it did not take goes with the next message.
        return False
    notices = list(
        Notification.objects.filter(pk__in=keys)
        .select_related("project", "question")
        .order_by("project__name", F("created_at").desc(), "pk")
    )
    own = NotificationSettings.objects.filter(pk=user.pk).first() or NotificationSettings(user=user)
    subject, body = digest_text(
        name=user.name, notices=notices, language=own.language, public_url=settings.PUBLIC_URL
    )
    try:
        EmailMessage(subject, body, to=[user.email]).send()
    except Exception:
        Notification.objects.filter(pk__in=keys, mailed_at=now).update(mailed_at=None)
        raise
    return True


def prune_read() -> int:
    """Deletes notices that were read more than 90 days ago; how many."""
    old = timezone.now() - timedelta(days=90)
    removed, _ = Notification.objects.filter(read_at__lt=old).delete()
    return removed
