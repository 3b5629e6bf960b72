"""The addresses of a game's page and its parts: on the web, or within one file."""

import base64
from dataclasses import dataclass
from typing import Protocol


class Ways(Protocol):
    """What templates link to. `address` is the page's full address; may be empty."""

    @property
    def address(self) -> str:
        """The page's full address."""
        ...

    @property
    def path(self) -> str:
        """The path of the page; the script's requests are below it."""
        ...

    @property
    def now(self) -> str:
        """The address of the present moment."""
        ...

    @property
    def story(self) -> str:
        """The address of the whole story."""
        ...

    @property
    def file(self) -> str:
        """The address of the game's file."""
        ...

    @property
    def server(self) -> str:
        """The address of the server's page; empty if there is none."""
        ...

    def at(self, place: int) -> str:
        """Return the address of that moment."""
        ...


class OnTheWeb:
    """A game on the web; its parts have addresses below its own. `server` is that of its server's page."""

    def __init__(self, address: str, server: str = "") -> None:
        self.address = address
        self.server = server
        self.path = self.now = f"/g/{address.rpartition('/')[2]}"
        self.story = f"{self.path}/story"
        self.file = f"{self.path}/game.jsonl"

    def at(self, place: int) -> str:
        """Return the address of that moment."""
        return f"{self.path}/{place}"

    def picture(self, place: int, tag: str) -> str:
        """Return the address of that moment's board."""
        return f"{self.path}/{place}.png?v={tag}"


@dataclass(frozen=True)
class InOneFile:
    """A page in one file. Without scripts a moment is found in its story."""

    export: str
    address = path = server = ""
    now = "#moment"
    story = "#story"

    @property
    def file(self) -> str:
        """The game's file, which browsers can save from here."""
        return "data:application/x-ndjson;base64," + base64.b64encode(self.export.encode()).decode()

    def at(self, place: int) -> str:
        """Return the address of that moment in the story."""
        return f"#m{place}"
