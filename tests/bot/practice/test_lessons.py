"""Every lesson of a practice game is shown in time.

A good player has a turn for each lesson except the last. The last lesson may also be in the game's last post.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import cast

import pytest

from bot.handlers.help_pages import page
from bot.posts.menus import menu_for
from bot.practice.lessons import LEARNER, LEFT, lesson_of
from bot.sessions import outbox_planner
from bot.sessions.bot_strengths import policy_of
from bot.sessions.lobby import add_bot, join, start
from bot.store.rows import PRACTICE, EntryRow, GameRow, PostRow
from bot.store.store import Store
from rules.dangerous_sea.actions import Attack
from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.event import dump_event
from rules.engine.game import AnyGame, State
from rules.engine.match import SYSTEM, Advance, Match
from rules.engine.policy import Policy, at_random, steady
from rules.engine.registry import games
from rules.engine.texts import tutorial
from rules.port_flower.events import BoatHit

MACHINE = 99

LOSES = {
    "ship_sunk",
    "ship_lost",
    "ship_sent_home",
    "boat_hit",
    "ship_eaten",
    "battle_fought",
    "shot",
    "boarding",
    "rocks_struck",
    "plague_struck",
    "captain_ill",
}
"""Events that hurt somebody."""

RISKLESS = {"kraken_bay": {"shot"}}
"""Events of each game that cost the learner nothing if the learner caused them."""


SPOKEN_OF = {
    "acrana": {"choose_cards": "asked which one", "discard": "you discard a card"},
    "dangerous_sea": {
        "reaction": "either of you may attack",
        "landing": "storms blow",
        "spoils": "the winner takes cargo",
    },
    "privateer": {"prize": "You board", "third_ship": "A third ship"},
}
"""For each game and each question outside turns, the words of a lesson that must come before it."""

FEWEST = {"acrana": 8, "dangerous_sea": 5, "kraken_bay": 2, "port_flower": 7, "privateer": 4}
"""The fewest turns of a learner if both players play at random."""

HARD = {"dangerous_sea": (1, 2), "kraken_bay": (1, 2), "privateer": (8, 19, 20, 21, 22)}
"""Seeds of games in which good players think for long. In Privateer's games the first day ends early."""


class Practice:
    """A practice game, with the posts for its channel."""

    def __init__(self, slug: str, seed: int) -> None:
        lobby = GameRow("G", 1, 2, slug, "lobby", 5, 0, 0, preset=PRACTICE, seed=bytes([seed]) * 32)
        row, advance = start(add_bot(join(lobby, 5, "Ann", 1), MACHINE), ("1", "0", "2"), 0)
        self.luck, self.ids = Random(seed), count(1)
        self.events: list[str] = []
        self.bites: list[BoatHit] = []
        self.posts: list[PostRow] = []
        self.row, self.match = row, advance.match
        self._tell(advance)

    def _tell(self, advance: Advance) -> None:
        match: Match = advance.match
        before, self.match = self.row, match
        self.row = replace(self.row, position=match.position, status=match.position.status)
        events = tuple(dump_event(event) for event in advance.events)
        self.events += [str(event["event"]) for event in events]
        self.bites += [event for event in advance.events if isinstance(event, BoatHit)]
        entry = EntryRow(advance.entry, events, match.game.turn(match.shown))
        newest = self.posts[-1] if self.posts else None
        for post in outbox_planner.for_entry(before, self.row, entry, newest, lambda: next(self.ids)):
            if post.kind == "turn":
                self.posts = [*(one for one in self.posts if one.id != post.id), post]

    def step(self, learner: Policy = steady, rival: Policy | None = None) -> None:
        decision = self.match.decisions[0]
        policy = learner if decision.seat == LEARNER else rival or policy_of(self.row, decision.seat, MACHINE)
        action = policy(self.match.game, self.match.state, decision, self.luck)
        self._tell(self.match.act(decision.seat, action, SYSTEM, 0))

    @property
    def turns(self) -> int:
        """The number of posts so far that asked the learner to play."""
        last = [self.posts[-1]] if self.match.finished else []
        return sum(LEARNER in post.called for post in self.posts) - len(last)


class Kept:
    """A store that holds the posts of one game."""

    def __init__(self, posts: Sequence[PostRow]) -> None:
        self._posts = posts

    async def posts(self, game: str) -> Sequence[PostRow]:
        return [post for post in self._posts if post.game == game]


