"""How actions change the race: each does its part, then the agenda goes on until somebody must decide."""

from rules.acrana import hands
from rules.acrana.actions import (
    BackPartner,
    Becalm,
    CastOff,
    ChooseCards,
    Discard,
    OverEdge,
    PushBack,
    Sail,
    SailOn,
)
from rules.acrana.choices import decision
from rules.acrana.landing import land
from rules.acrana.orders import named_cards, ordered_leg, ordered_play
from rules.acrana.plays import Plays
from rules.acrana.race import Race
from rules.acrana.resigning import resign
from rules.acrana.scene import Scene
from rules.acrana.state import AnyTask, Land, PlayCard, RaceState, TakeTurn
from rules.acrana.state import ChooseCards as CardsToChoose
from rules.acrana.state import Sail as Sailing
from rules.acrana.turn import play, sail_leg, sail_on, take_turn, work_out_play
from rules.engine.action import Action, Resign
from rules.engine.agenda import work
from rules.engine.errors import IllegalAction


def proceed(race: Race) -> None:
    """Go on until somebody must decide or the race is over."""

    def carry_on(task: AnyTask) -> bool:
        match task:
            case TakeTurn():
                take_turn(race)
                return True
            case PlayCard():
                return task.asked is None and work_out_play(race, task)
            case Sailing():
                return sail_on(race, task)
            case Land():
                race.state.agenda.pop()
                land(race, task)
                return True
            case CardsToChoose():
                return False

    work(race.state.agenda, carry_on)


def act(race: Race, seat: int, action: Action) -> None:
    """Carry out an action in its canonical form and all that follows. Raises IllegalAction."""
    if isinstance(action, Resign):
        _must_be_playing(race.state, seat)
        resign(race, seat)
    else:
        _must_be_asked(race.state, seat)
        _answer(race, action)
    proceed(race)


def _answer(race: Race, action: Action) -> None:
    state = race.state
    match action:
        case SailOn():
            sail_leg(race, ordered_leg(race.waters, action))
        case ChooseCards():
            cards, task = named_cards(state, action), state.agenda.pop()
            if isinstance(task, CardsToChoose):
                hands.answer(race, task, cards)
        case CastOff() | Sail() | OverEdge() | PushBack() | Becalm() | Discard() | BackPartner():
            plays = Plays(state, race.waters)
            chosen = ordered_play(plays, action)
            if not state.options.autoplay or not plays.only_choice():
                # A play that nobody was asked for joins what people have not yet seen.
                state.scene = Scene()
            play(race, chosen)
        case _:
            raise IllegalAction("not_allowed", f"“{action}” is not possible now.")


def _must_be_asked(state: RaceState, seat: int) -> None:
    asked = decision(state)
    if asked is None or asked.seat != seat:
        raise IllegalAction("not_your_turn", "It is not your turn. Wait until you are asked.")


def _must_be_playing(state: RaceState, seat: int) -> None:
    if state.result is not None or state.seat(seat).resigned:
        raise IllegalAction("not_allowed", "You are not in this race any more.")
