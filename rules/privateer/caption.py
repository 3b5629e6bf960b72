"""What the lines on the picture say, and the alt text with them: who is to do what, what was just done."""

from collections.abc import Mapping

from rules.engine.seat import Names
from rules.engine.wording import ENDED, listed
from rules.privateer.board import Colour
from rules.privateer.fleets import ship_name
from rules.privateer.view import PrivateerView
from rules.privateer.wake import AnyTrace, Fight, SailTrace, ShotTrace, WeatherTrace

_ROOM = 98
"""How many characters of a tale there is room for."""
_NAMED = 4
"""More ships than these that a storm took are counted, not named."""
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
    "volcano": "broke up on the volcano {at}",
    "desert": "ran ashore at {at}",
    "reef": "was holed on the reef {at}",
    "blown_off": "was blown off the map",
    "withdrawn": "withdrew",
}
_MISSED = {
    "fog": "into the fog",
    "truce": "in vain: truce",
    "volcano": "into a volcano",
    "out": "off the map",
    "own": "over a friend",
    "empty": "into the sea",
    "hit": "",
}


def leading_seat(view: PrivateerView) -> int:
    """Who the title is about: the winner, else who is awaited, else whose turn it is."""
    if view.phase == "over" and view.ranking:
        return view.ranking[0][0]
    return view.awaited[0] if view.awaited else view.seats[0].seat


def leading_fleet(view: PrivateerView) -> Colour:
    """In whose colour the title stands: the fleet at turn, unless another player is asked."""
    seat = leading_seat(view)
    if view.turn_fleet is not None and view.turn_seat == seat:
        return view.turn_fleet
    fleets = [fleet.colour for fleet in view.fleets if fleet.seat == seat]
    return fleets[0] if fleets else view.fleets[0].colour


def title(view: PrivateerView, names: Names) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        return f"{listed([names[seat] for seat in first])} win{'s' * (len(first) == 1)}"
    return f"{names[leading_seat(view)]} {_worded(view, _ASKED)}"


def _worded(view: PrivateerView, words: Mapping[str, str]) -> str:
    """What is said of the question: in The Duel the third ship is free, and a must (R34)."""
    free = view.asked == "third_ship" and len(view.fleets) > len(view.seats)
    return words.get("free_ship" if free else view.asked, "")


def aside(view: PrivateerView) -> str:
    """How far the battle is."""
    return f"Round {view.round}" if view.round else ""


def notices(view: PrivateerView) -> list[str]:
    """Which battle of a campaign it is, truce and storm, in a few words each."""
    told = [f"Battle {view.battle} of {view.battles}"] if view.battles > 1 else []
    if view.phase == "over":
        return told
    if view.truce and view.phase == "battle":
        told.append("Opening truce")
    if view.storm_on:
        told.append(f"Storm takes ring {view.edge} next")
    elif view.storm_in:
        told.append(f"Storm in {view.storm_in} round{'s' * (view.storm_in != 1)}")
    return told


def tale(view: PrivateerView, names: Names) -> str:
    """What the last turn did; where there is no room for all of it, the end of it."""
    if not view.wake:
        won = f"{names[view.day]} won the last day. " if view.day is not None else ""
        return won + (_worded(view, _BEFORE) or "The guns are silent yet.")
    parts = [told(trace) for trace in view.wake]
    while len(parts) > 1 and sum(len(part) + 2 for part in parts) > _ROOM:
        parts.pop(0)
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def told(trace: AnyTrace) -> str:
    """One action in words."""
    match trace:
        case SailTrace():
            return _sailed(trace)
        case ShotTrace():
            return _fired(trace)
        case WeatherTrace():
            return _blown(trace)


def _sailed(trace: SailTrace) -> str:
    start, end = trace.path[0], trace.path[-1]
    way = f"{ship_name(trace.ship)} sailed {trace.dir} {trace.steps} from {start}"
    if trace.lost is not None:
        return f"{way} and {_LOST[trace.lost].format(at=end)}"
    if trace.fight is not None:
        return f"{way} and {_fought(trace.fight, trace.ship)} at {end}{_prize(trace.fight)}"
    safe = ", the reef was kind" if trace.reefs else ""
    return f"{way} to {end}{safe}"


def _fought(fight: Fight, boarder: str) -> str:
    rolls = f" {fight.rolls[-1][0]}:{fight.rolls[-1][1]}" if fight.rolls else ""
    won = "beat" if fight.winner == boarder else "lost to"
    return f"boarded {ship_name(fight.other)}" if not rolls else f"{won} {ship_name(fight.other)}{rolls}"


def _prize(fight: Fight) -> str:
    if fight.new_ship is not None:
        return f", prize is {ship_name(fight.new_ship)}"
    return ", prize scuttled" if fight.prize == "scuttled" else ""


def _fired(trace: ShotTrace) -> str:
    shot = f"{ship_name(trace.ship)} {'raked' if trace.rake else 'fired'} {trace.dir} {trace.die}"
    if trace.sunk:
        return f"{shot} and sank {listed([ship_name(one.ship) for one in trace.sunk])}"
    return f"{shot} {_MISSED[trace.result]}".rstrip()


def _blown(trace: WeatherTrace) -> str:
    lost = [ship_name(drift.ship) for drift in trace.drifts if drift.lost]
    wind = f"the wind drove all ships {trace.wind} hexes" if trace.wind else "the storm closed in"
    if len(lost) > _NAMED:
        return f"{wind}; {len(lost)} ships were lost"
    return f"{wind}; lost: {listed(lost)}" if lost else wind
