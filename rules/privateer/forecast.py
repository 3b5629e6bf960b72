"""What is said of a spend before it is made: what is certain, and with silent dice no more (section 7.2)."""

from rules.engine.label import Label
from rules.engine.wording import listed
from rules.privateer.actions import Fire, Sail
from rules.privateer.board import LINES, Direction, Hex
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.firing import shot
from rules.privateer.fleets import Ship, ship_name
from rules.privateer.state import PrivateerState
from rules.privateer.waters import Stop, waters


def move_label(state: PrivateerState, vessel: Ship, action: Sail) -> Label:
    """A move; one that loses the ship for certain asks for a confirming press."""
    face = read_die(action.die, SAIL).face
    steps = action.steps or face
    start, name = state.ships[vessel], ship_name(vessel)
    stop = waters(state, state.owner(vessel)).stop(start, action.dir, steps)
    told = f"{name} sails {steps if steps == face else f'{steps} of {face}'} {action.dir}"
    if stop.fatal:
        return Label(f"{told}: loses the ship", "", f"{name} is lost: it {_fate(stop)}. Sail there?")
    told += _towards(start, action.dir, steps)
    if stop.reefs:
        told += ", reef roll" if stop.reefs == 1 else f", {stop.reefs} reef rolls"
    if stop.other is not None and not state.options.silent_dice:
        told += f": boards {ship_name(stop.other)} at {stop.path[-1]}"
    return Label(told)


def shot_label(state: PrivateerState, gunner: Ship, action: Fire) -> Label:
    """A shot with its target."""
    reach = read_die(action.die, CANNON).face
    aimed = shot(state, waters(state, state.owner(gunner)), state.ships[gunner], action.dir, reach)
    told = f"{ship_name(gunner)} fires {reach} {action.dir}"
    told += f" at {aimed.target}" if aimed.target else ", off the map"
    if aimed.sunk and not state.options.silent_dice:
        told += ": sinks " + listed(ship_name(victim) for victim, _ in aimed.sunk)
    return Label(told)


def _towards(start: Hex, direction: Direction, steps: int) -> str:
    """Where the full distance leads, not where a boarding would cut it short: that is for players to see."""
    line = LINES[start][direction]
    return f" to {line[steps - 1]}" if steps <= len(line) else ""


def _fate(stop: Stop) -> str:
    if stop.kind == "fled":
        return "sails off the map"
    at = stop.path[-1]
    return {
        "storm": f"sails into the storm at {at}",
        "volcano": f"runs onto the volcano at {at}",
        "desert": f"runs onto the island at {at}",
    }.get(stop.kind, "")
