"""The playing of a scenario, up to the first step with a difference."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb

from pydantic import JsonValue, ValidationError

from rules.engine.action import Action
from rules.engine.chance import Chance, Forced, Roll, SeededStream
from rules.engine.errors import HarbourmasterError, IllegalAction
from rules.engine.event import Event, dump_event
from rules.engine.game import AnyGame, State
from rules.engine.options import choose
from rules.engine.partial_data import MisfitPart, differences, lay_over, presence, without
from rules.engine.registry import game as find_game
from rules.engine.scenario import ListedRoll, Part, Rest, Scenario, ScenarioStep


@dataclass(frozen=True)
class Failure:
    """The differences between a scenario and the game at step `step`. Step 0 is the start."""

    step: int
    what: str
    differences: tuple[str, ...]

    def __str__(self) -> str:
        """Return the step and its differences as lines."""
        where = f"step {self.step}" if self.step else "at the start"
        head = f"{where} ({self.what})" if self.what else where
        return "\n".join([f"{head}:", *(f"  {line}" for line in self.differences)])


def rehearse(scenario: Scenario) -> Failure | None:
    """Play a scenario. Return the first step with differences, or `None`. Raises UnknownGame."""
    game = find_game(scenario.game)
    try:
        with _breaking():
            state = _opening_position(game, scenario)
    except _Differs as differs:
        return Failure(0, "", differs.lines)
    for number, step in enumerate(scenario.steps, 1):
        stage = _Stage(game, state, step, step.rest or scenario.rest, number)
        try:
            with _breaking():
                state = stage.play()
        except _Differs as differs:
            return Failure(number, stage.what, differs.lines)
    return None


class _Differs(Exception):
    """The game differs from the scenario."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self.lines = tuple(lines)


@contextmanager
def _breaking() -> Iterator[None]:
    """Report broken rules, and refusals that the scenario does not expect, as differences."""
    try:
        yield
    except _Differs:
        raise
    except HarbourmasterError as refusal:
        raise _Differs([refusal.message]) from refusal
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        file = Path(last.filename)
        place = f"{file.parent.name}/{file.name}, line {last.lineno}, in {last.name}"
        raise _Differs([f"the rules broke: {type(error).__name__}: {error} ({place})"]) from error


def _opening_position(game: AnyGame, scenario: Scenario) -> State:
    options = choose(game.options, scenario.options)
    fewest, most = game.seat_range(options)
    if not fewest <= scenario.seats <= most:
        raise _Differs([f"seats: {game.title} is for {fewest} to {most} with these options"])
    chance = _chance(scenario.start_rolls or (), 0, 0)
    state, _ = game.start(options, scenario.seats, chance)
    if scenario.start_rolls is not None:
        _must_be_none(_roll_differences(scenario.start_rolls, chance, scenario.rest))
    fresh: JsonValue = state.model_dump(mode="json")
    try:
        for place in scenario.absent:
            fresh = without(fresh, place, "absent")
        laid = lay_over(fresh, scenario.given, "given") if scenario.given else fresh
        given: State = game.state.model_validate(laid)
        game.complete(given)
        game.check(given)
    except MisfitPart as misfit:
        raise _Differs([str(misfit)]) from misfit
    except ValidationError as error:
        first = error.errors()[0]
        raise _Differs([f"given.{'.'.join(map(str, first['loc']))}: {first['msg']}"]) from error
    except AssertionError as broken:
        raise _Differs([f"given: such a state cannot be: {broken}"]) from broken
    return given


def _chance(listed: Sequence[ListedRoll], step: int, seat: int) -> Chance:
    forced = [
        Forced(values=roll.values, label=roll.label, seat=roll.seat, entry=number)
        for number, roll in enumerate(listed, 1)
    ]
    return Chance(SeededStream(b"scenario", str(step), seat, ""), forced)


def _must_be_none(found: Iterable[str]) -> None:
    if lines := tuple(found):
        raise _Differs(lines)


