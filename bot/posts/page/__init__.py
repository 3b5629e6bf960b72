"""The page of a game: one HTML file without any outside address, in which it is looked at step by step.

`page.html`, `page.css` and `page.js` are its three parts. What the page knows is in the file: boards, of
which each after the first holds only what differs from the one before, the story, and the game as
`/game export` writes it, whose dice the page checks by itself.
"""

import asyncio
import base64
import hashlib
import html
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from bot.escaping import plain
from bot.posts.page.markup import as_html
from bot.posts.replays import LARGEST, Heard, NoReplay, Reel, Replay, chosen_of, headline
from bot.sessions.replays import Played

MOST_WHOLE = 120
"""Boards that are shown in full size; of a longer game they are half as large."""

SHARE = 4 / 3
"""What a byte of a picture becomes in the file."""


@dataclass(frozen=True)
class Tale:
    """How a game reads.

    `told` gives the sentences of an entry for everybody, in Discord's markdown; `people` the names of those
    whom they mention. Dates are written in that `language`; in numbers, or the reader's own, for none.
    """

    told: Callable[[int], Sequence[str]]
    people: Mapping[int, str]
    language: str = ""


def make(tale: Tale, export: str, reel: Reel, tell: Heard) -> Replay:
    """The page. `export` is the game as `/game export` gives it, `tell` hears how many boards are drawn.

    Raises NoReplay, JournalDiffers.
    """
    return asyncio.run(_make(tale, export, reel, tell))


async def _make(tale: Tale, export: str, reel: Reel, tell: Heard) -> Replay:
    # Whoever starts the bot need not wait for what draws.
    from render.replay import SHRUNK, Film  # noqa: PLC0415

    played = Played(reel.game, reel.opening, reel.seed, reel.journal)
    chosen = chosen_of(played, reel)
    if not chosen:
        raise NoReplay(
            "Nothing happened there that everybody knows of. Choose other moments, or leave them out."
        )
    moments: list[dict[str, object]] = []
    film: Film | None = None
    for place, entry in enumerate(chosen):
        view = await played.view(entry)
        names = {seat: plain(name, 40) for seat, name in reel.names_at(entry).items()}
        film = film or Film(view, names, SHRUNK if len(chosen) > MOST_WHOLE else 1)
        film.add(view, names, 1)
        tell(place, len(chosen))
        if film.size * SHARE + len(export) > LARGEST:
            break
        since = chosen[place - 1] if place else 0
        until = entry if entry != chosen[-1] else len(reel.journal)
        moments.append(
            {
                "turn": played.turn_of(entry),
                "at": reel.journal[entry - 1].at,
                "told": [*_told(tale, range(since + 1, until + 1))],
                "board": reel.game.describe(view, names),
            }
        )
    last = chosen[len(moments) - 1]
    players = [plain(name, 40) for _, name in sorted(reel.names_at(last).items())]
    known: dict[str, object] = {
        "size": film.shown_size if film else (1, 1),
        "cut": len(moments) < len(chosen),
        "moments": moments,
        "boards": [base64.b64encode(cel).decode() for cel in film.cels[: len(moments)]] if film else [],
        "file": f"{reel.game.slug}-{reel.opening.match}.jsonl",
        "export": export,
        "dates": tale.language,
    }
    told = headline(played, chosen[0], last)
    data = _written(
        {
            "title": f"{reel.game.title} · game {reel.opening.match}",
            "game": reel.game.title,
            "credit": reel.game.credit,
            "headline": told,
            "players": ", ".join(players),
        },
        known,
    )
    return Replay(data, len(moments), f"{reel.game.title}: {len(moments)} moments to step through. {told}")


def _told(tale: Tale, entries: Sequence[int]) -> Iterator[str]:
    for entry in entries:
        for line in tale.told(entry):
            yield from (as_html(part, tale.people, tale.language) for part in line.split("\n") if part)


def _written(words: Mapping[str, str], known: Mapping[str, object]) -> bytes:
    """The file: its script and its style run by their hashes alone, and nothing is fetched."""
    style, script = _part("page.css"), _part("page.js")
    # Inside a script nothing may look like its end.
    data = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    whole = Template(_part("page.html")).substitute(
        {name: html.escape(text) for name, text in words.items()},
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        known=data,
    )
    return whole.encode()


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a browser compares before it lets a script run."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
