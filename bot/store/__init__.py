"""Where games are kept: one SQL text for SQLite and PostgreSQL."""
