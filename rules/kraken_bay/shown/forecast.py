"""The labels of courses and shots, which forecast their results."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rules.engine.label import Label, seat_sign
from rules.engine.wording import counted, listed
from rules.kraken_bay.board import DRIFT_PATHS, MOUTH, PIERS, RED, Space, Step
from rules.kraken_bay.cargo import first_choice
from rules.kraken_bay.course import TURNING, steps_out, way_of
from rules.kraken_bay.events import Weapon
from rules.kraken_bay.gunnery import defence_of, target_space
from rules.kraken_bay.numbering import has_many_targets, numbers
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import (
    CARDS,
    CARGO,
    DICE,
    KRAKEN,
    NUMBERS,
    Cargo,
    as_character,
    as_stray,
    title_of,
)

LONGEST = 34
"""The maximum number of characters in a label, without its number on the picture."""
FIRE = Label("Fire")
"""The common label of all shots."""
_SMOKE = "smoke"
_RED = "red water"
_SIGNS: Mapping[str, str] = {
    _RED: "red",
    **{thing: thing for thing in ("tentacle", "barrel", _SMOKE, *CARGO)},
}
"""The sign of each hazard and find on a course."""
_FROM = "From there"
_IN_BRACKETS = re.compile(r" \([^)]*\)")


def shot_label(state: BayState, turn: Turn, target: str, weapon: Weapon, *, second: bool = False) -> Label:
    """Return a shot's label: `Shoot Seat 2: 60 %` or `Front: B9: 17 %`. The hint has the minimum roll.

    `second` is true if the Merchant's second gun fires after a miss.
    """
    sides = DICE.front if weapon == "front" else CARDS[turn.ship].attack
    need = defence_of(target)
    missed = _missed(sides, need) * (_missed(DICE.secondary, need) if second else 1)
    alone = turn.ship == "merchant" and weapon == "gun" and not turn.secondary_used and not second
    verb = {"gun": "One gun:" if alone else "Shoot", "front": "Front:", "chain": "Chain"}[weapon]
    more = f" takes {NUMBERS.chained} off its next roll" if weapon == "chain" else ""
    dice = f"D{sides}, after a miss on D{DICE.secondary}" if second else f"D{sides}"
    hint = f"{need} or more on {dice}{more}."
    # The Merchant's two guns have the same die, so the same line explains a shot with one gun and with two.
    below = f"{need}+ on D{sides}{' a gun' * (alone or second)}{more}"
    character = as_character(target)
    number = 0 if character else numbers(state, turn).get(target_space(state, target) or "", 0)
    sign = seat_sign(CARDS[character].letter) if character else ""
    text = f"{verb} {_aimed_at(state, target)}: {round(100 * (1 - missed))} %"
    plain = not (second or alone or more)
    return Label(text, hint, sign=sign, number=number, pictured=plain, below=below)


def _missed(sides: int, need: int) -> float:
    return min(1.0, max(0.0, (need - 1) / sides))


def _aimed_at(state: BayState, target: str) -> str:
    """Return a target in a label: `Seat 2`, `container ship C9`, `kraken`, or a tentacle's space."""
    character, stray = as_character(target), as_stray(target)
    if character is not None:
        return f"Seat {state.ships[character].seat}"
    if stray is not None:
        return f"{title_of(stray)} {target_space(state, target)}"
    return "kraken" if target == KRAKEN else target


def shot_labels(
    state: BayState, turn: Turn, shot: Label, target: str, board: Cargo | None = None
) -> tuple[Label, ...]:
    """Return a shot's labels, one for each menu. `board` is the cargo that the target loses first."""
    if board is None:
        return FIRE, shot
    whole = _boarding(state, shot, target, board)
    return (FIRE, shot, whole) if has_many_targets(state, turn) else (FIRE, whole)


