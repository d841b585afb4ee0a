"""A small app that is installed only in the processes that these tests start: one slow kind of job."""
