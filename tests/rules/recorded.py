"""Recorded games: what people chose, what the dice showed, and the results.

    python -m tests.rules.recorded [GAME...]

The program records new games and new matches (`stored`) of every game whose current version has none. A file
in `recorded/GAME/` has the rules' version and the options in its name. A file never changes. The first line
describes the game. Each later line is a deed, with its rolls and a digest of the state and the events after
it.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pydantic import JsonValue, TypeAdapter

from rules.engine.action import Resign
from rules.engine.chance import Chance, QuickStream, Roll
from rules.engine.errors import HarbourmasterError
from rules.engine.event import Event, dump_event
from rules.engine.game import AnyGame, Options, State
from rules.engine.match import options_data
from rules.engine.options import BadOption, OptionValue, choose, settings
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.strengths import policies
from tests.rules import stored

FOLDER = Path(__file__).parent / "recorded"
FEWEST = 5
"""The minimum number of games of each version with common options, and the same with random options."""

LONGEST = 250
"""The maximum number of deeds in one game, because some random players never come home."""

Line = dict[str, JsonValue]


@dataclass(frozen=True)
class Table:
    """A game, its options, and the number of seats."""

    game: AnyGame
    name: str
    options: Options
    seats: int


def files() -> list[Path]:
    """Return all recorded games."""
    return sorted(FOLDER.glob("*/*.jsonl"))


def of_today() -> list[Path]:
    """Return the recorded games of the current rules."""
    return [file for file in files() if version_of(file) == find_game(file.parent.name).rules_version]


def version_of(file: Path) -> int:
    """Return the version of the rules of a recorded game."""
    return int(file.name.partition("-")[0])


def first_difference(file: Path) -> str:
    """Return the first difference between a recorded game and the current rules; empty if there is none."""
    head, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    game = find_game(head["game"])
    chance = Chance(QuickStream(Random(0)), recorded=_rolls(head))
    state, events = game.start(choose(game.options, head["options"]), head["seats"], chance)
    chance.close()
    if _digest(state, events) != head["digest"]:
        return "it begins otherwise"
    for number, line in enumerate(lines, 1):
        chance = Chance(QuickStream(Random(0)), recorded=_rolls(line))
        step = f"step {number}, “{line['do']}” of seat {line['seat']},"
        try:
            action = game.resolve(state, line["seat"], game.read(line["do"]))
            events = game.apply(state, line["seat"], action, chance)
            chance.close()
        except HarbourmasterError as error:
            return f"{step} is refused: {error.detail or error.message}"
        if _digest(state, events) != line["digest"]:
            return f"{step} leads elsewhere"
    return ""


def replayed(file: Path) -> Iterator[tuple[State, Sequence[Event]]]:
    """Replay a game with the current rules. Yield the state after each deed, and the events of the deed."""
    head, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    game = find_game(head["game"])
    chance = Chance(QuickStream(Random(0)), recorded=_rolls(head))
    state, events = game.start(choose(game.options, head["options"]), head["seats"], chance)
    yield state, events
    for line in lines:
        state = game.load_state(state.model_dump_json())
        action = game.resolve(state, line["seat"], game.read(line["do"]))
        chance = Chance(QuickStream(Random(0)), recorded=_rolls(line))
        events = game.apply(state, line["seat"], action, chance)
        yield state, events


def tables(game: AnyGame, luck: Random) -> Iterator[Table]:
    """Yield the recorded lines of a game."""
    for number in range(max(FEWEST, len(game.presets))):
        preset = game.presets[number % len(game.presets)]
        options = choose(game.options, preset.options)
        fewest, most = game.seat_range(options)
        yield Table(game, preset.name, options, min(most, fewest + number % 3))
    for _ in range(FEWEST):
        yield _any_table(game, luck)


def _any_table(game: AnyGame, luck: Random) -> Table:
    """Return random options, and as many seats as they allow."""
    chosen: dict[str, OptionValue] = {}
    for setting in settings(game.options):
        values = [*setting.values] or [*range(setting.low, setting.high + 1)]
        chosen[setting.name] = luck.choice(values)
    options = choose(game.options, chosen)
    fewest, most = game.seat_range(options)
    seats = luck.randint(fewest, max(fewest, most))
    try:
        game.start(options, seats, Chance(QuickStream(luck)))
    except BadOption:
        return _any_table(game, luck)
    return Table(game, "lot", options, seats)


def record(table: Table, luck: Random) -> Iterator[Line]:
    """Play a game by players who are sometimes good, sometimes random, and sometimes late."""
    game = table.game
    chance = Chance(QuickStream(luck))
    state, events = game.start(table.options, table.seats, chance)
    yield {
        "game": game.slug,
        "options": options_data(game, table.options),
        "seats": table.seats,
        **_told(chance, state, events),
    }
    for _ in range(LONGEST):
        decisions = game.decisions(state)
        if not decisions:
            return
        decision = luck.choice(decisions)
        dice, seat = luck.random(), decision.seat
        free = [one for one in game.free_actions(state, seat) if dice < 0.045 or not isinstance(one, Resign)]
        if dice < 0.04:
            action = game.timeout(state, seat)
        elif dice < 0.08 and free:
            action = luck.choice(free)
        else:
            action = policies(game)["steady" if dice < 0.6 else "random"](game, state, decision, luck)
        chance = Chance(QuickStream(luck))
        events = game.apply(state, seat, game.resolve(state, seat, action), chance)
        yield {"seat": seat, "do": str(action), **_told(chance, state, events)}


def _told(chance: Chance, state: State, events: Sequence[Event]) -> Line:
    rolls: list[JsonValue] = [roll.model_dump(mode="json", exclude_defaults=True) for roll in chance.rolls]
    return {**({"rolls": rolls} if rolls else {}), "digest": _digest(state, events)}


def _digest(state: State, events: Sequence[Event]) -> str:
    told = [state.model_dump_json(), *(json.dumps(dump_event(event)) for event in events)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def _rolls(line: Line) -> list[Roll]:
    return TypeAdapter(list[Roll]).validate_python(line.get("rolls", []))


def main(slugs: Sequence[str]) -> None:
    """Record missing games."""
    for game in (game for game in games().values() if not slugs or game.slug in slugs):
        for file in stored.write_missing(game):
            sys.stdout.write(f"{file.relative_to(stored.FOLDER.parent)}\n")
        folder = FOLDER / game.slug
        there = [file for file in folder.glob("*.jsonl") if version_of(file) == game.rules_version]
        if there:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        for number, table in enumerate(tables(game, Random(game.slug)), 1):
            lines = record(table, Random(f"{game.slug} {number}"))
            file = folder / f"{game.rules_version}-{number}-{table.name}.jsonl"
            file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
            sys.stdout.write(f"{file.relative_to(FOLDER.parent)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
