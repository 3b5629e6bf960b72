"""The data kept about a person can be handed out and forgotten. Other people's games stay complete."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store.schema import metadata
from sandbox import Persona
from tests.bot.handlers.test_export import by_hand, file_of
from tests.bot.harbour import Harbour
from tests.bot.own_page import press

NAME = "Edda Long-Stocking"


async def played(harbour: Harbour) -> tuple[Persona, Persona, Persona]:
    """Return Ann, Bo and Edda, who has opened, played, mastered, handed over, followed and viewed games."""
    ann, bo, edda, finn = harbour.people("Ann", "Bo", NAME, "Finn")
    # She answers and asks questions. Her seat is given away, and she gets it back.
    await harbour.start_race(ann, edda, first_player="seat1")
    await harbour.told(await edda.slash("/game board"))
    await harbour.told(await edda.slash("/watch digest"))
    await harbour.told(await edda.slash("/watch follow"))
    await harbour.told(await ann.slash("/game do", action="b N0 E0 / s1 E0 S0"))
    await harbour.gm(ann, "substitute", player="2", newcomer=finn.id, reason="a holiday")
    await harbour.gm(ann, "substitute", player="2", newcomer=edda.id, reason="back again")
    # She opens a game and is its master, but does not play.
    quay = harbour.discord.channel("quay")
    await harbour.told(await edda.slash("/play", channel=quay, options={"game": "port_flower"}))
    for person in (ann, bo):
        await harbour.told(await person.slash("/game join", channel=quay))
    await harbour.told(await edda.slash("/game leave", channel=quay))
    await harbour.lobby_control(edda, "start", channel=quay)
    for task in ("skip", "pause", "resume"):
        await harbour.gm(edda, task, quay, reason="tea")
    # A lobby that is closed before the game begins.
    pier = harbour.discord.channel("pier")
    await harbour.told(await edda.slash("/play", channel=pier, options={"game": "port_flower"}))
    await harbour.told(await bo.slash("/game join", channel=pier))
    await harbour.lobby_control(edda, "close", channel=pier)
    # Another lobby, in which she waited for a seat.
    (gro,) = harbour.people("Gro")
    strand = harbour.discord.channel("strand")
    await harbour.told(await ann.slash("/play", channel=strand, options={"game": "dangerous_sea"}))
    for person in (bo, finn, gro, edda):
        await harbour.told(await person.slash("/game join", channel=strand))
    await harbour.lobby_control(ann, "close", channel=strand)
    return ann, bo, edda


def dumped(database: Path) -> Iterator[tuple[str, object]]:
    """Yield every value of every table, with its column."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        for table in metadata.sorted_tables:
            for row in connection.execute(f'SELECT * FROM "{table.name}"'):  # noqa: S608
                yield from ((f"{table.name}.{name}", row[name]) for name in row.keys())  # noqa: SIM118


def holding(folder: Path, person: Persona) -> set[str]:
    """Return the columns and files that hold anything about the person."""
    id_as_text, id_as_number = str(person.id), person.id.to_bytes(8).lstrip(b"\0")
    found = {
        column
        for column, value in dumped(folder / "games.db")
        if value == person.id or id_as_text in str(value) or NAME in str(value)
    }
    for file in folder.rglob("*"):
        data = file.read_bytes() if file.is_file() else b""
        if any(what in data for what in (NAME.encode(), id_as_text.encode(), id_as_number)):
            found.add(file.name)
    return found


async def test_nothing_is_left_of_who_wants_to_be_forgotten_and_all_games_stay_whole(
    harbour: Harbour, tmp_path: Path
) -> None:
    ann, bo, edda = await played(harbour)
    expected = {"members.name", "games.creator", "games.people", "games.waiting", "posts.alt"}
    assert expected | {"games.followers", "looks.user"} < holding(tmp_path, edda)
    await is_handed_out(harbour, edda, ann)
    await is_forgotten_once_she_has_left(harbour, edda, ann, tmp_path)
    await are_in_order(harbour, ann, bo, edda)
    (tmp_path / "game.jsonl").write_text(await exported(harbour, ann), encoding="utf-8", newline="")
    checked = await asyncio.to_thread(by_hand, tmp_path / "game.jsonl")
    assert checked.stdout.endswith("all as they must be\n")
    await forgets_who_only_looked_on(harbour, tmp_path)
    await goes_on(harbour, ann, bo)
    again = await press(harbour, edda, "My data")
    assert json.loads(again.message.attachments[0].data)["games"] == []
    assert "Nothing about you is stored" in (await press(harbour, edda, "Forget me…")).text
    assert holding(tmp_path, edda) == set()


