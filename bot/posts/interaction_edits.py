"""Presses as passes: the post whose control was pressed can be changed by the answer to that press.

Such an edit does not count toward what Discord lets a bot ask for, and needs no permission in the channel.
Anybody's press will do, for a quarter of an hour.
"""

import time
from collections import OrderedDict
from collections.abc import Callable

import discord

PressedControl = discord.Interaction[discord.Client]

VALID = 840
"""Seconds: a minute less than Discord says."""

KEPT = 500
"""Passes at hand; for older posts an ordinary edit will do."""


class InteractionEdits:
    """The newest press on each post that was acknowledged as a change of its message."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[int, tuple[float, PressedControl]] = OrderedDict()

    def keep(self, press: PressedControl) -> None:
        """That press was acknowledged: its message can be changed by it."""
        if press.message is None:
            return
        self.drop(press.message.id)
        self._kept[press.message.id] = (self._clock() + VALID, press)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, message: int) -> PressedControl | None:
        """The press by which that message can be changed now."""
        until, press = self._kept.get(message, (0.0, None))
        if until > self._clock():
            return press
        self.drop(message)
        return None

    def drop(self, message: int) -> None:
        """The pass is of no use any more."""
        self._kept.pop(message, None)
