"""Boards are drawn in another thread. Equal boards are drawn once, even for simultaneous requests."""

import asyncio

import pytest

from bot.posts.pictures import Pictures
from rules.engine.registry import games
from tests.laws import Table

NAMES = {1: "Ann", 2: "Bo"}


async def test_who_asks_while_a_board_is_drawn_waits_for_the_same_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = list[object]()
    draw = Pictures._draw

    def counted(*given: object) -> object:
        drawn.append(given)
        return draw(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Pictures, "_draw", counted)
    pictures, game = Pictures(), games()["port_flower"]
    view = Table(game, game.options(), 2, luck=3, steps=4).matches[-1].view(None)
    try:
        channel, page = await asyncio.gather(*(pictures.draw(view, NAMES) for _ in range(2)))
        assert channel is page is not None
        # A cancelled request does not affect other requests.
        left = asyncio.ensure_future(pictures.draw(view, {1: "Ann", 2: "Cy"}))
        stays = asyncio.ensure_future(pictures.draw(view, {1: "Ann", 2: "Cy"}))
        await asyncio.sleep(0)
        left.cancel()
        assert await stays is not None
        assert len(drawn) == 2
    finally:
        pictures.close()


async def test_a_board_that_could_not_be_drawn_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, game = Pictures(), games()["port_flower"]
    view = Table(game, game.options(), 2, luck=3, steps=4).matches[-1].view(None)
    try:
        with monkeypatch.context() as broken:
            broken.setattr(Pictures, "_draw", lambda *_: 1 / 0)
            assert await asyncio.gather(*(pictures.draw(view, NAMES) for _ in range(2))) == [None, None]
        assert await pictures.draw(view, NAMES) is not None
    finally:
        pictures.close()
