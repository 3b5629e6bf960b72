"""What the lines on the picture say, and the alt text with them: who is to do what, what was just done."""

from collections.abc import Iterator, Mapping

from rules.engine.seat import Names
from rules.engine.wording import ENDED, listed
from rules.kraken_bay.board import MOUTH, Character
from rules.kraken_bay.tables import CARDS, STRAY_CARDS, Unit
from rules.kraken_bay.view import BayView
from rules.kraken_bay.wake import AnyTrace, BombTrace, DriftTrace, FuseTrace, SailTrace, ShotTrace, TowTrace

_ROOM = 92
"""How many characters of a tale there is room for."""
_NAMED = 2
"""As many that were eaten are named; the board and the cards show all."""
_TITLES: Mapping[str, str] = {
    **{name: card.title for name, card in CARDS.items()},
    **{name: card.title for name, card in STRAY_CARDS.items()},
}
_BEFORE = {
    "setup": "Six very different boats, one kraken: who sails what?",
    "sailing": "The bay is still calm.",
}


def leading_seat(view: BayView) -> int | None:
    """Who the title is about: the winner, else who is awaited, else whose turn it is."""
    if view.phase == "over" and view.ranking:
        return view.ranking[0][0]
    return view.awaited[0] if view.awaited else view.turn_seat


def leading_ship(view: BayView) -> Character | None:
    """In whose colour the title stands; `None` before a ship is picked."""
    if view.phase != "over" and view.turn_ship is not None and view.turn_seat == leading_seat(view):
        return view.turn_ship
    return next((ship.id for ship in view.ships if ship.seat == leading_seat(view)), None)


def title(view: BayView, names: Names) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        if len(view.picked) == 1:
            sails = any(ship.status == "in" for ship in view.ships)
            return f"{_called(first[0], names)} is {'home' if sails else 'lost with all hands'}"
        return f"{listed([_called(seat, names) for seat in first])} win{'s' * (len(first) == 1)}"
    seat = leading_seat(view)
    if seat is None:
        return "Kraken Bay"
    if view.turn is None:
        return f"{_called(seat, names)} picks a ship"
    return f"{_called(seat, names)} to {'roll' if view.turn.rolled == 'no' else 'sail'}"


def _called(seat: int, names: Names) -> str:
    return names.get(seat, f"Seat {seat}")


def aside(view: BayView) -> str:
    """What stands at the end of the title band."""
    return f"Round {view.round} of {view.rounds}" if view.round else ""


def tale(view: BayView) -> str:
    """What the last turn did; where there is no room for all of it, the end of it."""
    parts = list(_told(view.wake))
    if not parts:
        return _BEFORE.get(view.phase, "")
    while len(parts) > 1 and sum(len(part) + 2 for part in parts) > _ROOM:
        parts.pop(0)
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _told(traces: list[AnyTrace]) -> Iterator[str]:
    drifts = [trace for trace in traces if isinstance(trace, DriftTrace)]
    for trace in traces:
        match trace:
            case SailTrace():
                yield _sailed(trace)
            case ShotTrace():
                yield _shot(trace)
            case BombTrace():
                yield f"{_name(trace.ship)} dropped {_bomb(trace)} at {trace.at}"
            case TowTrace():
                yield _towed(trace)
            case FuseTrace():
                yield f"the {trace.bomb} at {trace.at} went off"
            case DriftTrace():
                pass
    if drifts:
        yield _drifted(drifts)


def _name(unit: Unit) -> str:
    return f"the {_TITLES[unit]}"


def _bomb(trace: BombTrace) -> str:
    return f"a {'fused ' * trace.fused}{trace.bomb}"


def _sailed(trace: SailTrace) -> str:
    told = f"{_name(trace.ship)} sailed {trace.path[0]} to {trace.path[-1]}"
    met = [f"{bump.kind} at {bump.at}" for bump in trace.bumps]
    took = [f"{taken.type}" for taken in trace.taken]
    if took:
        told += f", took {listed(took)}"
    if met:
        told += f", ran into the {listed(met)}"
    if trace.blown is not None:
        told += f", was blown to {trace.blown.to}"
    if trace.saved is not None:
        told += f" and brought {_name(trace.saved)} home"
    return told


def _shot(trace: ShotTrace) -> str:
    dice = " and ".join(map(str, trace.rolls))
    done = "hit" if trace.hit else "missed"
    return f"{_name(trace.ship)} {done} {_target(trace)} ({dice}, needs {trace.need})"


def _target(trace: ShotTrace) -> str:
    """What was fired at: the kraken, a ship by its name, a tentacle by its space."""
    if trace.at == MOUTH:
        return "the kraken"
    return f"the {_TITLES[trace.target]}" if trace.target in _TITLES else f"the tentacle at {trace.at}"


def _towed(trace: TowTrace) -> str:
    if trace.saved:
        return f"{_name(trace.ship)} brought {_name(trace.tow)} home"
    return f"{_name(trace.ship)} took {_name(trace.tow)} in tow"


def _drifted(drifts: list[DriftTrace]) -> str:
    eaten = [_name(drift.unit) for drift in drifts if drift.eaten]
    if len(eaten) > _NAMED:
        eaten = [f"{len(eaten)} of them"]
    moved = sum(len(drift.path) > 1 for drift in drifts)
    told = f"the whirlpool took {moved} ship{'s' * (moved != 1)} along"
    return f"{told}; the kraken ate {listed(eaten)}" if eaten else told
