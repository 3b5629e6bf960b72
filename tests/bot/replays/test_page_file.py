"""The page of a game as a file has every moment, and long games still fit."""

import base64
import gzip
import json
import re
from dataclasses import replace

import pytest

from bot.narration.look_back import PastMoment
from bot.posts.page.chronicle import Chronicle
from bot.replays import page_file
from bot.replays.animation import MOST_FRAMES
from bot.replays.played import Played
from rules.engine.registry import games
from tests.bot.replays.test_hidden_things import reel_of, row_of
from tests.laws import Table


def made() -> tuple[Chronicle, bytes]:
    """Return a running race, and its page."""
    game = games()["port_flower"]
    match = Table(game, game.options(), 3, luck=11, steps=9).matches[-1]
    played = Played(game, match.opening, match.seed, match.entries)
    row = replace(row_of(played), opening=match.opening, seed=match.seed)
    chronicle = Chronicle(row, played.match, played.rows())
    return chronicle, page_file.make(chronicle, reel_of(played), lambda *_: None).data


def kept_in(page: bytes) -> tuple[dict[str, str], list[int]]:
    """Return a mapping from places to the moments in the file, and the places that have a board."""
    found = re.search(rb'<script id="kept" type="application/json">(.*?)</script>', page)
    assert found is not None
    kept = json.loads(found[1])
    moments = json.loads(gzip.decompress(base64.b64decode(kept["moments"])))
    return moments, [place for place, _ in kept["boards"]]


def test_the_file_has_every_moment_and_its_board() -> None:
    chronicle, page = made()
    moments, boards = kept_in(page)
    places = [one.place for one in chronicle.moments]
    assert [*map(int, moments)] == boards == places


def test_what_makes_a_file_too_large_are_pictures_and_the_last_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    chronicle, whole = made()
    monkeypatch.setattr(page_file, "LARGEST", len(whole) - 5_000)
    _, page = made()
    moments, boards = kept_in(page)
    assert len(page) < len(whole)
    assert boards == [one.place for one in chronicle.moments][: len(boards)]
    assert len(moments) == len(chronicle.moments) > len(boards)
    monkeypatch.setattr(page_file, "LARGEST", 1)
    _, page = made()
    moments, boards = kept_in(page)
    assert boards == []
    assert "because it would become too large" in moments[str(chronicle.moments[0].place)]
    assert b'<img src="data:image/png;base64,' in page


def test_of_a_long_game_the_ends_of_turns_have_boards() -> None:
    moments = [PastMoment(one, one, one % 7 == 0, str(one // 3), "") for one in range(1, 3 * MOST_FRAMES)]
    chosen = page_file._chosen(moments)
    assert len(chosen) <= MOST_FRAMES + 1
    assert not any(one.undone for one in chosen)
    assert chosen[-1] == [one for one in moments if not one.undone][-1]
    assert len({one.turn for one in chosen}) == len(chosen)
    assert page_file._chosen(moments[:MOST_FRAMES]) == moments[:MOST_FRAMES]
