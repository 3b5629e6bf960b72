"""The store, which keeps games in SQLite or PostgreSQL, with the same SQL for both."""
