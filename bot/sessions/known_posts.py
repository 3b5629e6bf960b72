"""The posts of one game as they are stored: the newest, the open calls, and those of the present request."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bot.store.rows import ASKING, TELLING, PostRow


class KnownPosts:
    """The current posts of a game (`Store.posts_at_hand`), and what a request makes of them."""

    def __init__(self, posts: Sequence[PostRow]) -> None:
        self.newest: PostRow | None = None
        """The newest post, which has the controls."""
        self.asking: dict[int, PostRow] = {}
        """The open calls and reminders, by id."""
        self.unsent = 0
        """The id of the post that began with the present request. It is held back until its end."""
        self.call: PostRow | None = None
        """The call that the present request makes necessary."""
        self._know(posts)

    @contextmanager
    def of_one_request(self) -> Iterator[None]:
        """Take all posts that are added within the block for those of one request."""
        self.unsent, self.call = 0, None
        try:
            yield
        finally:
            self.call = None

    def add(self, posts: Sequence[PostRow]) -> None:
        """Note that a request stored these posts, at least one; the newest is the last."""
        last = posts[-1]
        if last.kind in TELLING and not self._is_older(last):
            if self.newest is None or self.newest.id != last.id:
                self.unsent = last.id
            self.call = next((post for post in posts if self._is_owed_newly(post)), None)
        self._know(posts)

    def give_up(self, post: PostRow) -> None:
        """Give up a post that can never be delivered: the next news begins a new one."""
        if self.newest is not None and self.newest.id == post.id:
            self.newest = replace(self.newest, gone=True)

    def _is_owed_newly(self, post: PostRow) -> bool:
        """Return whether it is the present request's call, which nobody has seen."""
        known = post.id in self.asking and (self.call is None or self.call.id != post.id)
        return post.kind == "call" and post.live and not post.gone and not known

    def _is_older(self, post: PostRow) -> bool:
        """Return whether it is an earlier post than the newest."""
        return self.newest is not None and post.id < self.newest.id

    def _know(self, posts: Sequence[PostRow]) -> None:
        """Note that these posts of the game are stored in this form."""
        for post in posts:
            if post.kind in TELLING:
                if not self._is_older(post):
                    self.newest = post
            elif post.kind in ASKING and post.live and not post.gone:
                self.asking[post.id] = post
            else:
                self.asking.pop(post.id, None)
