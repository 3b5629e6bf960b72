"""The addresses of the web pages of games and servers."""

import base64
import hmac
import secrets
from collections.abc import Mapping

from bot.store.rows import GameRow
from bot.store.servers import ServerBook

_SHOWN = frozenset({"running", "paused", "over", "ended"})
"""The statuses of games that have a page."""

KEY = 26
"""The number of letters and digits in a key, enough for 128 bits."""


class Spectators:
    """The web pages at the host's `address`. An empty address means no pages."""

    def __init__(self, address: str, servers: ServerBook) -> None:
        self.address = address
        self._servers = servers

    def shows(self, row: GameRow) -> bool:
        """Return whether the game has begun, is not locked, and is wanted on the web by server and table."""
        if not self.address or row.status not in _SHOWN or row.opening is None or row.locked:
            return False
        return self._servers.of(row.guild).web and wishes_a_page(row.opening.table)

    def server_link(self, guild: int) -> str:
        """Return the address of a server's page; empty if the server has no page."""
        chosen = self._servers.of(guild)
        if not (self.address and chosen.web and chosen.page):
            return ""
        return f"{self.address}/s/{guild}-{chosen.page}"

    def link(self, row: GameRow, place: int = 0) -> str:
        """Return the address of a game's page, or of its moment `place`; empty if the game has no page."""
        if not self.shows(row):
            return ""
        return f"{self.address}/g/{row.id}-{key_of(row)}" + (f"/{place}" if place else "")


def wishes_a_page(agreed: Mapping[str, str]) -> bool:
    """Return whether a table with the agreements `agreed` wants a page on the web."""
    return agreed.get("spectators", "yes") == "yes"


def new_key() -> str:
    """Return a new random key for the page of a server."""
    return _letters(secrets.token_bytes(16))


def key_of(row: GameRow) -> str:
    """Return the secret part of the address of a game's page: a keyed hash that does not reveal the seed."""
    # The hashes of dice use other labels (`docs/fair-dice.md`).
    drawn = hmac.digest(row.seed, f"page {row.id}".encode(), "sha256")
    return _letters(drawn)


def _letters(drawn: bytes) -> str:
    return base64.b32encode(drawn).decode().lower()[:KEY]
