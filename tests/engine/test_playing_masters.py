"""A game master who plays cannot put other players out of the match."""

import json

import pytest

from rules.engine.action import Resign
from rules.engine.entries import Amend, Timeout
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.match import Match
from rules.engine.registry import games
from rules.engine.verify import verify
from tests.engine.table import MASTER, cove, journal, last, opened

PLAYING = Actor(role="gm", player="ann")
"""Return the player of seat 1."""


def resigning(match: Match, seat: int, actor: Actor) -> Match:
    return match.act(seat, Resign(), actor, 200, "a test").match


def test_a_master_who_plays_resigns_for_nobody_else_and_is_told_what_to_do() -> None:
    match = cove(3)
    for seat in (2, 3):
        with pytest.raises(NotNow, match=r"cannot put others out.*/gm task:kick.*/game join"):
            resigning(match, seat, PLAYING)
    assert not resigning(match, 1, PLAYING).plays(1)
    assert not resigning(match, 2, MASTER).plays(2)
    assert not resigning(match, 2, Actor(role="seat", player="bob")).plays(2)


@pytest.mark.parametrize("slug", games())
def test_what_is_done_for_absent_players_of_any_game_is_never_to_resign(slug: str) -> None:
    match = opened(games()[slug], games()[slug].min_seats)
    for at in range(30):
        if match.finished:
            break
        match = match.enter(Timeout(match.position.awaited[0].seat), MASTER, at).match
        assert Resign.kind not in last(match).what.split()


def leaving(match: Match, seat: int, actor: Actor) -> Match:
    """Return the match after an amendment by which a seat has left, as if it had resigned."""
    steps = [
        {"op": "replace", "path": f"/seats/{seat - 1}/active", "value": False},
        {"op": "replace", "path": f"/seats/{seat - 1}/position", "value": "out"},
        {"op": "add", "path": "/resigned/-", "value": seat},
    ]
    wanted = match.amendment(json.dumps(steps), None, sees_all=True)
    return match.enter(Amend.of(wanted), actor, 200, "a test").match


def test_a_master_who_plays_amends_nobody_else_out_of_the_match() -> None:
    match = opened(games()["port_flower"], 3, first_player="seat1")
    with pytest.raises(NotNow, match="cannot put others out"):
        leaving(match, 3, PLAYING)
    assert not leaving(match, 3, MASTER).plays(3)


def test_what_was_entered_before_that_was_refused_is_played_again() -> None:
    match = cove(3)
    entry = Entry(
        number=2, kind="act", actor=PLAYING, seat=2, what="resign", parent=1, at=200, state="", before=""
    )
    old = match.again(entry).match
    assert journal(old)[-1].actor == PLAYING
    assert verify(old).problems == ()
