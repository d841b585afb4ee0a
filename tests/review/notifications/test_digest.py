"""The daily message: to whom, what it says, once, and through a real mail server."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import get_connection
from django.utils import timezone

from accounts.models import User
from review.notifications import digest, services
from review.notifications.models import Digest, Notification, NotificationSettings
from review.tasks import send_digests
from review.verdicts.services import Judgement
from tests.personas import People, client_of
from tests.review.rows import ACCEPT, claim_and_judge, make_item

pytestmark = pytest.mark.django_db

SECRET = "She hides the letter behind her back."
REJECTING = Judgement("reject", reasons=("label_wrong",), comment=SECRET)


def returned(people: People, number: int = 1) -> None:
    make_item(people.project, people.annotator, number=number)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    claim_and_judge(people.reviewer_b, people.project, REJECTING)


def notice(user: User, people: People, **fields: object) -> Notification:
    given = {"kind": "guideline", "version": 3, **fields}
    return Notification.objects.create(user=user, project=people.project, **given)


def test_message_names_the_question_and_nothing_of_the_verdict_when_it_was_returned(
    people: People, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://studio.example"
    returned(people)
    assert digest.send_digests() == 1
    [message] = mail.outbox
    assert message.to == ["annotator@lab.example"]
    assert message.subject == "1 new in LongEmo Studio"
    assert message.body == (
        "Hello Annotator,\n\nthis is new and unread in LongEmo Studio:\n\nRoad\n- G1_Q000001 was returned to you\n\n"
        "Open: https://studio.example\n\n"
        "You get this once a day when there is something new. Turn it off under Account.\n"
    )
    for hidden in (SECRET, "label", "reject", "accept", "sadness", "How does she feel", "Reviewer"):
        assert hidden.lower() not in message.body.lower()


def test_nobody_is_written_to_when_the_round_is_open(people: People) -> None:
    make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project, REJECTING)
    assert digest.send_digests() == 0
    assert mail.outbox == []


def test_notice_is_mailed_once_when_the_digest_runs_again(people: People) -> None:
    notice(people.reviewer_a, people)
    send_digests()
    send_digests()
    assert [message.to for message in mail.outbox] == [["reviewer.a@lab.example"]]
    notice(people.reviewer_a, people, version=4)
    send_digests()
    assert "version (4)" in mail.outbox[1].body
    assert "version (3)" not in mail.outbox[1].body


def test_nothing_is_mailed_when_it_was_read_or_the_digest_is_off_or_the_person_has_gone(
    people: People,
) -> None:
    notice(people.reviewer_a, people, read_at=timezone.now())
    notice(people.reviewer_b, people)
    client = client_of(people.reviewer_b)
    assert client.get("/api/v1/notification-settings").json() == {"digest": "daily", "language": "en"}
    changed = client.patch("/api/v1/notification-settings", {"digest": "off"}, format="json")
    assert changed.json() == {"digest": "off", "language": "en"}
    notice(people.annotator, people)
    User.objects.filter(pk=people.annotator.pk).update(is_active=False)
    notice(people.second_annotator, people)
    people.second_annotator.memberships.update(ended_at=timezone.now())
    assert digest.send_digests() == 0
    assert Notification.objects.filter(mailed_at__isnull=False).count() == 0


def test_message_is_chinese_when_the_person_chose_it(people: People) -> None:
    notice(people.reviewer_a, people)
    notice(people.reviewer_a, people, kind="qualified", role="reviewer", version=None)
    services.change_settings(user=people.reviewer_a, digest=Digest.DAILY, language="zh-CN")
    digest.send_digests()
    [message] = mail.outbox
    assert message.subject == "LongEmo Studio 有 2 条新消息"
    assert "- 指南有新版本（3）" in message.body
    assert "- 您已获得评审员资格" in message.body


def test_rest_is_counted_when_there_is_more_than_a_message_lists(people: People) -> None:
    for version in range(1, 24):
        notice(people.reviewer_a, people, version=version)
    digest.send_digests()
    [message] = mail.outbox
    assert message.body.count("\n- ") == 20
    assert "and 3 more" in message.body


def test_notices_wait_for_the_next_day_when_the_mail_server_refuses(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice(people.reviewer_a, people)
    notice(people.reviewer_b, people)
    real = mail.EmailMessage.send

    def refuse(self: mail.EmailMessage, fail_silently: bool = False) -> int:
        if self.to == ["reviewer.a@lab.example"]:
            raise ConnectionRefusedError("no mail today")
        return real(self, fail_silently)

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    assert digest.send_digests() == 1
    assert Notification.objects.filter(mailed_at__isnull=True).get().user == people.reviewer_a
    monkeypatch.undo()
    assert digest.send_digests() == 1
    assert [message.to[0] for message in mail.outbox] == ["reviewer.b@lab.example", "reviewer.a@lab.example"]


def test_old_read_notices_are_deleted_when_tidied(people: People) -> None:
    old = timezone.now() - timedelta(days=91)
    notice(people.reviewer_a, people, read_at=old)
    kept = [notice(people.reviewer_a, people), notice(people.reviewer_a, people, read_at=timezone.now())]
    assert digest.prune_read() == 1
    assert set(Notification.objects.all()) == set(kept)


class _Smtp(socketserver.StreamRequestHandler):
    """As much of SMTP (RFC 5321) as one message needs; keeps what arrives."""

    received: list[bytes] = []

    def handle(self) -> None:
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                self.received.append(text)
            elif verb == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 ok\r\n")


@pytest.fixture
def smtp() -> Iterator[int]:
    """The port of a mail server in a thread."""
    _Smtp.received = []
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Smtp) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_message_arrives_at_a_mail_server_when_one_is_set(people: People, settings: Any, smtp: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = smtp
    assert type(get_connection()).__module__ == "django.core.mail.backends.smtp"
    NotificationSettings.objects.create(user=people.reviewer_a, language="zh-CN")
    notice(people.reviewer_a, people)
    assert digest.send_digests() == 1
    [raw] = _Smtp.received
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert message["To"] == "reviewer.a@lab.example"
    assert message["From"] == "LongEmo Studio <longemo@localhost>"
    assert message["Subject"] == "LongEmo Studio 有 1 条新消息"
    body = message.get_body()
    assert body is not None
    assert "指南有新版本（3）" in body.get_content()
