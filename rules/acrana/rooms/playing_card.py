"""A seat plays a card, or else discards a card or sails a partner's ship back (sections 6.3 and 6.4)."""

from collections.abc import Iterator

from rules.acrana import hands
from rules.acrana.actions import BackPartner, Becalm, CastOff, Discard, OverEdge, PlayAction, PushBack, Sail
from rules.acrana.battle import cross_edge
from rules.acrana.board import KINDS, PLAIN, ROADS
from rules.acrana.cards import shown
from rules.acrana.events import CardPlayed, ShipCastOff, Stuck
from rules.acrana.landing import waiting_marks
from rules.acrana.legs import Leg
from rules.acrana.movement import drift, place
from rules.acrana.orders import action_of, names_its_card, ordered_play, says_how_far
from rules.acrana.plays import Play, Plays
from rules.acrana.race import Race
from rules.acrana.rooms import Question
from rules.acrana.rooms.sailing_on import SailingOn, sail_leg
from rules.acrana.shown.forecast import backwards, way_labels
from rules.acrana.shown.naming import answer_name, card_name, card_sign, has_better_suits
from rules.acrana.state import PlayCard, RaceState
from rules.acrana.waters import Waters
from rules.engine.action import Action
from rules.engine.label import Label

_PROMPTS = {
    "play": "plays a card",
    "discard": "can play nothing and discards a card",
    "back_partner": "can play nothing and sails a partner’s ship back",
}

_FIRST: dict[type[PlayAction], Label] = {
    CastOff: Label("Leave port"),
    Sail: Label("Sail"),
    OverEdge: Label("Over the edge", "Two dice say where the ship comes back onto the chart."),
    PushBack: Label("Push an enemy back"),
    Becalm: Label("Lie becalmed", "Nothing moves."),
    Discard: Label("Discard a card"),
    BackPartner: Label("Sail a partner back"),
}


class PlayingCard(PlayCard, Question[CastOff | Sail | OverEdge | PushBack | Becalm | Discard | BackPartner]):
    """The seat plays one of its cards for one of its uses (sections 6.3 and 6.4)."""

    # The kind of question depends on the hand, so the question reveals something about the hand.
    reveals = True
    lines = 5

    def kind(self, state: RaceState) -> str:
        return self.asked or "play"

    def plays_itself(self, state: RaceState) -> bool:
        return self.asked == "play" and state.options.autoplay

    def go_on(self, play: Race) -> bool:
        """Determine the seat's question. A stuck seat without a choice acts immediately (section 6.4)."""
        if self.asked is not None:
            return False
        plays = Plays(play.state, play.waters)
        asked = plays.decision()
        if asked == "play":
            self.asked, self.stuck = asked, False
            return False
        if not self.stuck:
            self.stuck = True
            play.tell(Stuck(seat=play.state.active))
        backings = list(plays.backings())
        forced = backings[0] if len(backings) == 1 else None if backings else plays.only_discard()
        if forced is None:
            self.asked = asked
            return False
        _play(play, self, forced)
        return True

    def asks(self, state: RaceState) -> str:
        return _PROMPTS[self.kind(state)]

    def actions(self, state: RaceState) -> Iterator[PlayAction]:
        plays = Plays(state)
        if self.asked == "back_partner":
            return map(action_of, plays.backings())
        return map(action_of, plays.discards() if self.asked == "discard" else plays.choices())

    def labels(self, state: RaceState, action: PlayAction) -> tuple[Label, ...]:
        """Return labels for the use, the card and the ship. The last label states the complete result."""
        if isinstance(action, Sail):
            return way_labels(state, action, _FIRST[Sail])
        said = [Label(answer_name(state, answer)) for answer in action.path()[1:-1]]
        return _FIRST[type(action)], *said, _whole(state, action)

    def outdone(self, state: RaceState, action: Action) -> bool:
        """Return whether an equal card of an earlier suit offers the same play (section 2.2)."""
        return isinstance(action, PlayAction) and has_better_suits(state, [action.card])

    def canonical(self, state: RaceState, action: Action) -> Action:
        """Complete an action that names a card by its rank or omits the squares (section 3.6)."""
        if not isinstance(action, PlayAction):
            return action
        if names_its_card(action) and (not isinstance(action, Sail) or says_how_far(action)):
            return action
        return action_of(ordered_play(Plays(state), self.asked, action))

    def check(self, state: RaceState, action: PlayAction) -> None:
        ordered_play(Plays(state), self.asked, action)

    def absent(self, state: RaceState) -> PlayAction:
        if self.asked == "back_partner":
            return action_of(min(Plays(state).backings(), key=lambda play: _backing(state, play)))
        return action_of(_unasked(state))

    def answer(self, play: Race, action: PlayAction) -> None:
        _play(play, self, ordered_play(Plays(play.state, play.waters), self.asked, action))

    def take(self, play: Race, action: PlayAction) -> None:
        self.answer(play, action)

    def left(self, play: Race, seat: int) -> None:
        """Compute the question again after a resignation (section 12)."""
        self.asked = None

    def faults(self, state: RaceState) -> Iterator[str]:
        yield from waiting_marks(state)
        if self.asked is None or Plays(state).decision() != self.asked:
            yield "the wrong thing is asked"


