"""Notification of watchers, such as the gateway, waiting tests and the page, about changes."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

FoundT = TypeVar("FoundT")


@dataclass_transform(frozen_default=True)
class Change:
    """A change of the world. Each subclass is a frozen dataclass for one kind of change."""

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass."""
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


Watcher = Callable[[Change], None]


class Changes:
    """Publishes changes. All watchers are called in order before `publish` returns."""

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []

    def publish(self, change: Change) -> None:
        """Call every watcher with `change`."""
        for watcher in list(self._watchers):
            watcher(change)

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[None]:
        """Call `watcher` with every change inside the context."""
        self._watchers.append(watcher)
        try:
            yield
        finally:
            self._watchers.remove(watcher)

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with every change from now on."""
        self._watchers.append(watcher)

    async def until(self, condition: Callable[[], FoundT]) -> FoundT:
        """Wait for a true value of `condition`, checked now and after every change, and return the value."""
        if found := condition():
            return found
        coming: asyncio.Future[FoundT] = asyncio.get_running_loop().create_future()

        def look(_: Change) -> None:
            if not coming.done() and (found := condition()):
                coming.set_result(found)

        with self.watched(look):
            return await coming

    @contextmanager
    def subscription(self) -> Iterator["asyncio.Queue[Change]"]:
        """Provide a queue that receives every change inside the context."""
        queue: asyncio.Queue[Change] = asyncio.Queue()
        with self.watched(queue.put_nowait):
            yield queue
