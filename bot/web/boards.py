"""Boards for spectators, in words and as pictures."""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from bot.bounded import BoundedDict
from bot.narration.look_back import PastMoment
from bot.posts.page.bodies import PNG, Body, body, tag_of
from bot.posts.page.chronicle import Chronicle, lines_of
from bot.posts.pictures import Pictures
from bot.sessions.recent_steps import reader_of, steps_to, told_of
from bot.store.rows import EntryRow
from rules.engine.game import View
from rules.engine.match import Match

KEPT = 400
"""The number of cached boards of past moments. A board with its picture has about 0.15 MB."""


@dataclass
class SeenBoard:
    """A public board in words, with a picture that is drawn on request. `tag` identifies the picture."""

    view: View
    names: dict[int, str]
    words: tuple[str, ...]
    standing: tuple[str, ...]
    tag: str
    painter: Pictures
    size: tuple[int, int] = (1, 1)
    """The width and height of the picture in pixels, once it is drawn."""
    _drawn: Body | None = None
    _drawing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def picture(self) -> Body | None:
        """Return the picture, which is drawn only once; `None` if it cannot be drawn."""
        async with self._drawing:
            if self._drawn is None:
                drawn = await self.painter.draw(self.view, self.names)
                if drawn is not None:
                    self._drawn, self.size = body(drawn.data, PNG), (drawn.width, drawn.height)
        return self._drawn


class Boards:
    """Computes boards. Boards of past moments are computed one at a time, and cached.

    The drawer `now` draws current boards, and boards for channels. The drawer `then` draws past boards, so
    that they do not delay the channels.
    """

    def __init__(self, now: Pictures, then: Pictures) -> None:
        self._now, self._then = now, then
        self._turn = asyncio.Lock()
        self._kept: BoundedDict[Hashable, SeenBoard] = BoundedDict(KEPT)

    async def past(self, chronicle: Chronicle, moment: PastMoment) -> SeenBoard:
        """Return the board at a moment. Raises HarbourmasterError if the rules of that time are unknown."""
        names = chronicle.names_at(moment)
        key = chronicle.row.id, moment.place, tuple(sorted(names.items()))
        async with self._turn:
            if key not in self._kept:
                match = await asyncio.to_thread(chronicle.match_at, moment)
                self._kept[key] = await _board(match, chronicle, moment.entry, names, self._then)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def now(self, chronicle: Chronicle) -> SeenBoard:
        """Return the current board, as the newest post shows it."""
        match = chronicle.match
        reader, names = reader_of(match), chronicle.row.names()
        return await _board(match, chronicle, match.position.head, names, self._now, reader)


async def _board(
    match: Match, chronicle: Chronicle, entry: int, names: dict[int, str], painter: Pictures, reader: int = 0
) -> SeenBoard:
    """Return the public board of a match after `entry`; `reader` is passed to `steps_to`."""

    async def read(first: int, last: int) -> Sequence[EntryRow]:
        return chronicle.journal[first - 1 : last]

    steps = await steps_to(match.game, entry, read, reader)
    view = match.view(None, told_of(match.game, steps, None))
    words, standing = (lines_of(told(view, names)) for told in (match.game.describe, match.game.standing))
    tag = tag_of(f"{view.model_dump_json()} {sorted(names.items())}".encode())
    return SeenBoard(view, names, words, standing, tag, painter)