async def is_handed_out(harbour: Harbour, edda: Persona, ann: Persona) -> None:
    """Edda's file has all data about her, and no deeds of other people."""
    (attachment,) = (await press(harbour, edda, "My data")).message.attachments
    kept = json.loads(attachment.data)
    assert attachment.filename == f"harbourmaster-{edda.id}.json"
    assert kept["user"] == edda.id
    games = {game["channel"]: game for game in kept["games"]}
    assert sorted(game["status"] for game in kept["games"]) == [
        "cancelled",
        "cancelled",
        "running",
        "running",
    ]
    here, mastered = games[harbour.place.id], games[harbour.discord.channel("quay").id]
    assert [one["name"] for one in here["seats and names"]] == [NAME, NAME]
    assert [entry["kind"] for entry in here["journal"]] == ["substitute"]
    waited = games[harbour.discord.channel("strand").id]["waiting for a seat, or invited to one"]
    assert [one["name"] for one in waited] == [NAME]
    assert here["you follow it"] == "turn"
    # The number of entries would reveal the number of secret entries.
    (looked,) = kept["wishes"]["looks"]
    assert sorted(looked) == ["at", "game", "user"]
    assert mastered["opened by you"]
    deeds = [(entry["kind"], entry["reason"]) for entry in mastered["journal"]]
    assert deeds == [("timeout", "tea"), ("pause", "tea"), ("resume", "tea")]
    assert str(ann.id) not in attachment.data.decode()


async def is_forgotten_once_she_has_left(harbour: Harbour, edda: Persona, ann: Persona, folder: Path) -> None:
    """While Edda plays, the refusal names the first step. Later the bot asks her to confirm."""
    refused = await press(harbour, edda, "Forget me…")
    assert refused.ephemeral
    assert "/game leave" in refused.text
    assert not refused.message.buttons
    await harbour.resign(edda)
    records = (await harbour.told(await ann.slash("/watch records"))).text
    assert f"- **{NAME}** not rated yet" in records
    asked = await press(harbour, edda, "Forget me…")
    assert "games.creator" in holding(folder, edda)
    done = await harbour.told(await edda.press(asked.message, "Yes, forget me"))
    assert "4 games know you as somebody" in done.text
    assert holding(folder, edda) == set()
    left = (await harbour.told(await ann.slash("/watch records"))).text
    assert [line for line in records.splitlines() if NAME not in line] == left.splitlines()


async def forgets_who_only_looked_on(harbour: Harbour, folder: Path) -> None:
    """Forgetting also covers a person who only follows a game."""
    quay = harbour.discord.channel("quay")
    (hal,) = harbour.people("Hal")
    for line in ("/watch follow", "/watch digest"):
        await harbour.told(await hal.slash(line, channel=quay))
    assert holding(folder, hal) >= {"games.followers", "looks.user"}
    asked = await press(harbour, hal, "Forget me…")
    await harbour.told(await hal.press(asked.message, "Yes, forget me"))
    assert holding(folder, hal) == set()


async def are_in_order(harbour: Harbour, ann: Persona, bo: Persona, edda: Persona) -> None:
    """The others' games show “somebody” instead of Edda, and can still be checked."""
    quay = harbour.discord.channel("quay")
    log = (await harbour.told(await bo.slash("/game log"))).text
    assert "somebody" in log
    assert "Edda" not in log
    assert "Game master somebody" in (await harbour.told(await bo.slash("/game log", channel=quay))).text
    assert "somebody paused" in (await harbour.told(await bo.slash("/game check", channel=quay))).text
    for channel in (harbour.place, quay):
        told = (await harbour.told(await ann.slash("/game check", channel=channel))).text
        assert "✅ The chain of hashes is unbroken" in told
    file = await exported(harbour, ann)
    assert not any(str(person.id) in file for person in (ann, bo, edda))


async def exported(harbour: Harbour, person: Persona) -> str:
    """Return the game in the harbour as a file."""
    return file_of((await harbour.told(await person.slash("/game export"))).message)


async def goes_on(harbour: Harbour, ann: Persona, bo: Persona) -> None:
    """The game that Edda mastered can be played to its end, even after a restart."""
    quay = harbour.discord.channel("quay")
    await harbour.restart()
    page = (await harbour.told(await bo.slash("/game leave", channel=quay))).message
    await harbour.told(await bo.press(page, "Yes, resign"))
    assert "The game is over" in harbour.posts(quay)[-1].text
    assert harbour.posts(quay)[-1].pinged == {ann.id, bo.id}
    assert "✅" in (await harbour.told(await ann.slash("/game check", channel=quay))).text
