"""Sends messages to Discord, and edits them."""

import discord

from bot.discord_errors import DISCORD_FAILED, THREAD_ARCHIVED, is_bad_form
from bot.posts import dedup_marks
from bot.posts.dedup_marks import DuePost
from bot.posts.interaction_edits import InteractionEdits
from bot.posts.message import Message


class Delivery:
    """Sends, edits, finds and deletes messages."""

    def __init__(self, client: discord.Client, passes: InteractionEdits) -> None:
        self._client = client
        self._passes = passes

    async def send(self, post: DuePost, message: Message) -> discord.Message:
        """Send the post's message, with a nonce that prevents a duplicate of a recent message."""
        dedup_marks.mark(message.view, post)
        return await self._channel(post).send(
            view=message.view, files=message.files(), nonce=str(post.id), allowed_mentions=message.mentions
        )

    async def sent_before(self, post: DuePost, since: int) -> discord.Message | None:
        """Return the message that an earlier attempt sent after the id `since`; `None` if none is found.

        Without read access no message is found, but the nonce in `send` may still prevent a second message.
        """
        us = self._client.user.id if self._client.user else 0
        try:
            return await dedup_marks.find(self._channel(post), post, since, us)
        except discord.Forbidden:
            return None

    async def fetch(self, post: DuePost) -> discord.Message | None:
        """Return the post's message as Discord has it; `None` without read access."""
        try:
            return await self._channel(post).fetch_message(post.message)
        except discord.Forbidden:
            return None

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's messages."""
        await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def edit(self, post: DuePost, message: Message) -> discord.Message:
        """Edit the post's message."""
        dedup_marks.mark(message.view, post)
        return await self._by_press(post, message) or await self._by_request(post, message)

    async def _by_press(self, post: DuePost, message: Message) -> discord.Message | None:
        press = self._passes.of(post.message)
        if press is None:
            return None
        try:
            return await press.edit_original_response(
                view=message.view, allowed_mentions=message.mentions, attachments=message.attachments()
            )
        except DISCORD_FAILED as error:
            if is_bad_form(error):
                raise
            self._passes.drop(post.message)
            return None

    async def _by_request(self, post: DuePost, message: Message) -> discord.Message:
        try:
            return await self._by_one_request(post, message)
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
        await self._wake_thread(post)
        return await self._by_one_request(post, message)

    async def _by_one_request(self, post: DuePost, message: Message) -> discord.Message:
        here = self._channel(post).get_partial_message(post.message)
        return await here.edit(
            view=message.view, allowed_mentions=message.mentions, attachments=message.attachments()
        )

    async def _wake_thread(self, post: DuePost) -> None:
        thread = await self._client.fetch_channel(post.channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    def _channel(self, post: DuePost) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(post.channel)
