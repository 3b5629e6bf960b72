from contextlib import ExitStack
from pathlib import Path

from bench.durable import new_database
from bench.harbourmaster_stage import HarbourmasterStage
from tests.postgresql import server


class ServerStage(HarbourmasterStage):
    """The complete bot, with its database on a PostgreSQL server with durable commits."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._held = ExitStack()

    @property
    def database(self) -> str:
        """The address of an empty database."""
        return self._held.enter_context(new_database())

    async def close(self) -> None:
        """Shut down the bot and the server."""
        await super().close()
        self._held.close()
        server().end()
