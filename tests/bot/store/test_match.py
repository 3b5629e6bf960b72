"""A real match goes on from what the store gives back as if it had never left memory."""

from dataclasses import replace

from bot.store.rows import Change, EntryRow
from bot.store.store import Store
from rules.engine.chance import commitment
from rules.engine.entry import Actor, Opening
from rules.engine.event import dump_event
from rules.engine.match import Advance, Match, open_match
from tests.bot.store.samples import lobby
from tests.toy_game import Nim, Take

SEED = bytes(range(32))


def change(advance: Advance) -> Change:
    match = advance.match
    row = replace(
        lobby(),
        status="running",
        opening=match.opening,
        seed=match.seed,
        position=match.position,
        updated=2_000,
    )
    return Change(row, EntryRow(advance.entry, tuple(map(dump_event, advance.events))))


async def stored(store: Store) -> Match:
    row = await store.game("HM7KPX")
    assert row is not None
    assert row.opening is not None
    assert row.position is not None
    match = Match(Nim(), row.opening, row.seed, row.position)
    return match.with_journal([line.entry for line in await store.entries(row.id)])


async def test_a_match_played_from_the_store_alone_is_the_match_played_in_memory(store: Store) -> None:
    opening = Opening(
        match="HM7KPX",
        game="nim",
        rules_version=1,
        options={},
        players=("Ann", "Bob"),
        commitment=commitment(SEED),
        at=1_000,
    )
    live = open_match(Nim(), opening, SEED)
    await store.commit(change(live))
    for step in range(4):
        act = (1 + step % 2, Take(buoys=1), Actor(role="seat", player="Ann"), 1_001 + step)
        live = live.match.act(*act)
        again = (await stored(store)).act(*act)
        assert again.entry == live.entry
        assert again.match.position == live.match.position
        await store.commit(change(again))
    assert (await stored(store)).verify().problems == ()
