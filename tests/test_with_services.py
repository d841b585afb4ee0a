"""The wrapper that gives tests their services: uses what is given, starts the rest, leaves nothing behind."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import boto3
import psycopg
import pytest
import redis
from botocore.config import Config
from botocore.exceptions import ClientError

from tests import services

WRAPPER = [sys.executable, str(Path(__file__).parent / "with_services.py")]


def environment(**given: str) -> dict[str, str]:
    """This process's environment with only the service addresses that a test gives."""
    kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "S3_ENDPOINT_URL"}}
    return kept | given


def test_exit_code_is_handed_on_when_the_command_fails() -> None:
    result = subprocess.run(
        [*WRAPPER, "--only", "redis", "sh", "-c", "exit 7"], env=environment(), check=False
    )
    assert result.returncode == 7


def test_given_address_is_used_when_one_is_set() -> None:
    result = subprocess.run(
        [*WRAPPER, "--only", "redis", "sh", "-c", "echo $REDIS_URL"],
        env=environment(REDIS_URL="redis://127.0.0.1:1/5"),
        check=True,
        capture_output=True,
        text=True,
    )
    assert result.stdout == "redis://127.0.0.1:1/5\n"


def test_command_is_refused_when_a_service_is_unknown() -> None:
    result = subprocess.run(
        [*WRAPPER, "--only", "mysql", "true"], env=environment(), check=False, capture_output=True, text=True
    )
    assert result.returncode == 2
    assert "no such service: mysql (there are postgres, redis, s3)" in result.stderr


def test_postgres_answers_when_started() -> None:
    with services.postgres() as url, psycopg.connect(url) as connection:
        row = connection.execute("select current_user, current_setting('fsync')").fetchone()
        assert row == ("longemo", "off")


def test_redis_is_gone_when_its_block_ends() -> None:
    with services.redis() as url:
        assert redis.Redis.from_url(url).ping() is True
        port = int(url.split(":")[2].split("/")[0])
    assert services.answers(port) is False


def test_s3_refuses_a_wrong_key_when_asked() -> None:
    with services.s3() as endpoint:

        def client(secret: str) -> "boto3.client":
            return boto3.client(
                "s3",
                endpoint_url=endpoint,
                region_name="us-east-1",
                aws_access_key_id=services.S3_KEY,
                aws_secret_access_key=secret,
                config=Config(s3={"addressing_style": "path"}, signature_version="s3v4"),
            )

        own = client(services.S3_SECRET)
        own.create_bucket(Bucket="media")
        own.put_object(Bucket="media", Key="a.txt", Body=b"kept")
        assert own.get_object(Bucket="media", Key="a.txt")["Body"].read() == b"kept"
        with pytest.raises(ClientError) as refused:
            client("guessed").get_object(Bucket="media", Key="a.txt")
        assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 403


@pytest.mark.faults
def test_no_service_outlives_the_wrapper_when_it_is_killed() -> None:
    wrapper = subprocess.Popen(
        [*WRAPPER, "sh", "-c", "echo $DATABASE_URL $REDIS_URL $S3_ENDPOINT_URL; sleep 60"],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert wrapper.stdout is not None
    ports = [int(port) for port in re.findall(r"127\.0\.0\.1:(\d+)", wrapper.stdout.readline())]
    assert len(ports) == 3
    wrapper.kill()
    wrapper.wait()
    try:
        deadline = time.monotonic() + 10
        while any(services.answers(port) for port in ports) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert [port for port in ports if services.answers(port)] == []
    finally:
        os.killpg(wrapper.pid, signal.SIGKILL)
