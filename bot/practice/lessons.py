"""Lessons of a practice game: one per turn, and all remaining ones at the end.

The last lesson is about the end, and waits for it.
"""

from bot.store.rows import PRACTICE, GameRow, PostRow
from bot.store.store import Store
from rules.engine.registry import game as find_game
from rules.engine.texts import Tutorial, tutorial

LEARNER = 1
"""The learner's seat; the bot has the next one."""

LEFT = "**The game was over sooner than the course.** Lessons that are left:"
"""The heading of lessons that had no turn."""


async def lesson_of(store: Store, row: GameRow, post: PostRow) -> str:
    """Return the lesson for a post: the next one, or after the game all remaining ones.

    Empty in games that are not for practice.
    """
    course = tutorial(find_game(row.slug))
    if course is None or LEARNER not in post.called or row.preset != PRACTICE:
        return ""
    told = [other for other in await store.posts(row.id) if other.kind == "turn" and other.id < post.id]
    calls = sum(LEARNER in other.called for other in told)
    *lessons, _ = course.lessons
    return at_the_end(course, calls) if row.status == "over" else "".join(lessons[calls : calls + 1])


def at_the_end(course: Tutorial, given: int) -> str:
    """Return the remaining lessons after the game, at least the last; `given` is the number given."""
    left = course.lessons[given:] or course.lessons[-1:]
    return "\n".join([LEFT, *left] if len(left) > 1 else left)
