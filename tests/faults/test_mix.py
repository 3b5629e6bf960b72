"""Torture finds failures outside the games, too."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.direct_messages.text import LetterLine
from bot.store.errors import NotSaved
from bot.store.rows import Change, EntryRow, LetterRow
from rules.engine.entries import Note, Undo
from sandbox import ManualClock
from tests.bot.direct_messages.test_letters import direct, letters
from tests.bot.harbour import NOON, Harbour
from tests.bot.sessions.test_reminders import HOUR, at
from tests.engine.table import MASTER, does, journal, nim
from tests.faults import invariants
from tests.faults.ledger import Deed, Ledger
from tests.faults.letters import PostOffice, tellings
from tests.faults.lines import entered_of


async def test_a_direct_message_that_comes_twice_is_found(
    harbour: Harbour, tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, postman = PostOffice(harbour.discord, tmp_path / "games.db", lambda: NOON), harbour.bot.postman
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    with monkeypatch.context() as patched:
        patched.setattr(harbour.bot.store, "told", _not_saved)
        await harbour.start_race(ann, bo, first_player="seat1")
        await letters(harbour, ann)
        assert (office.count, office.doubled) == (1, [])
        # A bot that has forgotten the message sends it again after Discord has forgotten its nonce.
        postman._sent.clear()
        postman._tried.clear()
        clock.advance(3_600)
        await letters(harbour, ann)
    assert office.count == 2
    (doubled,) = office.doubled
    assert "Ann was told twice" in doubled


async def test_news_that_reads_alike_and_is_due_later_is_not_told_twice(
    harbour: Harbour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def now() -> float:
        return harbour.bot.tables.now()

    office = PostOffice(harbour.discord, tmp_path / "games.db", now)
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.skip()
    row, new_id = (await harbour.table()).row, harbour.bot.store.new_id
    hours = (NOON + HOUR, NOON + 2 * HOUR)
    news = tuple(LetterRow(new_id(), ann.id, row.id, "news", 1, 0, due) for due in hours)
    await harbour.bot.store.commit(Change(replace(row, version=row.version + 1), letters=news))
    for due in hours:
        await at(harbour, monkeypatch, due)
        await letters(harbour, ann)
    assert (office.count, office.doubled) == (2, [])


async def test_news_that_came_while_a_message_like_it_was_sent_is_not_told_twice(
    harbour: Harbour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postman, store = harbour.bot.postman, harbour.bot.store
    office = PostOffice(harbour.discord, tmp_path / "games.db", lambda: NOON + HOUR)
    ann, bo = harbour.people("Ann", "Bo")
    await direct(harbour, ann)
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.skip()
    send = postman._send

    async def news() -> None:
        row = await store.game((await harbour.table()).row.id)
        assert row is not None
        letter = LetterRow(store.new_id(), ann.id, row.id, "news", 1, 0, NOON + HOUR)
        await store.commit(Change(replace(row, version=row.version + 1), letters=(letter,)))

    async def late(user: int, told: Sequence[LetterLine]) -> None:
        monkeypatch.setattr(postman, "_send", send)
        await news()
        await send(user, told)

    await news()
    monkeypatch.setattr(postman, "_send", late)
    for _ in range(2):
        await at(harbour, monkeypatch, NOON + HOUR)
        await letters(harbour, ann)
    assert (office.count, office.doubled) == (2, [])


def test_what_followers_are_told_of_a_game_is_the_place_with_the_story() -> None:
    """Until the linked post exists, every message repeats the game's place, without a story."""
    own = "- **Nim** in <#7> ([go there](x/7)): you take one."
    place, story = "-# in <#8> · [go there](x/8)", ("Ann takes 1.", "Bo takes 2.")
    text = "\n".join(
        ["## ⚓ Your games", own, "-# Calls", "### Nim · turn 3", place, *story, "### Pit", place]
    )
    assert tellings(text) == {own, "\n".join([place, *story]), place}


