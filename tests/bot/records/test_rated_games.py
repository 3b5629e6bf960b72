"""Games count for ratings if their players alone decided them."""

from collections.abc import Callable

import pytest

from bot.records.rated_games import hands
from bot.records.results import results_of
from bot.store.rows import EntryRow, GameRow, Member
from rules.engine.entries import (
    Amend,
    Announce,
    Appoint,
    AskFor,
    Extend,
    Force,
    Fresh,
    Kick,
    Lock,
    LookAt,
    Note,
    Pause,
    Propose,
    Redo,
    Refuse,
    SetClock,
    Substitute,
    Timeout,
    Tried,
    Undo,
    Unforce,
)
from rules.engine.entry import Actor
from rules.engine.match import TIMEOUT, Match
from rules.engine.time_control import TimeControl
from rules.engine.verify import verify
from tests.engine.table import ANN, MASTER, cove, does, journal, last, nim, timed
from tests.toy_game import Take

AGREED = Actor(role="seat", player="bob")
DAY = 86_400


def amended(match: Match) -> Match:
    fewer = match.amendment('{"op": "replace", "path": "/left", "value": 9}', None, sees_all=True)
    return match.enter(Amend.of(fewer), MASTER, 201, "a test").match


def undone(match: Match, actor: Actor) -> Match:
    return does(match, 1, "take 1").enter(Undo(match.position.head), actor, 201, "a slip").match


DEEDS: dict[str, Callable[[Match], Match]] = {
    "act": lambda match: match.act(1, Take(buoys=1), MASTER, 201, "away").match,
    "tried": lambda match: match.enter(Tried(1, "take 3"), MASTER, 201, "away").match,
    "timeout": lambda match: match.enter(Timeout(1), MASTER, 201, "away").match,
    "substitute": lambda match: match.enter(Substitute(2, "dot"), MASTER, 201, "away").match,
    "substitute of who is taken out": lambda _: cove().enter(Kick(2, "7"), MASTER, 201, "rude").match,
    "force": lambda match: match.enter(Force([1], "tide"), MASTER, 201, "a test").match,
    "unforce": lambda match: match.enter(Unforce(match.forced[0]), MASTER, 201, "a test").match,
    "fresh": lambda match: undone(match, ANN).enter(Fresh(), MASTER, 201, "a test").match,
    "undo": lambda match: undone(match, MASTER),
    "redo": lambda match: undone(match, ANN).enter(Redo(), MASTER, 201).match,
    "amend": amended,
    "clock": lambda match: match.enter(SetClock(TimeControl(turn=3_600)), MASTER, 201, "in haste").match,
}
"""Entries after which a game does not count for ratings, by their kind."""

ORDER: dict[str, Callable[[Match], Match]] = {
    "note": lambda match: match.enter(Note(), MASTER, 201, "a gull").match,
    "announce": lambda match: match.enter(Announce(), MASTER, 201, "a gull").match,
    "pause": lambda match: match.enter(Pause(), MASTER, 201, "tea").match,
    "extend": lambda match: match.enter(Extend(0, 60), MASTER, 201, "tea").match,
    "look": lambda match: match.enter(LookAt(1), MASTER, 201, "a quarrel").match,
    "lock": lambda match: match.enter(Lock(), MASTER, 201, "a troll").match,
    "appoint": lambda match: match.enter(Appoint("dot"), MASTER, 201).match,
    "clock": lambda match: (
        match.enter(SetClock(TimeControl(turn=9 * DAY, short=DAY)), MASTER, 201, "a fair").match
    ),
    "propose": lambda match: match.enter(Propose(2, "dot", asked=(1,)), MASTER, 201, "away").match,
}
"""Entries after which a game still counts for ratings."""


def forced(match: Match) -> Match:
    return match.enter(Force([1], "tide"), ANN, 150, "a test").match


def slow() -> Match:
    return timed(nim().game, TimeControl(turn=DAY))


@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_game_master_does_for_somebody_or_to_the_game_makes_it_unrated(deed: str) -> None:
    before = forced(slow()) if deed == "unforce" else slow()
    after = DEEDS[deed](before)
    found = hands(journal(after)).intervention
    assert found is not None
    assert found == last(after)
    assert found.kind == deed.split(maxsplit=1)[0]
    assert hands(journal(before)).intervention is None
    assert verify(after).problems == ()


