"""A write fails although the change may be stored. What is stored counts."""

from collections.abc import Awaitable, Callable

import pytest

from bot.store.errors import Conflict, NotSaved
from bot.store.rows import Change
from bot.store.store import Store
from sandbox import Persona
from tests.bot.harbour import Harbour
from tests.bot.queues import held_up
from tests.bot.store.writers import allow_writing, forbid_writing

Commit = Callable[[Change], Awaitable[None]]
Fault = Callable[[Store, Commit, Change], Awaitable[None]]


async def refused(store: Store, commit: Commit, change: Change) -> None:
    """The database refuses all changes for now."""
    await forbid_writing(store)
    try:
        await commit(change)
    finally:
        await allow_writing(store)


async def unheard(_: Store, commit: Commit, change: Change) -> None:
    """The change is stored, but its caller is told that it is not."""
    await commit(change)
    raise NotSaved("the answer was lost")


async def overtaken(_: Store, __: Commit, change: Change) -> None:
    """Another change was stored first."""
    raise Conflict(f"{change.game.id} went on")


pytestmark = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)

EITHER = pytest.mark.parametrize("fault", [refused, unheard, overtaken])


def strike(harbour: Harbour, fault: Fault, monkeypatch: pytest.MonkeyPatch, *, passing: int = 0) -> None:
    """Let a commit fail in the given way, after `passing` commits without failure."""
    store, commit, left = harbour.bot.store, harbour.bot.store.commit, iter(range(passing))

    async def once(change: Change) -> None:
        if next(left, None) is not None:
            await commit(change)
            return
        monkeypatch.setattr(store, "commit", commit)
        await fault(store, commit, change)

    monkeypatch.setattr(store, "commit", once)


@pytest.fixture
async def people(harbour: Harbour) -> list[Persona]:
    """Return Ann, whose lobby Bo and Cato are about to join."""
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann)
    return [ann, bo, cato]


@EITHER
async def test_of_two_who_join_across_a_failed_write_each_is_seated_or_told_the_truth(
    harbour: Harbour, people: list[Persona], monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    _, bo, cato = people
    table, lobby = await harbour.table(), harbour.newest
    async with held_up(harbour) as queue:
        first = await queue.join(bo.slash("/game join"))
        second = await queue.join(cato.press(lobby, "Join"))
        strike(harbour, fault, monkeypatch)
    await harbour.delivered()
    seated = {name: seat for seat, name in (await harbour.table()).row.names().items()}
    assert first.text.startswith("⚓")
    others = " and ".join(f"**{name}**" for name in seated if name != "Cato")
    assert f"You are in: Sailing Port Flower, with {others}." in second.text
    assert await harbour.table() is table
    assert all((f"**{name}**" in lobby.text) == (name in seated) for name in ("Ann", "Bo", "Cato"))

    again = await harbour.told(await bo.slash("/game join"))
    assert ("joined already" in again.text) == ("Bo" in seated)
    assert all(f"**{name}**" in lobby.text for name in ("Ann", "Bo", "Cato"))


@EITHER
async def test_whoever_looks_after_a_failed_write_sees_what_is_stored(
    harbour: Harbour, people: list[Persona], monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    _, bo, _ = people
    table = await harbour.table()
    strike(harbour, fault, monkeypatch)
    # No delivery is accepted either until the stored state is known.
    with harbour.bot.outbox.held(table.row.id):
        await harbour.told(await bo.slash("/game join"))
        status = await harbour.told(await bo.slash("/game status"))
    stored = await harbour.bot.store.game(table.row.id)
    assert stored is not None
    assert ("Bo" in status.text) == ("Bo" in stored.names().values())
    assert await harbour.table() is table


@EITHER
async def test_a_move_across_a_failed_write_is_made_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    _, bo = await harbour.race_of_two()
    before = len(await harbour.journal())
    async with held_up(harbour) as queue:
        await queue.join(bo.slash("/game do", action="b N4@F2"))
        await queue.join(bo.slash("/game do", action="b N4@F2"))
        strike(harbour, fault, monkeypatch)
    await harbour.delivered()
    assert [line.entry.what for line in (await harbour.journal())[before:]] == ["move boat N4 from F2"]
    assert (await harbour.race()).seats[1].position == "F6"
    assert "F6" in harbour.newest.text


async def test_a_change_that_nobody_waits_for_any_more_is_known_to_the_next(
    harbour: Harbour, people: list[Persona]
) -> None:
    _, bo, cato = people
    async with held_up(harbour) as queue:
        await queue.join(bo.slash("/game join"))
        (answering,) = harbour.bot.attending
        reply = await queue.join(cato.slash("/game join"))
        commit = harbour.bot.store.commit

        async def given_up(change: Change) -> None:
            harbour.bot.store.commit = commit  # type: ignore[method-assign]
            answering.cancel()
            await commit(change)

        harbour.bot.store.commit = given_up  # type: ignore[method-assign]
    again = await harbour.told(await cato.slash("/game join"))
    assert "joined already" in again.text or "You are in" in again.text
    await harbour.delivered()
    assert (await harbour.table()).row.names() == {1: "Ann", 2: "Bo", 3: "Cato"}
    assert all(f"**{name}**" in harbour.newest.text for name in ("Ann", "Bo", "Cato"))
    assert "You are in" in reply.text or "went on in the meantime" in reply.text


async def test_a_post_that_is_read_before_its_change_is_answered_shows_that_change(
    harbour: Harbour, people: list[Persona], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo, _ = people
    store = harbour.bot.store
    commit, due = store.commit, store.due_posts_of
    read: list[str] = []

    async def slow(change: Change) -> None:
        await commit(change)
        harbour.bot.outbox.look_up(change.game.id)
        await harbour.until(lambda: bool(read))

    async def noted(game: str) -> object:
        found = await due(game)
        read.append(game)
        return found

    monkeypatch.setattr(store, "commit", slow)
    monkeypatch.setattr(store, "due_posts_of", noted)
    await harbour.told(await bo.slash("/game join"))
    assert "**Bo**" in harbour.newest.text


async def test_a_lobby_that_is_looked_at_before_its_opener_is_told_of_it_has_one_table(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    store, commit = harbour.bot.store, harbour.bot.store.commit
    found = []

    async def slow(change: Change) -> None:
        monkeypatch.setattr(store, "commit", commit)
        await commit(change)
        found.append(await harbour.table())

    monkeypatch.setattr(store, "commit", slow)
    await harbour.told(await ann.slash("/play", game="port_flower"))
    await harbour.told(await bo.slash("/game join"))
    assert found == [await harbour.table()]
    assert found[0].row.names() == {1: "Ann", 2: "Bo"}
