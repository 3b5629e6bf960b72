"""What is said of a step or a shot before it is made."""

from collections import Counter
from collections.abc import Sequence

from rules.engine.label import Label
from rules.engine.wording import listed
from rules.kraken_bay.board import PIERS, RED, Character, Space, Step
from rules.kraken_bay.cargo import first_choice
from rules.kraken_bay.course import way_of
from rules.kraken_bay.events import Weapon
from rules.kraken_bay.gunnery import defence_of, target_space
from rules.kraken_bay.numbering import numbers
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS, DICE, Cargo, as_character, as_stray, title_of

LONGEST = 80
"""Characters of a label."""

_SMOKE = "smoke, which carries you off"
_WAYS = {"a": "Ahead", "i": "In", "o": "Out", "ti": "Turn about, in", "to": "Turn about, out"}


def shot_label(state: BayState, ship: Character, target: str, weapon: Weapon) -> str:
    """A target with its space, the die and what it must show: `the Captain at B9 (D10, 5 or more)`."""
    sides = DICE.front if weapon == "front" else CARDS[ship].attack
    at = target_space(state, target)
    where = f" at {at}" if as_character(target) or as_stray(target) else ""
    return f"the {title_of(target)}{where} (D{sides}, {defence_of(target)} or more)"


def boarding(state: BayState, target: str, board: Cargo) -> str:
    """What boarders who look for that take first: something else where there is none (R41)."""
    character = as_character(target)
    if character is None or state.ships[character].has(board):
        return f", {board} first"
    other = first_choice(state, character)
    return f", {other} first (no {board} aboard)" if other else " (no cargo aboard)"


def step_label(state: BayState, turn: Turn, step: Step) -> Label:
    """Where a single step leads, and what is met there."""
    ahead = _Forecast(state, turn, (step,))
    told = f"{_WAYS[step]} to {ahead.to}{ahead.told(LONGEST - len(_WAYS[step]) - 7)}"
    return Label(told, number=numbers(state, turn).get(ahead.to, 0))


def course_label(state: BayState, turn: Turn, steps: Sequence[Step], then: str = "") -> Label:
    """Where a course ends, how long it is, what comes then, and what is met on the way.

    Smoke ends it: nothing is promised of what would have come after that.
    """
    ahead = _Forecast(state, turn, steps)
    way = f"{len(steps)} step{'s' * (len(steps) != 1)}"
    said = f"Towards {ahead.to}, {way}" if ahead.lost else f"To {ahead.to} in {way}{then}"
    return Label(said + ahead.told(LONGEST - len(said)), number=numbers(state, turn).get(ahead.to, 0))


class _Forecast:
    """What happens on a course on the board as it stands: where it ends, and in words what is met."""

    def __init__(self, state: BayState, turn: Turn, steps: Sequence[Step]) -> None:
        self.state = state
        self.name = turn.ship
        ship = state.ships[turn.ship]
        self.crew = ship.crew
        self.towing = ship.tow is not None
        self.lost = False
        """Smoke carries the ship off on the way."""
        self.hazards = self.cargo = 0
        self.met: Counter[str] = Counter()
        way = [*way_of(state, turn.ship, steps)]
        self.to = way[-1]
        for number, at in enumerate(way):
            self._enter(at, fresh=at not in way[:number])
            if self.lost:
                return
        self._arrive()

    def told(self, room: int) -> str:
        """What is met, in so many characters: each thing, or where that is too long how many."""
        if not self.met:
            return ""
        each = listed(thing if times == 1 else f"{times} × {thing}" for thing, times in self.met.items())
        if len(each) + 2 <= room:
            return f": {each}"
        last = [_SMOKE] if self.lost else []
        others = _counted(self.hazards - self.lost, "hazard"), _counted(self.cargo, "chit")
        return f": {listed([*others, *last])}"

    def _enter(self, at: Space, *, fresh: bool) -> None:
        """What a space holds; what was taken away when it was first entered is not met again."""
        bomb, chit = self.state.live(at) if fresh else None, self.state.chits.get(at) if fresh else None
        if bomb == "smoke":
            self.lost = True
            self._meet(_SMOKE, hazards=1)
            return
        if bomb == "barrel":
            self._meet("barrel", hazards=1)
        if at in self.state.tentacles:
            self._meet("tentacle", hazards=1)
        if self.towing and at == PIERS[self.name]:
            self.towing = False
            self._meet("home with the tow")
        if chit == "plague":
            self._sicken()
        elif chit is not None:
            self.crew += chit == "crew"
            self._meet(chit, cargo=1)

    def _sicken(self) -> None:
        """What the plague does: nothing where there is no crew to lose."""
        if self.name == "houseboat":
            self._meet("plague (1 crew more)", cargo=1)
            return
        self._meet("plague (all crew lost)" if self.crew else "plague (no crew to lose)", hazards=1)
        self.crew = 0

    def _arrive(self) -> None:
        adrift = self.state.adrift_at(self.to)
        if adrift is not None:
            self._meet(title_of(adrift))
        if self.to in RED:
            self._meet("red water")

    def _meet(self, thing: str, *, hazards: int = 0, cargo: int = 0) -> None:
        self.met[thing] += 1
        self.hazards += hazards
        self.cargo += cargo


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
