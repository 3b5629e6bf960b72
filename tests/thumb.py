"""Whole games with one thumb: how many presses a turn takes, counted on the real controls of posts.

A button is one press and a menu two (open, pick). A form is two (open, send); typing does not count. A choice
that a post does not show costs one more press ("Your choices"), unless the private choices have shown it
since the seat's previous choice. A warning costs a second press. Automatic actions, and other seats' answers
during a turn, cost nothing. Nothing goes through Discord, so whole games are cheap:

    python -m tests.thumb GAME PRESET SEATS GAMES [DECISIONS]
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, TypeVar

from discord import ui

from bot.posts import menu_controls, menus
from bot.posts.control_ids import ControlId, parse
from bot.posts.menus import Menu
from rules.dangerous_sea.actions import Harvest, Route, TakeStone
from rules.dangerous_sea.actions import Sail as SailStep
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision, PartialAnswer
from rules.engine.game import AnyGame, State
from rules.engine.options import choose
from rules.engine.policy import steady
from rules.engine.registry import game as find_game
from rules.kraken_bay.actions import EndTurn, SailTo
from rules.kraken_bay.actions import Sail as SailCourse
from rules.kraken_bay.events import Sailed
from rules.kraken_bay.state import BayState
from rules.privateer.actions import Fire, FireWide
from rules.privateer.fleets import ship
from rules.privateer.shown.forecast import shot_of
from rules.privateer.state import PrivateerState

if TYPE_CHECKING:
    from fractions import Fraction

    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")

BUTTON = 1
MENU = 2
FORM = 2

NAMES = {seat: f"Captain {seat}" for seat in (1, 2, 3, 4)}
"""The possible players. More than a game needs do no harm."""

OUT_OF_REACH = 1000
"""A number above the presses of any action."""


class First(Random):
    """Luck that chooses the first of equal choices, so that only the controls differ between turns.

    Other draws come from the dice.
    """

    def __init__(self, dice: Random) -> None:
        super().__init__()
        self._dice, self._lots = dice, count()

    def random(self) -> float:
        return float(next(self._lots))

    def getrandbits(self, k: int, /) -> int:
        return self._dice.getrandbits(k)

    def choices(
        self,
        population: "SupportsLenAndGetItem[T]",
        weights: "Sequence[float | Fraction] | None" = None,
        *,
        cum_weights: "Sequence[float | Fraction] | None" = None,
        k: int = 1,
    ) -> list[T]:
        return [population[0]] * k


@dataclass
class Turn:
    """One turn of a seat: the number of its ships at the start, the number of presses, and the actions."""

    seat: int
    ships: int
    setup: bool
    presses: int = 0
    done: list[str] = field(default_factory=list)


def presses(menu: Menu, goal: Action, chosen: Sequence[str] = ()) -> int:
    """Return the minimum number of presses from the menu's controls to the action `goal`."""
    return min((_cost(menu, goal, *one) for one in _offered(menu, chosen)), default=OUT_OF_REACH)


def _cost(menu: Menu, goal: Action, cost: int, control: ControlId) -> int:
    """Return the presses from one control on, including itself."""
    if control.verb == "fill":
        form = next((form for form in menu.forms if form.path == control.path), None)
        return FORM if form is not None and form.admits(goal) else OUT_OF_REACH
    path = tuple(part for part in control.path if part != menus.DONE)
    if menu.path(goal)[: len(path)] != path:
        return OUT_OF_REACH
    found = menu.ask(path)
    if isinstance(found, PartialAnswer):
        if menus.DONE not in control.path or found.complete is None:
            return cost + presses(menu, goal, found.chosen)
        found = found.complete
    return cost + bool(menu.label(found, len(menu.path(found))).warning) if found == goal else OUT_OF_REACH


def _offered(menu: Menu, chosen: Sequence[str]) -> Iterator[tuple[int, ControlId]]:
    """Yield the cost and meaning of each button and of each entry of a menu."""
    for row in menu_controls.controls(menu, chosen).rows:
        for part in row.children:
            control = parse(getattr(part, "custom_id", None) or "")
            assert control is not None
            if isinstance(part, ui.Select):
                for option in part.options:
                    yield MENU, control._replace(path=(*control.path, *option.value.split("/")))
            else:
                yield BUTTON, control


def turns(game: AnyGame, preset: str, seats: int, luck: int, most: int = 10_000) -> list[Turn]:
    """Return the turns of a game with seats that all play like the bot, for at most `most` decisions."""
    values = next(one.options for one in game.presets if one.name == preset)
    dice = Random(luck)
    state, _ = game.start(choose(game.options, values), seats, Chance(QuickStream(dice)))
    found: list[Turn] = []
    key, shown = "", 0
    for _ in range(most):
        decisions = game.decisions(state)
        if not decisions:
            break
        decision = decisions[0]
        setup = not game.round(state)
        now = f"{decision.seat} {decision.kind}" if setup else game.turn(state)
        if now != key:
            found.append(Turn(decision.seat, _ships(state), setup))
            key = now
        action = _shortest(game, state, decision, _wanted(game, state, decision, dice), dice)
        if decision.only_answer is None:
            hidden = decision.secret or len(decisions) > 1
            if decision.seat == found[-1].seat:
                cost = _cost_of(game, state, decision, action)
                cost += hidden and shown != decision.seat
                found[-1].presses += cost
                found[-1].done.append(f"{action} ({cost})")
            shown = decision.seat if hidden else 0
        turn = game.turn(state)
        for part in game.spelled(state, decision.seat, action):
            if game.turn(state) != turn:
                break
            meant = game.canonical(state, decision.seat, part)
            game.apply(state, decision.seat, meant, Chance(QuickStream(dice)))
    return found


