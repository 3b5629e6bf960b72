"""The few words on a picture of the ship race: whose turn it is, and what just happened."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from render.acrana.layout import WORDS
from render.acrana.table import about
from render.cards import has_room
from render.lettering import readable, shorten
from rules.acrana.board import FINISH, PORT, Square, letter_of
from rules.acrana.view import AcranaView, Played, Trace
from rules.engine.wording import ENDED, listed

_LONGEST = 18
_CARDS_TOLD = 3
_MANY = 3
"""From so many winners on the title has room for their letters only."""
_USES = {
    "cast_off": "cast off with",
    "sail": "played",
    "over_edge": "went over the edge with",
    "push_back": "pushed back with",
    "becalm": "lay becalmed with",
    "back_partner": "backed a partner with",
    "discard": "discarded",
}
_ASKED = {
    "play": "to play",
    "discard": "to discard",
    "back_partner": "to sail back",
    "sail_on": "to sail on",
    "choose_cards": "to choose",
}


def shown_names(view: AcranaView, names: Mapping[int, str]) -> dict[int, str]:
    """Each seat's name as the font can show it, else its home port."""
    return {seat.seat: readable(names.get(seat.seat, ""), seat.port) for seat in view.seats}


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Names cut to what a sentence can carry."""
    return {seat: shorten(name, _LONGEST) for seat, name in names.items()}


def leading_seat(view: AcranaView) -> int:
    """The seat in whose colour the title stands: the winner, else who is at turn."""
    return view.ranking[0][0] if view.phase == "over" and view.ranking else view.active


def title(view: AcranaView, names: Mapping[int, str]) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        if not view.ranking:
            return "Nobody came home"
        first = view.ranking[0]
        short = {seat: names[seat] if len(first) < _MANY else letter_of(seat) for seat in first}
        winners = listed(list(short.values()))
        if view.reason == "deck_limit":
            return f"Called off: {winners} ahead"
        return f"{winners} win" if len(view.ranking[0]) > 1 else f"{winners} wins"
    return f"{names[view.active]} {_ASKED[view.choice.kind] if view.choice else 'to move'}"


def aside(view: AcranaView) -> str:
    """How far the race is."""
    return f"Deck {view.deck_no}, deal {view.deal_no}"


def tale(view: AcranaView, names: Mapping[int, str]) -> str:
    """What has happened since the last play: cards with their ways, other ways, the last roll, discards.

    Where the room runs out the last card that was played, and the roll, stay longest.
    """
    ways = [
        [trace for trace in view.scene.traces if trace.ship == ship]
        for ship in dict.fromkeys(trace.ship for trace in view.scene.traces)
    ]
    plays = []
    for cards in _together(one for one in view.scene.played if one.use != "discard")[-_CARDS_TOLD:]:
        own = [way for way in ways if view.ship(way[0].ship).seat == cards[0].seat]
        ways = [way for way in ways if way not in own]
        led = f": {', '.join(map(_way_of_one, own))}" if own else ""
        plays.append(_cards(cards, names) + led)
    others = [_way_of_one(way) for way in ways]
    rolls = [
        f"{about(roll)} {' '.join(map(str, roll.dice))} for {roll.ship}" for roll in view.scene.rolls[-1:]
    ]
    thrown = _together(one for one in view.scene.played if one.use == "discard")[-_CARDS_TOLD:]
    discards = [_cards(cards, names) for cards in thrown]
    parts = [*plays, *others, *rolls, *discards]
    for spare in (*discards, *plays[:-1], *reversed(others)):
        if len(parts) > 1 and not has_room(WORDS, _sentence(parts)):
            parts.remove(spare)
    return _sentence(parts) or "Cast off with an ace or a king, then sail from 1 to the finish at 144."


def _together(played: Iterable[Played]) -> list[list[Played]]:
    """The cards that a seat has used in the same way, one after the other."""
    return [list(group) for _, group in groupby(played, lambda one: (one.seat, one.use))]


def _sentence(parts: list[str]) -> str:
    return f"{'; '.join(parts)}." if parts else ""


def _cards(played: list[Played], names: Mapping[int, str]) -> str:
    one = played[0]
    return f"{names[one.seat]} {_USES[one.use]} {listed([card.shown for card in played])}"


def _way_of_one(traces: list[Trace]) -> str:
    """The ways of one ship in a row: `A1 sailed 34 to 43, drifted to 45`."""
    told: list[str] = []
    at: Square | None = None
    for trace in traces:
        told.append(_way(trace, "" if trace.start == at else f" {_where(trace.start)}"))
        at = trace.end
    return f"{traces[0].ship} {', '.join(told)}"


def _way(trace: Trace, start: str) -> str:
    """One way; `start` is where it began, if that was not just told."""
    out = f" from{start}" if start else ""
    match trace.how:
        case "cast_off":
            return "put to sea"
        case "sent_home":
            return f"was sent home{out}"
        case "over_edge":
            gone = f" at{start}" if start else ""
            return f"left the map{gone}, came back at {trace.end}"
        case how:
            verb = "sailed" if how == "sailed" else "drifted"
            return f"{verb} home{out}" if trace.end == FINISH else f"{verb}{start} to {_where(trace.end)}"


def _where(square: Square) -> str:
    return {PORT: "port", FINISH: "home"}.get(square, str(square))
