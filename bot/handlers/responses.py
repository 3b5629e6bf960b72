"""Private responses, and how refusals and unexpected errors reach the user."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.discord_errors import ALREADY_ACKNOWLEDGED, DISCORD_FAILED, UNHEARD, is_about_emojis
from bot.host import Host
from bot.posts.control_emojis import has_emojis, put_signs
from bot.posts.control_ids import redrawn
from bot.posts.message import layout
from bot.posts.pictures import Attachment
from bot.posts.private_pages import Page
from bot.service.export_files import Document
from rules.engine.errors import HarbourmasterError

Interaction = discord.Interaction[Host]

log = logging.getLogger(__name__)

MISHAP = (
    "Something went wrong on our side; the game was not changed. Try once more, and if it happens again tell"
    " the host of this bot the number `{error}`."
)

LEAVING = "⚓ The bot is being restarted. Nothing was done; try again in half a minute."

LIMIT = 3900
"""The maximum number of characters of text in one private response."""


class Response:
    """A private response: a form, or a message. A message replaces the private message that was pressed."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        message = interaction.message
        self._in_place = message is not None and message.flags.ephemeral
        self._component = interaction.type is discord.InteractionType.component or message is not None
        self._acknowledged = False
        self._page: Page | None = None
        """The private message that was pressed, until another text replaces it."""

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, before work that may take time."""
        # The process that handed over the interaction may have acknowledged it.
        if not self.interaction.response.is_done():
            await _respond(self._defer)
        self._acknowledged = True
        outbox, message = self.interaction.client.outbox, self.interaction.message
        if self._in_place and message is not None:
            self._page = outbox.pages.take(message.id)
        elif self._component:
            outbox.passes.keep(self.interaction)

    async def _defer(self) -> None:
        if self._component:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def say(
        self,
        text: str,
        rows: Sequence[ui.Item[ui.LayoutView]] = (),
        pictures: Sequence[Attachment] = (),
        document: Document | None = None,
    ) -> None:
        """Send the private response."""
        if not self._acknowledged:
            await self.acknowledge()
        along: list[Attachment | Document] = [*pictures, *([document] if document else [])]
        view = self._dressed(_private(text, rows, pictures, document))
        for part in view.walk_children():
            if isinstance(part, BaseSelect):
                part.custom_id = redrawn(part.custom_id, self.interaction.id)
        try:
            await self._give(view, along)
        except UNHEARD:
            # The first attempt may have succeeded, but two messages are better than none.
            await self._give(view, along)
        except discord.HTTPException as refusal:
            if not self._is_in_words(view, refusal):
                raise
            await self._give(view, along)

    async def done(self, text: str) -> None:
        """Respond if a response is awaited; otherwise the public post shows the result."""
        if self.is_awaited:
            await self.say(text)

    async def show_all(self, text: str, document: Document | Attachment) -> None:
        """Respond, and show a document or a picture to the whole channel."""
        await self.say("Here it is, for everybody.")
        shown = document.link() if isinstance(document, Document) else gallery(document)
        view = self._dressed(layout(ui.TextDisplay(text), shown))
        await self.interaction.followup.send(
            view=view, file=document.file(), allowed_mentions=discord.AllowedMentions.none()
        )

    async def _give(self, view: ui.LayoutView, along: Sequence[Attachment | Document]) -> None:
        files = [one.file() for one in along]
        if self.is_awaited:
            told = await self.interaction.edit_original_response(
                view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )
            self._page = None
            self.interaction.client.outbox.pages.keep(self.interaction, told.id, view, own=False)
        else:
            await self._follow_up(view, files)

    async def _follow_up(self, view: ui.LayoutView, files: Sequence[discord.File] = ()) -> int:
        told = await self.interaction.followup.send(
            view=view, files=files, ephemeral=True, wait=True, allowed_mentions=discord.AllowedMentions.none()
        )
        pages = self.interaction.client.outbox.pages
        pages.keep(self.interaction, told.id, view, own=True)
        if self._page is not None:
            # The pressed message remains unchanged.
            pages.put_back(self._page)
        return told.id

    async def add(
        self,
        text: str,
        rows: Sequence[ui.Item[ui.LayoutView]] = (),
        pictures: Sequence[Attachment] = (),
    ) -> int:
        """Send another private message in addition to the response. Returns the id of the message."""
        view = self._dressed(_private(text, rows, pictures, None))
        try:
            return await self._follow_up(view, [one.file() for one in pictures])
        except discord.HTTPException as refusal:
            if not self._is_in_words(view, refusal):
                raise
            return await self._follow_up(view, [one.file() for one in pictures])

    def _dressed(self, view: ui.LayoutView) -> ui.LayoutView:
        """Return the message with clickable commands, and emojis on its controls."""
        put_signs(view, self.interaction.client.signs)
        self.interaction.client.links.link(view)
        return view

    def _is_in_words(self, view: ui.LayoutView, refusal: discord.HTTPException) -> bool:
        """Return whether Discord refused an emoji in the message; if so, replace all emojis with words."""
        if not is_about_emojis(refusal) or not has_emojis(view):
            return False
        signs = self.interaction.client.signs
        signs.doubt()
        put_signs(view, signs)
        return True

    async def ask(self, form: ui.Modal) -> None:
        """Send a form as the first response. After a refusal the form contains the user's earlier input."""
        self.interaction.client.drafts.fill(self.interaction.user.id, form)
        await _respond(partial(self.interaction.response.send_modal, form))
        self._acknowledged = True

    @property
    def is_awaited(self) -> bool:
        """Whether a response is awaited. After a press in a public post, the changed post is enough."""
        return self._in_place or not self._component


