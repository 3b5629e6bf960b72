"""Plans the posts that a change begins, updates and retires, in order of delivery, with the newest last.

A new turn or important news begins a post. The newest post narrates everything else, including automatic
turns. Players who are asked during another player's turn are mentioned in a separate post of the kind `call`,
which links to the turn's post. While the bot thinks and nobody else is asked, no post begins: the newest post
narrates in advance what the next post will narrate.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from bot.sessions.undo_path import UndoPath
from bot.store.rows import (
    FINISHED,
    PRACTICE,
    EntryRow,
    Follower,
    GameRow,
    LetterRow,
    PostKind,
    PostRow,
)
from rules.engine.decision import Awaited

CALLS_AGAIN = frozenset(
    {
        "undo", "redo", "substitute", "force", "unforce", "propose", "pause", "resume", "rules", "restored",
        "absent", "back", "announce", "amend", "clock",
    }
)  # fmt: skip
"""Kinds of entries that begin a new post and mention the awaited players again."""

MOMENT = 60
"""The seconds of a period. Followers get the news of a period at its end."""

Posts = tuple[PostRow, ...]
NewId = Callable[[], int]


def for_entry(
    before: GameRow,
    row: GameRow,
    entry: EntryRow,
    newest: PostRow | None,
    new_id: NewId,
    call: PostRow | None = None,
) -> Posts:
    """Return the posts for an entry that led to `row`. Secret entries are not narrated.

    `before` is the game's row before the request. `call` is the unsent mention that the request has planned
    so far. This function updates or withdraws `call`.
    """
    number = entry.entry.number
    if entry.entry.secret:
        return _asking(before, row, newest)
    if newest is not None and _goes_on(newest, row, entry):
        told = replace(newest, last=number, wanted=newest.wanted + 1)
        return (*_calls(row, told, _asked_meanwhile(before, row, newest), call, new_id), told)
    new = PostRow(
        id=new_id(), game=row.id, kind="turn", channel=row.channel, first=_untold(newest, entry), last=number,
        turn=entry.turn, called=_called(row, entry),
    )  # fmt: skip
    return (*_withdrawn(call), *_retired(newest), new)


def while_thinking(
    row: GameRow, entry: EntryRow, newest: PostRow | None, call: PostRow | None = None
) -> Posts | None:
    """Return an update of the newest post for an entry after which the bot thinks.

    If there is no post, or the entry is secret, news, or of the same turn, return `None` (see `for_entry`).
    """
    if (
        newest is None
        or entry.entry.secret
        or _goes_on(newest, row, entry)
        or not _may_stay(newest, row, entry)
    ):
        return None
    return (*_withdrawn(call), replace(newest, wanted=newest.wanted + 1))


def next_post(row: GameRow, newest: PostRow, turn: str, machine: int) -> PostRow | None:
    """Return the next post in advance if a new turn waits only for the bot, else `None`.

    Until the next post is sent, the newest post narrates the entries of the next post.
    """
    if turn == newest.turn or row.last <= newest.last or not only_awaits(row, machine):
        return None
    people = tuple(member.seat for member in row.members if member.user != machine)
    return replace(newest, first=newest.last + 1, last=row.last, called=people)


def only_awaits(row: GameRow, user: int) -> bool:
    """Return whether the game waits for seats, all of which belong to `user`."""
    asked = {one.seat for one in row.asked}
    return bool(asked) and asked <= {*row.seats_of(user)}


def for_more(before: GameRow, row: GameRow, entry: EntryRow, unsent: PostRow) -> Posts:
    """Return an update of the unsent post, which then narrates `entry` and mentions the seats asked next."""
    if entry.entry.secret:
        return ()
    others = set(unsent.called) - set(awaited_seats(before))
    called = tuple(sorted(others | set(_called(row, entry))))
    last = entry.entry.number
    return (replace(unsent, last=last, turn=entry.turn, called=called, wanted=unsent.wanted + 1),)


def for_travel(
    before: GameRow,
    row: GameRow,
    entry: EntryRow,
    journey: UndoPath,
    told: Iterable[PostRow],
    newest: PostRow | None,
    new_id: NewId,
) -> Posts:
    """Return the posts for an undo or redo from `before` to `row`, and updates of the posts `told`."""
    if entry.entry.secret:
        return _asking(before, row, newest)
    changed, first, last = [], 0, newest
    for post in (one for one in told if one.kind == "turn"):
        undone = _undone(post, first or post.first, journey)
        first = post.first
        if newest is not None and post.id == newest.id:
            last = replace(newest, undone=undone)
        elif undone != post.undone:
            changed.append(replace(post, undone=undone, wanted=post.wanted + 1))
    return (*changed, *for_entry(row, row, entry, last, new_id))


def for_lobby(row: GameRow, newest: PostRow | None, new_id: NewId, admitted: tuple[int, ...] = ()) -> Posts:
    """Return an update of the lobby's post. A closed lobby has no controls.

    A new post begins if there is no post, or if players who were waiting got the seats `admitted`. The new
    post mentions the admitted players.
    """
    if newest is None or admitted:
        new = PostRow(id=new_id(), game=row.id, kind="lobby", channel=row.channel, called=admitted)
        return (*_retired(newest), new)
    return (replace(newest, wanted=newest.wanted + 1, live=row.status == "lobby", called=()),)


def for_restored(
    row: GameRow, entry: EntryRow, told: Iterable[PostRow], newest: PostRow | None, new_id: NewId
) -> Posts:
    """Return posts with the news that a game was restored from a backup, and updates of the posts `told`."""
    # Messages of older posts may still narrate events after the backup.
    older = (post for post in told if not post.gone and (newest is None or post.id != newest.id))
    again = (replace(post, wanted=post.wanted + 1) for post in older)
    return (*again, *for_entry(row, row, entry, newest, new_id))


def for_restored_lobby(row: GameRow, newest: PostRow | None, taken: int, new_id: NewId) -> Posts:
    """Return the posts for a lobby restored from a backup. A new post shows the news and the lobby."""
    new = PostRow(id=new_id(), game=row.id, kind="lobby", channel=row.channel, restored=taken)
    return (*_retired(newest), new)


def for_move(row: GameRow, newest: PostRow | None, new_id: NewId) -> Posts:
    """Return the posts after a move to the row's channel. A new post there mentions the awaited players.

    The new post narrates the entries after the newest post's last entry.
    """
    kind: PostKind = "lobby" if row.status == "lobby" else "turn"
    told = newest.last if newest is not None and newest.kind == "turn" else row.last
    return (*_retired(newest), post_after(row, kind, told, newest.turn if newest else "", new_id))


def post_after(row: GameRow, kind: PostKind, told: int, turn: str, new_id: NewId) -> PostRow:
    """Return a new post that narrates the entries after number `told`, and mentions the awaited players."""
    return PostRow(
        id=new_id(), game=row.id, kind=kind, channel=row.channel, first=told + 1, last=row.last, turn=turn,
        called=awaited_seats(row),
    )  # fmt: skip


def for_hall(row: GameRow, entry: EntryRow, hall: int, new_id: NewId) -> Posts:
    """Return the post of a finished game in `hall`, the server's channel for results (0: none).

    Practice games, games without a result, and games that were played in the hall get no such post.
    """
    if not hall or row.status != "over" or row.preset == PRACTICE or hall == row.channel:
        return ()
    number = entry.entry.number
    # The post is not live, so players are not told if Discord refuses the post.
    return (
        PostRow(
            id=new_id(), game=row.id, kind="hall", channel=hall, first=number, last=number, live=False
        ),
    )  # fmt: skip


def for_reminder(row: GameRow, asked: Awaited, new_id: NewId, *, unreached: bool = False) -> Posts:
    """Return a post that reminds the seat of its question. `unreached` is as in `PostRow`."""
    new = post_after(row, "reminder", row.last, "", new_id)
    return (replace(new, called=(asked.seat,), asked=asked.since, unreached=unreached),)


def for_late(row: GameRow, seats: Collection[int], now: int, new_id: NewId, *, unreached: bool) -> Posts:
    """Return a post, planned at the time `now`, that mentions players who missed news (see `PostRow`)."""
    new = post_after(row, "late", row.last, "", new_id)
    return (replace(new, called=tuple(sorted(seats)), asked=now, live=False, unreached=unreached),)


def letters(
    row: GameRow, posts: Iterable[PostRow], fresh: Collection[int], new_id: NewId
) -> tuple[LetterRow, ...]:
    """Return the direct messages to players whom these posts mention for the first time.

    `fresh` are ids of posts that were not sent yet. Players in quiet hours who get no reminder get a delayed
    message, even if they prefer mentions in the channel.
    """
    return tuple(
        _letter(row, seat, user, new_id)
        for post in posts
        if post.kind != "lobby" and not post.gone and (post.wanted == 1 or post.id in fresh)
        for seat, user, _ in row.members
        if seat in post.called and (row.wishes.of(user).way == "direct" or _hears_later(row, seat, user))
    )


def _hears_later(row: GameRow, seat: int, user: int) -> bool:
    """Return whether a player who prefers mentions is in quiet hours and gets no reminder afterwards."""
    wishes = row.wishes.of(user)
    quiet = wishes.callable_from(row.updated) != row.updated
    return wishes.way == "channel" and quiet and seat not in awaited_seats(row)


def _letter(row: GameRow, seat: int, user: int, new_id: NewId) -> LetterRow:
    asked = row.position.awaits(seat) if row.position and seat in awaited_seats(row) else None
    at = row.wishes.of(user).callable_from(row.updated)
    return LetterRow(
        new_id(), user, row.id, "asked" if asked else "news", seat, asked.since if asked else 0, at
    )


def letters_on_deck(
    row: GameRow, posts: Iterable[PostRow], seat: int, new_id: NewId
) -> tuple[LetterRow, ...]:
    """If a new turn begins, return the direct message to the player of `seat`, whose turn is next."""
    begun = next((post.first for post in posts if post.kind == "turn" and post.wanted == 1), 0)
    if not begun or row.status != "running" or seat in awaited_seats(row):
        return ()
    return tuple(
        LetterRow(
            new_id(), user, row.id, "deck", seat, 0, row.wishes.of(user).callable_from(row.updated), begun
        )
        for own, user, _ in row.members
        if own == seat and row.wishes.of(user).on_deck
    )


def for_followers(
    row: GameRow, entry: EntryRow, round_: str, posts: Iterable[PostRow], new_id: NewId
) -> tuple[GameRow, tuple[LetterRow, ...]]:
    """Return the updated game, and the direct messages to followers about the entry.

    `round_` is the key of the current round. Followers whom the posts mention get no message now, but their
    next message includes this entry.
    """
    if entry.entry.secret or not row.followers:
        return row, ()
    over = row.status in FINISHED
    stages = {"turn": entry.turn, "round": round_ or entry.turn}
    called = _hearing(row, posts)
    followers, letters, last = list[Follower](), list[LetterRow](), entry.entry.number
    for one in row.followers:
        stage = stages.get(one.pace, "")
        if one.closed or one.user in called or (stage == one.stage and not over):
            followers.append(one)
            continue
        moment = row.updated - row.updated % MOMENT + MOMENT
        at = row.wishes.of(one.user).told_from(moment)
        followers.append(one._replace(told=last, stage=stage))
        letters.append(LetterRow(new_id(), one.user, row.id, "followed", 0, 0, at, one.told + 1, last))
    return replace(row, followers=tuple(followers)), tuple(letters)


def _hearing(row: GameRow, posts: Iterable[PostRow]) -> set[int]:
    """Return the users who are notified by a mention in these posts."""
    seats = {seat for post in posts if post.live for seat in post.called}
    users = (member.user for member in row.members if member.seat in seats)
    return {user for user in users if row.wishes.of(user).way != "none"}


def reminding_letter(row: GameRow, asked: Awaited, new_id: NewId) -> tuple[LetterRow, ...]:
    """Return the direct message that reminds the asked player."""
    user = row.user_at(asked.seat)
    return (LetterRow(new_id(), user, row.id, "reminder", asked.seat, asked.since, row.updated),)


def for_open_calls(before: GameRow, row: GameRow, calls: Iterable[PostRow], planned: Posts) -> Posts:
    """Return updates of open mentions and reminders whose questions were answered or got other deadlines.

    A new turn's post closes open mentions, because the post repeats their questions.
    """
    if not planned:
        # The entry may be secret, and an update would reveal it.
        return ()
    anew = any(post.kind == "turn" and post.wanted == 1 for post in planned)
    known = {post.id for post in planned}
    changed = []
    for post in calls:
        still = {} if anew and post.kind == "call" else _still_asked(row, post)
        if post.id not in known and still != _still_asked(before, post):
            called = tuple(still) or post.called
            changed.append(replace(post, called=called, live=bool(still), wanted=post.wanted + 1))
    return tuple(changed)


def _still_asked(row: GameRow, post: PostRow) -> dict[int, int]:
    """Return the deadline of each mentioned seat that has not answered yet."""
    asked = (one for one in row.asked if one.seat in post.called and one.since <= post.asked)
    return {one.seat: row.deadline(one) for one in asked}


def shown_anew(row: GameRow, calls: Iterable[PostRow], newest: PostRow | None) -> Posts:
    """Return updates of all posts that show deadlines."""
    asking = [*calls]
    if newest is not None and newest.kind == "turn" and newest.live and row.status == "running":
        asking.append(newest)
    return tuple(replace(post, wanted=post.wanted + 1) for post in asking)


def for_lost(row: GameRow, lost: PostRow, new_id: NewId) -> Posts:
    """Give up the live post `lost`, whose message was deleted. Return `lost` and the post in its place."""
    new = replace(
        lost, id=new_id(), message=0, shown=0, wanted=1, attempts=0, retry=0, picture="", alt="",
        called=awaited_seats(row), gone=False,
    )  # fmt: skip
    return (replace(lost, gone=True, live=False, wanted=lost.wanted + 1), new)


def _asking(before: GameRow, row: GameRow, newest: PostRow | None) -> Posts:
    """If a secret entry changed the awaited seats, return an update of the newest post, which shows them."""
    shown = newest is not None and newest.kind == "turn" and newest.live and not newest.gone
    if newest is None or not shown or awaited_seats(before) == awaited_seats(row):
        return ()
    return (replace(newest, wanted=newest.wanted + 1),)


def awaited_seats(row: GameRow) -> tuple[int, ...]:
    """Return the seats for which the game waits. A paused game waits for no seats."""
    if row.position is None or row.status == "paused":
        return ()
    return tuple(awaited.seat for awaited in row.position.awaited)


def _goes_on(newest: PostRow, row: GameRow, entry: EntryRow) -> bool:
    """Return whether the newest post also narrates `entry`, because it is of the same turn and not news."""
    return newest.turn == entry.turn and _may_stay(newest, row, entry)


def _may_stay(newest: PostRow, row: GameRow, entry: EntryRow) -> bool:
    """Return whether the newest post can remain the newest, because `entry` is not news."""
    if newest.gone or newest.kind != "turn" or row.status in {"over", "ended"}:
        return False
    return entry.entry.kind not in CALLS_AGAIN


def _untold(newest: PostRow | None, entry: EntryRow) -> int:
    """Return the number of the first entry that no post has narrated."""
    return entry.entry.number if newest is None else newest.last + 1


def _asked_meanwhile(before: GameRow, row: GameRow, newest: PostRow) -> tuple[int, ...]:
    """Return the newly asked seats whose time is short or whom the turn's post does not mention."""
    waiting, called = set(awaited_seats(before)), set(newest.called)
    return tuple(
        one.seat
        for one in row.asked
        if one.seat not in waiting and (one.clock == "short" or one.seat not in called)
    )