def _boarding(state: BayState, shot: Label, target: str, board: Cargo) -> Label:
    """Return the label of a shot whose target loses `board` first (R41)."""
    character = as_character(target)
    text, _, chance = shot.text.replace("Shoot", "Board").rpartition(": ")
    instead = ""
    if character is not None and not state.ships[character].has(board):
        other = first_choice(state, character)
        instead = f" No {board} aboard: {other} first." if other else " No cargo aboard."
    return shot._replace(
        text=f"{text}: {board}",
        pictured=False,
        hint=f"{shot.hint.removesuffix('.')}: {chance}.{instead}",
        below=f"{shot.below}: {chance}{'.' * bool(instead)}{instead}",
        # The sign already shows the ship.
        brief=f"{text.partition(' ')[0].removesuffix(':')}: {board}",
    )


def course_label(state: BayState, turn: Turn, steps: Sequence[Step], *, then_ends: bool = False) -> Label:
    """Return a course's label: its end, its length, and the ship's hazards and finds up to any smoke.

    The hint lists the hazards and finds if the label shortens them. The hint also has the end of the drift.
    The label warns of a certain loss of the ship or cargo.
    """
    ahead = Forecast(state, turn, steps)
    way = counted(len(steps), "step")
    end = f"To {ahead.to} in {way}{', end' * then_ends}"
    said = f"Towards {ahead.to}, {way}" if ahead.lost else end
    told = ahead.told(LONGEST - len(said))
    met = ahead.all_told
    hint = "" if told.endswith(f": {met}") or not met else f"{met[:1].upper()}{met[1:]}."
    stays = then_ends or len(steps) == turn.move_left
    warning = ahead.cost
    if not ahead.lost:
        caught = steps_out(state, ahead.to) > turn.move_left - len(steps)
        warning = (
            (stays and warning_at(state, ahead.to)) or (caught and caught_at(state, ahead.to)) or warning
        )
    after = "The smoke carries you off." if ahead.lost else drift_told(state, ahead.to)
    below = drift_mark(ahead.to) if after and not ahead.lost else after
    return Label(
        said + told,
        " ".join(filter(None, (hint, after))),
        warning,
        sign=ahead.sign if told == f": {met}" else "",
        number=numbers(state, turn).get(ahead.to, 0),
        below=" ".join(filter(None, (hint, below))),
    )


def step_label(state: BayState, turn: Turn, step: Step) -> Label:
    """Return a single step's label. Only the hint of the turn's last step shows where the ship drifts."""
    label = course_label(state, turn, (step,))
    where = label.text.replace(" in 1 step", "")
    text = f"Turn {where[:1].lower()}{where[1:]}" if step in TURNING else where
    hint = label.below if turn.move_left == 1 else label.hint.partition(_FROM)[0].rstrip()
    return label._replace(text=text, hint=hint, below="")


def drift_mark(at: Space) -> str:
    """Return the end of the drift from a space, for the line below buttons: `🌀 to E5`."""
    to = DRIFT_PATHS[at][-1]
    return f"🌀 {'into the mouth' if to == MOUTH else f'to {to}'}"


def drift_told(state: BayState, at: Space) -> str:
    """Return a sentence about where the whirlpool takes a ship from `at`; empty in the last round."""
    if state.time <= 1:
        return ""
    to = DRIFT_PATHS[at][-1]
    where = "feeds you to the kraken" if to == MOUTH else f"takes you to {to}"
    return f"{_FROM} the whirlpool {where}."


def warning_at(state: BayState, at: Space) -> str:
    """Return the warning before a turn ends on a space in the red water; otherwise an empty text."""
    if at in RED and state.time > 1:
        return "In the red water the whirlpool feeds your ship to the kraken. End the turn here?"
    return ""


def caught_at(state: BayState, at: Space) -> str:
    """Return the warning for a course that forces the turn to end in red water; empty in the last round."""
    if state.time <= 1:
        return ""
    return f"From {at} your last step cannot leave the red water: you feed the kraken. Sail there?"


