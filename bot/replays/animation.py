"""Makes replays of games in another thread, and caches them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.bounded import BoundedDict
from bot.escaping import plain
from bot.replays.played import Played
from rules.engine.entry import Entry, Opening
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.seat import Names

Extent = Literal["turn", "round", "game"]

MOST_FRAMES = 240
"""The maximum number of frames. A longer game is shown turn by turn, or by some of its turns."""

LARGEST = 9_000_000
"""The maximum number of bytes in a file; Discord allows ten million. A larger replay is cut, and says so."""

STEP, TITLE, END = 1.2, 2.5, 5.0
"""Seconds for which a move, the first card and the last card are shown."""

REST = 5
"""The user's waiting time after a replay, as a multiple of the time it took to make the replay."""

KEPT = 4
"""The number of cached replays."""

PROGRESS = 2.0
"""Seconds between two updates of the progress message."""

NamesAt = Callable[[int], Names]
"""Returns the display name of each seat at an entry."""


class NoReplay(HarbourmasterError):
    """There is no replay to show, or the user asks too often."""


@dataclass(frozen=True)
class Reel:
    """What a replay shows of a game: a `part`, or the entries from `first` to `last` (0: no limit)."""

    game: AnyGame
    opening: Opening
    seed: bytes = field(repr=False)
    journal: Sequence[Entry]
    names_at: NamesAt
    part: Extent = "game"
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class Replay:
    """A finished replay: the file, its number of boards, and its description."""

    data: bytes
    frames: int
    alt: str


Heard = Callable[[int, int], None]
"""A callback for the progress. It gets the number of drawn boards and the number of all boards."""

Maker = Callable[[Reel, Heard], Replay]


def make(reel: Reel, tell: Heard) -> Replay:
    """Return the replay as a GIF; `tell` receives the progress. Raises NoReplay, JournalDiffers."""
    return asyncio.run(_make(reel, tell))


async def _make(reel: Reel, tell: Heard) -> Replay:
    # The drawing code is imported only when it is needed, so that the bot starts faster.
    from render.replay import Film  # noqa: PLC0415

    played = Played(reel.game, reel.opening, reel.seed, reel.journal)
    chosen = chosen_of(played, reel)
    if not chosen:
        raise NoReplay("Nothing public happened there. Choose other moments, or leave them out.")
    names = {entry: {s: plain(n, 40) for s, n in reel.names_at(entry).items()} for entry in chosen}
    last = chosen[-1]
    film = Film(await played.view(chosen[0]), names[chosen[0]])
    who = [name for _, name in sorted(names[last].items())]
    film.add_card(reel.game.title, [headline(played, chosen[0], last), *who], TITLE)
    shown = 0
    for shown, entry in enumerate(chosen, 1):
        film.play(await played.view(entry), names[entry], STEP)
        tell(shown, len(chosen))
        if film.size > LARGEST:
            break
    film.add_card(*_ending(reel, played, names[last], cut=shown < len(chosen)), END)
    alt = f"{reel.game.title}: {shown} moments one after the other. {headline(played, chosen[0], last)}"
    return Replay(film.data, shown, alt)


def headline(played: Played, first: int, last: int) -> str:
    """Return the headlines of the first and the last board, as one line."""
    matches = (played.advances[entry].match for entry in (first, last))
    told = dict.fromkeys(match.game.headline(match.shown) for match in matches)
    return " … ".join(filter(None, told))


def _ending(reel: Reel, played: Played, names: Names, *, cut: bool) -> tuple[str, list[str]]:
    """Return the last card's title and lines: a note that the replay is cut, the ranking, or only the id."""
    match = played.match
    if cut:
        return "…", ["The game goes on, but Discord takes no longer file.", f"Game {reel.opening.match}"]
    if match.outcome is None or reel.part != "game":
        return reel.game.title, [f"Game {reel.opening.match}"]
    places = match.places
    return "The end", [
        f"{places[group[0]]}   " + ", ".join(names.get(seat, f"Seat {seat}") for seat in group)
        for group in match.outcome.ranking
    ]


def chosen_of(played: Played, reel: Reel) -> list[int]:
    """Return the entries whose boards are shown."""
    steps = played.steps()
    if reel.first or reel.last:
        return _fewer(played, [one for one in steps if reel.first <= one <= (reel.last or one)])
    if reel.part == "game" or not steps:
        return _fewer(played, steps)
    key = played.turn_of if reel.part == "turn" or not played.round_of(steps[-1]) else played.round_of
    keys = list(dict.fromkeys(key(one) for one in steps))
    # A turn that has just begun is shown together with the previous turn.
    fresh = sum(key(one) == keys[-1] for one in steps) == 1
    return _fewer(played, [one for one in steps if key(one) in keys[-2 if fresh else -1 :]])


def _fewer(played: Played, steps: Sequence[int]) -> list[int]:
    """Return at most `MOST_FRAMES` steps: all, or else the last step of each turn, or else of some turns."""
    if len(steps) <= MOST_FRAMES:
        return [*steps]
    ends = [*{played.turn_of(one): one for one in steps}.values()]
    apart = len(ends) / MOST_FRAMES
    return ends if apart <= 1 else [ends[int((place + 1) * apart) - 1] for place in range(MOST_FRAMES)]


class Replays:
    """Makes one replay at a time; each user can wait for only one replay."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()
        self._asking: set[int] = set()
        self._again: dict[int, float] = {}
        """The time from which each user may have another replay."""
        self._kept: BoundedDict[tuple[object, ...], Replay] = BoundedDict(KEPT)

    async def of(
        self,
        user: int,
        reel: Reel,
        tell: Callable[[int, int], Awaitable[None]],
        maker: Maker = make,
        kind: str = "GIF",
    ) -> Replay:
        """Return a new or cached replay; `tell` receives the progress.

        Raises NoReplay if the user's last replay is unfinished or too recent, or an error of `maker`.
        """
        key = (kind, reel.journal[-1].hash(), reel.part, reel.first, reel.last)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if user in self._asking:
            raise NoReplay("A replay or a page is being made for you already. Wait until it is there.")
        now = self._clock()
        self._again = {one: until for one, until in self._again.items() if until > now}
        if user in self._again:
            seconds = round(self._again[user] - now) + 1
            raise NoReplay(f"A replay or a page was made for you just now. Ask again in {seconds} s.")
        self._asking.add(user)
        try:
            async with self._turn:
                began = self._clock()
                made = await self._made(reel, tell, maker)
                self._again[user] = self._clock() + REST * (self._clock() - began)
        finally:
            self._asking.discard(user)
        self._kept[key] = made
        return made

    async def _made(self, reel: Reel, tell: Callable[[int, int], Awaitable[None]], maker: Maker) -> Replay:
        done, of = 0, 0

        def hear(frames: int, all_of_them: int) -> None:
            nonlocal done, of
            done, of = frames, all_of_them

        making = asyncio.create_task(asyncio.to_thread(maker, reel, hear))
        while not making.done():
            await asyncio.wait({making}, timeout=PROGRESS)
            if not making.done():
                await tell(done, of)
        return await making