class _Stage:
    """One step of a scenario, with the state before it. Playing the step changes the state."""

    def __init__(self, game: AnyGame, state: State, step: ScenarioStep, rest: Rest, number: int) -> None:
        self.game = game
        self.state = state
        self.step = step
        self.rest = rest
        self.number = number
        self.what = step.do or ("timeout" if step.timeout else "")

    def play(self) -> State:
        """Return the position after the step. Raises _Differs."""
        seat = self._seat()
        if self.step.must_fail:
            code = str(self.step.refused)
            _must_be_none(self._refusal_differences(seat, self.step.do, code))
        elif self.step.acts:
            events, chance = self._act(seat)
            _must_be_none(_roll_differences(self.step.rolls, chance, self.rest))
            _must_be_none(_event_differences(self.step, events))
        _must_be_none(self._position_differences(seat))
        return self.state

    def _seat(self) -> int:
        """Return the step's seat, or the only awaited seat, or 0. Raises _Differs if seat 0 would act."""
        if self.step.seat:
            return self.step.seat
        awaited = [decision.seat for decision in self.game.decisions(self.state)]
        if self.step.acts and len(awaited) != 1:
            raise _Differs([f"seat: say which, for {_listed(awaited) or 'nobody'} is awaited"])
        return awaited[0] if len(awaited) == 1 else 0

    def _act(self, seat: int) -> tuple[Sequence[Event], Chance]:
        chance = _chance(self.step.rolls, self.number, seat)
        state = self._copy()
        try:
            action = self.game.timeout(state, seat) if self.step.timeout else self._read(self.step.do)
            parts = self.game.spelled(state, seat, action)
            if len(parts) > 1:
                raise _Differs([f"{action} is several actions: write a step for each: {_listed(parts)}"])
            events = self.game.apply(state, seat, self.game.resolve(state, seat, action), chance)
        except IllegalAction as refusal:
            raise _Differs([f"refused with {refusal.detail!r}: {refusal.message}"]) from refusal
        self.state = state
        try:
            self.game.check(state)
        except AssertionError as broken:
            raise _Differs([f"an invariant of the game is broken: {broken}"]) from broken
        if self._copy() != state:
            raise _Differs(["the state does not survive being stored"])
        return events, chance

    def _read(self, text: str) -> Action:
        action = self.game.read(text)
        if not action.by_players:
            raise IllegalAction("not_allowed", "Only a timeout does that.")
        return action

    def _copy(self) -> State:
        copy: State = self.game.load_state(self.state.model_dump_json())
        return copy

    def _refusal_differences(self, seat: int, text: str, code: str) -> Iterator[str]:
        """Yield a sentence unless the action is refused with `code`, which may end with a place."""
        state = self._copy()
        try:
            action = self.game.resolve(state, seat, self._read(text))
            self.game.apply(state, seat, action, _chance((), self.number, seat))
        except IllegalAction as refusal:
            found = refusal.detail if " " in code else refusal.code
            if found != code:
                yield f"refused: expected {code!r}, found {refusal.detail!r} ({refusal.message})"
        else:
            yield f"refused: expected {code!r}, but {text!r} was accepted"

    def _position_differences(self, seat: int) -> Iterator[str]:
        step = self.step
        if isinstance(step.refused, dict):
            for text, code in step.refused.items():
                yield from (f"{text!r} {line}" for line in self._refusal_differences(seat, text, code))
        found: JsonValue = self.state.model_dump(mode="json")
        if step.state:
            yield from differences(step.state, found, "state")
        for place in step.absent:
            yield from presence(found, place, "state")
        if step.awaits is not None:
            awaited = {decision.seat: decision.kind for decision in self.game.decisions(self.state)}
            if awaited != step.awaits:
                yield f"awaits: expected {step.awaits}, found {awaited}"
        if step.looks_at_choices:
            yield from self._legal_differences(seat)
        if step.outcome is not None:
            outcome = self.game.outcome(self.state)
            told: JsonValue = outcome.model_dump(mode="json") if outcome else "a game that goes on"
            yield from differences(step.outcome, told, "outcome")

    def _legal_differences(self, seat: int) -> Iterator[str]:
        step = self.step
        decision = self.game.decision_of(self.state, seat)
        if decision is None and (step.acts or not step.seat):
            others = _listed(other.seat for other in self.game.decisions(self.state))
            which = f"seat {seat} is asked for nothing now" if seat else "say whose choices"
            yield f"legal: {which}; asked: {others}. Write a separate step with that seat to check them"
            return
        legal = [str(choice) for choice in decision.choices] if decision else []
        forms = [str(form) for form in decision.forms] if decision else []
        if step.legal is not None and self._written(step.legal, forms) != legal:
            yield from _list_differences("legal", self._written(step.legal, forms), legal)
        first = self._written(step.legal_first, forms)
        if legal[: len(first)] != first:
            yield from _list_differences("legal_first", first, legal[: len(first)])
        yield from (
            f"legal_include: {text!r} is missing in {_listed(legal)}"
            for text in self._written(step.legal_include, forms)
            if text not in legal
        )
        yield from (
            f"legal_exclude: {text!r} is legal"
            for text in self._written(step.legal_exclude, forms)
            if text in legal
        )
        if step.legal_count not in {None, len(legal)}:
            yield f"legal_count: expected {step.legal_count}, found {len(legal)}"

    def _written(self, texts: Sequence[str], forms: Sequence[str]) -> list[str]:
        """Return `texts` in canonical notation. A text that is one of the `forms` stays unchanged."""
        return [text if text in forms else self._canonical(text) for text in texts]

    def _canonical(self, text: str) -> str:
        try:
            return str(self.game.read(text))
        except IllegalAction:
            return text


