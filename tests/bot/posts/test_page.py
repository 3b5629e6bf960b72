"""The page of a game in a file: what people typed stays words, and long games still fit."""

import base64
import gzip
import json
import re
from dataclasses import replace
from random import Random

import pytest

from bot.narration.look_back import PastMoment
from bot.posts.page import file
from bot.posts.page.chronicle import Chronicle
from bot.posts.page.markup import as_html
from bot.posts.replays import MOST_FRAMES
from bot.sessions.replays import Played
from rules.engine.registry import games
from tests.bot.posts.test_hidden_things import reel_of, row_of
from tests.laws import Table


def random_words(luck: Random) -> str:
    return "".join(luck.choice("<>&\"'*~`\\-# @[]():/t1") for _ in range(luck.randrange(40)))


def test_no_words_become_tags() -> None:
    luck = Random(7)
    for _ in range(2000):
        found = as_html(random_words(luck), {1: "<b>"})
        for tag in ("<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<s>", "</s>", "<small>", "</small>"):
            found = found.replace(tag, "")
        assert "<" not in found
        assert ">" not in found


def made() -> tuple[Chronicle, bytes]:
    """Return a running race, and its page."""
    game = games()["port_flower"]
    match = Table(game, game.options(), 3, luck=11, steps=9).matches[-1]
    played = Played(game, match.opening, match.seed, match.entries)
    row = replace(row_of(played), opening=match.opening, seed=match.seed)
    chronicle = Chronicle(row, played.match, played.rows())
    return chronicle, file.make(chronicle, reel_of(played), lambda *_: None).data


def test_moves_are_listed_without_their_full_names_also_where_the_name_of_a_turn_has_brackets() -> None:
    game = games()["privateer"]
    options = game.options(terrain="light", terrain_setup="manual")
    match = Table(game, options, 2, luck=1, steps=6).matches[-1]
    played = Played(game, match.opening, match.seed, match.entries)
    row = replace(row_of(played), opening=match.opening, seed=match.seed)
    moments = Chronicle(row, played.match, played.rows()).moments
    assert any("(" in moment.turn for moment in moments)
    for moment in moments:
        assert moment.what
        assert moment.text == f"{moment.what} {moment.name}"
        assert moment.listed.endswith(f" {moment.name}")
        assert not moment.turn or moment.turn not in moment.what


def kept_in(page: bytes) -> tuple[dict[str, str], list[int]]:
    """The moments in the file by their places, and the places of which it has a board."""
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
    monkeypatch.setattr(file, "LARGEST", len(whole) - 5_000)
    _, page = made()
    moments, boards = kept_in(page)
    assert len(page) < len(whole)
    assert boards == [one.place for one in chronicle.moments][: len(boards)]
    assert len(moments) == len(chronicle.moments) > len(boards)
    monkeypatch.setattr(file, "LARGEST", 1)
    _, page = made()
    moments, boards = kept_in(page)
    assert boards == []
    assert "the file would grow too large" in moments[str(chronicle.moments[0].place)]
    assert b'<img src="data:image/png;base64,' in page


def test_of_a_long_game_the_ends_of_turns_have_boards() -> None:
    moments = [PastMoment(one, one, one % 7 == 0, str(one // 3), "") for one in range(1, 3 * MOST_FRAMES)]
    chosen = file._chosen(moments)
    assert len(chosen) <= MOST_FRAMES + 1
    assert not any(one.undone for one in chosen)
    assert chosen[-1] == [one for one in moments if not one.undone][-1]
    assert len({one.turn for one in chosen}) == len(chosen)
    assert file._chosen(moments[:MOST_FRAMES]) == moments[:MOST_FRAMES]