async def _not_saved(_: object) -> None:
    raise NotSaved("the disk is full")


async def test_what_a_game_came_to_is_looked_for_in_the_records(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, store = Ledger(harbour.discord), harbour.bot.store
    _, bo = await harbour.race_of_two()
    await harbour.resign(bo)
    row = (await harbour.table()).row
    record = invariants.Record(row, await harbour.journal(), await store.posts(row.id))
    assert ledger.games.keys() == {row.id}
    assert await invariants.unrecorded(store, [record]) == []
    first, second = await store.results_on(row.guild)
    await store.record(row.id, [first, first.__class__(**{**vars(second), "place": 1})])
    (found,) = await invariants.unrecorded(store, [record])
    assert f"game {row.id} came to" in found


@pytest.mark.parametrize(
    ("line", "read", "entered"),
    [
        ("sail a / end_turn", "Sailed.", ["sail a"]),
        ("end_turn", "Ended.", ["end_turn"]),
        ("sail a / sail b", "Sailed.", ["sail a", "sail b"]),
        ("sail a / sail b / end_turn", "Done: sail a. Not done: sail b / end_turn. The turn", ["sail a"]),
        ("sail a / end_turn", "⚓ Not now.", []),
        # A shortcut is reported as its actions.
        ("go_to c / order x", "Done: sail a / sail b. Not done: sail c / order x. Look.", ["go_to c"]),
        (
            "sail z / go_to c / order x",
            "Done: sail z / sail a. Not done: sail b / order x. Look.",
            ["sail z"],
        ),
        ("sail z / go_to c", "Done: sail z / sail a / sail b. Not done: sail c. Look.", ["sail z"]),
        ("go_to c / order x", "Done: sail a / sail b. Not done: order x. Look.", ["go_to c"]),
        ("take_x / sail a", r"Done: take\_x. Not done: sail a. Look.", ["take_x"]),
        ("sail a / take_x", r"Done: sail a. Not done: take\_x. Look.", ["sail a"]),
    ],
)
async def test_of_a_line_all_must_be_entered_but_an_end_of_the_turn_that_may_have_come_by_itself(
    harbour: Harbour, line: str, read: str, entered: list[str]
) -> None:
    (ann,) = harbour.people("Ann")
    reply = await ann.slash("/games")
    deed = Deed("play", ann, harbour.place, reply, typed=line, line="/game do", read=read)
    assert entered_of(deed) == entered


def test_what_is_told_as_one_may_leave_out_what_was_undone_and_news_in_between() -> None:
    match = does(does(nim(), 1, "take 1"), 2, "take 1")
    match = match.enter(Undo(2), MASTER, 300, "a slip").match
    match = match.enter(Note(), MASTER, 301, "a gull").match
    match = does(match, 2, "take 2")
    rows = [EntryRow(entry, ()) for entry in journal(match)]
    found = [[row.entry.number for row in way] for way in invariants.ways(rows)]
    assert [1, 2, 6] in found
    assert [1, 2, 3] in found
    assert [1, 2, 3, 4, 5, 6] in found


async def test_what_a_game_master_chooses_for_a_player_may_be_several_entries(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="kraken_bay", first_player="1")
    await harbour.gm(ann, "force", roll="move", values="1 3", reason="as far as A10")
    for person, line in ((ann, "pick_character merchant"), (bo, "pick_character fisherman")):
        await harbour.told(await person.slash("/game do", action=line))
    await harbour.gm(ann, "act", player="Ann", action="sail_to A10 then end", reason="a test")
    row = (await harbour.table()).row
    record = invariants.Record(row, await harbour.journal(), [])
    made = [line.entry.what for line in record.journal if line.entry.actor.role == "gm"]
    assert made[2:] == ["end_turn"]
    assert invariants.more_of_one_choice(record, "gm") == 1
    assert invariants.more_of_one_choice(record, "seat") == 0
