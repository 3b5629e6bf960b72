"""Which posts are due in this run, and how far each has got.

Changes say what a post should be, deliveries how far it has got; both are merged here. So the store is asked
what is due only at the start, and after a change whose answer was lost.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from bot.store.rows import PostRow

KEPT = 1000
"""The number of up-to-date posts whose state is cached: the newest of running games."""


class DuePosts:
    """The posts that are due, by game."""

    def __init__(self) -> None:
        self._due: dict[str, dict[int, PostRow]] = {}
        self._shown: OrderedDict[int, PostRow] = OrderedDict()

    def of(self, game: str) -> list[PostRow]:
        """Return the game's due posts, oldest first."""
        due = self._due.get(game, {})
        return [due[identity] for identity in sorted(due)]

    def owe(self, posts: Iterable[PostRow]) -> bool:
        """Note what these posts should be. Returns whether the state of all is known."""
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
        """Note what is due according to the store; newer information stays."""
        for post in posts:
            before = self._find(post)
            if before is None or before.wanted < post.wanted:
                self._put(_so_far(post, before or post))

    def got(self, post: PostRow) -> None:
        """Note how far that post has got; what it should be may have changed meanwhile."""
        self._put(_so_far(self._find(post) or post, post))

    def message_of(self, post: PostRow) -> int:
        """Return the post's message, if known here; else 0."""
        known = self._find(post)
        return 0 if known is None else known.message

    def is_there(self, post: PostRow) -> bool:
        """Return whether the post is known to have a message, and was not given up."""
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
        if len(self._shown) > KEPT:
            self._shown.popitem(last=False)


def _so_far(post: PostRow, got: PostRow) -> PostRow:
    """Return what a post should be, with how far it has got."""
    return replace(
        post, message=got.message, shown=got.shown, attempts=got.attempts, retry=got.retry,
        picture=got.picture, alt=got.alt, attachment=got.attachment, gone=post.gone or got.gone,
    )  # fmt: skip
