"""The labels of spends, which show the results in advance unless dice are silent (section 7.2)."""

from rules.engine.label import Label
from rules.engine.wording import listed
from rules.privateer.actions import Fire, Sail
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.firing import Shot, shot
from rules.privateer.fleets import Ship, number_of, ship_name
from rules.privateer.state import PrivateerState
from rules.privateer.waters import Stop, waters

LONGEST = 38
"""The maximum number of characters in a label, as Discord advises."""
_WIDE = {
    "fog": "in the fog",
    "truce": "truce",
    "volcano": "hits a volcano",
    "own": "own ship",
    "empty": "nothing",
}
_FEW = 2
"""The maximum number of sunk ships that a label names. More ships are only counted."""


def stop_of(state: PrivateerState, vessel: Ship, action: Sail) -> Stop:
    """Return the nominal stop of a move, as if no reef could end it."""
    steps = action.steps or read_die(action.die, SAIL).face
    return waters(state, state.owner(vessel)).stop(state.ships[vessel], action.dir, steps)


SILENT = "Silent dice: what that meets is for you to find."
"""A hint that posts omit, because it is true of most buttons."""


def shot_of(state: PrivateerState, gunner: Ship, action: Fire) -> Shot:
    """Return the result of a shot."""
    reach = read_die(action.die, CANNON).face
    return shot(state, waters(state, state.owner(gunner)), state.ships[gunner], action.dir, reach)


def move_label(state: PrivateerState, vessel: Ship, action: Sail, *, alone: bool = False) -> Label:
    """Return a move's label with its result. The label omits the ship if only this ship can act (`alone`).

    A certain loss must be confirmed. With silent dice, the label shows only reefs and a certain loss. The
    label shows no hex, because a boarding may stop the ship earlier.
    """
    face = read_die(action.die, SAIL).face
    steps = action.steps or face
    stop, sign = stop_of(state, vessel, action), die_sign(action.die)
    told = f"{action.dir}{'' if steps == face else f', {steps} of {face}'}"
    told = told if alone else f"{number_of(vessel)} {told}"
    if stop.fatal:
        warning = f"{ship_name(vessel)} is lost: it {_fate(stop)}. Sail there?"
        return Label(f"{told}: loses the ship", "", warning, sign, brief=f"{told}: lost")
    reefs = f", {stop.reefs} reef rolls" if stop.reefs > 1 else ", reef roll" * stop.reefs
    brief = f"{told} {stop.reefs} reefs" if stop.reefs > 1 else told + " reef" * stop.reefs
    if state.options.silent_dice:
        return Label(told + reefs, SILENT, sign=sign, pictured=True, brief=brief)
    end = stop.path[-1]
    if stop.other is None:
        return Label(f"{told} to {end}{reefs}", sign=sign, brief=brief)
    other = ship_name(stop.other)
    boards = f"{told}{reefs}: boards {other}"
    shortest = f"{told}{reefs}: boards {other.removeprefix('the ')}"
    return Label(_fitting(f"{boards} at {end}", boards, shortest), sign=sign, brief=shortest)


def shot_label(state: PrivateerState, gunner: Ship, action: Fire, *, alone: bool = False) -> Label:
    """Return a shot's label, with its result unless dice are silent."""
    told = f"Fire {action.dir}" if alone else f"{number_of(gunner)} fires {action.dir}"
    sign = die_sign(action.die)
    if state.options.silent_dice:
        return Label(told, SILENT, sign=sign, pictured=True, rank=1)
    aimed = shot_of(state, gunner, action)
    if aimed.sunk:
        victims = [ship_name(victim) for victim, _ in aimed.sunk]
        sunk = listed(victims) if len(victims) <= _FEW else f"{len(victims)} ships"
        if alone:
            return Label(f"{action.dir}: sinks {sunk}", sign=sign, rank=-1)
        brief = f"{number_of(gunner)} sinks {sunk}"
        return Label(f"{ship_name(gunner)} sinks {sunk}", sign=sign, rank=-1, brief=brief)
    at = f"{told} at {aimed.target}" if aimed.target else f"{told} off the map"
    told_whole = at + (f": {_WIDE[aimed.result]}" if aimed.result in _WIDE else "")
    return Label(told_whole, sign=sign, rank=1, brief=f"{number_of(gunner)} fires wide")


def die_sign(die: str) -> str:
    """Return the sign of a die: `die_s3`."""
    return f"die_{die.lower()}"


def _fitting(*texts: str) -> str:
    """Return the first text that is short enough for a label, or the last text if all are too long."""
    return next((text for text in texts if len(text) <= LONGEST), texts[-1])


def _fate(stop: Stop) -> str:
    if stop.kind == "fled":
        return "sails off the map"
    at = stop.path[-1]
    return {
        "storm": f"sails into the storm at {at}",
        "volcano": f"runs onto the volcano at {at}",
        "desert": f"runs onto the island at {at}",
    }.get(stop.kind, "")