class Forecast:
    """A course on the current board: its end, and the ship's hazards and finds."""

    def __init__(self, state: BayState, turn: Turn, steps: Sequence[Step]) -> None:
        self.state = state
        self.name = turn.ship
        ship = state.ships[turn.ship]
        self.hold = {cargo: ship.has(cargo) for cargo in CARGO}
        self.towing = ship.tow is not None
        self.cost = ""
        """The warning of the first certain loss of cargo, if any."""
        self.lost = False
        """Whether smoke carries the ship off."""
        self.hazards = self.cargo = 0
        self.met: Counter[str] = Counter()
        way = [*way_of(state, turn.ship, steps)]
        self.to = way[-1]
        for number, at in enumerate(way):
            self._enter(at, fresh=at not in way[:number])
            if self.lost:
                return
        self._arrive()

    @property
    def all_told(self) -> str:
        """All hazards and finds in words, with their effects."""
        each = [thing if times == 1 else f"{times} × {thing}" for thing, times in self.met.items()]
        return listed(each) if each else ""

    @property
    def all_named(self) -> str:
        """All hazards and finds in words, without their effects."""
        return _IN_BRACKETS.sub("", self.all_told)

    @property
    def sign(self) -> str:
        """The sign of a single hazard or find; empty if there are none or several."""
        (thing, times), *others = self.met.items() or [("", 0)]
        return _SIGNS.get(thing, "") if times == 1 and not others else ""

    def told(self, room: int) -> str:
        """Return the hazards and finds, or only their numbers, in at most `room` characters."""
        hazards = [_SMOKE] * self.lost + _counted(self.hazards - self.lost, "hazard")
        shorter = [hazards + _counted(self.cargo, "item"), hazards, hazards[: self.lost]]
        said = (self.all_told, self.all_named, *(listed(parts) for parts in shorter if parts))
        return next((f": {text}" for text in said if text and len(text) + 2 <= room), "")

    def _enter(self, at: Space, *, fresh: bool) -> None:
        """Add a space's hazards and finds. `fresh` is false if an earlier step took the bomb and chit."""
        bomb, chit = self.state.live(at) if fresh else None, self.state.chits.get(at) if fresh else None
        if bomb == "smoke":
            self.lost = True
            self._meet(_SMOKE, hazards=1)
            return
        if bomb == "barrel":
            self._meet("barrel", hazards=1)
            self._spill("barrel", at)
        if at in self.state.awake:
            self._meet("tentacle", hazards=1)
            self._spill("tentacle", at)
        if self.towing and at == PIERS[self.name]:
            self.towing = False
            self._meet("home with the tow")
        if chit == "plague":
            self._sicken(at)
        elif chit is not None:
            self.hold[chit] += 1
            self._meet(chit, cargo=1)

    def _spill(self, hazard: str, at: Space) -> None:
        """Warn of a hazard that certainly costs cargo, because every kind of cargo is aboard (R16).

        A ship with a tow loses nothing, because the tow's cargo is lost instead.
        """
        if not self.towing and all(self.hold.values()):
            self.cost = self.cost or f"The {hazard} at {at} surely costs you cargo. Sail there?"

    def _sicken(self, at: Space) -> None:
        if self.name == "houseboat":
            self.hold["crew"] += 1
            self._meet("plague (1 crew more)", cargo=1)
            return
        if self.hold["crew"]:
            self.cost = self.cost or f"The plague at {at} takes all your crew. Sail there?"
        self._meet("plague (all crew lost)" if self.hold["crew"] else "plague (no crew to lose)", hazards=1)
        self.hold["crew"] = 0

    def _arrive(self) -> None:
        adrift = self.state.adrift_at(self.to)
        if adrift is not None:
            self._meet(title_of(adrift))
        if self.to in RED:
            self._meet(_RED)

    def _meet(self, thing: str, *, hazards: int = 0, cargo: int = 0) -> None:
        self.met[thing] += 1
        self.hazards += hazards
        self.cargo += cargo


def _counted(number: int, thing: str) -> list[str]:
    return [counted(number, thing)] if number else []
