"""A post knows the attachment that its board is: an edit that keeps the board must name it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Give posts their attachment; of those there it is not known."""
    op.add_column("posts", sa.Column("attachment", sa.BigInteger, nullable=False, server_default="0"))
