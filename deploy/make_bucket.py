"""Make the bucket named in S3_BUCKET unless it is there. Does nothing where files lie on disk."""

import os
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError


def main() -> int:
    """Create the bucket with the settings that the product uses; return the exit code."""
    bucket = os.environ.get("S3_BUCKET", "")
    if not bucket:
        return 0
    client = boto3.client(
        "s3",
        endpoint_url=os.environ.get("S3_ENDPOINT_URL") or None,
        region_name=os.environ.get("S3_REGION", "us-east-1"),
        aws_access_key_id=os.environ.get("S3_ACCESS_KEY_ID") or None,
        aws_secret_access_key=os.environ.get("S3_SECRET_ACCESS_KEY") or None,
        config=Config(
            signature_version="s3v4", s3={"addressing_style": os.environ.get("S3_ADDRESSING_STYLE", "path")}
        ),
    )
    try:
        client.head_bucket(Bucket=bucket)
    except ClientError as error:
        if error.response["Error"]["Code"] not in {"404", "NoSuchBucket"}:
            sys.stderr.write(
                f"The bucket {bucket!r} cannot be reached: {error}. Check S3_* and the key's rights.\n"
            )
            return 1
        client.create_bucket(Bucket=bucket)
        sys.stdout.write(f"Made the bucket {bucket!r}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
