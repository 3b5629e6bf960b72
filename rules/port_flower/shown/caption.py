"""The texts on the picture: the title, the round, and a summary of the latest turn."""

from collections.abc import Mapping

from rules.engine.seat import Names, told_apart
from rules.engine.wording import ENDED, listed, shortened
from rules.port_flower.board import PORT
from rules.port_flower.plans import BOAT
from rules.port_flower.shown.traces import Lack
from rules.port_flower.shown.view import Hit, PortFlowerView, SeatView, Trace

LONGEST_NAME = 20


def leading_seat(view: PortFlowerView) -> SeatView:
    """Return the seat whose colour the title has: the winner, or else the turn's seat or an asked seat."""
    seats = {seat.seat: seat for seat in view.seats}
    if view.phase == "over" and view.ranking:
        return seats[view.ranking[0][0]]
    if view.turn_seat is not None:
        return seats[view.turn_seat]
    return seats[view.awaited[0]] if view.awaited else view.seats[0]


def title(view: PortFlowerView, names: Names) -> str:
    """Return the text of the title band."""
    if view.stopped:
        return ENDED
    lead = names[leading_seat(view).seat]
    if view.phase == "over":
        winners = listed([names[seat] for seat in view.ranking[0]])
        return f"{winners} wins" if view.reason != "round_limit" else f"Called off: {winners} ahead"
    if view.phase == "setup":
        placed = len(view.buoys)
        return f"{lead} places " + (f"buoy {placed + 1}" if placed < view.n_buoys else "an island")
    others = [names[seat] for seat in view.awaited if seat != view.turn_seat]
    return f"{lead}’s turn: {listed(others)} to answer" if others else f"{lead} to sail"


def aside(view: PortFlowerView) -> str:
    """Return the progress of the race, for the end of the title band."""
    return "Setting the course" if view.phase == "setup" else f"Round {view.round} of {view.round_limit}"


def tale(view: PortFlowerView, names: Names) -> str:
    """Return a summary of the newest turn or, before the first turn, a note about the course or the aim."""
    if told := newest_turn(view, names):
        return told
    if view.phase == "setup":
        return f"{len(view.buoys)} of {view.n_buoys} buoys and {len(view.islands)} islands are on the chart."
    return f"Buoys 1 to {view.n_buoys} in order, then home by exact count."


def lately(view: PortFlowerView, names: Names) -> str:
    """Return a summary of the newest turn with short, distinct names. It may be empty."""
    return newest_turn(view, called(view, names))


def newest_turn(view: PortFlowerView, names: Names) -> str:
    """Return a summary of the newest turn in a few sentences. It may be empty."""
    parts = [_boat(trace) if trace.piece == BOAT else _shark(trace, names) for trace in view.traces]
    sailed = [f"{names[view.traces[0].seat]} {listed(parts)}."] if parts else []
    placed = [f"{names[one.seat]} put {one.what} on {one.at}." for one in view.placed]
    missed = [_LACKS[one.why].format(names[one.seat]) for one in view.missed]
    return " ".join([*placed, *sailed, *missed])


_LACKS: Mapping[Lack, str] = {
    "ashore": "{} lay ashore and missed a turn.",
    "timeout": "{} did not answer in time.",
    "stuck": "{} had no way to sail and lost the turn.",
    "restocked": "{} took back a shark repellent instead of sailing.",
    "forfeited": "{} had no way to sail on.",
    "resigned": "{} left the race.",
}


def _boat(trace: Trace) -> str:
    where = "in port" if trace.path[-1] == PORT else f"on {trace.path[-1]}"
    ends = {
        "stayed": f"stayed {where}",
        "finished": f"sailed {trace.route} home to port",
        "landed": f"sailed {trace.route} and landed {where}",
        "met_shark": f"sailed {trace.route} into a shark",
    }
    done = ends.get(trace.end, f"sailed {trace.route} to {trace.path[-1]}")
    if trace.reached:
        done += f" past buoy{'s' * (len(trace.reached) > 1)} {listed(trace.reached)}"
    return done + "".join(f" ({_fate(hit)})" for hit in trace.hits)


def _shark(trace: Trace, names: Names) -> str:
    shark = f"shark {trace.piece.removeprefix('shark')}"
    if trace.end == "stayed":
        return f"left {shark} on {trace.path[-1]}"
    done = f"sent {shark} {trace.route} to {trace.path[-1]}"
    if trace.end == "repelled":
        done += ", where a repellent stopped it"
    own = f"{names[trace.seat]}’s own boat"
    struck = [f"{own if hit.seat == trace.seat else names[hit.seat]} ({_fate(hit)})" for hit in trace.hits]
    return f"{done}, hitting {listed(struck)}" if struck else done


def _fate(hit: Hit) -> str:
    if hit.placed is None:
        return "in tow"
    return "back to port" if hit.placed == PORT else f"back to {hit.placed}"


def called(view: PortFlowerView, names: Names) -> Names:
    """Return short, distinct names of the seats: players' names or, without players, `Boat B`."""
    marks = {seat.seat: seat.letter for seat in view.seats}
    shorter = {
        seat: shortened(names.get(seat, "") or f"Boat {mark}", LONGEST_NAME) for seat, mark in marks.items()
    }
    return told_apart(shorter, marks)