async def _respond(send: Callable[[], Awaitable[object]]) -> None:
    """Send the first response to an interaction; try once more if the connection failed."""
    try:
        await send()
    except UNHEARD:
        try:
            await send()
        except discord.HTTPException as refusal:
            if refusal.code != ALREADY_ACKNOWLEDGED:
                raise
            # Discord received the first attempt; only its confirmation was lost.


async def attend(interaction: Interaction, work: Callable[[Response], Awaitable[None]]) -> None:
    """Acknowledge the interaction, do the work, and tell the user about errors."""
    with _attending(interaction):
        answer = Response(interaction)
        await answer.acknowledge()
        await _work(answer, work)


async def attend_with_form(interaction: Interaction, work: Callable[[Response], Awaitable[None]]) -> None:
    """Do work that opens a form. The form must be the first response, so nothing is acknowledged before."""
    with _attending(interaction):
        await _work(Response(interaction), work)


_Group = TypeVar("_Group")
_Options = ParamSpec("_Options")


def attended(
    work: Callable[Concatenate[_Group, Response, _Options], Awaitable[None]],
) -> Callable[Concatenate[_Group, Interaction, _Options], Coroutine[Any, Any, None]]:
    """Return a callback for a command of a group. The callback runs `work` through `attend`."""

    @wraps(work)
    async def callback(
        group: _Group, interaction: Interaction, /, *args: _Options.args, **options: _Options.kwargs
    ) -> None:
        await attend(interaction, lambda answer: work(group, answer, *args, **options))

    return callback


@contextmanager
def _attending(interaction: Interaction) -> Iterator[None]:
    """Handle failures of Discord while an interaction is answered."""
    try:
        yield
    except (*DISCORD_FAILED, discord.InteractionResponded) as error:
        # The interaction arrived twice or too late, or Discord has a failure. The result is stored and
        # will be posted.
        log.warning("an answer could not be given: %s", error, extra=_about(interaction))


async def _work(answer: Response, work: Callable[[Response], Awaitable[None]]) -> None:
    """Do the work, and tell the user about errors."""
    about, complaint = _about(answer.interaction), ""
    try:
        if answer.interaction.client.leaving:
            complaint = LEAVING
        else:
            await work(answer)
    except HarbourmasterError as refusal:
        log.info("refused: %s", refusal.detail or refusal.message, extra=about)
        complaint = f"⚓ {refusal.message}"
    except DISCORD_FAILED:
        raise
    except Exception:  # unexpected errors are caught only here; each gets an id and is logged
        error = secrets.token_hex(4)
        log.exception("unexpected error %s", error, extra=about)
        complaint = MISHAP.format(error=error)
    if complaint:
        await answer.say(complaint)


def _private(
    text: str,
    rows: Sequence[ui.Item[ui.LayoutView]],
    pictures: Sequence[Attachment],
    document: Document | None,
) -> ui.LayoutView:
    shown = text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"
    # Each picture has its own gallery, because two pictures in one gallery are only half as wide.
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(shown), *map(gallery, pictures)]
    if document is not None:
        parts.append(document.link())
    return layout(*parts, *rows)


def gallery(picture: Attachment) -> "ui.MediaGallery[ui.LayoutView]":
    """Return the part of a message that shows a picture."""
    shown = f"attachment://{picture.name}"
    return ui.MediaGallery(discord.MediaGalleryItem(shown, description=picture.alt, spoiler=picture.spoiler))


def _about(interaction: Interaction) -> dict[str, Any]:
    return {"interaction": interaction.id, "channel": interaction.channel_id, "user": interaction.user.id}
