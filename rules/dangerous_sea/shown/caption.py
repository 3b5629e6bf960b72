"""The title, the corner and the tale on the picture: who is to act, and what was just done."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, starmap

from rules.dangerous_sea.board import FILE, TILES, Kind, Square
from rules.dangerous_sea.shown.traces import Deed
from rules.dangerous_sea.shown.view import SeaView, ShipView
from rules.engine.seat import Names
from rules.engine.shown import called
from rules.engine.wording import ENDED, counted, listed, who_wins

_ROOM = 64
"""Characters of what was found that are worth their room; of more only where it is."""
_TOOK = "took "
_DEEDS = {
    "choose_start": "chooses where to begin",
    "main": "to sail",
    "reaction": "may attack",
    "spoils": "divides the spoils",
    "deal_reply": "is asked for goods",
    "ghost_attack": "sends the Ghost Ship",
    "ghost_order": "faces the Ghost Ship",
    "landing": "may land",
}
_POINTS = {heading.name: heading.label.lower() for heading in FILE.directions}


def leading_ship(view: SeaView) -> ShipView:
    """The ship of the seat that the title is about: the one in the lead, else whose turn it is."""
    seat = view.lead or view.turn_seat or view.ships[0].seat
    return next(ship for ship in view.ships if ship.seat == seat)


def title(view: SeaView, names: Names) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        return who_wins([called(seat, names) for seat in first])
    if len(view.awaited) > 1:
        return f"{len(view.awaited)} captains decide in secret"
    return f"{called(leading_ship(view).seat, names)} {_DEEDS.get(view.asked, 'to decide')}"


def aside(view: SeaView) -> str:
    """What stands at the end of the title band."""
    if not view.season:
        return ""
    limit = f" of {view.max_seasons}" if view.max_seasons else ""
    return f"Season {view.season}{limit} · {view.season_name}" + _points(view)


def _points(view: SeaView) -> str:
    """How many points are left of the turn under way."""
    active = next((ship for ship in view.ships if ship.active), None)
    if active is None or view.phase == "over":
        return ""
    return f" · {counted(active.points, 'point')} left"


def tale(view: SeaView, names: Names) -> str:
    """What the newest turn left to be seen, or that nothing has happened yet."""
    return in_full(view, names) or (
        "Nobody knows this sea yet." if view.phase == "setup" else "The sea lies still."
    )


def in_full(view: SeaView, names: Names) -> str:
    """What happened in the newest turn and what the sea did after it, a sentence each; else nothing."""
    return _sentences(_turn(view, names, _found), *_sea(view, names))


def lately(view: SeaView, names: Names) -> str:
    """The same for a line among others: of many new squares only how many."""
    beforehand = view.traces.seat is None and view.traces.wind is None
    return _sentences(_turn(view, names, _charted if beforehand else _counted), *_sea(view, names))


def _sentences(*parts: str) -> str:
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def _turn(view: SeaView, names: Names, found: Callable[[Mapping[Square, Kind]], str]) -> str:
    """The course of whose turn it was, what it found, and what was done in it."""
    traces = view.traces
    done: list[tuple[int | None, str]] = []
    if len(traces.path) > 1:
        done.append((traces.seat, _sailed(traces.path)))
    if traces.revealed:
        done.append((traces.seat, found(traces.revealed)))
    done += [(deed.seat, deed.what.format(called(deed.rival, names))) for deed in _merged(traces.deeds)]
    told = ""
    last: int | None = None
    for seat, what in done:
        whose = "" if seat == last or seat is None else f"{called(seat, names)} "
        told += f"{', ' if told else ''}{whose}{what}"
        last = seat
    return told


def _merged(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """What a ship took one after the other is told at once."""
    for (seat, took), some in groupby(deeds, lambda deed: (deed.seat, deed.what.startswith(_TOOK))):
        same = [*some]
        if took and not any(deed.rival for deed in same):
            things = Counter(deed.what.removeprefix(_TOOK) for deed in same)
            yield Deed(seat=seat, what=_TOOK + listed(starmap(_times, things.items())))
        else:
            yield from same


def _times(thing: str, count: int) -> str:
    """Return a thing in words, as often as it was taken."""
    if count == 1:
        return thing
    return f"{count} {thing.removeprefix('a ')}s" if thing.startswith("a ") else f"{count} times {thing}"


def _sea(view: SeaView, names: Names) -> Iterator[str]:
    """What the Ghost Ship did in its own turn, then the storm, then that it rose."""
    traces = view.traces
    sailed = [_way(traces.ghost)] if len(traces.ghost) > 1 else []
    if traces.haunted:
        sailed.append(f"met {listed([called(seat, names) for seat in traces.haunted])}")
    if sailed:
        yield f"the Ghost Ship {listed(sailed)}"
    if traces.wind is not None:
        yield f"a storm blew the ships one square {_POINTS[traces.wind]}"
    if len(traces.ghost) == 1:
        yield f"the Ghost Ship rose at {traces.ghost[0]}"


def _sailed(path: list[Square]) -> str:
    first, *_, last = path
    return f"sailed {first} to {last}" if first != last else f"sailed round to {last} again"


def _way(squares: list[Square]) -> str:
    first, *_, last = squares
    return f"came from {first} to {last}" if first != last else f"stayed at {last}"


def _charted(tiles: Mapping[Square, Kind]) -> str:
    """How many squares are known before anybody has sailed."""
    return f"the chart shows {len(tiles)} squares"


def _counted(tiles: Mapping[Square, Kind]) -> str:
    """What one new square is, of several how many there are."""
    return _found(tiles) if len(tiles) == 1 else f"found {len(tiles)} squares"


def _found(tiles: Mapping[Square, Kind]) -> str:
    """What each new square is; of more than there is room for, where they are.

    It is told as it was found, whatever lies there now: an undo or an amendment may have taken it away.
    """
    named = f"found {listed([f'{TILES[kind].label} at {at}' for at, kind in tiles.items()])}"
    return named if len(named) < _ROOM else f"found {len(tiles)} squares: {listed(list(tiles))}"
