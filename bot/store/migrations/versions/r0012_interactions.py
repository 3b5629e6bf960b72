"""An interaction's id tells when it was made, by Discord's clock: no other time need be kept of it."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Drop the column."""
    op.drop_column("interactions", "at")
