"""The parts that a game needs before it is merged, with a sentence for each missing part.

A test that needs a part has a mark such as `@pytest.mark.needs("tutorial")`. The test is skipped for games
without the part. So only `tests/rules/test_what_a_game_owes.py` fails for a new game, with all the sentences.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import render
from rules.engine.action import Resign
from rules.engine.game import AnyGame, Game
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.texts import counting, narration, own_signs, topics, tutorial
from tests.rules import recorded, stored

SCENARIOS = Path(__file__).parent / "scenarios"


class Owed(NamedTuple):
    """A part that every merged game has. `missing` checks for it, and `sentence` reports its absence."""

    name: str
    sentence: str
    missing: Callable[[AnyGame], bool]


def _painted(game: AnyGame) -> bool:
    return find_spec(f"render.{game.slug}") is not None


def _replayed(game: AnyGame) -> bool:
    return all(render.offered(game.slug, name) for name in ("glides", "draw_position", "palette"))


def _offers(game: AnyGame, name: str) -> bool:
    """Return whether the game's picture package has a module `name`."""
    package = find_spec(f"render.{game.slug}")
    return bool(package and package.submodule_search_locations and find_spec(f"render.{game.slug}.{name}"))


PRESETS = {"club": "For chat", "printed": "As published", "wild": "Wild"}
"""The presets of every game, with their titles, so that lobbies of all games look the same."""

NEXT = ("**Play again** at the end opens the real", "`/play`")
"""The words about further games in the last lesson of every practice game."""


def _taught(game: AnyGame) -> bool:
    course = tutorial(game)
    return course is not None and all(words in course.lessons[-1] for words in NEXT)


def _beginnings(game: AnyGame) -> frozenset[str]:
    """Return the kinds of events that may count as a seat's turn."""
    if any(room.together for room in game.rooms) and not game.turn_openers:
        return frozenset(event.kind for event in game.events if "seat" in event.model_fields)
    return game.turn_openers


def _recorded(game: AnyGame) -> bool:
    files = [file for file in recorded.files() if file.parent.name == game.slug]
    return sum(recorded.version_of(file) == game.rules_version for file in files) >= recorded.FEWEST


def _stored(game: AnyGame) -> bool:
    files = [file for file in stored.files() if file.parent.name == game.slug]
    return sum(recorded.version_of(file) == game.rules_version for file in files) >= stored.FEWEST


EVERYTHING = (
    Owed(
        "resigning",
        "Let people leave: put `Resign` among the game's actions, and a room `Resigning` into `anytime`.",
        lambda game: Resign not in game.actions or not any(Resign in room.answers for room in game.anytime),
    ),
    Owed(
        "narration",
        "Write `rules/{slug}/narration.toml` with at least three sentences for the story of each event.",
        lambda game: not narration(game),
    ),
    Owed(
        "guide",
        "Write `rules/{slug}/guide.md`, the rules for readers, with a heading for each topic.",
        lambda game: not topics(game),
    ),
    Owed(
        "presets",
        "Offer the presets `club` (“For chat”), `printed` (“As published”) and `wild` (“Wild”), and no"
        " others, in `rules/{slug}/presets.toml`.",
        lambda game: {preset.name: preset.title for preset in game.presets} != PRESETS,
    ),
    Owed(
        "tutorial",
        "Write the practice game, `rules/{slug}/tutorial.toml`: its options, and a lesson for each turn. The"
        " last lesson says “**Play again** at the end opens the real” game, and names `/play`.",
        lambda game: not _taught(game),
    ),
    Owed(
        "turns",
        "Mark the event that begins a turn with `opens_turn = True`, and name it as `turns` in"
        " `rules/{slug}/figures.toml`. If all choose at the same time, no event opens a turn. Then name an"
        " event that each seat has once a turn.",
        lambda game: counting(game).turns not in _beginnings(game),
    ),
    Owed(
        "figures",
        "List in `rules/{slug}/figures.toml` what is counted in a game (`counted`).",
        lambda game: not counting(game).counted,
    ),
    Owed(
        "next turn",
        "Return from `comes_next` the seat with the next turn, or 0 if all choose at the same time.",
        lambda game: type(game).comes_next is Game.comes_next,
    ),
    Owed(
        "rounds",
        "Return from `round` a name for the current round, and an empty text during the set-up. Amendments"
        " are tried to the end of the next round.",
        lambda game: type(game).round is Game.round,
    ),
    Owed(
        "turns in short",
        "Return from `lately(view, names)` of `rules/{slug}/shown/caption.py` (`tale` of the game) a line"
        " about the view's newest turn. Posts narrate earlier turns by such lines.",
        lambda game: type(game).tale is Game.tale,
    ),
    Owed(
        "reasons",
        "Return from `in_favour(state, seat, action)` of `rules/{slug}/shown/reasons.py` the reasons for a"
        " choice, which advice shows.",
        lambda game: type(game).in_favour is Game.in_favour,
    ),
    Owed(
        "invariants",
        "Assert in `must_hold(state)` of `rules/{slug}/invariants.py` what is true of every state. Amendments"
        " that break it are refused.",
        lambda game: type(game).must_hold is Game.must_hold,
    ),
    Owed(
        "scenarios",
        "Write the examples of the rules as scenario files in `tests/scenarios/{slug}/` (docs/scenarios.md).",
        lambda game: not any((SCENARIOS / game.slug).glob("*.toml")),
    ),
    Owed(
        "replay",
        "Offer three functions in `render/{slug}`: `glides(view, names)` returns what moves in a replay,"
        " `draw_position(view, names)` returns a `Canvas` on a cached chart (`render/canvas.py`), and"
        " `palette()` returns its colours.",
        lambda game: _painted(game) and not _replayed(game),
    ),
    Owed(
        "signs",
        "Draw the marks of seats: list them in `rules/{slug}/signs.toml`, paint them in"
        " `render/{slug}/signs.py` with the colours of its `liveries.py`, and run"
        " `python -m tests.render.refresh signs`.",
        lambda game: not (own_signs(game) and _offers(game, "signs") and _offers(game, "liveries")),
    ),
    Owed(
        "recorded games",
        "Record games of these rules: `python -m tests.rules.recorded {slug}`.",
        lambda game: not (_recorded(game) and _stored(game)),
    ),
)
"""All parts, in a good order of work."""


@cache
def owes(slug: str) -> Mapping[str, str]:
    """Return a mapping from the name of each part that a game still needs to the sentence about it."""
    game = find_game(slug)
    return {one.name: one.sentence.format(slug=slug) for one in EVERYTHING if one.missing(game)}


def still_owed(needed: str, values: Mapping[str, object]) -> Iterator[str]:
    """For each game in `values` that lacks the part `needed`, yield a reason to skip the test."""
    for value in values.values():
        slug = value.slug if isinstance(value, Game) else value
        if isinstance(slug, str) and slug in games() and needed in owes(slug):
            yield f"{slug} still owes: {owes(slug)[needed]}"
