"""Servers' settings are kept, and known without reading the database."""

import asyncio
from dataclasses import replace

from bot.store.servers import EVERY_GAME, Beginning, Dashboard, ServerLimits, ServerSettings
from bot.store.store import Store
from tests.bot.store.conftest import NOW

CHOSEN = ServerSettings(
    guild=77,
    hall=500,
    gm_role=2**61,
    beginnings={EVERY_GAME: Beginning("day"), "acrana": Beginning("", "short")},
    channels=(500, 2**62),
    threads="always",
    limits=ServerLimits(channel=3, person=2),
    language="de",
    web=True,
    page="a" * 26,
    dashboard=Dashboard(channel=500, id=9, since=8, old=((500, 7),)),
)


async def test_what_is_chosen_for_a_server_outlives_the_program(store: Store, url: str) -> None:
    assert store.servers.of(77) == ServerSettings(77)
    assert await store.set_up(77, lambda _: CHOSEN) == CHOSEN
    assert store.servers.of(77) == CHOSEN
    again = await Store.open(url, lambda: NOW)
    assert again.servers.of(77) == CHOSEN
    assert again.servers.of(78) == ServerSettings(78)
    assert again.servers.dashboards() == [CHOSEN]
    await again.close()


async def test_what_two_choose_at_the_same_time_both_holds(store: Store) -> None:
    await asyncio.gather(
        store.set_up(77, lambda settings: replace(settings, hall=500)),
        store.set_up(77, lambda settings: replace(settings, gm_role=600)),
    )
    assert store.servers.of(77) == ServerSettings(77, hall=500, gm_role=600)


def test_a_game_begins_as_chosen_for_it_else_as_chosen_for_every_game() -> None:
    assert CHOSEN.beginning("acrana") == Beginning("day", "short")
    assert CHOSEN.beginning("privateer") == Beginning("day", "")
    assert ServerSettings(77).beginning("acrana") == Beginning()
