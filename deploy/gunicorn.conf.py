"""gunicorn in production: threads, because its answers are mostly waits (database, files), not work.

Media over WSGI threads stays at a small, constant memory; the requests are logged by the product itself, in JSON.
"""

import os

bind = "0.0.0.0:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_PROCESSES", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
# A chunk of an upload over a slow line takes its time; a thread that does nothing for this long is stuck.
timeout = 120
graceful_timeout = 30
keepalive = 15
# Processes are renewed now and then, not all at once, so that a slow leak never adds up.
max_requests = 20_000
max_requests_jitter = 2_000
accesslog = None
errorlog = "-"
# The heartbeat file belongs in memory: on a slow disk it blocks.
worker_tmp_dir = "/dev/shm"  # noqa: S108  (memory, and only gunicorn's own heartbeat)
