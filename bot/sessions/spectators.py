"""Which games have a page on the web, and where it is."""

import base64
import hmac
import secrets
from collections.abc import Mapping

from bot.store.rows import GameRow
from bot.store.servers import ServerBook

_SHOWN = frozenset({"running", "paused", "over", "ended"})
"""How a game stands that has a page."""

KEY = 26
"""Letters and digits of a key: 128 bits."""


class Spectators:
    """The pages of games at the host's `address`; empty: nobody has any."""

    def __init__(self, address: str, servers: ServerBook) -> None:
        self.address = address
        self._servers = servers

    def shows(self, row: GameRow) -> bool:
        """Whether that game has a page: its server wishes it, its table too, and it is open to onlookers."""
        if not self.address or row.status not in _SHOWN or row.opening is None or row.locked:
            return False
        return self._servers.of(row.guild).web and wishes_a_page(row.opening.table)

    def server_link(self, guild: int) -> str:
        """The address of a server's own page; empty where it has none."""
        chosen = self._servers.of(guild)
        if not (self.address and chosen.web and chosen.page):
            return ""
        return f"{self.address}/s/{guild}-{chosen.page}"

    def link(self, row: GameRow, place: int = 0) -> str:
        """The address of a game's page, or of the moment of that place; empty where it has none."""
        if not self.shows(row):
            return ""
        return f"{self.address}/g/{row.id}-{key_of(row)}" + (f"/{place}" if place else "")


def wishes_a_page(agreed: Mapping[str, str]) -> bool:
    """Whether a table that agreed on this wants a page on the web."""
    return agreed.get("spectators", "yes") == "yes"


def new_key() -> str:
    """A key that nobody can guess, for the page of a server."""
    return _letters(secrets.token_bytes(16))


def key_of(row: GameRow) -> str:
    """What nobody can guess of the address of a game's page: it follows from the seed, but does not show it.

    Dice are drawn under other words (`docs/fair-dice.md`).
    """
    drawn = hmac.digest(row.seed, f"page {row.id}".encode(), "sha256")
    return _letters(drawn)


def _letters(drawn: bytes) -> str:
    return base64.b32encode(drawn).decode().lower()[:KEY]
