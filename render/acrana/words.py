"""The few words on a picture of the ship race: whose turn it is, and what just happened."""

from collections.abc import Mapping
from itertools import groupby

from render.acrana.table import about
from render.lettering import listed, readable, shorten
from rules.acrana.board import FINISH, PORT, Square
from rules.acrana.view import AcranaView, Played, Trace

_LONGEST = 18
_USES = {
    "cast_off": "cast off with",
    "sail": "played",
    "over_edge": "went over the edge with",
    "push_back": "pushed back with",
    "becalm": "becalmed a rival with",
    "back_partner": "backed a partner with",
    "discard": "discarded",
}
_ASKED = {
    "play": "to play a card",
    "discard": "to discard",
    "back_partner": "to back a partner",
    "sail_on": "to sail on",
    "choose_cards": "to choose cards",
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
    if view.phase == "over":
        if not view.ranking:
            return "Nobody came home"
        winners = listed([names[seat] for seat in view.ranking[0]])
        if view.reason == "deck_limit":
            return f"Called off: {winners} ahead"
        return f"{winners} win" if len(view.ranking[0]) > 1 else f"{winners} wins"
    return f"{names[view.active]} {_ASKED[view.choice.kind] if view.choice else 'to move'}"


def aside(view: AcranaView) -> str:
    """How far the race is."""
    return f"Deck {view.deck_no}, deal {view.deal_no}"


def tale(view: AcranaView, names: Mapping[int, str]) -> str:
    """What has happened since the last play: cards, ways, rolls."""
    parts = [
        _cards(list(group), names) for _, group in groupby(view.scene.played, lambda one: (one.seat, one.use))
    ]
    parts += [
        _ways(name, list(group)) for name, group in groupby(view.scene.traces, lambda trace: trace.ship)
    ]
    parts += [
        f"{about(roll)} {' '.join(map(str, roll.dice))} ({roll.ship})" for roll in view.scene.rolls[-2:]
    ]
    told = "; ".join(parts)
    return f"{told}." if told else "Cast off with an ace or a king, then sail from 1 to the finish at 144."


def _cards(played: list[Played], names: Mapping[int, str]) -> str:
    one = played[0]
    return f"{names[one.seat]} {_USES[one.use]} {listed([card.shown for card in played])}"


def _ways(name: str, traces: list[Trace]) -> str:
    """The ways of one ship in a row: `A1 sailed 34 to 43, drifted to 45`."""
    told, at = [], None
    for trace in traces:
        told.append(_way(trace, trace.start != at))
        at = trace.end
    return f"{name} {', '.join(told)}"


def _way(trace: Trace, from_where: bool) -> str:  # noqa: FBT001
    start = f" {_where(trace.start)}" if from_where else ""
    if trace.how == "cast_off":
        return "put to sea"
    if trace.how == "sent_home":
        return f"was sent home{f' from{start}' if start else ''}"
    if trace.end == FINISH:
        return f"came home{f' from{start}' if start else ''}"
    verb = {"sailed": "sailed", "over_edge": "crossed the edge", "drifted": "drifted"}[trace.how]
    return f"{verb}{start} to {_where(trace.end)}"


def _where(square: Square) -> str:
    return {PORT: "port", FINISH: "home"}.get(square, str(square))
