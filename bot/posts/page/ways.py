"""Where the parts of a game's page are: at addresses of the web, or all in one file."""

import base64
from dataclasses import dataclass
from typing import Protocol


class Ways(Protocol):
    """What templates link to. `address` is the whole address of the page, empty for one without any."""

    @property
    def address(self) -> str:
        """Where the page is, for those who are elsewhere."""
        ...

    @property
    def path(self) -> str:
        """The same without its site; what the script asks of it lies below."""
        ...

    @property
    def now(self) -> str:
        """Where the game is seen as it stands."""
        ...

    @property
    def story(self) -> str:
        """Where the whole story is told."""
        ...

    @property
    def file(self) -> str:
        """Where the game is as a file."""
        ...

    @property
    def server(self) -> str:
        """Where the page of its server is; empty where there is none."""
        ...

    def at(self, place: int) -> str:
        """Where the moment of that place is seen."""
        ...


class OnTheWeb:
    """A game at an address, whose parts have addresses below it; `server` is that of its server's page."""

    def __init__(self, address: str, server: str = "") -> None:
        self.address = address
        self.server = server
        self.path = self.now = f"/g/{address.rpartition('/')[2]}"
        self.story = f"{self.path}/story"
        self.file = f"{self.path}/game.jsonl"

    def at(self, place: int) -> str:
        """Where the moment of that place is seen."""
        return f"{self.path}/{place}"

    def picture(self, place: int, tag: str) -> str:
        """Where the board of that moment is drawn."""
        return f"{self.path}/{place}.png?v={tag}"


@dataclass(frozen=True)
class InOneFile:
    """A page that is all there is. Without scripts a moment is found in its story."""

    export: str
    address = path = server = ""
    now = "#moment"
    story = "#story"

    @property
    def file(self) -> str:
        """The game as a file, which browsers can save from here."""
        return "data:application/x-ndjson;base64," + base64.b64encode(self.export.encode()).decode()

    def at(self, place: int) -> str:
        """Where the story of that moment is told."""
        return f"#m{place}"
