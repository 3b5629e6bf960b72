"""Tables announce due posts, and deliveries report the posts' progress, in any order."""

from dataclasses import replace

import pytest

from bot.posts import due_posts
from bot.posts.due_posts import DuePosts
from bot.store.rows import PostRow

GAME = "HM7KPX"


def post(identity: int, **changes: object) -> PostRow:
    return replace(PostRow(id=identity, game=GAME, kind="turn", channel=500), **changes)  # type: ignore[arg-type]


def test_a_post_is_due_until_it_is_shown_as_it_should_be() -> None:
    due = DuePosts()
    assert due.owe([post(2), post(1)])
    assert due.of(GAME) == [post(1), post(2)]
    due.got(post(1, message=70, shown=1))
    assert due.of(GAME) == [post(2)]
    assert due.of("PPPPPP") == []


def test_a_change_keeps_how_far_its_post_has_got() -> None:
    due = DuePosts()
    due.owe([post(1)])
    due.got(post(1, message=70, shown=1, attachment=5))
    assert due.owe([post(1, wanted=2, live=False)])
    assert due.of(GAME) == [post(1, wanted=2, live=False, message=70, shown=1, attachment=5)]


def test_a_delivery_keeps_what_its_post_should_be_by_now() -> None:
    due = DuePosts()
    due.owe([post(1)])
    due.owe([post(1, wanted=2, last=5)])
    due.got(post(1, message=70, shown=1))
    assert due.of(GAME) == [post(1, wanted=2, last=5, message=70, shown=1)]


def test_what_is_given_up_by_either_is_not_due_again() -> None:
    due = DuePosts()
    due.owe([post(1), post(2)])
    due.owe([post(1, wanted=2, gone=True)])
    due.got(post(1, message=70, shown=1))
    due.got(post(2, gone=True))
    due.owe([post(2, wanted=2)])
    assert due.of(GAME) == []


def test_a_post_of_which_nothing_was_told_must_be_looked_up() -> None:
    due = DuePosts()
    assert not due.owe([post(1, wanted=2), post(2)])
    assert due.of(GAME) == [post(2)]
    due.read([post(1, wanted=2, message=70, shown=1), post(2)])
    assert due.of(GAME) == [post(1, wanted=2, message=70, shown=1), post(2)]


def test_what_was_read_before_is_no_news() -> None:
    due = DuePosts()
    due.owe([post(1)])
    due.got(post(1, message=70, shown=1))
    due.read([post(1)])
    assert due.of(GAME) == []


def test_what_is_forgotten_is_what_was_shown_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due_posts, "KEPT", 1)
    due = DuePosts()
    due.owe([post(1), post(2), post(3)])
    for identity in (1, 2):
        due.got(post(identity, message=70, shown=1))
    assert not due.owe([post(1, wanted=2)])
    assert due.owe([post(2, wanted=2)])
    assert [one.id for one in due.of(GAME)] == [2, 3]
