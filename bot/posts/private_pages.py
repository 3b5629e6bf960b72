"""Updates private pages with choices as soon as their questions are no longer open.

For a quarter of an hour a page can be edited through its interaction. Later, or after a restart, users learn
that a page is outdated only when they press one of its controls.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import discord
from discord import ui

from bot.bounded import BoundedDict
from bot.discord_errors import DISCORD_FAILED
from bot.posts.build import action_row
from bot.posts.control_ids import ControlId, Verb, parse
from bot.posts.interaction_edits import VALID, PressedControl
from bot.posts.message import layout
from bot.sessions.table import Table

KEPT = 1_000
"""The maximum number of pages in memory."""

CHOOSING: frozenset[Verb] = frozenset({"answer", "pick", "fill", "confirm", "always", "always_sure", "typed"})
"""The verbs of controls that are valid only for one question of a seat."""

PAST = "⚓ This was for an earlier moment of the game."


class Page(NamedTuple):
    """A private message with choices: its question, its user, and the press through which it is edited.

    `own` is true for a message in addition to the response. The page can be edited before `until`, a time of
    the monotonic clock.
    """

    game: str
    stamp: int
    user: int
    press: PressedControl
    message: int
    own: bool
    until: float


class PrivatePages:
    """The private pages whose choices may still be valid, by the ids of their messages."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: BoundedDict[int, Page] = BoundedDict(KEPT)

    def keep(self, press: PressedControl, message: int, view: ui.LayoutView, *, own: bool) -> None:
        """Remember the message that a user got after a press, if it has choices."""
        self._kept.pop(message, None)
        control = _choosing(view)
        if control is None:
            return
        until = self._clock() + VALID
        self.put_back(Page(control.game, control.stamp, press.user.id, press, message, own, until))

    def take(self, message: int) -> Page | None:
        """Remove and return a page that is about to be edited elsewhere; `None` if it is unknown."""
        return self._kept.pop(message, None)

    def put_back(self, page: Page) -> None:
        """Remember a page that was not edited after all."""
        self._kept[page.message] = page

    async def bring_up_to_date(self, table: Table) -> None:
        """Edit those pages of the game whose questions are no longer open."""
        for page in [page for page in self._kept.values() if page.game == table.row.id]:
            if page.message in self._kept and not _holds(page, table):
                del self._kept[page.message]
                if self._clock() < page.until:
                    await _edit(page, table)


def _choosing(view: ui.LayoutView) -> ControlId | None:
    """Return the first control in a message that is valid only for one question; `None` if there is none."""
    ids = (parse(str(getattr(part, "custom_id", ""))) for part in view.walk_children())
    return next((one for one in ids if one is not None and one.verb in CHOOSING and one.stamp), None)


def _holds(page: Page, table: Table) -> bool:
    """Return whether the question of the page is still open."""
    position, seats = table.row.position, table.row.seats_of(page.user)
    asked = (position.awaits(seat) for seat in seats) if position else ()
    return any(one is not None and one.stamp == page.stamp for one in asked)


async def _edit(page: Page, table: Table) -> None:
    position, seats = table.row.position, table.row.seats_of(page.user)
    asked = position is not None and any(position.awaits(seat) for seat in seats)
    again = [action_row("Your choices", ControlId("choices", page.game), discord.ButtonStyle.primary)]
    view = layout(
        ui.TextDisplay(PAST if asked else f"{PAST} Nothing is asked of you now."), *(again if asked else [])
    )
    try:
        if page.own:
            await page.press.followup.edit_message(page.message, view=view, attachments=[])
        else:
            await page.press.edit_original_response(view=view, attachments=[])
    except DISCORD_FAILED:
        # When the user presses a control of the page, the response says that the page is outdated.
        return
