"""People: users, their roles in projects, invitations, log-in and API tokens."""
