"""What the lines on the picture say, and the alt text with them: whose turn it is, and what just happened."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rules.acrana.board import FINISH, KIND_NAMES, KINDS, PORT, Square, letter_of
from rules.acrana.state import ShipName, owner
from rules.acrana.view import AcranaView
from rules.acrana.wake import Deed, Played, Rolled, Spent, Trace
from rules.engine.seat import Names
from rules.engine.wording import ENDED, listed

_MANY = 3
"""From so many winners on the title has room for their letters only."""
_NAMED = 4
"""More ships than these are counted, not named, where there is no room for their ways."""
_IN_PORT = "Cast off with an ace or a king, then sail from 1 to the finish at 144."
_AT_SEA = "Sail to the finish at 144; a ship sent home casts off with an ace or a king."
"""What the race is about, before anything has happened in it: ships may begin at sea (section 4)."""
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
_PURPOSES = {"battle": "battle", "pirates": "pirates", "edge": "sea edge", "typhoon": "typhoon"}


def leading_seat(view: AcranaView) -> int:
    """The seat in whose colour the title stands: the winner, else who is at turn."""
    return view.ranking[0][0] if view.phase == "over" and view.ranking else view.active


def title(view: AcranaView, names: Names) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        if not view.ranking:
            return "Nobody came home"
        first = view.ranking[0]
        winners = listed([names[seat] if len(first) < _MANY else letter_of(seat) for seat in first])
        if view.reason == "deck_limit":
            return f"Called off: {winners} ahead"
        return f"{winners} win" if len(first) > 1 else f"{winners} wins"
    return f"{names[view.active]} {_ASKED[view.choice.kind] if view.choice else 'to move'}"


def aside(view: AcranaView) -> str:
    """How far the race is."""
    return f"Deck {view.deck_no}, deal {view.deal_no}"


def about(roll: Rolled) -> str:
    """What a roll was for, in a word or two."""
    return KIND_NAMES[KINDS[roll.at]] if roll.purpose == "table" else _PURPOSES[roll.purpose]


def tale(view: AcranaView, names: Names, fits: Callable[[str], bool]) -> str:
    """What has happened since the last play that somebody chose, told as fully as fits.

    Where the room runs out, cards thrown away go first, then older plays, then ships that others moved.
    """
    told = _AT_SEA if all(ship.square != PORT for ship in view.ships) else _IN_PORT
    for parts in _tellings(view.wake, names):
        told = f"{'; '.join(parts)}."
        if fits(told):
            break
    return told


@dataclass
class _Play:
    """Cards that a seat used in the same way, one after the other, and the ships that went because of it."""

    cards: list[Played]
    ways: dict[ShipName, list[Trace]] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        return self.cards[0].seat


def _tellings(wake: Sequence[Deed], names: Names) -> Iterator[list[str]]:
    """Ways to tell it, in parts of a sentence: the fullest first, the last with room anywhere."""
    if not wake:
        return
    kept = [deed for deed in wake if not _thrown(deed)]
    yield [*_parts(kept, names), *_discards(wake, names)]
    if not kept:
        yield from ([*_discards(wake[start:], names)] for start in range(1, len(wake)))
        return
    starts = [0, *(number for number, deed in enumerate(kept) if number and isinstance(deed, Played))]
    yield from (_parts(kept[start:], names) for start in starts)
    latest = kept[starts[-1] :]
    plays, others = _sorted_out(latest)
    for count in reversed(range(len(others))):
        yield [*_told_plays(plays, names), *_told_ways(list(others.values())[:count]), *_last_roll(latest)]
    yield [_brief(plays, others, names)]


def _thrown(deed: Deed) -> bool:
    return isinstance(deed, Played) and deed.use == "discard"


def _parts(deeds: Sequence[Deed], names: Names) -> list[str]:
    """Cards with the ways they led, other ways, the last roll."""
    plays, others = _sorted_out(deeds)
    return [*_told_plays(plays, names), *_told_ways(others.values()), *_last_roll(deeds)]


def _sorted_out(deeds: Iterable[Deed]) -> tuple[list[_Play], dict[ShipName, list[Trace]]]:
    """The plays with their ways, and the ways of ships that none of them led."""
    plays: list[_Play] = []
    others: dict[ShipName, list[Trace]] = {}
    for deed in deeds:
        match deed:
            case Played():
                if plays and (plays[-1].seat, plays[-1].cards[0].use) == (deed.seat, deed.use):
                    plays[-1].cards.append(deed)
                else:
                    plays.append(_Play([deed]))
            case Trace():
                play = _play_of(deed, plays)
                (play.ways if play else others).setdefault(deed.ship, []).append(deed)
    return plays, others


def _play_of(trace: Trace, plays: Sequence[_Play]) -> _Play | None:
    """The play that a way belongs to: the card that was sailed, else the last one of its ship."""
    if trace.how in {"cast_off", "sailed"}:
        return plays[-1] if plays else None
    own = (play for play in reversed(plays) if trace.ship in play.ways or owner(trace.ship) == play.seat)
    return next(own, None)


def _told_plays(plays: Iterable[_Play], names: Names) -> Iterator[str]:
    for play in plays:
        led = f": {', '.join(_told_ways(play.ways.values()))}" if play.ways else ""
        yield _told_cards(play.cards, names) + led


def _told_ways(ways: Iterable[Sequence[Trace]]) -> Iterator[str]:
    return map(_way_of_one, ways)


def _discards(deeds: Iterable[Deed], names: Names) -> Iterator[str]:
    """Cards thrown away, those of a seat in a row together."""
    thrown = [deed for deed in deeds if isinstance(deed, Played) and deed.use == "discard"]
    return (_told_cards(list(cards), names) for _, cards in groupby(thrown, lambda one: one.seat))


def _told_cards(played: Sequence[Played], names: Names) -> str:
    return f"{names[played[0].seat]} {_USES[played[0].use]} {listed([card.shown for card in played])}"


def _last_roll(deeds: Sequence[Deed]) -> Iterator[str]:
    """The last roll, or that there was none where a ship has been before in the turn."""
    last = next((deed for deed in reversed(deeds) if isinstance(deed, Rolled | Spent)), None)
    match last:
        case Rolled():
            yield f"{about(last)} {' '.join(map(str, last.dice))} for {last.ship}"
        case Spent():
            yield f"nothing new on {last.at} for {last.ship}"


def _brief(plays: Sequence[_Play], others: Iterable[ShipName], names: Names) -> str:
    """The last card and which ships it moved."""
    if not plays:
        return _moved([*others])
    (play,) = plays
    return _told_cards(play.cards, names) + (f": {_moved([*play.ways])}" if play.ways else "")


def _moved(ships: Sequence[ShipName]) -> str:
    return f"{listed(ships) if len(ships) <= _NAMED else f'{len(ships)} ships'} moved"


def _way_of_one(traces: Sequence[Trace]) -> str:
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
            return f"{how} home{out}" if trace.end == FINISH else f"{how}{start} to {_where(trace.end)}"


def _where(square: Square) -> str:
    return {PORT: "port", FINISH: "home"}.get(square, str(square))
