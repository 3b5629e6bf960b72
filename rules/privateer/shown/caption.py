"""The texts on the picture: the title, the state of the battle, and a summary of the newest turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.engine.seat import Names
from rules.engine.wording import ENDED, counted, listed, who_wins
from rules.privateer.board import Colour
from rules.privateer.fleets import Ship, fleet_name, ship_name
from rules.privateer.shown.traces import Fight, SailTrace, ShotTrace, WeatherTrace
from rules.privateer.shown.view import PrivateerView

_ROOM = 110
"""The maximum number of characters on two lines of a picture."""
_NAMED = 4
"""The maximum number of ships lost to the weather that are named. More ships are only counted."""
_ASKED = {
    "deploy": "to deploy",
    "third_ship": "may add a ship",
    "free_ship": "adds a ship",
    "terrain_level": "picks the terrain",
    "place_terrain": "places terrain",
    "grudge": "may come back",
    "roll": "to roll",
    "spend": "to spend dice",
    "prize": "has a prize",
}
_BEFORE = {
    "deploy": "Every fleet takes a circle and a hex beside it.",
    "third_ship": "A third ship may join each fleet, beside its circle.",
    "free_ship": "A third ship joins one fleet of each captain, beside its circle.",
    "terrain_level": "Two, three or four tiles of each terrain will rise from the sea.",
    "place_terrain": "Terrain rises tile by tile, away from enemy ships and from the merchant.",
}
_LOST = {
    "fled": "fled off the map",
    "storm": "was lost in the storm",
    "volcano": "broke up on the volcano at {at}",
    "desert": "ran ashore at {at}",
    "reef": "broke up on the reef at {at}",
    "blown_off": "was blown off the map",
    "withdrawn": "withdrew",
}
_MISSED = {
    "fog": "fired into the fog",
    "truce": "fired in vain (truce)",
    "volcano": "hit a volcano",
    "out": "fired off the map",
    "own": "fired over a friend",
    "empty": "missed",
    "hit": "fired",
}


def leading_seat(view: PrivateerView) -> int:
    """Return the seat that the title names."""
    return view.lead or view.seats[0].seat


def leading_fleet(view: PrivateerView) -> Colour:
    """Return the fleet that colours the title: the leading seat's active fleet, or else its first fleet."""
    seat = leading_seat(view)
    if view.turn_fleet is not None and view.turn_seat == seat:
        return view.turn_fleet
    fleets = [fleet.colour for fleet in view.fleets if fleet.seat == seat]
    return fleets[0] if fleets else view.fleets[0].colour


