"""A cache of the posts that are due, and of the progress of their delivery.

The cache merges two kinds of data: what posts should show, and the progress of their delivery. So the due
posts are read from the store only at the start, and after a commit with an unknown result.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.bounded import BoundedDict
from bot.store.rows import PostRow

KEPT = 1000
"""The number of cached posts that are up to date."""


class DuePosts:
    """The posts that are due, by game."""

    def __init__(self) -> None:
        self._due: dict[str, dict[int, PostRow]] = {}
        self._shown: BoundedDict[int, PostRow] = BoundedDict(KEPT)

    def of(self, game: str) -> list[PostRow]:
        """Return the game's due posts, oldest first."""
        due = self._due.get(game, {})
        return [due[identity] for identity in sorted(due)]

    def owe(self, posts: Iterable[PostRow]) -> bool:
        """Record what these posts should show. Return whether the progress of all these posts is cached."""
        known = True
        for post in posts:
            before = self._find(post)
            if before is not None:
                self._put(_so_far(post, before))
            elif post.wanted == 1:
                self._put(post)
            else:
                known = False
        return known

    def read(self, posts: Iterable[PostRow]) -> None:
        """Record the posts that are due according to the store, unless newer information is known."""
        for post in posts:
            before = self._find(post)
            if before is None or before.wanted < post.wanted:
                self._put(_so_far(post, before or post))

    def got(self, post: PostRow) -> None:
        """Record the progress of a post's delivery, without changing what the post should show."""
        self._put(_so_far(self._find(post) or post, post))

    def message_of(self, post: PostRow) -> int:
        """Return the id of the post's message; 0 if the cache does not know the id."""
        known = self._find(post)
        return 0 if known is None else known.message

    def is_there(self, post: PostRow) -> bool:
        """Return whether the cache knows a message of the post, and the post was not given up."""
        known = self._find(post)
        return known is not None and known.message != 0 and not known.gone

    def _find(self, post: PostRow) -> PostRow | None:
        return self._due.get(post.game, {}).get(post.id) or self._shown.get(post.id)

    def _put(self, post: PostRow) -> None:
        self._shown.pop(post.id, None)
        due = self._due.setdefault(post.game, {})
        due.pop(post.id, None)
        if post.due:
            due[post.id] = post
        else:
            self._shown[post.id] = post
        if not due:
            del self._due[post.game]


def _so_far(post: PostRow, got: PostRow) -> PostRow:
    """Return `post` with the delivery's progress from `got`."""
    return replace(
        post, message=got.message, shown=got.shown, attempts=got.attempts, retry=got.retry,
        picture=got.picture, alt=got.alt, attachment=got.attachment, gone=post.gone or got.gone,
    )  # fmt: skip
