"""The tables of version 1.0, whose SQL statements are in `r1_0_tables.sql`."""

from pathlib import Path
from string import Template

from alembic import op

revision = "1.0"
down_revision = None

WORDS = {
    "sqlite": {
        "user": "user",
        "bytes": "BLOB",
        "wide": "INTEGER",
        "counted": "INTEGER",
        "by_key": " WITHOUT ROWID",
        "not_gone": "gone = 0",
        "live": "live = 1",
    },
    "postgresql": {
        "user": '"user"',
        "bytes": "BYTEA",
        "wide": "BIGINT",
        "counted": "SERIAL",
        "by_key": "",
        "not_gone": "NOT gone",
        "live": "live",
    },
}
"""For each kind of database, a mapping from names in the SQL file to the database's own words.

`wide` and `counted` are types of ids. The database assigns `counted` ids, in ascending order.
"""


def upgrade() -> None:
    """Make all tables."""
    statements = Template(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for statement in statements.substitute(WORDS[op.get_context().dialect.name]).split(";\n"):
        if statement.strip():
            op.execute(statement)
