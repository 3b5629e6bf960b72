"""Real matches of Buoy Nim, continued from the data that a store returns."""

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


def opened(game: str = "HM7KPX") -> Advance:
    """Return a match that has just begun."""
    opening = Opening(
        match=game,
        game="nim",
        rules_version=1,
        options={},
        players=("Ann", "Bob"),
        commitment=commitment(SEED),
        at=1_000,
    )
    return open_match(Nim(), opening, SEED)


def take_one(match: Match) -> Advance:
    """Return the match after somebody has taken a buoy."""
    seat = match.position.awaited[0].seat
    return match.act(seat, Take(buoys=1), Actor(role="seat", player="Ann"), 1_001 + match.position.last)


def change(advance: Advance, channel: int = 500) -> Change:
    """Return the stored change of a step of a match."""
    match = advance.match
    row = replace(
        lobby(match.opening.match, channel=channel),
        status="running",
        opening=match.opening,
        seed=match.seed,
        position=match.position,
        version=match.position.last,
        updated=2_000,
    )
    return Change(row, EntryRow(advance.entry, tuple(map(dump_event, advance.events))))


def turns(count: int, game: str = "HM7KPX", channel: int = 500) -> list[Change]:
    """Return the first changes of a match: its start, and several takings of a buoy."""
    advance = opened(game)
    changes = [change(advance, channel)]
    while len(changes) < count:
        advance = take_one(advance.match)
        changes.append(change(advance, channel))
    return changes


async def stored(store: Store, game: str = "HM7KPX") -> Match:
    """Return the match as the store has it, with its journal."""
    row = await store.game(game)
    assert row is not None
    assert row.opening is not None
    assert row.position is not None
    match = Match(Nim(), row.opening, row.seed, row.position)
    return match.with_journal([line.entry for line in await store.entries(row.id)])
