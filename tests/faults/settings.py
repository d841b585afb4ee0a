"""Settings of the processes that the fault tests start: the product's own, and one more app with a slow job."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.slow"]
