"""Refused forms: a message lists all mistakes, and its button opens the form again with the input.

On a phone a form disappears when it is submitted. The button *Try again* has the id of the form, which is
also the id of the control that opened the form.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import ui

from bot.escaping import quoted
from bot.handlers.gm_access import Locked, NotAGameMaster
from bot.handlers.player_actions import NotAtTheTable, TooLate
from bot.handlers.responses import Response
from bot.posts import drafts
from bot.posts.build import Button, button
from bot.sessions.errors import NoGame
from bot.store.errors import StoreError
from rules.engine.errors import HarbourmasterError, MisfilledForm, NotNow

TYPED_LIMIT = 200
"""The maximum number of characters in a form's input that a refusal repeats."""

AGAIN = "Try again"

FINAL = (TooLate, NotNow, NotAtTheTable, NoGame, Locked, NotAGameMaster, StoreError)
"""Refusals that no other input in the form could prevent."""

_REPEATED = re.compile("“([^”]*)”")


def answered(work: Callable[[Response], Awaitable[None]]) -> Callable[[Response], Awaitable[None]]:
    """Wrap the handler of a form, so that users can open a refused form again and correct it."""

    async def do(answer: Response) -> None:
        try:
            await work(answer)
        except FINAL:
            raise
        except HarbourmasterError as refusal:
            await refuse(answer, refusal)

    return do


async def refuse(answer: Response, refusal: HarbourmasterError, more: Sequence[Button] = ()) -> None:
    """List a form's mistakes in a new message, with a button that opens the form again with its input."""
    interaction = answer.interaction
    data = dict[str, Any](interaction.data or {})
    form, fields, user = str(data.get("custom_id", "")), drafts.sent(data), interaction.user.id
    kept = interaction.client.drafts
    before, message = kept.take(user, form), interaction.message
    again = button(AGAIN, form, discord.ButtonStyle.primary)
    text = f"{_told(refusal)}\n{_written(drafts.typed(data))}"
    rows = [ui.ActionRow(again, *more)]
    # The mistakes of another attempt replace the text of the earlier message.
    if before is not None and message is not None and message.id == before.message:
        await answer.say(text, rows)
        shown = message.id
    else:
        shown = await answer.add(text, rows)
    kept.keep(user, form, fields, shown)


def _told(refusal: HarbourmasterError) -> str:
    """Return the text with all mistakes; repeated input is escaped."""
    faults = refusal.faults if isinstance(refusal, MisfilledForm) else [refusal.message]
    lines = [_REPEATED.sub(lambda said: f"“{quoted(said[1])}”", fault) for fault in faults]
    if len(lines) == 1:
        return f"⚓ {lines[0]}"
    return "\n".join([f"⚓ {len(lines)} things do not fit:", *(f"- {line}" for line in lines)])


def _written(texts: Sequence[str]) -> str:
    kept = f" You wrote: {quoted(' · '.join(texts), TYPED_LIMIT)}" if texts else ""
    return f"-# Nothing was done. **{AGAIN}** opens the form as you filled it in.{kept}"
