"""Replaces the signs in the labels of controls with the bot's emojis."""

from collections.abc import Iterator

import discord
from discord import ui

from bot.narration.emojis import Emojis
from bot.posts.build import Button
from rules.engine.game import AnyGame
from rules.engine.label import Label


class SignedButton(Button):
    """A button whose label has a sign, which `put_signs` replaces with an emoji."""

    def __init__(
        self, game: AnyGame, signed: Label, words: str, style: discord.ButtonStyle, control: str
    ) -> None:
        super().__init__(label=words, style=style, custom_id=control)
        self.game, self.signed, self.words = game, signed, words


class SignedOption(discord.SelectOption):
    """A menu entry whose label has a sign; see `SignedButton`."""

    __slots__ = ("game", "signed", "words")

    def __init__(self, game: AnyGame, signed: Label, words: str, value: str) -> None:
        super().__init__(label=words, value=value, description=signed.hint or None)
        self.game, self.signed, self.words = game, signed, words


def put_signs(view: ui.LayoutView, emojis: Emojis) -> None:
    """Give each button and menu entry the emoji of its sign, or else the sign in words."""
    for control in _signed(view):
        emoji = emojis.of(control.game, control.signed.sign)
        control.label = control.signed.text if emoji else control.words
        control.emoji = discord.PartialEmoji(name=emoji.name, id=emoji.id) if emoji else None


def has_emojis(view: ui.LayoutView) -> bool:
    """Return whether a control shows an emoji."""
    return any(control.emoji for control in _signed(view))


def _signed(view: ui.LayoutView) -> Iterator[SignedButton | SignedOption]:
    for part in view.walk_children():
        if isinstance(part, SignedButton):
            yield part
        elif isinstance(part, ui.Select):
            yield from (option for option in part.options if isinstance(option, SignedOption))
