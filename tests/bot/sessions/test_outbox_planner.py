"""The posts that a change begins, continues and retires."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from bot.sessions import outbox_planner
from bot.sessions.undo_path import UndoPath
from bot.store.rows import EntryRow, GameRow, PostRow
from rules.engine.decision import Awaited
from tests.bot.store.samples import at_length, entry, lobby, running

NEWEST = PostRow(7, "HM7KPX", "turn", channel=500, first=2, last=3, turn="turn 4", called=(1, 2), message=70)


@pytest.fixture
def new_id() -> Callable[[], int]:
    return count(8).__next__


def told(line: EntryRow, **changes: object) -> EntryRow:
    """Return the entry's row with some fields changed."""
    return replace(line, entry=line.entry.model_copy(update=changes))


def test_what_happens_in_the_same_turn_is_told_in_the_same_post(new_id: Callable[[], int]) -> None:
    plan = outbox_planner.for_entry(
        at_length(running(), 3), at_length(running(), 4), entry(4), NEWEST, new_id
    )
    assert plan == (replace(NEWEST, last=4, wanted=2),)


def test_another_turn_begins_a_post_and_retires_the_one_before(new_id: Callable[[], int]) -> None:
    old, new = outbox_planner.for_entry(
        at_length(running(), 3), at_length(running(), 5), entry(5), NEWEST, new_id
    )
    assert old == replace(NEWEST, live=False, wanted=2)
    # No earlier post narrates entry 4.
    assert (new.id, new.first, new.last, new.turn, new.called) == (8, 4, 5, "turn 5", (2,))


def test_the_newest_post_waits_for_a_bot_that_thinks_unless_there_are_news(
    new_id: Callable[[], int],
) -> None:
    row = at_length(running(), 5)
    assert outbox_planner.while_thinking(row, entry(5), NEWEST) == (replace(NEWEST, wanted=2),)
    call = replace(NEWEST, id=new_id(), kind="call")
    assert outbox_planner.while_thinking(row, entry(5), NEWEST, call) == (
        replace(call, gone=True, wanted=2),
        replace(NEWEST, wanted=2),
    )
    others = (entry(4), told(entry(5), kind="pause"), told(entry(5), secret=True))
    assert [outbox_planner.while_thinking(row, line, NEWEST) for line in others] == [None] * 3
    for newest in (None, replace(NEWEST, gone=True), replace(NEWEST, kind="lobby")):
        assert outbox_planner.while_thinking(row, entry(5), newest) is None


def test_a_post_that_waits_shows_what_the_next_one_tells() -> None:
    row = at_length(running(), 5)
    machine = next(member.user for member in row.members if member.seat == 2)
    waiting = outbox_planner.next_post(row, NEWEST, "turn 5", machine)
    assert waiting == replace(NEWEST, first=4, last=5, called=(1,))
    assert outbox_planner.next_post(row, NEWEST, "turn 4", machine) is None
    assert outbox_planner.next_post(at_length(running(), 3), NEWEST, "turn 5", machine) is None
    assert outbox_planner.next_post(row, NEWEST, "turn 5", 0) is None


def test_who_is_asked_in_the_middle_of_a_turn_is_called_by_a_line_and_told_in_the_turns_post(
    new_id: Callable[[], int],
) -> None:
    for_bob = replace(NEWEST, called=(2,))
    before, after = at_length(running(), 3), at_length(running(), 4)
    call, told = outbox_planner.for_entry(before, after, entry(4), for_bob, new_id)
    assert told == replace(for_bob, last=4, wanted=2)
    assert (call.id, call.kind, call.called, call.live) == (8, "call", (1,), True)
    assert list(range(call.first, call.last + 1)) == []


def test_whose_turn_it_is_goes_on_with_it_uncalled(new_id: Callable[[], int]) -> None:
    before, after = at_length(running(), 3), at_length(running(), 4)
    assert outbox_planner.awaited_seats(before) != outbox_planner.awaited_seats(after)
    assert len(outbox_planner.for_entry(before, after, entry(4), NEWEST, new_id)) == 1


