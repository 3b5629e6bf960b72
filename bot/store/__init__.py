"""The store: it keeps games in SQLite or PostgreSQL, with the same SQL for both."""
