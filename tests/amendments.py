"""Amendments that somebody could try, for a match of any game.

`python -m tests.amendments GAME HOW_MANY LUCK` tries many amendments, plays each amended game to its end, and
reports errors.
"""

import json
import sys
from collections.abc import Iterator
from random import Random

from pydantic import JsonValue

from rules.engine.amendments import FIXED, Amendment
from rules.engine.chance import Chance, QuickStream
from rules.engine.entries import Amend
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.match import SYSTEM, Match
from rules.engine.patch import StatePath, compact, pointer
from rules.engine.policy import at_random
from rules.engine.registry import game as find_game

ENDLESS = 5_000
"""The number of answers after which a game counts as endless."""


def leaves(data: JsonValue, part: StatePath = ()) -> Iterator[tuple[StatePath, JsonValue]]:
    """Yield the path and value of every leaf of the data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*part, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*part, str(place)))
    else:
        yield part, data


def some_amendment(
    match: Match, random: Random, tries: int = 12, *, onlooker: int | None = None, sees_all: bool = True
) -> Amendment | None:
    """Return an amendment that the match accepts; `None` if none was found."""
    found = [(part, value) for part, value in leaves(json.loads(match.position.state)) if part[0] != FIXED]
    for _ in range(tries):
        part, value = random.choice(found)
        step: dict[str, JsonValue] = {"op": "replace", "path": pointer(part)}
        step["value"] = _another(value, [other for _, other in found], random)
        try:
            return match.amendment(compact([step]), onlooker, sees_all=sees_all)
        except HarbourmasterError:
            continue
    return None


def _another(value: JsonValue, others: list[JsonValue], random: Random) -> JsonValue:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + random.choice((-2, -1, 1, 2)))
    return random.choice([other for other in others if isinstance(other, type(value))])


# Bolder ones


def bold_patch(match: Match, random: Random) -> str:
    """Return a random patch that removes, adds or sets a value. New values often come from other parts."""
    whole: JsonValue = json.loads(match.position.state)
    found = [(part, value) for part, value in _nodes(whole) if part and part[0] != FIXED]
    part, value = random.choice(found)
    others = [other for _, other in found if isinstance(other, type(value))]
    if random.random() < 0.15:
        return compact([{"op": "remove", "path": pointer(part)}])
    if isinstance(value, list) and random.random() < 0.5:
        items = [item for other in others if isinstance(other, list) for item in other] or [1]
        return compact([{"op": "add", "path": pointer((*part, "-")), "value": random.choice(items)}])
    if isinstance(value, int) and not isinstance(value, bool):
        others += [value - 1, value + 1, value + 2, 0, 1, 9]
    if value is None:
        others = [other for _, other in found if other is not None]
    return compact([{"op": "replace", "path": pointer(part), "value": random.choice([*others, None])}])


def _nodes(data: JsonValue, part: StatePath = ()) -> Iterator[tuple[StatePath, JsonValue]]:
    """Yield every value of the data, including those that contain others."""
    yield part, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inside:
        yield from _nodes(value, (*part, str(name)))


def accepted(match: Match, random: Random, tries: int) -> Iterator[Amendment]:
    """Yield those of `tries` bold amendments that the match accepts."""
    for _ in range(tries):
        try:
            yield match.amendment(bold_patch(match, random), None, sees_all=True)
        except HarbourmasterError:
            continue


def played_on(match: Match, random: Random, answers: int) -> Match:
    """Return the match after `answers` random answers, or before the answer that would end it."""
    for at in range(answers):
        decision = random.choice(match.decisions)
        action = at_random(match.game, match.shown, decision, random)
        after = match.act(decision.seat, action, SYSTEM, at).match
        if after.finished:
            break
        match = after
    return match


def goes_on_to_its_end(match: Match, random: Random, *, absent: bool) -> None:
    """Play a game to its end by random answers, or by timeouts if `absent`. Raises any error of the rules."""
    game: AnyGame = match.game
    state, answers = match.state, 0
    while decisions := game.decisions(state):
        decision = decisions[0] if absent else random.choice(decisions)
        meant = game.timeout(state, decision.seat) if absent else at_random(game, state, decision, random)
        action = game.resolve(state, decision.seat, meant)
        game.apply(state, decision.seat, action, Chance(QuickStream(random)))
        game.check_whole(state)
        answers += 1
        assert answers < ENDLESS, "the game has no end"
    assert game.outcome(state) is not None, "nobody is asked, and the game is not over"


def _main(slug: str, many: int, luck: str) -> None:
    # The imported module imports this module, too.
    from tests.fair_dice.test_whole_games import begun  # noqa: PLC0415

    random, found, broken = Random(luck), 0, 0
    while found < many:
        match = played_on(begun(find_game(slug), random), random, random.randrange(120))
        for amendment in accepted(match, random, 20):
            found += 1
            after = match.enter(Amend.of(amendment), SYSTEM, 0, "a test").match
            try:
                for absent in (True, False):
                    goes_on_to_its_end(after, random, absent=absent)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                broken += 1
                sys.stdout.write(f"{type(error).__name__}: {error} after {amendment.patch}\n")
    sys.stdout.write(f"{slug}: {found} accepted, {broken} of them broken\n")


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