def _whole(state: RaceState, action: PlayAction) -> Label:
    name, sign = card_name(state, action.card), card_sign(state, action.card)
    match action:
        case CastOff():
            return Label(f"{name} · {action.ship} leaves port", sign=sign)
        case OverEdge():
            start = state.ships[action.ship].square
            return Label(f"{name} · {action.ship} over the edge at {start}", sign=sign)
        case PushBack() | BackPartner():
            return backwards(state, action)
        case Becalm():
            return Label(f"{name} · lie becalmed", sign=sign)
        case _:
            return Label(f"Discard {name}")


def _play(race: Race, room: PlayCard, chosen: Play) -> None:
    """T3: carry out a legal play of the active seat."""
    state = race.state
    stuck = room.stuck
    race.close(room)
    if chosen.use == "discard":
        hands.throw(race, [chosen.card], "stuck" if stuck else "declined")
        return
    taken = hands.take(race, chosen.card)
    points = taken.steps if chosen.use in {"sail", "push_back", "back_partner"} else 0
    if chosen.use in {"sail", "push_back"}:
        points += race.active.silver
        race.active.silver = 0
    reads = shown(taken)
    race.tell(CardPlayed(seat=state.active, card=taken.id, shown=reads, use=chosen.use, points=points))
    _carry_out(race, chosen, points)


def _carry_out(race: Race, chosen: Play, points: int) -> None:
    match chosen.use:
        case "cast_off":
            place(race, chosen.ship, ROADS)
            race.tell(ShipCastOff(ship=chosen.ship))
        case "sail" if chosen.leg is not None:
            race.open(SailingOn(points=points))
            sail_leg(race, chosen.leg)
        case "over_edge":
            cross_edge(race, chosen.ship)
        case "push_back":
            drift(race, chosen.ship, -points, "push")
        case "back_partner":
            drift(race, chosen.ship, -points, "backed")


def _unasked(state: RaceState) -> Play:
    """Return an absent seat's first possible play: casting off, sailing, lying becalmed, discarding."""
    plays = Plays(state)
    choices = plays.choices()
    by_use = {use: [play for play in choices if play.use == use] for use in ("cast_off", "sail", "becalm")}
    if by_use["cast_off"]:
        return min(by_use["cast_off"], key=lambda play: (play.card[0] != "K", play.ship))
    if by_use["sail"]:
        return _quietest(state, by_use["sail"])
    if by_use["becalm"]:
        return by_use["becalm"][0]
    return Play("discard", hands.cheapest(state, plays.candidates)[0].id)


def _quietest(state: RaceState, plays: list[Play]) -> Play:
    """Return a play in which a ship sails as far as it can, preferably without a battle or a roll."""
    waters = Waters(state)
    furthest: dict[tuple[str, str], tuple[Play, Leg]] = {}
    for play in plays:
        if play.leg is not None and not play.leg.partner:
            # The legs of a card and a ship are in ascending order, so the longest leg remains.
            furthest[play.card, play.ship] = play, play.leg

    def reluctance(found: tuple[Play, Leg]) -> tuple[bool, int, str]:
        play, leg = found
        enemies = waters.enemies_on(leg.landing, leg.ship)
        quiet = not enemies and KINDS[leg.landing] in PLAIN
        return not quiet, -leg.squares, play.ship

    if furthest:
        return min(furthest.values(), key=reluctance)[0]
    return max(plays, key=lambda play: play.leg.squares if play.leg else 0)


def _backing(state: RaceState, play: Play) -> tuple[int, int, int, str]:
    card = next(held for held in Plays(state).candidates if held.id == play.card)
    return card.steps, card.order, state.ships[play.ship].square, play.ship
