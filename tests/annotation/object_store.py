"""A bucket on a real S3 server that checks signatures, as the storage of media."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from botocore.config import Config
from django.conf import settings
from django.test import override_settings

from tests import services


@dataclass(frozen=True)
class Bucket:
    name: str
    client: Any

    def objects(self) -> list[str]:
        return sorted(row["Key"] for row in self.client.list_objects_v2(Bucket=self.name)["Contents"])


@pytest.fixture
def bucket(s3_endpoint: str) -> Iterator[Bucket]:
    """A bucket of its own on the test's S3 server, as the storage of media; with its name and a client."""
    name = f"media-{uuid.uuid4().hex}"
    client = boto3.client(
        "s3",
        endpoint_url=s3_endpoint,
        aws_access_key_id=services.S3_KEY,
        aws_secret_access_key=services.S3_SECRET,
        region_name="us-east-1",
        config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
    )
    client.create_bucket(Bucket=name)
    options = {
        "endpoint_url": s3_endpoint,
        "region_name": "us-east-1",
        "access_key": services.S3_KEY,
        "secret_key": services.S3_SECRET,
        "addressing_style": "path",
        "signature_version": "s3v4",
        "file_overwrite": True,
        "querystring_auth": True,
        "max_memory_size": 1024,
    }
    stores = {
        **settings.STORAGES,
        "default": {
            "BACKEND": "storages.backends.s3.S3Storage",
            "OPTIONS": {**options, "bucket_name": name},
        },
    }
    with override_settings(STORAGES=stores, S3_OPTIONS=options):
        yield Bucket(name, client)
