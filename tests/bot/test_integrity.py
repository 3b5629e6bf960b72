"""Changes of the database from outside are noticed if they concern a part of a game."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.store.schema import metadata
from sandbox import Persona
from tests.bot.alterations import SHOWN, Verdict, alterations, counted, games_in, is_shown, verdict
from tests.bot.harbour import Harbour
from tests.bot.harbour import harbour as open_harbour

Verdicts = Mapping[str, set[Verdict]]
"""The verdicts on altered games, by the column and its part."""

REFUSED = {
    "members.user",
    "members.seat",
    "games.slug",
    "games.creator",
    "games.seed",
    "games.status",
    "games.position.state",
    "games.position.last",
    "games.position.chain",
    "games.position.head",
    "games.position.players[]",
    "games.position.awaited[].seat",
    "games.position.awaited[].kind",
    "games.opening.match",
    "games.opening.game",
    "games.opening.commitment",
    "games.opening.host",
    "games.opening gone",
    "games.position gone",
    "games.vote forged",
    "games.vote[0]",
    "games.vote[1]",
    "games.vote[3]",
    "games.vote[4]",
    "games.vote[5]",
    "games.vote[6] without its end",
    "games.vote[7][0]",
    "games.vote[7] without its end",
    "games.vote[8]",
    "games.vote[9]",
    "games.vote[10]",
    "games.vote[11]",
    "games.vote[12]",
}
"""Alterations that a cheap check finds, so that nobody can play on."""

TOLD = {
    "entries.events[].event",
    "entries.events[].seat",
    "entries.turn",
    "games.former[][]",
    "games.options.master_undo",
    "games.options.repellent",
    "games.opening.at",
    "games.opening.options.repellent",
    "games.opening.table.master_undo",
    "games.position.line",
    "games.position.forced[].values[]",
    "games.position.stamps[]",
    "games.position.public",
    "games.vote gone",
}
"""Alterations that `/game check` finds by replaying the journal."""


async def _lived(folder: Path) -> Path:
    """Make a database with an eventful race, an ended race, a lobby, and an open vote."""
    async with open_harbour(folder) as harbour:
        await _race(harbour)
        cato, dagny = harbour.people("Cato", "Dagny")
        for place, tasks in {"south": (), "east": ("end",)}.items():
            channel = harbour.discord.channel(place)
            await harbour.told(await cato.slash("/play", channel=channel, options={"game": "port_flower"}))
            await harbour.told(await dagny.slash("/game join", channel=channel))
            for task in tasks:
                await harbour.lobby_control(cato, "start", channel=channel)
                await harbour.gm(cato, task, channel, reason="a storm")
        await _vote(harbour)
    return folder / "games.db"


async def _vote(harbour: Harbour) -> None:
    """Make a game with hands of cards, in which one of two voters agreed that Ann takes over Bo's seat."""
    ann, bo, cato, finn = harbour.people("Ann", "Bo", "Cato", "Finn")
    channel = harbour.discord.channel("west")

    async def say(person: Persona, line: str, **options: str | int) -> None:
        await harbour.told(await person.slash(line, channel=channel, options=options))

    await say(ann, "/play", game="acrana")
    await say(bo, "/game join")
    await say(cato, "/game join")
    await harbour.set_option(ann, "master_undo", "another player", channel=channel)
    await harbour.lobby_control(ann, "start", channel=channel)
    await harbour.gm(ann, "substitute", channel, player="1", newcomer=finn.id, reason="a holiday")
    await harbour.gm(ann, "substitute", channel, player="2", newcomer=ann.id, reason="a swap")
    await harbour.told(await finn.press(harbour.posts(channel)[-1], "Agree"))


async def _race(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two(repellent="coin")
    (eve,) = harbour.people("Edda")
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.told(await bo.press(harbour.newest, "Take back"))
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    page = (await harbour.gm(ann, "undo", to="6")).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    await harbour.told(await eve.slash("/game do", action="b N3@F2 / s1 E0 S0"))
    await harbour.gm(ann, "pause", reason="dinner")
    await harbour.gm(ann, "force", roll="wind", values="1 2 3 4", reason="a test")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Route, "BASE", Route.BASE)
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
        return asyncio.run(_lived(tmp_path_factory.mktemp("altered")))


@pytest.fixture(scope="module")
def verdicts(database: Path) -> Verdicts:
    """Return the verdicts on one alteration of each kind that concerns a part of a game."""
    return asyncio.run(_verdicts(database))


async def _verdicts(database: Path) -> Verdicts:
    before, lobbies = await counted(database), games_in(database, "opening IS NULL")
    found: dict[str, set[Verdict]] = defaultdict(set)
    for alteration in alterations(database):
        if alteration.kind not in found and not is_shown(alteration, lobbies):
            found[alteration.kind].add(await verdict(database, alteration, before))
    return found


def test_every_column_is_tried_or_is_no_part_of_a_game(verdicts: Verdicts) -> None:
    columns = {f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.columns}
    tried = {kind.split("[")[0].split(" ")[0] for kind in verdicts}
    tried = {".".join(kind.split(".")[:2]) for kind in tried}
    left = columns - tried
    assert {column for column in left if not {column, column.split(".")[0]} & set(SHOWN)} == set()


def test_nothing_that_counts_can_be_altered_unnoticed(verdicts: Verdicts) -> None:
    assert {kind: found for kind, found in verdicts.items() if "unnoticed" in found} == {}


@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_a_game_in_which_something_was_altered_is_not_played_on(verdicts: Verdicts, kind: str) -> None:
    assert verdicts[kind] == {"refused"}


@pytest.mark.parametrize("kind", sorted(TOLD))
def test_a_check_tells_what_was_altered_beside_the_journal(verdicts: Verdicts, kind: str) -> None:
    assert verdicts[kind] == {"told"}
