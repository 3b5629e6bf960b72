"""A lobby's post knows that it tells of a copy that was brought back."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Give posts the time of that copy; those there tell of none."""
    op.add_column("posts", sa.Column("restored", sa.BigInteger, nullable=False, server_default="0"))
