"""Practice games, played through: every lesson is reached, and none comes too late.

The last lesson may also stand in the post in which the game ends.
"""

from dataclasses import replace
from itertools import count
from random import Random

import pytest

from bot.doors.handbook import page
from bot.posts.lessons import LEARNER
from bot.store.rows import EntryRow, GameRow, PostRow
from bot.tables import owed
from bot.tables.lobby import PRACTICE, add_bot, join, start
from rules.engine.event import dump_event
from rules.engine.match import SYSTEM, Advance, Match
from rules.engine.policy import greedy
from rules.engine.registry import games
from rules.engine.texts import tutorial

MACHINE = 99

LOSES = {"ship_sunk", "ship_lost", "ship_sent_home", "boat_hit", "ship_eaten", "battle_fought", "shot"}
"""Events that hurt somebody."""


class Practice:
    """A practice game of a learner who plays well enough, with the posts that its channel is owed."""

    def __init__(self, slug: str, seed: int) -> None:
        lobby = GameRow("G", 1, 2, slug, "lobby", 5, 0, 0, preset=PRACTICE, seed=bytes([seed]) * 32)
        row, advance = start(add_bot(join(lobby, 5, "Ann", 1), MACHINE), ("1", "0", "2"), 0)
        self.luck, self.ids = Random(seed), count(1)
        self.events: list[str] = []
        self.posts: list[PostRow] = []
        self.row, self.match = row, advance.match
        self._tell(advance)

    def _tell(self, advance: Advance) -> None:
        match: Match = advance.match
        before, self.match = self.row, match
        self.row = replace(self.row, position=match.position, status=match.position.status)
        events = tuple(dump_event(event) for event in advance.events)
        self.events += [str(event["event"]) for event in events]
        entry = EntryRow(advance.entry, events, match.game.turn(match.shown))
        newest = self.posts[-1] if self.posts else None
        for post in owed.for_entry(before, self.row, entry, newest, lambda: next(self.ids)):
            if post.kind == "turn":
                self.posts = [*(one for one in self.posts if one.id != post.id), post]

    def step(self) -> None:
        decision = self.match.decisions[0]
        action = greedy(self.match.game, self.match.state, decision, self.luck)
        self._tell(self.match.act(decision.seat, action, SYSTEM, 0))

    @property
    def lessons(self) -> int:
        """How many lessons were given so far."""
        return sum(LEARNER in post.called for post in self.posts)


@pytest.mark.parametrize("slug", games())
def test_a_practice_game_lasts_until_its_last_lesson(slug: str) -> None:
    course = tutorial(games()[slug])
    assert course is not None, "a preset `tutorial` and its tutorial.toml are missing"
    game = Practice(slug, seed=3)
    while game.lessons < len(course.lessons) and not game.match.finished:
        game.step()
    assert game.lessons >= len(course.lessons)
    assert "`/game new`" in course.lessons[-1]
    assert "**Play again**" in course.lessons[-1]


@pytest.mark.parametrize("slug", games())
def test_the_rival_hurts_nobody_before_the_learner_has_had_a_turn(slug: str) -> None:
    for seed in range(1, 4):
        game = Practice(slug, seed)
        while game.match.decisions[0].seat != LEARNER or game.match.decisions[0].kind in {
            "deploy", "third_ship", "pick_character",
        }:  # fmt: skip
            game.step()
        assert not LOSES & {*game.events}


def test_help_names_the_practice_game_of_each_game() -> None:
    for slug, game in games().items():
        assert f"- **{game.title}**" in page("start")
        assert f"`/game tutorial` with `game: {slug}`" in page("start")
