"""Edits through interactions: for a quarter of an hour, a press allows edits of the pressed post.

Edits through interactions do not count towards Discord's limits, and need no permission in the channel.
"""

import time
from collections.abc import Callable

import discord

from bot.bounded import BoundedDict

PressedControl = discord.Interaction[discord.Client]

VALID = 840
"""Seconds for which a press is used, a minute less than Discord allows."""

KEPT = 500
"""The number of kept presses. Posts without a kept press are edited in the ordinary way."""


class InteractionEdits:
    """For each post, the newest press that was acknowledged as an edit of the post's message."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: BoundedDict[int, tuple[float, PressedControl]] = BoundedDict(KEPT)

    def keep(self, press: PressedControl) -> None:
        """Keep an acknowledged press, because it permits edits of the pressed message."""
        if press.message is None:
            return
        self.drop(press.message.id)
        self._kept[press.message.id] = (self._clock() + VALID, press)

    def of(self, message: int) -> PressedControl | None:
        """Return the press through which the message can be edited now; `None` if there is none."""
        until, press = self._kept.get(message, (0.0, None))
        if until > self._clock():
            return press
        self.drop(message)
        return None

    def drop(self, message: int) -> None:
        """Drop the press that was kept for a message, because that press is no longer valid."""
        self._kept.pop(message, None)
