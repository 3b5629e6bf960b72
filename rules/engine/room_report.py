"""A report on the prompts of rooms and the answers of absent players in random games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame, Options, State
from rules.engine.options import OptionValue, choose, settings
from rules.engine.policy import at_random
from rules.engine.rooms import Question, questions
from rules.engine.wording import counted, listed

MOST_DECISIONS = 2_000
"""The number of decisions after which a game stops. A report needs no complete games."""

EXAMPLES = 3
"""The maximum number of different prompts and answers shown for a decision."""


@dataclass
class Asked:
    """A kind of decision. `times` is the number of questions, `absent` counts absent players' answers."""

    room: str
    clock: str
    secret: bool
    times: int = 0
    most: int = 0
    """The largest number of actions to choose from."""
    forms: int = 0
    """The largest number of forms to fill in."""
    prompts: Counter[str] = field(default_factory=Counter)
    absent: Counter[str] = field(default_factory=Counter)


def look_around(game: AnyGame, games: int, seed: int) -> dict[str, Asked]:
    """Return what `games` random games asked, by kind of decision, in the order of the rooms."""
    found: dict[str, Asked] = {}
    for number in range(games):
        luck = Random(f"{seed}/{number}")  # noqa: S311 - nobody plays these games
        for state in _positions(game, luck):
            for question in questions(state):
                _note(found, question, state)
    order = [room.__name__ for room in game.rooms]
    return dict(sorted(found.items(), key=lambda entry: order.index(entry[1].room)))


def table(game: AnyGame, found: dict[str, Asked]) -> Iterator[str]:
    """Yield the lines of the report: every room with its decisions, and what seats may do at any time."""
    for room in game.rooms:
        place = f"{room.__name__} ({room.__module__})"
        if not issubclass(room, Question):
            yield f"{place}: asks nobody"
            continue
        met = {kind: asked for kind, asked in found.items() if asked.room == room.__name__}
        yield f"{place}: answered by {', '.join(kind.kind for kind in room.answers)}"
        for kind, asked in met.items():
            marks = f"{asked.clock} clock{', in secret' if asked.secret else ''}, {_offered(asked)}"
            yield f"  {kind} ({marks})"
            yield from (f"    asks    … {prompt}" for prompt, _ in asked.prompts.most_common(EXAMPLES))
            yield from (f"    absent  {answer}" for answer, _ in asked.absent.most_common(EXAMPLES))
        if not met:
            yield "  not met in these games"
    free = [kind for room in game.anytime for kind in room.answers]
    if free:
        yield f"At any time: {', '.join(kind.kind for kind in free)}"


def _offered(asked: Asked) -> str:
    """Return the numbers of choices and forms in words: `up to 3 choices and 1 form`."""
    numbers = [(asked.most, "choice"), (asked.forms, "form")]
    told = listed(counted(number, thing) for number, thing in numbers if number)
    return f"up to {told}" if max(asked.most, asked.forms) > 1 else told


def _positions(game: AnyGame, luck: Random) -> Iterator[State]:
    """Yield every state of a game with random options and random actions."""
    dice = QuickStream(luck)
    state = _started(game, luck, dice)
    for _ in range(MOST_DECISIONS):
        decisions = game.decisions(state)
        if not decisions:
            return
        yield state
        decision = luck.choice(decisions)
        action = at_random(game, state, decision, luck)
        game.apply(state, decision.seat, game.canonical(state, decision.seat, action), Chance(dice))


def _started(game: AnyGame, luck: Random, dice: QuickStream) -> State:
    """Start a game with random options, for a number of seats that the options allow."""
    while True:
        options = _random_options(game, luck)
        seats = luck.randint(*game.seat_range(options))
        try:
            state: State = game.start(options, seats, Chance(dice))[0]
        except HarbourmasterError:
            continue
        return state


def _random_options(game: AnyGame, luck: Random) -> Options:
    chosen: dict[str, OptionValue] = {}
    for setting in settings(game.options):
        if luck.random() < 1 / 2:
            chosen[setting.name] = (
                luck.choice([*setting.values]) if setting.values else luck.randint(setting.low, setting.high)
            )
    options: Options = choose(game.options, chosen)
    return options


def _note(found: dict[str, Asked], question: Question[State, Any, Action], state: State) -> None:
    asked = found.setdefault(
        question.kind(state), Asked(type(question).__name__, question.clock(state), question.secret)
    )
    asked.times += 1
    asked.most = max(asked.most, len([*question.actions(state)]))
    asked.forms = max(asked.forms, len(question.forms(state)))
    asked.prompts[question.asks(state)] += 1
    asked.absent[str(question.absent(state))] += 1
