"""Counts how often a reader of a game's posts meets the same sentence, ignoring names and numbers.

`python -m tests.repetition [GAME]` plays a game of two people and lists the most frequent sentences.
"""

import re
import sys
from collections import Counter
from random import Random
from unittest.mock import patch

from bot.narration.narrator import narrator_of
from bot.narration.story_counts import StoryCounts
from bot.sessions.recent_steps import turns_in
from bot.store.rows import EntryRow, GameRow, Member
from rules.engine.entry import Actor
from rules.engine.event import dump_event
from rules.engine.game import AnyGame
from rules.engine.match import Match
from rules.engine.policy import Policy, steady
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from tests.engine.table import opened

MOST = 4
"""The maximum number of times that a sentence may appear in the posts of a game."""

DECISIONS = 400
"""The number of decisions after which a game stops. Frequent sentences have appeared by then."""

TRIES = 8
"""The maximum number of actions tried before each decision, so that a game takes a second or two."""

PEOPLE = (Member(1, 11, "Ann"), Member(2, 22, "Bo"))

_NAMES = re.compile(r"\*\*[^*]+\*\*(?:’s)?|<a?:\w+:\d+>")
_PLACES = re.compile(r"\b[A-O]\d{1,2}\b|\b(?:NE|NW|SE|SW|[NESW])\d?\b")
_NUMBERS = re.compile(r"\d+")
_LISTS = re.compile(r"□(?:(?:, | and | to | then |-|–| )□)+|#(?:(?:, | and | )#)+")


def pattern(sentence: str) -> str:
    """Return a sentence with marks in place of its names, places and numbers."""
    bare = sentence.split("\n", maxsplit=1)[0].removeprefix("-# ")
    for what, mark in ((_NAMES, "◇"), (_PLACES, "□"), (_NUMBERS, "#"), (_LISTS, "□")):
        bare = what.sub(mark, bare)
    return " ".join(bare.split())


def played(game: AnyGame, seed: int = 1, policy: Policy = steady) -> tuple[GameRow, Match, list[EntryRow]]:
    """Return the steps of a two-player game whose players act like the bot, but think less."""
    match, luck, rows = opened(game), Random(seed), list[EntryRow]()
    while not match.finished and len(rows) < DECISIONS:
        decision = match.decisions[0]
        with patch.object(type(game), "tries", TRIES):
            action = policy(game, match.state, decision, luck)
        advance = match.act(decision.seat, action, Actor(role="seat", player=str(decision.seat)), len(rows))
        match = advance.match
        rows.append(EntryRow(advance.entry, tuple(map(dump_event, advance.events)), game.turn(match.shown)))
    row = GameRow(
        "R1", 1, 1, game.slug, "running", 1, 0, 0, members=PEOPLE, opening=match.opening, seed=match.seed,
        position=match.position,
    )  # fmt: skip
    return row, match, rows


def told(game: AnyGame, seed: int = 1) -> list[str]:
    """Return the sentences of all posts of a game. Each turn is narrated in full by the next post."""
    row, match, rows = played(game, seed)
    narrator = narrator_of(row, match.shown, {})
    narrator.counts = StoryCounts(game, rows)
    lines = list[str]()
    for turn in turns_in(game, rows):
        parts = [
            part._replace(events=tuple(one for one in part.events if one["event"] not in game.turn_openers))
            for part in turn.parts
        ]
        lines += [line for line in narrator.tell_parts(parts) if line]
    return lines


def repeated(game: AnyGame, seed: int = 1) -> Counter[str]:
    """Return the patterns that appear too often, and how often they appear."""
    counts = Counter(map(pattern, told(game, seed)))
    return Counter({found: times for found, times in counts.items() if times > MOST})


def main() -> None:
    """List the most frequent sentences."""
    for slug in sys.argv[1:] or games():
        found = repeated(find_game(slug))
        sys.stdout.write(f"{slug}: {len(found)} patterns more than {MOST} times\n")
        for line, times in found.most_common(40):
            sys.stdout.write(f"{times:4} {line}\n")


if __name__ == "__main__":
    main()
