"""One durable way to run a Celery task: the Job row is the truth, the message only a wake-up."""
