"""The board in words, for those who cannot see the picture; and the line that says who stands how."""

from collections.abc import Iterator

from rules.engine.seat import Names
from rules.engine.wording import listed
from rules.privateer.dice import tokens
from rules.privateer.fleets import fleet_name, ship_name
from rules.privateer.view import PrivateerView, SeatView, ShipView
from rules.privateer.wake import AnyTrace, Fight, SailTrace, ShotTrace

LONGEST = 1024
LONGEST_NAME = 20
_ASKED = {
    "deploy": "to deploy",
    "third_ship": "may add a third ship",
    "terrain_level": "to choose how much terrain there is",
    "place_terrain": "to place terrain",
    "grudge": "may come back for a grudge",
    "prize": "to settle a prize",
}
_GAMBITS = {"armed": "at work", "active": "at work", "used": "used"}
RECENT = 3
"""How many of the latest actions are told."""


def describe(view: PrivateerView, names: Names) -> str:
    """The board in words, at most 1,024 characters."""
    sentences = [
        _heading(view),
        *(_told(trace) for trace in view.wake[-RECENT:]),
        *(_player(seat, view, names) for seat in view.seats),
        f"Merchant at {view.merchant}." if view.merchant else "",
        *_terrain(view),
        *_weather(view),
    ]
    text = " ".join(filter(None, sentences))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def standing(view: PrivateerView, names: Names) -> str:
    """Gold and ships of each player, in turn order."""
    return " · ".join(
        f"{_name(seat, names)} {_gold(seat.gold)}, {_ships_afloat(view, seat)}"
        for seat in view.seats
        if not seat.resigned
    )


def _gold(amount: int) -> str:
    return f"{amount} doubloon{'s' * (amount != 1)}"


def _ships_afloat(view: PrivateerView, seat: SeatView) -> str:
    afloat = sum(ship.seat == seat.seat for ship in view.ships)
    return f"{afloat} ship{'s' * (afloat != 1)}"


def _name(seat: SeatView, names: Names) -> str:
    colours = listed(map(fleet_name, seat.fleets))
    name = names.get(seat.seat, "")
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    return f"{colours} ({short})" if short else colours


def _heading(view: PrivateerView) -> str:
    battle = f", battle {view.battle} of {view.battles}" if view.battles > 1 else ""
    where = f"Privateer{battle}"
    if view.stopped:
        return f"{where}: the game was ended without a result."
    if view.phase == "over":
        fleets = {seat.seat: listed(map(fleet_name, seat.fleets)) for seat in view.seats}
        winners = listed(fleets[seat] for seat in view.ranking[0])
        come = "come" if " and " in winners else "comes"
        return f"{where}: the game is over, and {winners} {come} first."
    if view.phase == "setup":
        drawn = f" A {view.tile} is to be placed." if view.tile else ""
        return f"{where}, before the battle.{_asked(view)}{drawn}"
    turn = f" {fleet_name(view.turn_fleet)} to move." if view.turn_fleet else ""
    return f"{where}, round {view.round}.{turn}{_asked(view)}{_tray(view)}"


def _asked(view: PrivateerView) -> str:
    """Who must do what, where that is not simply to go on with a turn."""
    told = _ASKED.get(view.asked)
    asked = next((seat for seat in view.seats if seat.seat in view.awaited), None)
    return f" {listed(map(fleet_name, asked.fleets))} {told}." if told and asked else ""


def _tray(view: PrivateerView) -> str:
    if view.tray is None:
        return ""
    if view.tray.to_roll:
        return f" {view.tray.to_roll} dice to roll."
    left = " ".join(tokens(view.tray.sail, view.tray.cannon)) or "none"
    return f" Dice left: {left}."


def _told(trace: AnyTrace) -> str:
    match trace:
        case SailTrace():
            return _sailed(trace)
        case ShotTrace():
            return _shot(trace)
        case _:
            lost = [ship_name(drift.ship) for drift in trace.drifts if drift.lost]
            wind = f"The wind drove every ship {trace.wind} hexes" if trace.wind else "The storm closed in"
            return f"{wind}; lost: {listed(lost)}." if lost else f"{wind}."


def _sailed(trace: SailTrace) -> str:
    ends = {
        "fled": "fled off the map",
        "storm": f"was lost in the storm at {trace.path[-1]}",
        "volcano": f"broke up on the volcano at {trace.path[-1]}",
        "desert": f"ran aground at {trace.path[-1]}",
        "reef": f"was holed on the reef at {trace.path[-1]}",
    }
    told = f"{ship_name(trace.ship)} sailed {trace.dir} from {trace.path[0]}"
    if trace.lost is not None:
        return f"{told} and {ends.get(trace.lost, 'was lost')}."
    fight = f" and {_fought(trace.fight, trace.ship)}" if trace.fight else ""
    return f"{told} to {trace.path[-1]}{fight}."


def _fought(fight: Fight, boarder: str) -> str:
    other = ship_name(fight.other)
    rolls = ", {} to {}".format(*fight.rolls[-1]) if fight.rolls else ""
    if fight.winner != boarder:
        return f"lost the boarding of {other}{rolls}"
    fate = {
        None: "boarded and beat",
        "scuttled": "boarded and scuttled",
        "taken": "boarded and took",
    }[fight.prize]
    placed = f" ({ship_name(fight.new_ship)} at {fight.placed})" if fight.new_ship else ""
    return f"{fate} {other}{rolls}{placed}"


def _shot(trace: ShotTrace) -> str:
    target = f" at {trace.line[-1]}" if trace.line and trace.result != "out" else ""
    told = f"{ship_name(trace.ship)} fired {trace.dir}{target}"
    sunk = [ship_name(sinking.ship) for sinking in trace.sunk]
    return f"{told} and sank {listed(sunk)}." if sunk else f"{told} without effect."


def _player(seat: SeatView, view: PrivateerView, names: Names) -> str:
    told = f"{_name(seat, names)}: {_gold(seat.gold)}"
    if seat.resigned:
        return f"{told}, resigned."
    ships = [_ship(ship, seat) for ship in view.ships if ship.seat == seat.seat]
    gambits = [
        f"{fleet.gambit_title} {_GAMBITS[fleet.gambit_status]}"
        for fleet in view.fleets
        if fleet.seat == seat.seat and fleet.gambit_status in _GAMBITS
    ]
    return f"{', '.join([told, *(ships or ['no ships']), *gambits])}."


def _ship(ship: ShipView, seat: SeatView) -> str:
    called = str(ship.number) if len(seat.fleets) == 1 else ship_name(ship.id)
    grudge = " with a grudge" if ship.grudge else ""
    return f"{called} at {ship.hex}{grudge}"


def _terrain(view: PrivateerView) -> Iterator[str]:
    for tile, title in (("volcano", "Volcanoes"), ("desert", "Deserts"), ("reef", "Reefs")):
        hexes = [name for name, laid in view.terrain.items() if laid == tile]
        if hexes:
            yield f"{title} {' '.join(hexes)}."


def _weather(view: PrivateerView) -> Iterator[str]:
    if view.truce and view.phase == "battle":
        yield "Opening truce."
    if view.storm_on:
        yield f"Storm: sea up to ring {view.edge}."
    elif view.storm_in:
        yield f"Storm in {view.storm_in} round{'s' * (view.storm_in != 1)}."
    if view.wind_from:
        yield f"Wind from {view.wind_from}, ships drift {view.drift}."
