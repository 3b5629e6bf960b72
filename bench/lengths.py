"""The cost of a turn after few and after many entries of the journal.

Each longer game continues the shortest game, and returns to that game's position by an undo. So all games
have the same position, and only their journals differ.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from bench.effort import Effort
from bench.findings import Curve, Finding, Findings, compared
from bench.harbourmaster_stage import HarbourmasterStage
from bench.positions import PLAYER, new_match, random_act
from bench.rows import running_row
from bench.series import Series, cpu, in_turns
from bench.silent import SEATS, people_in
from bot.narration import logbook
from bot.store.rows import Change, EntryRow
from rules.engine.entries import Undo
from rules.engine.entry import Actor
from rules.engine.event import dump_event
from rules.engine.game import AnyGame
from rules.engine.journal import Journal
from rules.engine.match import Advance, Match, open_match
from rules.engine.registry import games
from rules.engine.verify import verify_journal

MASTER = Actor(role="gm", player="1")

IDENTITY = "BENCH"
"""The id of games that are not stored."""

STRETCH = 200
"""The maximum number of steps between two undos."""


def measure(effort: Effort) -> Findings:
    """Measure how the processor time of a turn depends on the number of entries before it, for each game."""
    found = Findings()
    for game in games().values():
        with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
            series = asyncio.run(_turns(game, Path(folder), effort))
        short, long = series[0], series[-1]
        found.rows.append(compared("length", long, short, Series.told, game.title))
        start = _opened(game, IDENTITY, people_in(0))
        played = [
            _played(start, length, effort.lengths[0]) for length in (effort.lengths[0], effort.lengths[-1])
        ]
        found.rows.append(_verified(game, effort, *played))
        found.rows.append(_logged(game, effort, played[-1]))
        points = zip(map(float, effort.lengths), (one.median * 1e3 for one in series), strict=True)
        found.curves.append(
            Curve(
                f"length-{game.slug}",
                f"{game.title}: cost of a turn by game length",
                "entries in the journal",
                "ms of processor time",
                {"a turn": [*points]},
            )
        )
    return found


def _logged(game: AnyGame, effort: Effort, played: Sequence[Advance]) -> Finding:
    """Measure the processor time for the newest page of a game's log."""
    match = played[-1].match
    row = running_row(IDENTITY, 0, match, people_in(0))
    lines = [EntryRow(one.entry, tuple(map(dump_event, one.events))) for one in played]
    (series,) = in_turns(effort.verified, partial(cpu, partial(logbook.log, row, match, lines, None)))
    return Finding("log", series.median * 1e3, series.told(), game=game.title)


def _verified(game: AnyGame, effort: Effort, *played: Sequence[Advance]) -> Finding:
    """Measure the processor time to verify an entry of a short and of a long journal."""
    start, journals = played[0][0], [[one.entry for one in advances] for advances in played]
    short, long = in_turns(effort.verified, *(partial(_check, start.match, journal) for journal in journals))
    counts = f"{long.median * 1e6:.0f} µs", f"{short.median * 1e6:.0f} µs"
    return Finding("verify", long.median / short.median, *counts, game.title)


def _check(match: Match, journal: Journal) -> float:
    """Return the average processor seconds to verify an entry. Raises RuntimeError if entries are wrong."""
    began = time.process_time()
    found = verify_journal(match.game, match.opening, match.seed, journal)
    if found.problems:
        raise RuntimeError(found.problems[0])
    return (time.process_time() - began) / len(journal)


async def _turns(game: AnyGame, folder: Path, effort: Effort) -> list[Series]:
    """Return one series for each length of the journal: the processor seconds of its turns."""
    stage = HarbourmasterStage(folder)
    await stage.begin(0)
    identities = [
        await _store(stage, game, channel, length, effort.lengths[0])
        for channel, length in enumerate(effort.lengths)
    ]
    values: list[list[float]] = [[] for _ in effort.lengths]
    order = list(range(len(effort.lengths)))
    for turn in range(effort.turns + 1):
        if any([(await stage.client.tables.table(identity)).match.finished for identity in identities]):
            break  # The games have different dice, and only turns that all games have are compared.
        for channel in order:
            took = await _turn(stage, identities[channel], channel, Random(turn))
            if turn:  # The first turn does not count because it loads the game.
                values[channel].append(took)
        order.reverse()
    await stage.close()
    return [Series(tuple(one)) for one in values]


async def _turn(stage: HarbourmasterStage, identity: str, channel: int, luck: Random) -> float:
    table = await stage.client.tables.table(identity)
    return await stage.cost(stage.press_at(table, channel, luck))


async def _store(stage: HarbourmasterStage, game: AnyGame, channel: int, length: int, base: int) -> str:
    """Store a game with `length` entries, as if it had been played, and return its id."""
    identity, users = await stage.client.store.new_game_id(), people_in(channel)
    advances = _played(_opened(game, identity, users), length, base)
    row = running_row(identity, channel, advances[-1].match, users)
    lines = [EntryRow(one.entry, tuple(map(dump_event, one.events))) for one in advances]
    changes = [Change(replace(row, version=version), line) for version, line in enumerate(lines, 1)]
    await asyncio.gather(*map(stage.client.store.commit, changes))
    return row.id


def _opened(game: AnyGame, identity: str, users: Sequence[int]) -> Advance:
    """Return the start of a game."""
    match = new_match(game, game.options(), SEATS, 0)
    players = tuple(map(str, users))
    return open_match(
        game, match.opening.model_copy(update={"match": identity, "players": players}), match.seed
    )


def _played(start: Advance, length: int, base: int) -> list[Advance]:
    """Return `length` entries of a game, including its start. The last entry leads back to entry `base`."""
    advances = [start]
    luck = Random(1)
    while len(advances) < base:
        advances.append(_random_step(advances[-1].match, luck))
    stretch = 0
    while len(advances) < length:
        match = advances[-1].match
        last = len(advances) == length - 1
        onward = None if last or stretch == STRETCH else _random_step(match, luck)
        if onward is None or onward.match.finished:
            advances.append(match.enter(Undo(base), MASTER, 0, "measuring"))
            stretch = 0
        else:
            advances.append(onward)
            stretch += 1
    return advances


def _random_step(match: Match, luck: Random) -> Advance:
    act = random_act(match, luck)
    return match.act(act.seat, act.action, PLAYER, 0)
