"""More that is chosen for a server, and the standing orders with which somebody begins games."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the columns; nothing of it was chosen before."""
    for column in (
        sa.Column("gm_role", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("beginnings", sa.Text, nullable=False, server_default="{}"),
        sa.Column("channels", sa.Text, nullable=False, server_default="[]"),
        sa.Column("threads", sa.String, nullable=False, server_default="chosen"),
        sa.Column("limits", sa.Text, nullable=False, server_default="[0,0,0]"),
        sa.Column("language", sa.String, nullable=False, server_default=""),
        sa.Column("dashboard", sa.Text),
    ):
        op.add_column("servers", column)
    op.add_column("wishes", sa.Column("answers", sa.Text, nullable=False, server_default="{}"))