async def taught(game: Practice) -> str:
    """Return the text of each post that the learner has read."""
    running = replace(game.row, status="running")
    told = []
    for post in game.posts:
        row = game.row if post is game.posts[-1] else running
        told.append(await lesson_of(cast("Store", Kept(game.posts)), row, post))
    return "\n".join(text for text in told if text)


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
async def test_a_careless_learner_hears_every_lesson_once_and_in_order(slug: str) -> None:
    course = tutorial(games()[slug])
    assert course is not None, "a preset `tutorial` and its tutorial.toml are missing"
    for seed in range(1, 21):
        game = Practice(slug, seed)
        while game.turns < len(course.lessons) and not game.match.finished:
            game.step(at_random, at_random)
        assert game.turns >= FEWEST.get(slug, 1)
        heard = (await taught(game)).replace(f"{LEFT}\n", "")
        # The last lesson is about the end.
        lessons = course.lessons if game.match.finished else course.lessons[:-1]
        assert heard == "\n".join(lessons)


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
def test_a_learner_who_plays_well_has_a_turn_for_every_lesson_but_the_last(slug: str) -> None:
    course = tutorial(games()[slug])
    assert course is not None
    for seed in HARD.get(slug, range(1, 21)):
        game = Practice(slug, seed)
        while game.turns < len(course.lessons) - 1 and not game.match.finished:
            game.step()
        assert game.turns >= len(course.lessons) - 1, seed


@pytest.mark.parametrize("slug", SPOKEN_OF)
async def test_nothing_is_asked_of_a_learner_that_no_lesson_has_spoken_of(slug: str) -> None:
    asked = set()
    for seed in range(1, 5):
        game = Practice(slug, seed)
        while not game.match.finished and game.turns < FEWEST[slug]:
            decision = game.match.decisions[0]
            words = SPOKEN_OF[slug].get(decision.kind)
            if decision.seat == LEARNER and words:
                asked.add(decision.kind)
                assert words in await taught(game), f"{decision.kind} in turn {game.turns}, seed {seed}"
            game.step(at_random)
    assert asked


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
def test_the_last_lesson_says_what_to_do_next(slug: str) -> None:
    course = tutorial(games()[slug])
    assert course is not None
    assert "`/play`" in course.lessons[-1]
    assert "**Play again**" in course.lessons[-1]


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
def test_the_rival_hurts_nobody_before_the_learner_has_had_a_turn(slug: str) -> None:
    for seed in range(1, 11):
        game = Practice(slug, seed)
        while game.match.decisions[0].seat != LEARNER or game.match.decisions[0].kind in {
            "deploy", "third_ship", "pick_character",
        }:  # fmt: skip
            game.step()
        assert not LOSES & {*game.events}


def test_nobody_is_bitten_in_practice_at_port_flower_before_the_lesson_about_sharks() -> None:
    course = tutorial(games()["port_flower"])
    assert course is not None
    sharks = next(number for number, lesson in enumerate(course.lessons) if "**Sharks.**" in lesson)
    bitten = 0
    for seed in range(1, 31):
        game = Practice("port_flower", seed)
        while game.turns <= sharks:
            game.step(at_random, at_random)
        assert not game.bites, seed
        while game.turns < len(course.lessons) - 1 and not game.match.finished:
            game.step()
        bitten += bool(game.bites)
    assert bitten


def calm(game: AnyGame, state: State, decision: Decision) -> list[Action]:
    """Return the actions whose controls are not red."""
    menu = menu_for(game, state, decision, "G", 1, {1: "Ann", 2: "Bo"}).once_each()
    labels = {action: menu.label(action, len(menu.path(action))) for action in menu.actions}
    return [action for action, label in labels.items() if not (label.warning or label.dangerous)]


def at_ease(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
    """Choose an action whose control is not red, if there is such an action."""
    chosen = luck.choice(calm(game, state, decision) or decision.actions)
    return game.canonical(state, decision.seat, chosen)


@pytest.mark.parametrize("slug", ["acrana", "dangerous_sea", "kraken_bay", "port_flower", "privateer"])
def test_a_first_turn_cannot_go_wrong_for_who_avoids_what_is_red(slug: str) -> None:
    for seed in range(12):
        game = Practice(slug, seed)
        while game.turns <= 1:
            decision, told = game.match.decisions[0], len(game.events)
            learner = decision.seat == LEARNER
            assert not learner or calm(game.match.game, game.match.state, decision), seed
            game.step(learner=at_ease)
            hurt = (LOSES - RISKLESS.get(slug, set())) & {*game.events[told:]}
            assert not (learner and hurt), (seed, game.events[told:])


def test_nobody_can_fight_in_practice_at_sea_before_the_lesson_about_meeting_a_ship() -> None:
    course = tutorial(games()["dangerous_sea"])
    assert course is not None
    fights = next(number for number, lesson in enumerate(course.lessons) if "**Meeting a ship.**" in lesson)
    for seed in (1, 2):
        game = Practice("dangerous_sea", seed)
        while game.turns <= fights:
            decision = game.match.decisions[0]
            assert decision.kind != "reaction", seed
            assert not any(isinstance(action, Attack) for action in decision.actions), seed
            game.step(at_random)


async def test_the_last_lesson_waits_for_the_end() -> None:
    game = Practice("dangerous_sea", 1)
    course = tutorial(games()["dangerous_sea"])
    assert course is not None
    while not game.match.finished:
        assert course.lessons[-1] not in await taught(game)
        game.step(at_random, at_random)
    assert (await taught(game)).endswith(course.lessons[-1])


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
def test_help_names_the_practice_game_of_each_game(slug: str) -> None:
    assert f"- **{games()[slug].title}**" in page("start")
    assert f"`/learn` with `game: {slug}`" in page("start")
