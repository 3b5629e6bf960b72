"""Signs on controls: labels are made in words, and where the bot has an emoji it takes its place."""

import discord
from discord import ui

from bot.posts.menus import SignedButton, SignedOption
from bot.telling.emojis import Emoji, Emojis


def put_signs(view: ui.LayoutView, emojis: Emojis) -> None:
    """Give each button and each entry of a menu the emoji of its sign, or words where there is none."""
    for part in view.walk_children():
        if isinstance(part, SignedButton):
            _put(part, emojis)
        elif isinstance(part, ui.Select):
            for option in part.options:
                if isinstance(option, SignedOption):
                    _put(option, emojis)


def _put(control: SignedButton | SignedOption, emojis: Emojis) -> None:
    emoji = emojis.of(control.game, control.signed.sign)
    control.label = control.signed.text if emoji else control.words
    control.emoji = _partial(emoji) if emoji else None


def _partial(emoji: Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
