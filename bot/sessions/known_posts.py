"""The current posts of one game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bot.store.rows import ASKING, TELLING, PostRow


class KnownPosts:
    """The current posts of a game (`Store.posts_at_hand`), with the changes of the current request."""

    def __init__(self, posts: Sequence[PostRow]) -> None:
        self.newest: PostRow | None = None
        """The newest post, which has the controls."""
        self.asking: dict[int, PostRow] = {}
        """The open mentions and reminders, by id."""
        self.unsent = 0
        """The id of the post that the current request began; the post is held back until the request ends."""
        self.call: PostRow | None = None
        """The unsent mention (a post of kind `call`) that the current request made necessary."""
        self._know(posts)

    @contextmanager
    def of_one_request(self) -> Iterator[None]:
        """Treat the posts that are added within the block as posts of one request."""
        self.unsent, self.call = 0, None
        try:
            yield
        finally:
            self.call = None

    def add(self, posts: Sequence[PostRow]) -> None:
        """Record one or more posts that a request has stored, with the newest last."""
        last = posts[-1]
        if last.kind in TELLING and not self._is_older(last):
            if self.newest is None or self.newest.id != last.id:
                self.unsent = last.id
            self.call = next((post for post in posts if self._is_owed_newly(post)), None)
        self._know(posts)

    def give_up(self, post: PostRow) -> None:
        """Give up a post that can never be delivered. The next news will begin a new post."""
        if self.newest is not None and self.newest.id == post.id:
            self.newest = replace(self.newest, gone=True)

    def _is_owed_newly(self, post: PostRow) -> bool:
        """Return whether `post` is the unsent mention of the current request."""
        known = post.id in self.asking and (self.call is None or self.call.id != post.id)
        return post.kind == "call" and post.live and not post.gone and not known

    def _is_older(self, post: PostRow) -> bool:
        return self.newest is not None and post.id < self.newest.id

    def _know(self, posts: Sequence[PostRow]) -> None:
        for post in posts:
            if post.kind in TELLING:
                if not self._is_older(post):
                    self.newest = post
            elif post.kind in ASKING and post.live and not post.gone:
                self.asking[post.id] = post
            else:
                self.asking.pop(post.id, None)
