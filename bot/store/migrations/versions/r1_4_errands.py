"""Adds a table of errands between clusters, and the cluster of each outage."""

import sqlalchemy as sa
from alembic import op

revision = "1.4"
down_revision = "1.3"


def upgrade() -> None:
    """Add the table and the columns. Existing rows belong to cluster 0 of 1."""
    for table in ("presence", "outages"):
        op.add_column(table, sa.Column("cluster", sa.Integer, nullable=False, server_default="0"))
        op.add_column(table, sa.Column("clusters", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "errands",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("cluster", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
