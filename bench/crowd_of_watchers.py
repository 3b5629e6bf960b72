"""Spectators of a game in a separate process: `python -m bench.crowd_of_watchers PORT PATH COUNT`.

When the game changes, each spectator fetches the page and its board, as browsers do. After all spectators
have fetched the page and the board, the process prints a line.
"""

import asyncio
import re
import sys

TOGETHER = 100
"""The number of spectators who arrive at the same time."""


class Watcher:
    """A spectator with a connection for notifications, and another for pages and pictures."""

    def __init__(self, port: int, path: str, number: int) -> None:
        self._port = port
        self._path = path
        self._address = f"10.0.{number >> 8}.{number & 255}"
        self._tag = ""
        self._picture = ""

    async def arrive(self) -> None:
        """Open the game's page."""
        self._live, self._hearing = await asyncio.open_connection("127.0.0.1", self._port)
        self._hearing.write(self._request(f"{self._path}/live"))
        await self._until(b"data: ")
        self._answers, self._asks = await asyncio.open_connection("127.0.0.1", self._port)
        await self._fetch_all()

    async def see(self) -> None:
        """Wait until the game changes. Then fetch its page, and the picture of its board if that is new."""
        await self._until(b"data: ")
        await self._fetch_all()

    async def _until(self, begins: bytes) -> None:
        while line := await self._live.readline():
            if line.startswith(begins):
                return
        raise ConnectionError

    async def _fetch_all(self) -> None:
        page = await self._fetch(self._path)
        found = re.search(rb'property="og:image" content="https://[^/]+([^"]+)"', page)
        if found and found[1].decode() != self._picture:
            self._picture = found[1].decode()
            await self._fetch(self._picture)

    async def _fetch(self, path: str) -> bytes:
        self._asks.write(self._request(path))
        head = await self._answers.readuntil(b"\r\n\r\n")
        length = re.search(rb"Content-Length: (\d+)", head)
        return await self._answers.readexactly(int(length[1])) if length else b""

    def _request(self, path: str) -> bytes:
        return f"GET {path} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: {self._address}\r\n\r\n".encode()


async def _watch(port: int, path: str, count: int) -> None:
    watchers = [Watcher(port, path, number) for number in range(count)]
    for first in range(0, count, TOGETHER):
        await asyncio.gather(*(one.arrive() for one in watchers[first : first + TOGETHER]))
    while True:
        print("seen", flush=True)
        await asyncio.gather(*(one.see() for one in watchers))


if __name__ == "__main__":
    asyncio.run(_watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