def test_who_must_answer_soon_is_called_in_the_own_turn_too(new_id: Callable[[], int]) -> None:
    row = at_length(running(), 4)
    assert row.position is not None
    short = tuple(one.model_copy(update={"clock": "short"}) for one in row.position.awaited)
    hurried = replace(row, position=row.position.model_copy(update={"awaited": short}))
    call, _ = outbox_planner.for_entry(at_length(running(), 3), hurried, entry(4), NEWEST, new_id)
    assert call.called == (1,)
    assert len(outbox_planner.for_entry(hurried, hurried, entry(4), NEWEST, new_id)) == 1


def test_nobody_is_called_for_what_is_answered_at_once(new_id: Callable[[], int]) -> None:
    for_bob = replace(NEWEST, called=(2,))
    before, asked = at_length(running(), 3), at_length(running(), 4)
    call, told = outbox_planner.for_entry(before, asked, entry(4), for_bob, new_id)
    answered, on = outbox_planner.for_entry(before, before, entry(4), told, new_id, call)
    assert answered == replace(call, gone=True, wanted=2)
    assert not answered.due
    assert on.id == told.id


def asked(*awaited: Awaited) -> GameRow:
    """Return a game that waits for these seats."""
    row = at_length(running(), 4)
    assert row.position is not None
    return replace(row, position=row.position.model_copy(update={"awaited": awaited}))


def short(seat: int, extra: int = 0) -> Awaited:
    """Return a seat's question that delays others."""
    return Awaited(seat=seat, kind="hit", since=50, stamp=4, clock="short", extra=extra)


TOLD = replace(NEWEST, wanted=2)
CALL = replace(NEWEST, id=8, kind="call", first=4, asked=50)


def test_a_call_is_closed_when_all_have_answered_and_until_then_names_who_has_not() -> None:
    both, one, on = asked(short(1), short(2)), asked(short(2)), (TOLD,)
    assert outbox_planner.for_open_calls(both, both, [CALL], on) == ()
    (half,) = outbox_planner.for_open_calls(both, one, [CALL], on)
    assert half == replace(CALL, called=(2,), wanted=2)
    # A later question to the same seat is a new question.
    later = asked(short(2).model_copy(update={"since": 51}))
    (closed,) = outbox_planner.for_open_calls(one, later, [half], on)
    assert closed == replace(half, live=False, wanted=3)


def test_a_call_and_a_reminder_show_the_time_that_was_added_to_their_question() -> None:
    reminder = replace(CALL, id=9, kind="reminder", called=(1,))
    changed = outbox_planner.for_open_calls(
        asked(short(1)), asked(short(1, extra=600)), [CALL, reminder], (TOLD,)
    )
    assert [(post.id, post.called, post.live, post.wanted) for post in changed] == [
        (8, (1,), True, 2), (9, (1,), True, 2),
    ]  # fmt: skip


def test_a_new_turn_s_post_closes_calls_but_no_reminders() -> None:
    still, reminder = asked(short(1), short(2)), replace(CALL, id=9, kind="reminder", called=(1,))
    changed = outbox_planner.for_open_calls(
        still, still, [CALL, reminder], (replace(NEWEST, id=10, wanted=1),)
    )
    assert changed == (replace(CALL, live=False, wanted=2),)


def test_what_nobody_notices_changes_no_call() -> None:
    assert outbox_planner.for_open_calls(asked(short(1), short(2)), asked(short(2)), [CALL], ()) == ()


@pytest.mark.parametrize("kind", sorted(outbox_planner.CALLS_AGAIN))
def test_what_people_must_hear_of_has_a_post_of_its_own(kind: str, new_id: Callable[[], int]) -> None:
    plan = outbox_planner.for_entry(
        at_length(running(), 3), at_length(running(), 4), told(entry(4), kind=kind), NEWEST, new_id
    )
    assert [post.id for post in plan] == [7, 8]