def _roll_differences(listed: Sequence[ListedRoll], chance: Chance, rest: Rest) -> Iterator[str]:
    """Compare the rolls. The listed rolls come first, in order. Further rolls need `rest` = "any"."""
    for number, roll in enumerate(listed, 1):
        happened = chance.rolls[number - 1] if number <= len(chance.rolls) else None
        if happened is None:
            yield f"rolls.{number}: {roll.label} {_listed(roll.values)} was never rolled"
        elif happened.force != number:
            yield f"rolls.{number}: expected {roll.label} {_listed(roll.values)}, found {_roll(happened)}"
    if rest == "none":
        yield from (f"rolls: not listed: {_roll(roll)}" for roll in chance.rolls[len(listed) :])


def _roll(roll: Roll) -> str:
    among = f"of {roll.of}" if roll.of else f"from {roll.low} to {roll.high}"
    return f"{roll.label} ({len(roll.values)} {among}, seat {roll.seat})"


def _event_differences(step: ScenarioStep, events: Sequence[Event]) -> Iterator[str]:
    found = [dump_event(event) for event in events]
    kinds = [event.kind for event in events]
    if step.events is not None:
        wanted = [_event(text) for text in step.events]
        expected = [str(event.get("event")) for event in wanted]
        if expected != kinds:
            yield from _list_differences("events", expected, kinds)
        else:
            yield from differences([*wanted], [*found], "events")
    rest = iter(found)
    for event in map(_event, step.events_include):
        if all(any(differences(event, other, "")) for other in rest):
            yield f"events_include: {event} did not happen, or not in this order: {_listed(kinds)}"


def _event(written: str | Part) -> Part:
    return {"event": written} if isinstance(written, str) else written


def _list_differences(name: str, expected: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    yield f"{name}: expected {_listed(expected)}"
    yield f"{' ' * len(name)}     found {_listed(found)}"
    missing = [text for text in expected if text not in found]
    extra = [text for text in found if text not in expected]
    if missing:
        yield f"{' ' * len(name)}   missing {_listed(missing)}"
    if extra:
        yield f"{' ' * len(name)}  too many {_listed(extra)}"


def _listed(items: Iterable[object]) -> str:
    return "; ".join(map(str, items)) or "nothing"