@pytest.mark.parametrize("deed", ORDER)
def test_keeping_order_and_giving_time_leaves_a_game_rated(deed: str) -> None:
    after = ORDER[deed](slow())
    assert last(after).kind == deed
    assert hands(journal(after)) == (None, frozenset())


def test_what_its_players_the_clock_and_the_bot_do_leaves_a_game_rated() -> None:
    match = does(slow(), 1, "take 1").enter(Timeout(2), TIMEOUT, 300).match
    match = does(match, 1, "take 1")
    match = match.enter(AskFor("undo", 2, asked=(1,), to=1), AGREED, 301).match
    match = match.enter(Undo(1), ANN, 302).match
    assert hands(journal(match)) == (None, frozenset())


def test_an_undo_that_a_master_asked_one_player_for_is_the_master_s() -> None:
    asked = does(slow(), 1, "take 1").enter(AskFor("undo", 2, asked=(1,), to=1), MASTER, 201, "a slip").match
    assert hands(journal(asked)).intervention is None
    refused = asked.enter(Refuse(1, "undo"), ANN, 202).match.enter(Undo(1), ANN, 203).match
    assert hands(journal(refused)).intervention is None
    granted = asked.enter(Undo(1), ANN, 202).match
    assert hands(journal(granted)).intervention == last(granted)


def test_an_undo_does_not_bring_the_rating_back() -> None:
    match = amended(slow())
    back = match.enter(Undo(1), MASTER, 202, "wrong").match
    found = hands(journal(back)).intervention
    assert found is not None
    assert found.kind == "amend"


@pytest.mark.parametrize(
    ("turn", "short", "missed", "shorter"),
    [
        (2 * DAY, 3_600, 3, False),
        (0, 3_600, 3, False),
        (3_600, 3_600, 3, True),
        (DAY, 600, 3, True),
        (DAY, 0, 3, False),
        (DAY, 3_600, 1, True),
        (DAY, 3_600, 0, False),
        (DAY, 3_600, 4, False),
    ],
)
def test_a_clock_that_leaves_somebody_less_time_says_so(
    turn: int, short: int, missed: int, shorter: bool
) -> None:
    pace = TimeControl(turn=turn, short=short, missed=missed)
    assert pace.is_shorter_than(TimeControl(turn=DAY, short=3_600)) == shorter


def test_where_turns_had_no_clock_any_clock_is_shorter() -> None:
    assert TimeControl(turn=14 * DAY, missed=3).is_shorter_than(TimeControl())
    assert not TimeControl().is_shorter_than(TimeControl(turn=DAY, missed=1))


def stored(match: Match) -> tuple[GameRow, Match, list[EntryRow]]:
    members = tuple(Member(seat, 800 + seat, name) for seat, name in enumerate(("Ann", "Bo", "Cid"), 1))
    row = GameRow(
        "HM1", 77, 500, "nim", match.position.status, 801, 100, 100, opening=match.opening, seed=match.seed,
        position=match.position, members=members,
    )  # fmt: skip
    return row, match, [EntryRow(entry, ()) for entry in journal(match)]


def test_a_seat_that_changed_hands_by_vote_is_rated_for_neither_and_the_others_are() -> None:
    match = (
        nim(3)
        .enter(Propose(2, "dot", asked=(1, 3)), ANN, 200)
        .match.enter(Substitute(2, "dot"), AGREED, 201)
        .match
    )
    while not match.finished:
        seat = match.position.awaited[0].seat
        match = does(match, seat, match.legal_actions(seat)[0])
    assert [one.unrated for one in results_of(*stored(match))] == ["", "taken over", ""]
    by_master = nim(3).enter(Substitute(2, "dot"), MASTER, 201).match
    while not by_master.finished:
        seat = by_master.position.awaited[0].seat
        by_master = does(by_master, seat, by_master.legal_actions(seat)[0])
    assert {one.unrated for one in results_of(*stored(by_master))} == {"game master"}