@pytest.mark.parametrize("changes", [{"gone": True}, {"kind": "lobby"}])
def test_what_follows_a_lost_post_or_the_lobby_has_a_post_of_its_own(
    changes: dict[str, object], new_id: Callable[[], int]
) -> None:
    newest = replace(NEWEST, **changes)  # type: ignore[arg-type]
    assert (
        len(
            outbox_planner.for_entry(
                at_length(running(), 3), at_length(running(), 4), entry(4), newest, new_id
            )
        )
        == 2
    )


def test_what_follows_by_itself_is_told_in_the_unsent_post_which_calls_whom_the_game_waits_for_then() -> None:
    unsent = replace(NEWEST, message=0)
    before, after = at_length(running(), 4), at_length(running(), 5)
    assert outbox_planner.awaited_seats(before) != outbox_planner.awaited_seats(after) == (2,)
    only = outbox_planner.for_more(
        before, after, entry(5), replace(unsent, called=outbox_planner.awaited_seats(before))
    )
    assert only == (replace(unsent, last=5, turn="turn 5", called=(2,), wanted=2),)


def test_who_was_called_for_another_reason_is_called_still() -> None:
    before, after = at_length(running(), 4), at_length(running(), 5)
    seated = replace(NEWEST, called=(*outbox_planner.awaited_seats(before), 7))
    (post,) = outbox_planner.for_more(before, after, entry(5), seated)
    assert post.called == (2, 7)


def test_a_secret_entry_that_follows_owes_nothing() -> None:
    row = at_length(running(), 4)
    assert outbox_planner.for_more(row, row, told(entry(4), secret=True), NEWEST) == ()


def test_a_secret_entry_owes_nothing(new_id: Callable[[], int]) -> None:
    row, secret = at_length(running(), 4), told(entry(4), secret=True)
    assert outbox_planner.for_entry(at_length(running(), 2), row, secret, NEWEST, new_id) == ()


def test_the_newest_post_shows_who_is_asked_after_a_secret_choice_and_its_undo(
    new_id: Callable[[], int],
) -> None:
    both, one = asked(short(1), short(2)), asked(short(2))
    secret, shown = told(entry(4), secret=True), (replace(NEWEST, wanted=2),)
    assert outbox_planner.for_entry(both, one, secret, NEWEST, new_id) == shown
    undo, back = told(entry(5), kind="undo", secret=True), UndoPath((secret,), (), "", "")
    assert outbox_planner.for_travel(one, both, undo, back, (NEWEST,), NEWEST, new_id) == shown
    for newest in (
        None,
        replace(NEWEST, gone=True),
        replace(NEWEST, kind="lobby"),
        replace(NEWEST, live=False),
    ):
        assert outbox_planner.for_entry(both, one, secret, newest, new_id) == ()


def test_a_lobby_is_told_in_one_post_from_its_opening_to_its_end(new_id: Callable[[], int]) -> None:
    (first,) = outbox_planner.for_lobby(lobby(), None, new_id)
    (changed,) = outbox_planner.for_lobby(lobby(), first, new_id)
    (closed,) = outbox_planner.for_lobby(lobby().with_status("cancelled"), changed, new_id)
    assert [(post.id, post.wanted, post.live) for post in (first, changed, closed)] == [
        (8, 1, True), (8, 2, True), (8, 3, False),
    ]  # fmt: skip


def test_a_game_that_moves_calls_those_awaited_in_its_new_channel(new_id: Callable[[], int]) -> None:
    moved = replace(at_length(running(), 3), channel=501)
    old, new = outbox_planner.for_move(moved, NEWEST, new_id)
    assert not old.live
    assert (new.channel, new.first, new.last, new.turn, new.called) == (501, 4, 3, "turn 4", (2,))


