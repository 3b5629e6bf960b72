"""A post knows something that Discord numbered before it was owed: its message can only be newer."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

POSTS = sa.table(
    "posts", sa.column("id", sa.BigInteger), sa.column("message", sa.BigInteger), sa.column("since")
)

EARLIER = 1_420_070_400_000 + 86_400_000
"""Where Discord's time begins, in milliseconds since 1970; and a day, by which a clock may be wrong."""


def upgrade() -> None:
    """Add the column. Posts that were perhaps sent get what Discord numbered a day before they were owed."""
    op.add_column("posts", sa.Column("since", sa.BigInteger, nullable=False, server_default="0"))
    # A post's id is a time in milliseconds and 20 random bits; in Discord's ids 22 bits follow the time.
    owed = POSTS.c.id.bitwise_rshift(sa.cast(20, sa.Integer)) - EARLIER
    op.get_bind().execute(sa.update(POSTS).where(POSTS.c.message == 0, owed > 0).values(since=owed * 2**22))
