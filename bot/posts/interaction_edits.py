"""Edits by interactions: the response to a press can change the pressed post.

Such an edit does not count towards Discord's limits, and needs no permission in the channel. Anybody's press
is valid for a quarter of an hour.
"""

import time
from collections import OrderedDict
from collections.abc import Callable

import discord

PressedControl = discord.Interaction[discord.Client]

VALID = 840
"""Seconds for which a press is valid: a minute less than Discord says."""

KEPT = 500
"""The number of presses kept; older posts get an ordinary edit."""


class InteractionEdits:
    """Holds for each post the newest press that was acknowledged as an edit of its message."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[int, tuple[float, PressedControl]] = OrderedDict()

    def keep(self, press: PressedControl) -> None:
        """Keep an acknowledged press: its message can be edited through it."""
        if press.message is None:
            return
        self.drop(press.message.id)
        self._kept[press.message.id] = (self._clock() + VALID, press)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, message: int) -> PressedControl | None:
        """Return the press through which that message can be edited now."""
        until, press = self._kept.get(message, (0.0, None))
        if until > self._clock():
            return press
        self.drop(message)
        return None

    def drop(self, message: int) -> None:
        """Drop a press that is no longer valid."""
        self._kept.pop(message, None)