def test_a_game_that_moves_while_the_bot_thinks_tells_there_what_no_post_has_told(
    new_id: Callable[[], int],
) -> None:
    moved = replace(at_length(running(), 5), channel=501)
    _, new = outbox_planner.for_move(moved, NEWEST, new_id)
    assert (new.first, new.last) == (4, 5)


def test_a_lost_message_is_replaced_by_one_that_tells_the_same(new_id: Callable[[], int]) -> None:
    lost, new = outbox_planner.for_lost(at_length(running(), 3), NEWEST, new_id)
    assert (lost.gone, lost.live) == (True, False)
    assert (new.first, new.last, new.message, new.live, new.called) == (2, 3, 0, True, (2,))


def test_an_undo_marks_in_every_post_what_it_took_back(new_id: Callable[[], int]) -> None:
    back = UndoPath((entry(2), entry(3), entry(4)), (), "", "")
    older = replace(NEWEST, id=6, first=1, last=2, live=False)
    undo = told(entry(5), kind="undo")
    row = at_length(running(), 5)
    plan = outbox_planner.for_travel(row, row, undo, back, (older, NEWEST), NEWEST, new_id)
    assert plan[0] == replace(older, undone=(2,), wanted=2)
    assert plan[1] == replace(NEWEST, undone=(2, 3), live=False, wanted=2)
    assert [post.id for post in plan] == [6, 7, 8]


def test_a_redo_takes_the_marks_away(new_id: Callable[[], int]) -> None:
    forth = UndoPath((), (entry(2), entry(3)), "", "")
    marked = replace(NEWEST, id=6, first=1, last=4, undone=(2, 3, 4))
    redo = told(entry(5), kind="redo")
    row = at_length(running(), 5)
    plan = outbox_planner.for_travel(row, row, redo, forth, (marked,), None, new_id)
    assert plan[0] == replace(marked, undone=(4,), wanted=2)


def test_what_was_done_in_secret_is_not_marked(new_id: Callable[[], int]) -> None:
    back = UndoPath((told(entry(2), secret=True),), (), "", "")
    undo, row = told(entry(5), kind="undo"), at_length(running(), 5)
    assert outbox_planner.for_travel(row, row, undo, back, (NEWEST,), NEWEST, new_id)[0].undone == ()
    assert outbox_planner.for_travel(row, row, told(undo, secret=True), back, (NEWEST,), NEWEST, new_id) == ()


@pytest.mark.parametrize(("cause", "since"), [(0, 70), (60, 70), (80, 80)])
def test_a_post_knows_what_discord_has_numbered_before_it(
    cause: int, since: int, new_id: Callable[[], int]
) -> None:
    plan = outbox_planner.for_entry(
        at_length(running(), 3), at_length(running(), 5), entry(5), NEWEST, new_id
    )
    assert [post.since for post in outbox_planner.dated(plan, NEWEST, cause)] == [since, since]


def test_a_post_keeps_what_it_knows_to_be_older_than_itself(new_id: Callable[[], int]) -> None:
    unsent = replace(NEWEST, message=0, since=50)
    plan = outbox_planner.for_entry(
        at_length(running(), 3), at_length(running(), 4), entry(4), unsent, new_id
    )
    assert [post.since for post in outbox_planner.dated(plan, unsent, 90)] == [50]


def test_what_ends_with_a_result_is_shown_in_the_hall_unless_it_was_practice_or_played_there(
    new_id: Callable[[], int],
) -> None:
    over = replace(at_length(running(), 5), status="over")
    (shown,) = outbox_planner.for_hall(over, entry(5), 900, new_id)
    assert (shown.kind, shown.channel, shown.called, shown.live) == ("hall", 900, (), False)
    for row, hall in (
        (over, 0),
        (over, over.channel),
        (replace(over, preset="tutorial"), 900),
        (replace(over, status="ended"), 900),
        (at_length(running(), 5), 900),
    ):
        assert outbox_planner.for_hall(row, entry(5), hall, new_id) == ()
