"""What is said of a spend before it is made: what will happen, or with silent dice what 7.2 allows."""

from rules.engine.label import Label
from rules.engine.wording import listed
from rules.privateer.actions import Fire, Sail
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.firing import Shot, shot
from rules.privateer.fleets import Ship, ship_name
from rules.privateer.state import PrivateerState
from rules.privateer.waters import Stop, waters

_WIDE = {
    "fog": "hidden in the fog",
    "truce": "truce",
    "volcano": "the volcano stops it",
    "own": "your own ship",
    "empty": "nothing there",
}


def stop_of(state: PrivateerState, vessel: Ship, action: Sail) -> Stop:
    """Where a move stops if every reef lets it pass."""
    steps = action.steps or read_die(action.die, SAIL).face
    return waters(state, state.owner(vessel)).stop(state.ships[vessel], action.dir, steps)


SILENT_MOVE = "Silent dice: whom it boards, and where that stops it, is for you to find."
SILENT_SHOT = "Silent dice: whether it hits is for you to find."


def shot_of(state: PrivateerState, gunner: Ship, action: Fire) -> Shot:
    """What a shot does."""
    reach = read_die(action.die, CANNON).face
    return shot(state, waters(state, state.owner(gunner)), state.ships[gunner], action.dir, reach)


def move_label(state: PrivateerState, vessel: Ship, action: Sail) -> Label:
    """A move and what comes of it; one that loses the ship for certain asks for a confirming press.

    With silent dice it names die and direction alone, the reefs and a certain loss, and says why: never a
    hex, for a boarding may stop the ship before it.
    """
    face = read_die(action.die, SAIL).face
    steps = action.steps or face
    name = ship_name(vessel)
    stop = stop_of(state, vessel, action)
    told = f"{name} sails {steps if steps == face else f'{steps} of {face}'} {action.dir}"
    if stop.fatal:
        return Label(f"{told}: loses the ship", "", f"{name} is lost: it {_fate(stop)}. Sail there?")
    reefs = f", {stop.reefs} reef rolls" if stop.reefs > 1 else ", reef roll" * stop.reefs
    if state.options.silent_dice:
        return Label(told + reefs, SILENT_MOVE)
    if stop.other is None:
        return Label(f"{told} to {stop.path[-1]}{reefs}")
    return Label(f"{told}{reefs}: boards {ship_name(stop.other)} at {stop.path[-1]}")


def shot_label(state: PrivateerState, gunner: Ship, action: Fire) -> Label:
    """A shot and what comes of it; with silent dice no more than die and direction, and why."""
    told = f"{ship_name(gunner)} fires {read_die(action.die, CANNON).face} {action.dir}"
    if state.options.silent_dice:
        return Label(told, SILENT_SHOT)
    aimed = shot_of(state, gunner, action)
    told += f" at {aimed.target}" if aimed.target else ", off the map"
    if aimed.sunk:
        return Label(f"{told}: sinks {listed(ship_name(victim) for victim, _ in aimed.sunk)}")
    return Label(told + (f": {_WIDE[aimed.result]}" if aimed.result in _WIDE else ""))


def _fate(stop: Stop) -> str:
    if stop.kind == "fled":
        return "sails off the map"
    at = stop.path[-1]
    return {
        "storm": f"sails into the storm at {at}",
        "volcano": f"runs onto the volcano at {at}",
        "desert": f"runs onto the island at {at}",
    }.get(stop.kind, "")
