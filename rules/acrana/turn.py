"""A turn from its start to its end (sections 6.2 and 6.3), and the plays in it."""

from itertools import islice

from rules.acrana import hands
from rules.acrana.battle import arrive, cross_edge
from rules.acrana.board import ROADS
from rules.acrana.cards import card, shown
from rules.acrana.dealing import deal
from rules.acrana.events import CardPlayed, ShipCastOff, ShipSailed, SquaresLost, Stuck, TurnStarted
from rules.acrana.landing import resolve_mark
from rules.acrana.legs import Leg, further_legs
from rules.acrana.movement import drift, place
from rules.acrana.plays import Play, Plays, candidates
from rules.acrana.race import Race
from rules.acrana.state import PlayCard, Sail, TakeTurn


def begin_turn(race: Race, seat: int) -> None:
    """T0: a seat's turn begins."""
    state = race.state
    state.active = seat
    state.turn += 1
    state.plays_left = state.options.cards_per_turn
    for ship in state.ships.values():
        ship.worked.clear()
    state.agenda[:] = [TakeTurn()]
    race.tell(TurnStarted(seat=seat))


def take_turn(race: Race) -> None:
    """T1 and T2: first what waited for the seat's ships, then one card after another, then the next seat."""
    state = race.state
    marked = [
        name
        for name in state.flotilla(state.active)
        if state.ships[name].pending and state.ships[name].at_sea
    ]
    hand = candidates(state)
    if marked:
        resolve_mark(race, marked[0])
    elif hand and hand[0].now:
        # Cards that must be played now do not use up plays.
        state.agenda.append(PlayCard())
    elif hand and state.plays_left:
        state.plays_left -= 1
        state.agenda.append(PlayCard())
    else:
        end_turn(race)


def end_turn(race: Race) -> None:
    """T4: the next seat that holds cards has its turn; without any, new hands are dealt."""
    state = race.state
    state.agenda.clear()
    following = _next_with_cards(race)
    if following is None:
        deal(race)
        following = state.leader
    if not race.over:
        begin_turn(race, following)


def work_out_play(race: Race, task: PlayCard) -> bool:
    """Find out what the seat is to decide; what leaves no choice is done at once (6.4). False: it waits."""
    plays = Plays(race.state, race.waters)
    asked = plays.decision()
    if asked == "play":
        task.asked, task.stuck = asked, False
        return False
    if not task.stuck:
        task.stuck = True
        race.tell(Stuck(seat=race.state.active))
    backings = list(plays.backings())
    forced = backings[0] if len(backings) == 1 else None if backings else plays.only_discard()
    if forced is None:
        task.asked = asked
        return False
    play(race, forced)
    return True


def play(race: Race, chosen: Play) -> None:
    """T3: carry out a legal play of the active seat."""
    state = race.state
    stuck = state.task.stuck if isinstance(state.task, PlayCard) else False
    state.agenda.pop()
    if chosen.use == "discard":
        race.show_play(chosen.card, card(chosen.card).rank, "discard")
        hands.throw(race, [chosen.card], "stuck" if stuck else "declined")
        return
    taken = hands.take(race, chosen.card)
    points = taken.steps if chosen.use in {"sail", "push_back", "back_partner"} else 0
    if chosen.use in {"sail", "push_back"}:
        points += race.seat.silver
        race.seat.silver = 0
    reads = shown(taken)
    race.show_play(taken.id, reads, chosen.use)
    race.tell(CardPlayed(seat=state.active, card=taken.id, shown=reads, use=chosen.use, points=points))
    _carry_out(race, chosen, points)


def _carry_out(race: Race, chosen: Play, points: int) -> None:
    match chosen.use:
        case "cast_off":
            place(race, chosen.ship, ROADS, "cast_off")
            race.tell(ShipCastOff(ship=chosen.ship))
        case "sail" if chosen.leg is not None:
            race.state.agenda.append(Sail(points=points))
            sail_leg(race, chosen.leg)
        case "over_edge":
            cross_edge(race, chosen.ship)
        case "push_back":
            drift(race, chosen.ship, -points, "push")
        case "back_partner":
            drift(race, chosen.ship, -points, "backed")
        case _:
            pass


def sail_leg(race: Race, leg: Leg) -> None:
    """One leg of the card under way."""
    task = race.state.agenda[-1]
    if isinstance(task, Sail):
        task.points -= leg.cost
        task.used += leg.sailing
    start = race.ship(leg.ship).square
    race.tell(ShipSailed(ships=leg.sailing, start=start, end=leg.landing, squares=leg.squares))
    arrive(race, leg.sailing, leg.landing, "sailed")


def sail_on(race: Race, task: Sail) -> bool:
    """The next leg, if there is one: a single one is sailed without asking. False: the seat must choose."""
    # The first tells that there is one, the second that there is a choice.
    legs = list(islice(further_legs(race.waters, task), 2))
    if len(legs) > 1:
        return False
    if legs:
        sail_leg(race, legs[0])
        return True
    race.state.agenda.pop()
    if task.points:
        race.tell(SquaresLost(seat=race.state.active, squares=task.points))
    return True


def _next_with_cards(race: Race) -> int | None:
    state = race.state
    return next((seat for seat in state.after(state.active) if state.seat(seat).hand), None)
