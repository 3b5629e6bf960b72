"""Draws pictures of boards in another thread, and caches the latest."""

import asyncio
import io
import logging
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

import discord

import render
from bot import metrics
from bot.bounded import BoundedDict
from bot.escaping import plain, quoted
from bot.posts.covers import Cover, drawn_cover
from bot.sessions.recent_steps import told_of
from bot.store.rows import EntryRow
from rules.engine.game import AnyGame, Options, View
from rules.engine.match import Match

if TYPE_CHECKING:
    from discord.types.message import Attachment as AttachmentPayload

    from render.encode import LastStrips, Picture

log = logging.getLogger(__name__)

Drawn = TypeVar("Drawn")

KEPT = 16
"""The number of cached pictures, and of tables for which the strips of the last picture are cached."""

BOARD = "board.png"
"""The file name of a board, except a later board of a turn in its post (`bot.posts.message.NOW`).

The names are not numbered, because an edit must know the name even if the response to the previous edit was
lost. Numbers of entries would also reveal secret entries.
"""

CLOSE_UP = "close-up.png"
"""The file name of every close-up of the places among which a seat chooses."""

PREVIEW = "preview.png"
"""The file name of every preview of a choice."""

HAND = "hand.png"
"""The file name of every picture of a hand."""

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")
"""The gap between two sentences of a description."""


class KeptPicture(discord.Attachment):
    """A picture that an edit keeps in its message; for this, Discord needs the picture's id and name."""

    def __init__(self, identity: int, name: str, alt: str) -> None:
        self.name = name
        self._said = {"id": str(identity), "filename": name, "description": alt}

    def to_dict(self) -> "AttachmentPayload":
        """Return the data that an edit needs. Discord reports only the id of a picture in a gallery."""
        return cast("AttachmentPayload", self._said)


class Attachment:
    """A picture for a private response."""

    def __init__(self, data: bytes, name: str, alt: str, *, spoiler: bool = False) -> None:
        self._data, self.name, self.alt, self.spoiler = data, name, alt[:1024], spoiler

    def named(self, name: str, *, spoiler: bool = False) -> "Attachment":
        """Return the same picture with another file name; a spoiler is hidden until it is clicked."""
        return Attachment(self._data, name, self.alt, spoiler=spoiler)

    def file(self) -> discord.File:
        """Return the file to send along."""
        return discord.File(io.BytesIO(self._data), filename=self.name, description=self.alt)


class Pictures:
    """Draws one picture at a time in another thread. Simultaneous requests for a board share one drawing."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._drawn: BoundedDict[Hashable, Picture] = BoundedDict(KEPT)
        self._drawing: dict[Hashable, asyncio.Task[Picture | None]] = {}
        self._last: BoundedDict[Hashable, LastStrips] = BoundedDict(KEPT)

    async def draw(self, view: View, names: Mapping[int, str]) -> "Picture | None":
        """Return the board of a view; `None` if drawing fails, so that the game goes on without a picture."""
        shown = {seat: plain(name, 40) for seat, name in names.items()}
        key = (view.model_dump_json(), tuple(sorted(shown.items())))
        picture = self._drawn.get(key)
        if picture is None:
            if key not in self._drawing:
                self._drawing[key] = asyncio.ensure_future(self._add(key, view, shown))
            # The cancellation of one request must not stop the drawing for others.
            picture = await asyncio.shield(self._drawing[key])
        return picture

    async def _add(self, key: Hashable, view: View, names: Mapping[int, str]) -> "Picture | None":
        try:
            with metrics.DRAWING_SECONDS.time():
                picture = await self._try(f"a board of {view.game}", partial(self._draw, view, names))
        finally:
            del self._drawing[key]
        if picture is None:
            return None
        self._drawn[key] = picture
        return picture

    def _draw(self, view: View, names: Mapping[int, str]) -> "Picture":
        """Draw a board in the drawing thread. A table is known by its game and its players' names."""
        table = view.game, tuple(sorted(names.items()))
        last = self._last.get(table) or render.no_strips()
        self._last[table] = last
        return render.draw(view, names, last)

    async def cover(self, game: AnyGame, options: Options) -> Cover | None:
        """Return the cover of a lobby with these options, or `None` if it cannot be drawn."""
        return await self._try(f"a cover of {game.slug}", partial(drawn_cover, game, options))

    async def board(
        self, match: Match, steps: Sequence[EntryRow], names: Mapping[int, str], seat: int | None
    ) -> list[Attachment]:
        """Return the board and the hand as `seat` may see them in a private response; `None` is the public.

        `steps` are the latest steps (`bot.sessions.recent_steps`). A seat that chooses among places gets a
        close-up of the numbered places instead of the board.
        """
        view = _look(match, steps, seat)
        picture = await self.draw(view, names)
        if picture is None:
            return []
        return [_board(match, view, names, picture), *_hand(match, view, names, picture)]

    async def choices(
        self, match: Match, steps: Sequence[EntryRow], names: Mapping[int, str], seat: int
    ) -> list[Attachment]:
        """Return pictures that help `seat` to choose: numbered places that it can reach, and its hand."""
        return [one for one in await self.board(match, steps, names, seat) if one.name != BOARD]

    async def foreseen(
        self, game: AnyGame, before: View, after: View, names: Mapping[int, str]
    ) -> list[Attachment]:
        """Return the seat's board with a preview of an action (`rules.engine.preview`)."""
        shown = {seat: plain(name, 40) for seat, name in names.items()}
        picture = await self._try(
            f"a preview of {after.game}", partial(render.foreseen, before, after, shown)
        )
        return [Attachment(picture.data, PREVIEW, game.describe(after, names))] if picture else []

    async def _try(self, what: str, draw: Callable[[], Drawn]) -> Drawn | None:
        """Return what `draw` returns in the thread; `None` if `draw` fails."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, draw)
        except Exception:
            log.exception("%s could not be drawn", what)
            return None

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def board_in_words(
    match: Match, steps: Sequence[EntryRow], names: Mapping[int, str], seat: int | None
) -> str:
    """Return the board as text for blind people: a sentence per line, then the standing."""
    view = _look(match, steps, seat)
    sentences = [
        line for part in match.game.describe(view, names).splitlines() for line in _SENTENCE.split(part)
    ]
    standing = match.game.standing(view, names).splitlines()
    return "\n".join(f"- {quoted(line, 1024)}" for line in (*sentences, *standing) if line)


def _look(match: Match, steps: Sequence[EntryRow], seat: int | None) -> View:
    told = told_of(match.game, steps, seat)
    return match.view(None, told) if seat is None else match.look(seat, told)


def _board(match: Match, view: View, names: Mapping[int, str], picture: "Picture") -> Attachment:
    """Return the board; for a seat that chooses among places, a close-up of these places."""
    reached, described = match.game.reach(view), match.game.describe(view, names)
    if not reached:
        return Attachment(picture.data, BOARD, described)
    return Attachment(picture.data, CLOSE_UP, f"{reached} {described}")


def _hand(match: Match, view: View, names: Mapping[int, str], picture: "Picture") -> Iterator[Attachment]:
    if picture.hand is not None:
        yield Attachment(picture.hand.data, HAND, match.game.private_standing(view, names))