def title(view: PrivateerView, names: Names) -> str:
    """Return the title."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        return who_wins([names[seat] for seat in first])
    return f"{names[leading_seat(view)]} {_worded(view, _ASKED)}"


def _worded(view: PrivateerView, words: Mapping[str, str]) -> str:
    """Return the words for the open question. In The Duel the third ship is free (R34)."""
    free = view.asked == "third_ship" and len(view.fleets) > len(view.seats)
    return words.get("free_ship" if free else view.asked, "")


def aside(view: PrivateerView) -> str:
    """Return the round of the battle and the active fleet, in words."""
    told = [f"Round {view.round}" if view.round else "Before the battle"]
    if view.turn_fleet is not None and view.phase == "battle" and not view.stopped:
        told.append(fleet_name(view.turn_fleet))
    return " · ".join(told)


def notices(view: PrivateerView) -> list[str]:
    """Return notices about the battle of a campaign, the truce and the storm."""
    told = [f"Battle {view.battle} of {view.battles}"] if view.battles > 1 else []
    if view.phase == "over":
        return told
    if view.truce and view.phase == "battle":
        told.append("Opening truce")
    if view.storm_on:
        told.append(f"Storm: ring {view.edge} next")
    elif view.storm_in:
        told.append(f"Storm in {counted(view.storm_in, 'round')}")
    return told


def tale(view: PrivateerView, names: Names) -> str:
    """Return a summary of the newest turn, or a sentence about the preparation of the battle."""
    if told := lately(view, names):
        return told
    won = f"{names[view.day]} won the last day. " if view.day is not None else ""
    return won + (_worded(view, _BEFORE) or "The guns are silent yet.")


def lately(view: PrivateerView, names: Names) -> str:  # noqa: ARG001
    """Return a summary of the newest turn and the weather after it, or nothing if nothing happened.

    If the text is too long, ships that only sailed share a sentence, and shots that hit nothing are left out.
    """
    ships: dict[Ship, list[SailTrace | ShotTrace]] = {}
    weather = []
    for trace in view.traces:
        if isinstance(trace, WeatherTrace):
            weather.append(_blown(trace))
        else:
            ships.setdefault(trace.ship, []).append(trace)
    whole = _sentences([*(_did(ship, traces) for ship, traces in ships.items()), *weather])
    return whole if len(whole) <= _ROOM else _sentences([*_in_short(ships), *weather])


def _sentences(parts: Iterable[str]) -> str:
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


def _in_short(ships: Mapping[Ship, Sequence[SailTrace | ShotTrace]]) -> Iterator[str]:
    """Yield words for each ship that did more than sail, then the new hexes of the other ships."""
    others: dict[Ship, str] = {}
    for ship, traces in ships.items():
        telling = [trace for trace in traces if isinstance(trace, SailTrace) or trace.sunk]
        plain = [trace for trace in telling if isinstance(trace, SailTrace) and _is_plain(trace)]
        if plain and len(plain) == len(telling):
            others[ship] = plain[-1].path[-1]
        elif telling:
            yield _did(ship, telling)
    if others:
        yield f"{listed(map(ship_name, others))} sailed to {listed(others.values())}"


def _is_plain(trace: SailTrace | ShotTrace) -> bool:
    return isinstance(trace, SailTrace) and trace.lost is None and trace.fight is None


def _did(ship: Ship, traces: Sequence[SailTrace | ShotTrace]) -> str:
    """Return in words what a ship did in its turn. Consecutive moves are merged."""
    done = []
    for trace, following in zip(traces, (*traces[1:], None), strict=True):
        if isinstance(trace, ShotTrace):
            done.append(_fired(trace))
        elif not (_is_plain(trace) and isinstance(following, SailTrace)):
            done.append(_sailed(trace))
    return f"{ship_name(ship)} {listed(done)}"


def _sailed(trace: SailTrace) -> str:
    end = trace.path[-1]
    if trace.lost is not None:
        return _LOST[trace.lost].format(at=end)
    if trace.fight is not None:
        return f"{_fought(trace.fight, trace.ship)} at {end}{_prize(trace.fight)}"
    return f"sailed to {end}"


def _fought(fight: Fight, boarder: Ship) -> str:
    if not fight.rolls:
        return f"boarded {ship_name(fight.other)}"
    attack, defence = fight.rolls[-1]
    won = "beat" if fight.winner == boarder else "lost to"
    return f"{won} {ship_name(fight.other)} {attack}:{defence}"


def _prize(fight: Fight) -> str:
    if fight.new_ship is not None:
        return f" (now {ship_name(fight.new_ship)})"
    return " (scuttled)" if fight.prize == "scuttled" else ""


def _fired(trace: ShotTrace) -> str:
    if trace.sunk:
        return f"{'raked' if trace.rake else 'sank'} {listed([ship_name(one.ship) for one in trace.sunk])}"
    return _MISSED[trace.result]


def _blown(trace: WeatherTrace) -> str:
    lost = [ship_name(one.ship) for one in trace.drifts if one.lost]
    way = f"{trace.wind} {trace.drift or 'on'}"
    wind = f"the wind drove all ships {way}" if trace.wind else "the storm closed in"
    if len(lost) > _NAMED:
        return f"{wind}; {len(lost)} ships were lost"
    return f"{wind}; lost: {listed(lost)}" if lost else wind
