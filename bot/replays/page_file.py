"""The page of a game as one HTML file, which loads nothing from other addresses.

Scripts in the file show its moments. Each board after the first stores only its difference from the previous
board. Without scripts the page shows the last board, the standing, the story, and the dice.
"""

import asyncio
import base64
import gzip
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.narration.look_back import PastMoment
from bot.posts.page.bodies import file, filled
from bot.posts.page.chronicle import Chronicle, lines_of
from bot.posts.page.ways import InOneFile
from bot.replays.animation import MOST_FRAMES, Heard, NoReplay, Reel, Replay
from bot.replays.played import Played
from bot.service.export_files import LARGEST
from rules.engine.game import View

MOST_WHOLE = 120
"""The maximum number of boards in full size. If a game has more, all boards are half as large."""

DRAWN = "data:,"
"""The placeholder for a picture that the page's script composes."""

SCRIPTS = ("site.js", "dice.js")


@dataclass(frozen=True)
class KeptBoard:
    """A board in the file: its words, the standing, and the width and height of its picture in pixels."""

    view: View
    names: dict[int, str]
    words: tuple[str, ...]
    standing: tuple[str, ...]
    size: tuple[int, int]


def make(chronicle: Chronicle, reel: Reel, tell: Heard) -> Replay:
    """Return the page of the game that `chronicle` and `reel` describe. Raises NoReplay, JournalDiffers."""
    return asyncio.run(_make(chronicle, reel, tell))


async def _make(chronicle: Chronicle, reel: Reel, tell: Heard) -> Replay:
    # The drawing code is imported only when it is needed, so that the bot starts faster.
    import render  # noqa: PLC0415
    from render.replay import SHRUNK, Film  # noqa: PLC0415

    played = Played(reel.game, reel.opening, reel.seed, reel.journal)
    known = [one for one in chronicle.moments if one.entry in played.advances]
    if not known:
        raise NoReplay("Nothing public has happened yet. Ask for the page after the next turn.")
    chosen = _chosen(known)
    film: Film | None = None
    boards: dict[int, KeptBoard] = {}
    for drawn, moment in enumerate(chosen, 1):
        view, names = await played.view(moment.entry), chronicle.names_at(moment)
        film = film or Film(view, names, SHRUNK if len(chosen) > MOST_WHOLE else 1)
        film.add(view, names, 1)
        words, standing = (lines_of(told(view, names)) for told in (reel.game.describe, reel.game.standing))
        boards[moment.place] = KeptBoard(view, names, words, standing, film.shown_size)
        tell(drawn, len(chosen))
    last = boards.get(chronicle.now.place)
    picture = render.draw(last.view, last.names).data if last else b""
    cels = [base64.b64encode(cel).decode() for cel in film.cels] if film else []
    data = _written(chronicle, boards, cels, _address("image/png", picture))
    alt = f"{chronicle.title}: {len(chronicle.moments)} moments to step through. {chronicle.headline}"
    return Replay(data, len(chronicle.moments), alt)


def _chosen(moments: Sequence[PastMoment]) -> list[PastMoment]:
    """Return the moments whose boards are stored: all moments, or in a long game the ends of turns."""
    if len(moments) <= MOST_FRAMES:
        return [*moments]
    counted = [one for one in moments if not one.undone]
    ends = [*{one.turn: one for one in counted}.values()][-MOST_FRAMES:]
    return ends if ends[-1] == counted[-1] else [*ends, counted[-1]]


def _written(chronicle: Chronicle, boards: dict[int, KeptBoard], cels: Sequence[str], picture: str) -> bytes:
    """Return the file; if pictures would make it too large, the latest pictures are left out."""
    ways, now = InOneFile(chronicle.export), chronicle.now

    def told(moment: PastMoment, source: str) -> str:
        board = boards.get(moment.place)
        return filled(
            "moment.html", game=chronicle, ways=ways, moment=moment, board=board, picture=source, place=0
        )

    words = {one.place: told(one, DRAWN) for one in chronicle.moments}
    style, scripts = _text("site.css"), [_text(name) for name in SCRIPTS]

    def whole(kept: dict[str, object]) -> bytes:
        return filled(
            "file.html",
            game=chronicle,
            ways=ways,
            moment=now,
            board=boards.get(now.place),
            picture=picture,
            place=0,
            style=style,
            style_hash=_hash(style),
            scripts=scripts,
            script_hashes=[*map(_hash, scripts)],
            # The data consist only of base 64 and numbers, so they cannot contain the end of a script.
            kept=json.dumps(kept, separators=(",", ":")),
        ).encode()

    room = LARGEST - len(whole({})) - len(_packed(words))
    drawn = sum(total <= room for total in accumulate(map(len, cels)))
    for place in [*boards][drawn:]:
        moment = chronicle.moment(place)
        if moment is not None and moment != now:
            words[place] = told(moment, "")
    places = [*boards][:drawn]
    size = next((one.size for one in boards.values()), (1, 1))
    return whole({"moments": _packed(words), "boards": [*zip(places, cels, strict=False)], "size": size})


def _packed(words: dict[int, str]) -> str:
    return base64.b64encode(gzip.compress(json.dumps(words).encode(), mtime=0)).decode()


def _text(name: str) -> str:
    return file(name).data.decode()


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}" if data else ""


def _hash(text: str) -> str:
    """Return the hash with which the page's security policy allows a script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
