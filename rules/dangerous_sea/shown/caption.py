"""The texts on the picture: the title, the season, and a summary of the newest turn."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from rules.dangerous_sea.board import TILES, WINDS, Kind, Square
from rules.dangerous_sea.events import rune_stones
from rules.dangerous_sea.shown.traces import STONES, Deed
from rules.dangerous_sea.shown.view import SeaView, ShipView
from rules.engine.seat import Names
from rules.engine.shown import called
from rules.engine.wording import ENDED, counted, listed, who_wins

_ROOM, _LINE = 64, 48
"""The maximum numbers of characters in a list of revealed tiles, and in a turn on one line."""
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


def leading_ship(view: SeaView) -> ShipView:
    """Return the ship that the title names: the ship of the winner or the asked seat, or the active ship."""
    seat = view.lead or view.turn_seat or view.ships[0].seat
    return next(ship for ship in view.ships if ship.seat == seat)


def title(view: SeaView, names: Names) -> str:
    """Return the text of the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        return who_wins([called(seat, names) for seat in first])
    if len(view.awaited) > 1:
        return f"{len(view.awaited)} captains decide in secret"
    return f"{called(leading_ship(view).seat, names)} {_DEEDS.get(view.asked, 'to decide')}"


def aside(view: SeaView) -> str:
    """Return the season and the points left, for the end of the title band."""
    if not view.season:
        return ""
    limit = f" of {view.max_seasons}" if view.max_seasons else ""
    told = [f"Season {view.season}{limit}", view.season_name]
    if view.phase != "over":
        told += [f"{counted(ship.points, 'point')} left" for ship in view.ships if ship.active]
    return " · ".join(told)


def tale(view: SeaView, names: Names, fits: Callable[[str], bool]) -> str:
    """Return the most detailed summary of the newest turn that `fits` accepts, or else the briefest."""
    told = ""
    for detail in _DETAILS:
        told = _Telling(view, names, detail).told()
        if fits(told):
            break
    return told or ("Nobody knows this sea yet." if view.phase == "setup" else "The sea lies still.")


def lately(view: SeaView, names: Names) -> str:
    """Return a summary of the newest turn on one line. Details are left out if they do not fit."""
    tellings = [_Telling(view, names, detail) for detail in _ON_A_LINE]
    turn = next((one for one in tellings if len(one.turn) < _LINE), tellings[-1])
    known = len(view.traces.revealed) if _is_beforehand(view) else 0
    return turn.told(known=f"the chart shows {counted(known, 'square')}" if known else "")


class _Detail(NamedTuple):
    """The details of a summary. `began` is the path's start, and `ways` is the Ghost Ship's path."""

    began: bool = False
    squares: Literal["all", "counted", "untold"] = "untold"
    dice: bool = False
    goods: bool = False
    battles: bool = False
    ways: bool = False


_FULL = _Detail(began=True, squares="all", dice=True, goods=True, battles=True, ways=True)
_COUNTED = _FULL._replace(squares="counted")
_BRIEF = _COUNTED._replace(began=False)
_UNTOLD = _BRIEF._replace(squares="untold")
_BARE = _UNTOLD._replace(dice=False, ways=False)
_ON_A_LINE = (_COUNTED, _BRIEF, _UNTOLD)
_DETAILS = (_FULL, *_ON_A_LINE, _BARE, _BARE._replace(goods=False), _Detail())
"""The levels of detail, the most detailed first."""


