"""Games, turns and posts for the store: as large as in real games where needed, and easy to distinguish."""

from dataclasses import replace
from functools import cache

from bot.store.rows import Change, EntryRow, GameRow, Member, PostRow, ResultRow, Weighed
from rules.engine.decision import Awaited
from rules.engine.entry import Actor, Entry, Opening
from rules.engine.position import Position

ANN, BOB, CID = 801, 802, 803


def lobby(game: str = "HM7KPX", *, channel: int = 500, created: int = 1_000) -> GameRow:
    """Return a game that Ann opened and Bob joined."""
    return GameRow(
        id=game,
        guild=77,
        channel=channel,
        slug="nim",
        status="lobby",
        creator=ANN,
        created=created,
        updated=created,
        options={"buoys": 12, "tide": True, "chart": "wide"},
        members=(Member(1, ANN, "Ann"), Member(2, BOB, "Bob ⚓")),
    )


def running(game: str = "HM7KPX", *, channel: int = 500) -> GameRow:
    """Return the same game in progress, with an empty journal."""
    row = lobby(game, channel=channel)
    opening = Opening(
        match=game,
        game=row.slug,
        rules_version=1,
        options=row.options,
        players=("Ann", "Bob"),
        commitment="c" * 64,
        at=row.created,
    )
    return at_length(replace(row, status="running", opening=opening, seed=bytes(range(32))), 0)


def at_length(row: GameRow, length: int) -> GameRow:
    """Return the game after `length` entries. It waits for Bob if the number is odd, otherwise for Ann."""
    position = Position(
        head=length,
        last=length,
        chain=entry(length).entry.hash() if length else "",
        state=f'{{"left":{length}}}',
        line="d" * 64,
        players=("Ann", "Bob"),
        stamps=(length, length),
        awaited=(Awaited(seat=1 + length % 2, kind="take", since=row.created + length, stamp=length),),
    )
    return replace(row, position=position, version=max(length, 1), updated=row.created + length)


def later(row: GameRow, changes: int = 1) -> GameRow:
    """Return the same game after `changes` more changes."""
    return replace(row, version=row.version + changes)


@cache
def entry(number: int) -> EntryRow:
    """Return a journal entry with its events, chained to the previous entry."""
    made = Entry(
        number=number,
        kind="act" if number > 1 else "start",
        actor=Actor(role="seat", player="Ann"),
        seat=1,
        what="take 2",
        parent=number - 1,
        at=1_000 + number,
        state="e" * 64,
        before=entry(number - 1).entry.hash() if number > 1 else "f" * 64,
    )
    return EntryRow(made, ({"kind": "taken", "seat": 1, "buoys": 2},), turn=f"turn {number}")


def turn(row: GameRow, number: int, *posts: PostRow, interaction: int = 0) -> Change:
    """Return the change that appends entry `number` to a running game."""
    return Change(at_length(row, number), entry(number), posts, interaction)


def post(number: int, game: str = "HM7KPX") -> PostRow:
    """Return a post that has not been sent."""
    return PostRow(number, game, "turn", channel=500, first=1, last=2, turn="turn 1", called=(1, 2))


def result(game: str, seat: int, place: int = 1) -> ResultRow:
    """Return the result of a seat in a finished game on server 77."""
    return ResultRow(
        game=game,
        seat=seat,
        guild=77,
        slug="nim",
        ended=2_000,
        seconds=900,
        place=place,
        turns=6,
        waited=400,
        team=seat,
        counts={"buoys": 7},
        dice={"tide": Weighed(6, 4.0, 3.0)},
        unrated="",
    )
