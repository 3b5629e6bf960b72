"""The title, the corner and the tale on the picture: who is to act, and what was just done."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from rules.dangerous_sea.board import FILE, TILES, Kind, Square
from rules.dangerous_sea.events import rune_stones
from rules.dangerous_sea.shown.traces import STONES, Deed
from rules.dangerous_sea.shown.view import SeaView, ShipView
from rules.engine.seat import Names
from rules.engine.shown import called
from rules.engine.wording import ENDED, counted, listed, who_wins

_ROOM, _LINE = 64, 48
"""Characters of what was found that are worth their room (of more only where it is), and of a line."""
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
    known = _found(view.traces.revealed) if _is_beforehand(view) and view.traces.revealed else ""
    return _sentences(_turn(view, names, _sailed, _found), known, *_sea(view, names))


def lately(view: SeaView, names: Names) -> str:
    """The same for a line among others: of many new squares only how many.

    Where a line has no room for all of a turn, it leaves out where the turn began, and then what it found.
    """
    ways = (_sailed, _counted), (_sailed_to, _counted), (_sailed_to, _untold)
    told = [told for sailed, found in ways if (told := _turn(view, names, sailed, found))]
    turn = next((text for text in told if len(text) < _LINE), told[-1]) if told else ""
    return _sentences(turn, _charted(view), *_sea(view, names))


def _sentences(*parts: str) -> str:
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def _turn(
    view: SeaView,
    names: Names,
    sailed: Callable[[list[Square]], str],
    found: Callable[[Mapping[Square, Kind]], str],
) -> str:
    """The course of whose turn it was, what it found, and what was done in it."""
    traces = view.traces
    done: list[tuple[int | None, str]] = []
    if len(traces.path) > 1:
        done.append((traces.seat, sailed(traces.path)))
    if not _is_beforehand(view) and traces.revealed and (words := found(traces.revealed)):
        done.append((traces.seat, words))
    done += [(deed.seat, _done(deed, names)) for deed in _merged(traces.deeds)]
    told = ""
    last: int | None = None
    for seat, what in done:
        whose = "" if seat == last or seat is None else f"{called(seat, names)} "
        told += f"{', ' if told else ''}{whose}{what}"
        last = seat
    return told


def _merged(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """What a ship took or lost one after the other is told at once."""
    for (seat, what, where, has_goods), some in groupby(
        deeds, lambda deed: (deed.seat, deed.what, deed.where, bool(deed.goods))
    ):
        if not has_goods:
            yield from some
            continue
        goods = Counter[str]()
        for deed in some:
            goods.update(deed.goods)
        yield Deed(seat=seat, what=what, goods=dict(goods), where=where)


def _done(deed: Deed, names: Names) -> str:
    """A deed in words: `took 30 food and 2 rune stones`, `lost 20 water on the rocks`, `beat Bo (9 to 4)`."""
    what = deed.what.format(called(deed.rival, names))
    goods = [_amount(good, amount) for good, amount in deed.goods.items() if amount]
    return f"{what} {listed(goods)}{deed.where}" if goods else f"{what}{deed.where}"


def _amount(good: str, amount: int) -> str:
    if good == STONES:
        return rune_stones(amount)
    return counted(amount, "sailor") if good == "sailors" else f"{amount} {good}"


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


def _sailed_to(path: list[Square]) -> str:
    return f"sailed to {path[-1]}" if path[0] != path[-1] else _sailed(path)


def _way(squares: list[Square]) -> str:
    first, *_, last = squares
    return f"came from {first} to {last}" if first != last else f"stayed at {last}"


def _is_beforehand(view: SeaView) -> bool:
    """Whether nobody has sailed and nothing has blown: what is known is on the chart."""
    return view.traces.seat is None and view.traces.wind is None


def _charted(view: SeaView) -> str:
    """How many squares are known beforehand."""
    known = len(view.traces.revealed)
    return f"the chart shows {counted(known, 'square')}" if known and _is_beforehand(view) else ""


def _untold(_: Mapping[Square, Kind]) -> str:
    return ""


def _counted(tiles: Mapping[Square, Kind]) -> str:
    """What one new square is, of several how many there are."""
    return _found(tiles) if len(tiles) == 1 else f"found {len(tiles)} squares"


def _found(tiles: Mapping[Square, Kind]) -> str:
    """What each new square is; of more than there is room for, where they are.

    It is told as it was found, whatever lies there now: an undo or an amendment may have taken it away.
    """
    named = f"found {listed([f'{TILES[kind].label} at {at}' for at, kind in tiles.items()])}"
    return named if len(named) < _ROOM else f"found {len(tiles)} squares: {listed(list(tiles))}"
