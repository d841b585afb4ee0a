"""Run a command with the services that tests need: `python tests/with_services.py pytest tests ...`.

    python tests/with_services.py [--only postgres,redis,s3] COMMAND [ARGUMENT...]

Where DATABASE_URL, REDIS_URL or S3_ENDPOINT_URL is set, that service is used as it is; what is not set is
started here on a free port and stopped afterwards. The command's exit code is handed on.
"""

import argparse
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests import services

SERVICES = {
    "postgres": ("DATABASE_URL", services.postgres),
    "redis": ("REDIS_URL", services.redis),
    "s3": ("S3_ENDPOINT_URL", services.s3),
}


def leave(number: int, frame: FrameType | None) -> None:
    """Turn a request to end into an ordinary exit, so that the services are stopped on the way out."""
    raise SystemExit(128 + number)


def main() -> int:
    """Start what is missing, run the command, stop what was started; return the command's exit code."""
    parser = argparse.ArgumentParser(
        description="Run a command with PostgreSQL, Redis and an S3 server around it."
    )
    parser.add_argument(
        "--only", default=",".join(SERVICES), help="comma-separated: postgres, redis, s3 (default: all)"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the command and its arguments")
    options = parser.parse_args()
    wanted = options.only.split(",")
    unknown = sorted(set(wanted) - set(SERVICES))
    if unknown:
        parser.error(f"no such service: {', '.join(unknown)} (there are {', '.join(SERVICES)})")
    if not options.command:
        parser.error("no command to run")

    signal.signal(signal.SIGTERM, leave)
    environment = dict(os.environ)
    # `pytest` means the one of the environment that runs this file.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
    try:
        with ExitStack() as stack:
            for name in wanted:
                variable, start = SERVICES[name]
                if environment.get(variable):
                    print(f"with_services: {name} as given in {variable}", file=sys.stderr)
                else:
                    environment[variable] = stack.enter_context(start())
                    print(
                        f"with_services: {name} started, {variable}={environment[variable]}", file=sys.stderr
                    )
            return subprocess.run(options.command, env=environment, check=False).returncode
    except services.ServiceError as problem:
        print(f"with_services: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
