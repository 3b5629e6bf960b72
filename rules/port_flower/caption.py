"""What the lines on the picture say, and the alt text with them: whose turn it is, and what just moved."""

from rules.engine.seat import Names
from rules.engine.wording import ENDED, listed
from rules.port_flower.sailing import PORT
from rules.port_flower.view import Hit, PortFlowerView, SeatView, Trace


def leading_seat(view: PortFlowerView) -> SeatView:
    """The seat in whose colour the title stands: the winner, else whose turn it is, else who is awaited."""
    seats = {seat.seat: seat for seat in view.seats}
    if view.phase == "over" and view.ranking:
        return seats[view.ranking[0][0]]
    if view.turn_seat is not None:
        return seats[view.turn_seat]
    return seats[view.awaited[0]] if view.awaited else view.seats[0]


def title(view: PortFlowerView, names: Names) -> str:
    """The line in the title band."""
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
    """How far the race is."""
    return "Setting the course" if view.phase == "setup" else f"Round {view.round} of {view.round_limit}"


def tale(view: PortFlowerView, names: Names) -> str:
    """What the latest turn moved, in one sentence for each who moved something."""
    if not view.wake:
        return _before_the_first_move(view)
    parts = [_boat(trace) if trace.piece == "boat" else _shark(trace, names) for trace in view.wake]
    mover = names[view.wake[0].seat]
    return f"{mover} {listed(parts)}."


def _before_the_first_move(view: PortFlowerView) -> str:
    if view.phase == "setup":
        return f"{len(view.buoys)} of {view.n_buoys} buoys and {len(view.islands)} islands are on the chart."
    return f"Buoys 1 to {view.n_buoys} in order, then home to Port Flower by exact count."


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
        done += f", rounding buoy {listed([str(buoy) for buoy in trace.reached])}"
    return done + "".join(f" ({_fate(hit)})" for hit in trace.hits)


def _shark(trace: Trace, names: Names) -> str:
    shark = f"shark {trace.piece.removeprefix('shark')}"
    if trace.end == "stayed":
        return f"left {shark} on {trace.path[-1]}"
    done = f"sent {shark} {trace.route} to {trace.path[-1]}"
    if trace.end == "repelled":
        done += ", where it was driven off"
    return done + "".join(f", hitting {names[hit.seat]} on {hit.at} ({_fate(hit)})" for hit in trace.hits)


def _fate(hit: Hit) -> str:
    if hit.placed is None:
        return "in tow"
    return "back to port" if hit.placed == PORT else f"back to {hit.placed}"
