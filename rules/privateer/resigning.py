"""A player gives up (section 12.2)."""

from rules.privateer.battle import check_battle, end_game
from rules.privateer.boarding import scuttle
from rules.privateer.events import SeatResigned
from rules.privateer.play import Play
from rules.privateer.state import (
    AwardingPrize,
    Buying,
    Deploying,
    LayingTerrain,
    OfferingGrudge,
    PrivateerState,
    TakingTurn,
)
from rules.privateer.turn import end_turn


def resign(play: Play, seat: int) -> None:
    """All ships of the seat leave the ocean, and it is skipped from now on."""
    state = play.state
    task = state.task
    if isinstance(task, AwardingPrize) and state.owner(task.winner) == seat:
        _settle_prize(play, task)
    state.seat(seat).resigned = True
    play.tell(SeatResigned(seat=seat))
    for vessel in state.afloat():
        if state.owner(vessel) == seat:
            play.lose(vessel, state.ships[vessel], "withdrawn")
    if not state.fighting:
        _leave_setup(play, seat)
        return
    _leave_battle(play, seat)


def _settle_prize(play: Play, task: AwardingPrize) -> None:
    """The open prize is scuttled, and the move that won it is complete."""
    play.state.agenda.remove(task)
    scuttle(play, task)
    check_battle(play)


def _leave_battle(play: Play, seat: int) -> None:
    """The battle goes on without the seat, or is over; an open prize of somebody else is settled before."""
    state = play.state
    task = state.task
    if isinstance(task, AwardingPrize):
        if len(state.in_battle()) == 1:
            _settle_prize(play, task)
        return
    check_battle(play)
    if isinstance(task, TakingTurn) and task in state.agenda and state.fleets[task.fleet].seat == seat:
        end_turn(play, task)
    if isinstance(task, OfferingGrudge) and task in state.agenda and state.fleets[task.fleet].seat == seat:
        state.agenda.remove(task)


def _leave_setup(play: Play, seat: int) -> None:
    """The seat is taken out of the order, its circle is free again, and what it owed passes on."""
    state = play.state
    gone = state.fleets_of(seat)
    task = state.task
    if isinstance(task, LayingTerrain):
        _pass_tile_on(state, task, seat)
    if isinstance(task, Deploying | Buying):
        task.fleets = [fleet for fleet in task.fleets if fleet not in gone]
    state.order = [fleet for fleet in state.order if fleet not in gone]
    for fleet in gone:
        state.fleets[fleet].start = None
    if len(state.staying) == 1:
        end_game(play, "alone")


def _pass_tile_on(state: PrivateerState, task: LayingTerrain, seat: int) -> None:
    """A drawn tile goes to the next player in order."""
    while state.fleets[task.fleet].seat == seat:
        task.fleet = state.order[(state.order.index(task.fleet) + 1) % len(state.order)]
