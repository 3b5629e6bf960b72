"""Absent players, newcomers, and secret answers to the Ghost Ship (sections 11 and 12)."""

from random import Random

from pydantic import JsonValue

from rules.dangerous_sea import GAME
from rules.dangerous_sea.actions import OrderGhost, SetDemands, SetGhost, SetStance
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Resign
from rules.engine.chance import Chance, QuickStream
from rules.engine.entries import Substitute
from rules.engine.entry import Actor
from tests.rules.dangerous_sea.table import match, sea

MASTER = Actor(role="gm", player="master")
HAUNTED: dict[str, JsonValue] = {
    "ships": {"1": {"at": "E5"}, "2": {"at": "E5"}, "3": {"at": "E5"}},
    "agenda": [
        {"task": "season", "seats": [], "haunted": True},
        {"task": "ghost_attack", "seats": [1, 2, 3], "answers": {}},
        {"task": "ghost_order", "seat": 1},
        {"task": "ghost_order", "seat": 2},
        {"task": "ghost_order", "seat": 3},
    ],
    "ghost": "E5",
}


def answers(state: SeaState, seat: int, choice: str) -> None:
    GAME.apply(state, seat, OrderGhost.model_validate({"choice": choice}), Chance(QuickStream(Random(2))))


def test_a_newcomer_begins_with_being_asked_and_the_table_hears_of_it() -> None:
    fighting = match().act(2, SetStance(policy="fight"), MASTER, 0).match
    replaced = fighting.enter(Substitute(2, "newcomer"), MASTER, 0)
    assert [event.kind for event in replaced.events] == ["stance_set"]
    assert GAME.load_state(replaced.match.position.state).ship(2).stance == "ask"
    assert replaced.match.enter(Substitute(2, "another"), MASTER, 0).events == ()


def test_answers_to_the_ghost_are_secret_until_all_are_in() -> None:
    one, other = sea(HAUNTED, 3), sea(HAUNTED, 3)
    answers(one, 1, "face")
    answers(other, 1, "wait")
    assert one != other
    for onlooker in (None, 2, 3):
        assert GAME.view(one, onlooker) == GAME.view(other, onlooker)
        GAME.redraw(one, onlooker, Random(3))
        GAME.redraw(other, onlooker, Random(3))
        assert one == other


def test_who_is_left_alone_with_the_ghost_is_not_asked() -> None:
    state = sea(HAUNTED, 4)
    GAME.apply(state, 1, Resign(), Chance(QuickStream(Random(2))))
    events = GAME.apply(state, 2, Resign(), Chance(QuickStream(Random(2))))
    assert [event.kind for event in events][:2] == ["seat_resigned", "ghost_battle"]


def test_a_captain_reads_how_his_standing_orders_are() -> None:
    state = sea({}, 3)
    for order in (SetStance(policy="fight"), SetGhost(policy="face"), SetDemands(policy="insist")):
        GAME.apply(state, 2, order, Chance(QuickStream(Random(2))))
    told = {
        seat: [GAME.label(state, seat, order, 2).text for order in GAME.free_actions(state, seat)[:-1]]
        for seat in (1, 2)
    }
    assert [order for order in told[1] if order.startswith("✓") and "ask me" not in order] == []
    assert [order for order in told[2] if order.startswith("✓")] == [
        "✓ When a ship arrives: attack",
        "✓ When a winner demands: insist",
        "✓ After a storm: ask me",
        "✓ When the ghost attacks: face it",
    ]
