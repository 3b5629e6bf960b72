"""A turn from its start to its end, apart from the movements (section 6, phases 1 to 3, 5 and 6)."""

from rules.port_flower.events import (
    DiceRolled,
    MoveForfeited,
    Restocked,
    RoundEnded,
    TurnEnded,
    TurnLost,
    TurnSkipped,
    TurnStarted,
)
from rules.port_flower.finish import end_race
from rules.port_flower.race import Race
from rules.port_flower.sailing import choosable, refuge
from rules.port_flower.state import BeginTurn, PlaceBoats, Restock, ShareWind

MOST_REROLLS = 20


def begin_turn(race: Race, task: BeginTurn) -> None:
    """Start a seat's turn: it may be ashore, may restock, or meets its wind at once."""
    state = race.state
    state.agenda.clear()
    state.turn_seat = task.seat
    state.dice, state.moved = {}, {}
    seat = state.seat(task.seat)
    race.tell(TurnStarted(seat=task.seat, round=state.round))
    if seat.skip:
        seat.skip = False
        race.tell(TurnSkipped(seat=task.seat, reason="ashore"))
        end_turn(race)
    elif state.options.repellent != "off" and not seat.repellents:
        state.agenda.append(Restock())
    else:
        roll(race)


def roll(race: Race) -> None:
    """Roll the wind; a roll that allows no plan costs the turn or, as chosen, is rolled again."""
    state = race.state
    state.agenda.clear()
    rolls = 1 + (MOST_REROLLS if state.options.reroll_when_stuck else 0)
    for number in range(rolls):
        wind = state.dice = race.roll_wind()
        race.tell(
            DiceRolled(
                seat=state.turn_seat, N=wind["N"], E=wind["E"], S=wind["S"], W=wind["W"], reroll=number > 0
            )
        )
        if state.plans().exist():
            state.agenda.append(ShareWind())
            return
    race.tell(TurnLost(seat=state.turn_seat))
    end_turn(race)


def restock(race: Race) -> None:
    """Take back one repellent; that is the whole turn."""
    state = race.state
    state.seat(state.turn_seat).repellents += 1
    race.tell(Restocked(seat=state.turn_seat))
    end_turn(race)


def share_wind(race: Race, task: ShareWind) -> bool:
    """Wait for the next movement, unless all are made or none is left."""
    state = race.state
    if len(state.moved) > state.options.sharks_per_turn:
        stop_sailing(race)
        return True
    if task.spoilt:
        # R26: what was sailed stays, the rest is forfeited.
        task.spoilt = False
        if not state.plans().exist():
            race.tell(MoveForfeited(seat=state.turn_seat))
            stop_sailing(race)
            return True
    return False


def stop_sailing(race: Race) -> None:
    """The movements of this turn are over; boats in tow come next."""
    race.state.agenda[:] = [PlaceBoats()]


def place_boats(race: Race) -> bool:
    """Place the boats in tow one by one; wait where an owner has a choice. Then the turn ends."""
    state = race.state
    if not state.tow:
        end_turn(race)
        return True
    seat = state.tow[0]
    now = state.situation()
    if len(choosable(now, seat)) > 1:
        return False
    state.tow.pop(0)
    race.put(seat, refuge(now, seat))
    return True


def end_turn(race: Race) -> None:
    """Pass the turn on, end the round, or call the race off."""
    state = race.state
    state.agenda.clear()
    race.tell(TurnEnded(seat=state.turn_seat))
    if len(state.active) == 1:
        end_race(race, "last_boat", state.active[0])
        return
    following = state.next_active(state.turn_seat)
    if state.in_turn_order(following) <= state.in_turn_order(state.turn_seat):
        race.tell(RoundEnded(round=state.round))
        if state.round == state.options.round_limit:
            end_race(race, "round_limit")
            return
        state.round += 1
    state.agenda.append(BeginTurn(seat=following))
