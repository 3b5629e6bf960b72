"""A bot with games in many channels, people who press its buttons, and Discord without a network."""

import asyncio
import time
from abc import ABC, abstractmethod
from pathlib import Path
from random import Random
from typing import TypeAlias

import discord

from bench.machine import memory
from bench.silent import Json, SilentDiscord

Numbers: TypeAlias = tuple[float, ...]


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
        """Return a random legal press. If the game is over, begin a new game first."""

    async def think(self) -> None:
        """Think for a strong seat of the bot again and again, until the task is cancelled."""
        raise NotImplementedError

    async def begin(self, channels: int) -> None:
        """Log in, and begin a game in each of `channels` channels."""
        await self.open()
        await asyncio.sleep(0)
        self._resident = asyncio.all_tasks()
        await self.grow(channels)

    async def grow(self, channels: int) -> Numbers:
        """Begin games until `channels` channels have games. Return nothing."""
        for channel in range(self.channels, channels):
            await self.begin_in(channel)
        self.channels = max(self.channels, channels)
        await self.calm()
        return ()

    async def join(self, servers: int) -> Numbers:
        """Let the bot join `servers` more servers, and return the processor seconds."""
        began = self.spent
        for _ in range(servers):
            self.discord.invite(self.client, self.servers)
            self.servers += 1
        await self.calm()
        return (self.spent - began,)

    async def turn(self, channel: int) -> Numbers:
        """Use a control in a channel, and return the processor seconds."""
        return (await self.cost(await self.next_press(channel)),)

    async def cost(self, press: Json) -> float:
        """Return the processor seconds of a press, until everything is stored and posted."""
        began = self.spent
        await self.press(press)
        await self.calm()
        return self.spent - began

    async def requests(self) -> Numbers:
        """Return the number of requests so far that count for Discord's limit."""
        return (self.discord.counted,)

    async def memory(self) -> Numbers:
        """Return the megabytes of memory in use."""
        return (memory(),)

    async def arrivals(self, channels: int, rate: int, count: int, thinking: int) -> Numbers:
        """Press at a steady rate. Return the load, then each wait, in a flat tuple (see `Side.arrivals`)."""
        seats = [asyncio.create_task(self.think()) for _ in range(thinking)]
        began = time.perf_counter() + 0.1
        cpu, choosing = self.spent, 0.0
        answers: list[tuple[float, asyncio.Future[float]]] = []
        for number in range(count):
            if number >= channels:  # People wait for the last answer in a channel before they press again.
                await answers[number - channels][1]
            before = time.thread_time()
            press = await self.next_press(number % channels)
            choosing += time.thread_time() - before
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            # A wait begins when the press is due, because a busy bot may delay this loop.
            answers.append((due, self.press(press)))
        latencies = [await answer - due for due, answer in answers]
        for seat in seats:
            seat.cancel()
        await asyncio.gather(*seats, return_exceptions=True)
        await self.calm()
        return (self.spent - cpu - choosing) * rate / count, *latencies

    @property
    def spent(self) -> float:
        """The processor seconds that the bot has used so far."""
        return time.process_time() - self.discord.spent

    async def calm(self) -> None:
        """Wait until only the bot's permanent tasks run."""
        while busy := asyncio.all_tasks() - self._resident:
            await asyncio.wait(busy)

    def press(self, press: Json) -> "asyncio.Future[float]":
        """Use a control. Return a future whose result is the `time.perf_counter` of the posted answer."""
        return self.discord.press(self.client, press)

    async def close(self) -> None:
        """Log out."""
        await self.client.close()
