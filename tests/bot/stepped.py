"""The bot's next version, which has one more column: `python -m tests.bot.stepped run`."""

import sys

from sqlalchemy import Connection

from bot.store import migrate

NEXT = "9.0"

_upgrade = migrate._upgrade


def _step(connection: Connection, to: str) -> None:
    """Run all migrations, then one more, which only adds something, as all migrations do."""
    before = migrate.VERSIONS[-2]
    if migrate.version(connection) != before:
        _upgrade(connection, before)
    connection.exec_driver_sql("ALTER TABLE games ADD COLUMN weather VARCHAR NOT NULL DEFAULT 'fair'")
    connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{to}'")  # noqa: S608


migrate.VERSIONS = (*migrate.VERSIONS, NEXT)  # type: ignore[assignment]
migrate.HEAD = NEXT
migrate._upgrade = _step

from bot.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
