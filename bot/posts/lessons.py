"""What a learner is told in a practice game: a lesson for each turn."""

from bot.store.rows import GameRow, PostRow
from bot.store.store import Store
from bot.tables.lobby import PRACTICE
from rules.engine.registry import game as find_game
from rules.engine.texts import tutorial

LEARNER = 1
"""The learner's seat; the bot has the next one."""


async def lesson_of(store: Store, row: GameRow, post: PostRow) -> str:
    """The lesson that belongs to a post: the next one, and when the game is over the last.

    Empty after the last one and in games that are not for practice.
    """
    course = tutorial(find_game(row.slug))
    if course is None or LEARNER not in post.called or row.preset != PRACTICE:
        return ""
    if row.status == "over":
        return course.lessons[-1]
    told = [other for other in await store.posts(row.id) if other.kind == "turn" and other.id <= post.id]
    calls = [other for other in told if LEARNER in other.called]
    return course.lessons[len(calls) - 1] if 0 < len(calls) <= len(course.lessons) else ""