def _calls(
    row: GameRow, newest: PostRow, seats: tuple[int, ...], call: PostRow | None, new_id: NewId
) -> Posts:
    """Return the mention that sends these seats to the turn's post. Without seats, withdraw `call`."""
    if not seats:
        return _withdrawn(call)
    asked = max(one.since for one in row.asked if one.seat in seats)
    if call is not None:
        return (replace(call, called=seats, asked=asked, wanted=call.wanted + 1),)
    line = post_after(row, "call", newest.last, newest.turn, new_id)
    return (replace(line, last=newest.last, called=seats, asked=asked),)


def _withdrawn(call: PostRow | None) -> Posts:
    """Return the unsent mention, marked as given up."""
    return () if call is None else (replace(call, gone=True, wanted=call.wanted + 1),)


def _called(row: GameRow, entry: EntryRow) -> tuple[int, ...]:
    """Return the seats that a new post mentions: awaited seats, and seats that the entry affects."""
    if row.status in {"over", "ended"} or entry.entry.kind == "announce":
        return tuple(member.seat for member in row.members)
    called = {*awaited_seats(row)}
    if entry.entry.kind == "substitute":
        called.add(entry.entry.seat)
    if entry.entry.kind == "absent":
        # The absent player and game masters who play are notified once.
        called.update({entry.entry.seat, *(seat for user in row.masters for seat in row.seats_of(user))})
    if entry.entry.kind == "propose" and row.vote is not None:
        called.update(member.seat for member in row.members if member.user in row.vote.asked)
    return tuple(sorted(called))


def dated(plan: Posts, newest: PostRow | None, cause: int) -> Posts:
    """Return the planned posts. If a post has no `since`, set it to the newest known id from Discord.

    That is the id of the interaction `cause` (0: none) or of the newest post's message, whichever is greater.
    The messages of the planned posts will have greater ids.
    """
    since = max(cause, newest.message, newest.since) if newest else cause
    return tuple(post if post.since else replace(post, since=since) for post in plan)


def _undone(post: PostRow, first: int, journey: UndoPath) -> tuple[int, ...]:
    """Return the undone entries that the post narrates. `first` is the first entry of the previous post."""
    # A post also narrates the previous turn.
    own = range(first, post.last + 1)
    back = {row.entry.number for row in journey.back if row.entry.number in own and not row.entry.secret}
    return tuple(sorted({*post.undone, *back} - {row.entry.number for row in journey.forth}))


def _retired(post: PostRow | None) -> Posts:
    return () if post is None else (replace(post, live=False, wanted=post.wanted + 1),)
