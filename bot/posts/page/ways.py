"""The addresses to which templates link: a game's page and its parts, on the web or within one file.

Both classes have the attributes that templates use. The page's script makes its requests under `path`.
"""

import base64
from dataclasses import dataclass


class OnTheWeb:
    """The addresses of a game on the web. `server` is the address of the server's page, or empty."""

    def __init__(self, address: str, server: str = "") -> None:
        self.address = address
        self.server = server
        self.path = self.now = f"/g/{address.rpartition('/')[2]}"
        self.story = f"{self.path}/story"
        self.file = f"{self.path}/game.jsonl"

    def at(self, place: int) -> str:
        """Return the address of the moment at `place`."""
        return f"{self.path}/{place}"

    def picture(self, place: int, tag: str) -> str:
        """Return the address of the picture of the moment at `place`."""
        return f"{self.path}/{place}.png?v={tag}"


@dataclass(frozen=True)
class InOneFile:
    """The addresses within a page in one file. Links to moments lead into the story if scripts are off."""

    export: str
    address = path = server = ""
    now = "#moment"
    story = "#story"

    @property
    def file(self) -> str:
        """The game's file as a data URL, which browsers can save."""
        return "data:application/x-ndjson;base64," + base64.b64encode(self.export.encode()).decode()

    def at(self, place: int) -> str:
        """Return the address of the moment at `place` in the story."""
        return f"#m{place}"
