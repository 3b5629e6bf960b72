"""Steps in lists, votes and undos have the words of the story, not of the notation."""

import re
from random import Random

import pytest

from bot.narration.narrator import teller_of_steps
from bot.narration.undo_points import LISTED, Trail, listed
from bot.store.rows import EntryRow, GameRow, Member
from rules.engine.entry import Actor
from rules.engine.event import dump_event
from rules.engine.game import AnyGame
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from tests.engine.table import opened

PEOPLE = (Member(1, 11, "Ann"), Member(2, 22, "_Bo_"))
STEPS = 120


def played(game: AnyGame, seed: int) -> tuple[GameRow, Match, list[EntryRow]]:
    """Return a random game, and its steps."""
    match, luck, rows = opened(game), Random(seed), list[EntryRow]()
    while not match.finished and len(rows) < STEPS:
        decision, turn = match.decisions[0], game.turn(match.shown)
        action = luck.choice(decision.actions) if decision.actions else decision.forms[0].example
        advance = match.act(decision.seat, action, Actor(role="seat", player=str(decision.seat)), len(rows))
        match = advance.match
        rows.append(EntryRow(advance.entry, tuple(dump_event(event) for event in advance.events), turn))
    row = GameRow(
        f"T{seed}", 1, 1, game.slug, "running", 1, 0, 0, members=PEOPLE,
        opening=match.opening, seed=match.seed, position=match.position,
    )  # fmt: skip
    return row, match, rows


@pytest.mark.parametrize("slug", games())
def test_steps_are_told_in_the_words_of_the_story(slug: str) -> None:
    game = find_game(slug)
    row, match, rows = played(game, 3)
    said = teller_of_steps(row, match)
    told = {one.entry.public_what: said(one) for one in rows}
    for what, text in told.items():
        assert "_" not in text.replace("_Bo_", ""), (what, text)
        assert not re.search(r"\*\*|\\|<:", text), (what, text)
        assert "\n" not in text
        assert what == "" or what.lower() not in text.lower().split(": ", 1)[-1] or " " not in what, (
            what,
            text,
        )


@pytest.mark.parametrize("slug", games())
def test_no_two_moments_of_a_list_read_alike(slug: str) -> None:
    row, match, rows = played(find_game(slug), 4)
    trail = Trail(row, match)
    found = [moment for one in reversed(rows) if (moment := trail.back(one)) is not None]
    texts = [text for text, _ in listed([(moment.text, moment.place) for moment in found])]
    # An undo cannot go back to before the first step.
    public = sum(not one.entry.secret for one in rows) - 1
    assert len(texts) == len(set(texts)) >= min(11, public)
    assert all(len(text) <= LISTED for text in texts)


def test_what_was_chosen_in_secret_is_told_as_that_alone() -> None:
    game = find_game("acrana")
    row, match, rows = played(game, 5)
    said = teller_of_steps(row, match)
    secret = [one for one in rows if one.entry.secret or (one.entry.veiled and not one.events)]
    assert all("secret choice" in said(one) for one in secret)
