"""How people wish to be called, when not, when they are away; and what they are to be told directly."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the columns and the table; everybody is called as before."""
    op.add_column("posts", sa.Column("unreached", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("wishes", sa.Column("way", sa.String, nullable=False, server_default="channel"))
    op.add_column("wishes", sa.Column("on_deck", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("wishes", sa.Column("closed", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("wishes", sa.Column("quiet", sa.Text))
    op.add_column("wishes", sa.Column("away", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "letters",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False
        ),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, sa.ForeignKey("games.id", name="letters_game_fkey"), nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("letters_at", "letters", ["at"])
    op.create_index("letters_user", "letters", ["user"])