def _ships(state: State) -> int:
    return len(state.turn.slots) if isinstance(state, PrivateerState) and state.turn else 0


def _wanted(game: AnyGame, state: State, decision: Decision, dice: Random) -> Action:
    """Return the bot's choice among the offers, but always a third ship, which the bot never buys."""
    if decision.kind == "third_ship":
        return decision.actions[0]
    return _chosen(game, state, decision, dice)


def _chosen(game: AnyGame, state: State, decision: Decision, dice: Random) -> Action:
    """Return the bot's choice among the offered single actions."""
    return steady(game, state, replace(decision, find=lambda: decision.distinct, ways=tuple), First(dice))


def _shortest(game: AnyGame, state: State, decision: Decision, action: Action, dice: Random) -> Action:
    """Return what a player who wants `action` presses: a shortcut if one leads to the same result."""
    if isinstance(action, Fire) and isinstance(state, PrivateerState) and FireWide() in decision.shortcuts:
        assert state.turn is not None
        hits = shot_of(state, ship(state.turn.fleet, action.ship), action).sunk
        return action if hits else FireWide()
    if isinstance(action, SailCourse) and isinstance(state, BayState):
        action = _sailed_on(game, state, decision, dice) or action
    if isinstance(action, SailStep) and isinstance(state, SeaState):
        return _routed(game, state, decision, dice) or action
    return _as_offered(decision, action)


def _as_offered(decision: Decision, action: Action) -> Action:
    """Return the control for an action: the shortcut or action with the same result."""
    alike = (one for one in decision.offered if decision.comes_to(one) == decision.comes_to(action))
    # Values of forms are not included.
    return next(alike, action)


def _routed(game: AnyGame, state: SeaState, decision: Decision, dice: Random) -> Action | None:
    """Return the route to the square where single steps lead, if it takes fewer presses than the steps."""
    ahead = game.load_state(state.model_dump_json())
    luck = Random(dice.random())
    at, steps, takes = "", 0, 0
    while (now := game.decision_of(ahead, decision.seat)) is not None and now.kind == decision.kind:
        action = _chosen(game, ahead, now, luck)
        takes += isinstance(action, Harvest | TakeStone)
        if takes or not isinstance(action, SailStep):
            break
        game.apply(ahead, decision.seat, action, Chance(QuickStream(luck)))
        at, steps = str(ahead.ship(decision.seat).at), steps + 1
    found = Route(to=at, then="take" if takes else None)
    if found not in decision.shortcuts:
        return None
    cost = _cost_of(game, state, decision, found)
    return found if cost < steps + takes else None


def _sailed_on(game: AnyGame, state: BayState, decision: Decision, dice: Random) -> Action | None:
    """Return the choice that goes furthest along the bot's courses, for no more presses than these need.

    If the bot then ends the turn, the choice may include this end.
    """
    ahead = game.load_state(state.model_dump_json())
    luck = Random(dice.random())
    turn, alone, stops = game.turn(state), 0, list[tuple[str, int]]()
    ends = True
    while (now := game.decision_of(ahead, decision.seat)) is not None and game.turn(ahead) == turn:
        action = _chosen(game, ahead, now, luck)
        if not isinstance(action, SailCourse):
            ends = isinstance(action, EndTurn)
            break
        alone += _cost_of(game, ahead, now, _as_offered(now, action))
        happened = game.apply(ahead, decision.seat, action, Chance(QuickStream(luck)))
        # At the end of a round, the whirlpool moves the ship on.
        stops.append((next(str(event.to) for event in happened if isinstance(event, Sailed)), alone))
    if ends and stops:
        stops.append((stops[-1][0], alone + 1))
    for number, (at, alone) in reversed([*enumerate(stops)]):
        found = SailTo(space=at, then="end" if ends and number == len(stops) - 1 else None)
        if found in decision.shortcuts and _cost_of(game, state, decision, found) <= alone:
            return found
    return None


def _cost_of(game: AnyGame, state: State, decision: Decision, goal: Action) -> int:
    """Return the number of presses from a post to the action `goal`, by the private page if necessary."""
    menu = menus.menu_for(game, state, decision, "GAME", 1, NAMES)
    posted = presses(menu.in_post(), goal)
    return posted if posted < OUT_OF_REACH else BUTTON + presses(menu, goal)


def main(slug: str, preset: str, seats: str, games: str, most: str = "10000") -> None:
    """Print the turns of some games, with their average and greatest number of presses."""
    played = [
        turn
        for luck in range(1, int(games) + 1)
        for turn in turns(find_game(slug), preset, int(seats), luck, int(most))
    ]
    for turn in played:
        print(f"{turn.presses:3} of seat {turn.seat}: {', '.join(turn.done)}")  # noqa: T201
    for ships in sorted({turn.ships for turn in played if not turn.setup}):
        counts = [turn.presses for turn in played if not turn.setup and turn.ships == ships]
        print(f"{ships or ''} {len(counts)} turns: {fmean(counts):.1f} on average, {max(counts)} at most")  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
