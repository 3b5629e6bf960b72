"""The board in words, for those who cannot see the picture; and the lines that say who stands how."""

from rules.engine.seat import Names
from rules.port_flower.board import Place
from rules.port_flower.sailing import OUT, PORT, TOW
from rules.port_flower.view import Hit, PortFlowerView, SeatView, Trace

LONGEST = 1024
LONGEST_NAME = 20
NEAR = 5
"""How many squares away a shark is worth a warning: the longest straight leg."""


def describe(view: PortFlowerView, names: Names) -> str:
    """The board in words, at most 1,024 characters."""
    sentences = [
        _heading(view),
        *(_movement(trace, view) for trace in view.wake),
        "Boats: " + "; ".join(_boat(seat, view, names) for seat in view.seats) + ".",
        "Sharks: " + ", ".join(f"{n} at {square}" for n, square in enumerate(view.sharks, 1)) + ".",
        *(_dangers(view.seats[seat - 1], view) for seat in view.awaited if not view.stopped),
    ]
    text = " ".join(filter(None, sentences))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def standing(view: PortFlowerView, names: Names) -> str:
    """Each boat with its buoys, the leading one first."""
    seats = [seat for seat in view.seats if seat.active]
    seats.sort(key=lambda seat: (-seat.reached, seat.to_go if seat.to_go is not None else view.columns))
    return " · ".join(f"{_name(seat.seat, view, names)} {seat.reached}/{view.n_buoys}" for seat in seats)


def suit(seat: int, view: PortFlowerView) -> str:
    """The suit of a seat as a name: Moon, Crown."""
    return view.seats[seat - 1].suit.title()


def _name(seat: int, view: PortFlowerView, names: Names) -> str:
    name = names.get(seat, "")
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    return f"{suit(seat, view)} ({short})" if short else suit(seat, view)


def _heading(view: PortFlowerView) -> str:
    where = f"Sailing Port Flower, round {view.round} of {view.round_limit}."
    if view.stopped:
        return f"{where} The race was ended without a result."
    if view.phase == "over":
        winners = ", ".join(suit(seat, view) for seat in view.ranking[0])
        ends = {
            "finished": f"The race is over: {winners} is home first.",
            "last_boat": f"The race is over: only {winners} is left.",
            "round_limit": f"The race was called off with {winners} in the lead.",
        }
        return f"{where} {ends.get(view.reason or '', '')}"
    if view.phase == "setup":
        placed = f"{len(view.buoys)} of {view.n_buoys} buoys and {len(view.islands)} islands are placed"
        return f"Sailing Port Flower, before the start: {placed}."
    sailing = f"{suit(view.turn_seat, view)} to sail." if view.turn_seat else ""
    if view.dice:
        rolled = " ".join(f"{die}{value}" for die, value in view.dice.items())
        left = " ".join(f"{die}{view.dice[die]}" for die in view.dice_left)
        sailing += f" Wind {rolled}" + (f", left {left}." if view.moved else ".")
    return f"{where} {sailing}"


def _movement(trace: Trace, view: PortFlowerView) -> str:
    who = suit(trace.seat, view)
    if trace.piece != "boat":
        who = f"{who}’s shark {trace.piece.removeprefix('shark')}"
    start, end = trace.path[0], trace.path[-1]
    told = f"{who} stays at {end}" if trace.end == "stayed" else f"{who} sails {start} to {end}"
    if trace.reached:
        told += ", reaching buoy " + " and ".join(map(str, trace.reached))
    endings = {
        "landed": ", and is ashore",
        "finished": ", and is home",
        "repelled": ", and is stopped by a repellent",
    }
    told += endings.get(trace.end, "")
    return told + "".join(_fate(hit, trace, view) for hit in trace.hits) + "."


def _fate(hit: Hit, trace: Trace, view: PortFlowerView) -> str:
    sent = {None: "towed", PORT: "sent back to port"}.get(hit.placed, f"sent back to {hit.placed}")
    if trace.end == "met_shark":
        return f", meets a shark at {hit.at} and is {sent}"
    return f", hits {suit(hit.seat, view)} at {hit.at} ({sent})"


def _boat(seat: SeatView, view: PortFlowerView, names: Names) -> str:
    name = _name(seat.seat, view, names)
    if not seat.active:
        return f"{name} has resigned"
    where = {PORT: "in port", TOW: "in tow"}.get(seat.position, f"at {seat.position}")
    told = f"{name} {where}, {seat.reached} of {view.n_buoys} buoys"
    if seat.to_go is not None and view.phase == "racing":
        goal = f"buoy {seat.reached + 1}" if seat.reached < view.n_buoys else "port"
        told += f", cut off from {goal}" if seat.cut_off else f", {seat.to_go} to {goal}"
    if seat.repellents:
        told += f", {seat.repellents} repellent" + "s" * (seat.repellents > 1)
    return told + ", misses a turn" * seat.skip


def _dangers(seat: SeatView, view: PortFlowerView) -> str:
    if seat.position in {PORT, TOW, OUT, *view.islands}:
        return ""
    boat = Place.read(seat.position)
    near = [
        f"shark {number}, {away} square{'s' * (away > 1)} away"
        for number, square in enumerate(view.sharks, 1)
        if (away := boat.gap(Place.read(square))) <= NEAR
    ]
    return f"Near {suit(seat.seat, view)}: {'; '.join(near)}." if near else ""
