"""A bot with games in many channels of a Discord without a network, and people who press buttons."""

import asyncio
from abc import ABC, abstractmethod
from pathlib import Path
from random import Random

import discord

from bench.silent import Json, SilentDiscord


class Stage(ABC):
    """The base class of stages: a bot with games in the channels 0, 1, 2, ..."""

    client: discord.Client

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.discord = SilentDiscord()
        self.luck = Random(1)
        self.channels = 0
        self.servers = 0
        self._resident: set[asyncio.Task[object]] = set()

    @abstractmethod
    async def open(self) -> None:
        """Log in."""

    @abstractmethod
    async def begin_in(self, channel: int) -> None:
        """Begin a game in a channel."""

    @abstractmethod
    async def next_press(self, channel: int) -> Json:
        """Return a random legal press. If the game is over, begin a new one first."""

    async def think(self) -> None:
        """Think for a strong seat of the bot again and again, until the task is cancelled."""
        raise NotImplementedError

    async def begin(self, channels: int) -> None:
        """Log in, and begin a game in each of `channels` channels."""
        await self.open()
        await asyncio.sleep(0)
        self._resident = asyncio.all_tasks()
        await self.grow(channels)
        await self.calm()

    async def grow(self, channels: int) -> None:
        """Begin games until `channels` channels have games."""
        for channel in range(self.channels, channels):
            await self.begin_in(channel)
        self.channels = max(self.channels, channels)

    def join(self, servers: int) -> None:
        """Let the bot join `servers` more servers."""
        for _ in range(servers):
            self.discord.invite(self.client, self.servers)
            self.servers += 1

    async def calm(self) -> None:
        """Wait until only the bot's permanent tasks run."""
        while busy := asyncio.all_tasks() - self._resident:
            await asyncio.wait(busy)

    def press(self, press: Json) -> "asyncio.Future[float]":
        """Use a control. Return a future of the time at which the answer is posted."""
        return self.discord.press(self.client, press)

    async def close(self) -> None:
        """Log out."""
        await self.client.close()
