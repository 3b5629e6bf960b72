"""The page of a game: people's text is never markup, and moves are listed without full names."""

from dataclasses import replace
from random import Random

from bot.posts.page.chronicle import Chronicle
from bot.posts.page.markup import as_html
from bot.replays.played import Played
from rules.engine.registry import games
from tests.bot.replays.test_hidden_things import row_of
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
