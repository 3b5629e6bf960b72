"""Which posts are due, as far as this run of the bot was told, and how far each of them has got.

Changes say what a post should be, deliveries how far it has got. Both halves meet here, so that nobody has to
ask the store what is due, unless somebody else knows more of it: an earlier run, or a change whose answer was
lost.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from bot.store.rows import PostRow

KEPT = 1000
"""Posts that are shown as they should be and of which it is kept how they are shown: the newest of games that
go on, which are to be edited next."""


class DuePosts:
    """The posts that are due, by game."""

    def __init__(self) -> None:
        self._due: dict[str, dict[int, PostRow]] = {}
        self._shown: OrderedDict[int, PostRow] = OrderedDict()

    def of(self, game: str) -> list[PostRow]:
        """The game's posts that are due, oldest first."""
        due = self._due.get(game, {})
        return [due[identity] for identity in sorted(due)]

    def owe(self, posts: Iterable[PostRow]) -> bool:
        """These posts should be as they are here. Returns whether it is known how far all have got."""
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
        """The store says that these are due; what was told here is newer."""
        for post in posts:
            before = self._find(post)
            if before is None or before.wanted < post.wanted:
                self._put(_so_far(post, before or post))

    def got(self, post: PostRow) -> None:
        """That post has got so far; what it should be may have changed meanwhile."""
        self._put(_so_far(self._find(post) or post, post))

    def message_of(self, post: PostRow) -> int:
        """The message that the post has by now, as far as it is known here; 0 for none."""
        known = self._find(post)
        return 0 if known is None else known.message

    def is_there(self, post: PostRow) -> bool:
        """Whether it is known here that the post has a message, and was not given up."""
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
    """What a post should be, and how far it has got."""
    return replace(
        post, message=got.message, shown=got.shown, attempts=got.attempts, retry=got.retry,
        picture=got.picture, alt=got.alt, attachment=got.attachment, gone=post.gone or got.gone,
    )  # fmt: skip