class _Telling:
    """A summary of the newest turn and of the sea's turn after it."""

    def __init__(self, view: SeaView, names: Names, detail: _Detail) -> None:
        self._view, self._traces, self._names, self._detail = view, view.traces, names, detail
        self.turn = self._turn()
        """The path, the finds and the deeds of the turn, in words."""

    def told(self, known: str | None = None) -> str:
        """Return the summary. If given, `known` replaces the list of the tiles that the set-up revealed."""
        if known is None:
            known = _found(self._traces.revealed) if _is_beforehand(self._view) else ""
        parts = filter(None, (self.turn, known, *self._sea()))
        return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)

    def _turn(self) -> str:
        traces = self._traces
        done: list[tuple[int | None, str]] = []
        if len(traces.path) > 1:
            done.append((traces.seat, _sailed(traces.path, began=self._detail.began)))
        if not _is_beforehand(self._view):
            done.append((traces.seat, self._squares()))
        done += self._deeds()
        told = ""
        last: int | None = None
        for seat, what in done:
            if not what:
                continue
            whose = "" if seat == last or seat is None else f"{self._called(seat)} "
            told += f"{', ' if told else ''}{whose}{what}"
            last = seat
        return told

    def _squares(self) -> str:
        new = self._traces.revealed
        if not new or self._detail.squares == "untold":
            return ""
        return _found(new) if self._detail.squares == "all" or len(new) == 1 else f"found {len(new)} squares"

    def _deeds(self) -> Iterator[tuple[int | None, str]]:
        """Yield pairs of a seat and a deed in words. The seat is `None` for a number of battles."""
        fought = sum(bool(deed.dice) for deed in self._traces.deeds)
        told = False
        before: Deed | None = None
        for deed in _merged(self._traces.deeds):
            if (deed.dice or deed.prize) and not self._detail.battles:
                if not told:
                    yield None, counted(fought, "battle")
                told = True
            elif self._detail.goods or deed.dice or deed.prize or STONES in deed.goods:
                yield deed.seat, self._done(deed, before)
            before = deed

    def _done(self, deed: Deed, before: Deed | None) -> str:
        """Return a deed in words: `took 30 food`, `lost 20 water on the rocks`, `beat Bo (9 to 4)`."""
        what = deed.what
        if deed.prize and before is not None and (before.seat, before.rival) == (deed.seat, deed.rival):
            what = what.replace(" from {}", "")
        what = what.format(self._called(deed.rival))
        goods = [_amount(good, amount) for good, amount in deed.goods.items() if amount]
        dice = f" ({deed.dice})" if deed.dice and self._detail.dice else ""
        return f"{what} {listed(goods)}{deed.where}" if goods else f"{what}{dice}{deed.where}"

    def _sea(self) -> Iterator[str]:
        """Yield up to three sentences: the Ghost Ship's turn, the storm, and the Ghost Ship's appearance."""
        traces, ways = self._traces, self._detail.ways
        did = [_way(traces.ghost) if ways else f"came to {traces.ghost[-1]}"] if len(traces.ghost) > 1 else []
        did += (what.format(self._all(seats)) for what, seats in traces.by_ghost.items())
        spared = [
            seat for seat in traces.haunted if not any(seat in seats for seats in traces.by_ghost.values())
        ]
        if spared:
            did.append(f"met {self._all(spared)}")
        if did:
            yield f"the Ghost Ship {listed(did)}"
        if traces.wind is not None:
            yield f"a storm blew the ships {'one square ' * ways}{WINDS[traces.wind]}"
        if len(traces.ghost) == 1:
            yield f"the Ghost Ship rose at {traces.ghost[0]}"

    def _all(self, seats: Sequence[int]) -> str:
        """Return the captains' names, or their number if there is room for only one name."""
        named = self._detail.battles or len(seats) == 1
        return listed([*map(self._called, seats)]) if named else f"{len(seats)} captains"

    def _called(self, seat: int) -> str:
        return called(seat, self._names)


def _merged(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield the deeds. Consecutive gains or losses of a ship are added up."""
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


def _amount(good: str, amount: int) -> str:
    if good == STONES:
        return rune_stones(amount)
    return counted(amount, "sailor") if good == "sailors" else f"{amount} {good}"


def _sailed(path: list[Square], *, began: bool) -> str:
    first, *_, last = path
    if first == last:
        return f"sailed round to {last} again"
    return f"sailed {first} to {last}" if began else f"sailed to {last}"


def _way(squares: list[Square]) -> str:
    first, *_, last = squares
    return f"came from {first} to {last}" if first != last else f"stayed at {last}"


def _is_beforehand(view: SeaView) -> bool:
    """Return whether all revealed tiles are from the set-up, that is, no ship acted and no storm blew."""
    return view.traces.seat is None and view.traces.wind is None


def _found(tiles: Mapping[Square, Kind]) -> str:
    """Return new tiles in words, without their kinds if the text would be too long."""
    if not tiles:
        return ""
    named = f"found {listed([f'{TILES[kind].label} at {at}' for at, kind in tiles.items()])}"
    return named if len(named) < _ROOM else f"found {len(tiles)} squares: {listed(list(tiles))}"
