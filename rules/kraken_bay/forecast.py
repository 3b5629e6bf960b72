"""What is said of a step or a shot before it is made."""

from collections import Counter
from collections.abc import Sequence

from rules.engine.label import Label
from rules.engine.wording import listed
from rules.kraken_bay.board import PIERS, RED, Character, Space, Step
from rules.kraken_bay.course import way_of
from rules.kraken_bay.events import Weapon
from rules.kraken_bay.gunnery import defence_of, target_space
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS, DICE, as_character, as_stray, title_of

_WAYS = {"a": "Ahead", "i": "In", "o": "Out", "ti": "Turn about, in", "to": "Turn about, out"}


def shot_label(state: BayState, ship: Character, target: str, weapon: Weapon) -> str:
    """A target with its space, the die and what it must show: `the Captain at B9 (D10, 5 or more)`."""
    sides = DICE.front if weapon == "front" else CARDS[ship].attack
    at = target_space(state, target)
    where = f" at {at}" if as_character(target) or as_stray(target) else ""
    return f"the {title_of(target)}{where} (D{sides}, {defence_of(target)} or more)"


def step_label(state: BayState, turn: Turn, step: Step) -> Label:
    """Where a single step leads, and what is met there."""
    to, met = _course(state, turn, (step,))
    return Label(f"{_WAYS[step]} to {to}{met}"[:80])


def course_label(state: BayState, turn: Turn, steps: Sequence[Step], then: str = "") -> Label:
    """Where a course ends, how long it is, what comes then, and what is met on the way."""
    to, met = _course(state, turn, steps)
    return Label(f"To {to} in {len(steps)} step{'s' * (len(steps) != 1)}{then}{met}"[:80])


def _course(state: BayState, turn: Turn, steps: Sequence[Step]) -> tuple[Space, str]:
    """Where a course ends, and what is met on the way, in words."""
    way = [*way_of(state, turn.ship, steps)]
    met = Counter(thing for at in way for thing in _met(state, turn.ship, at))
    counted = [thing if times == 1 else f"{times} × {thing}" for thing, times in met.items()]
    return way[-1], f": {listed(counted)}" if met else ""


def _met(state: BayState, name: Character, at: Space) -> list[str]:
    """What a ship meets where it enters a space."""
    bomb, chit = state.live(at), state.chits.get(at)
    adrift = state.adrift_at(at)
    found: list[str] = [bomb] if bomb else []
    if at in state.tentacles:
        found.append("tentacle")
    if chit:
        found.append(chit if chit != "plague" else _plague(state, name))
    if adrift:
        found.append(title_of(adrift))
    if at in RED:
        found.append("red water")
    if at == PIERS[name] and state.ships[name].tow is not None:
        found.append("home with the tow")
    return found


def _plague(state: BayState, name: Character) -> str:
    """What the plague does to a ship: nothing where there is no crew to lose."""
    if name == "houseboat":
        return "plague (1 crew more)"
    return "plague (all crew lost)" if state.ships[name].crew else "plague (no crew to lose)"
