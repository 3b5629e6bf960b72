"""The lessons of a practice game: one per turn, and the remaining lessons at the end.

The last lesson is about how to continue after the game, so it is always given at the end.
"""

from bot.store.rows import PRACTICE, GameRow, PostRow
from bot.store.store import Store
from rules.engine.registry import game as find_game
from rules.engine.texts import tutorial

LEARNER = 1
"""The learner's seat; the bot has the next seat."""

LEFT = "**The game was over sooner than the course.** Lessons that are left:"
"""The heading of lessons for which there was no turn."""


async def lesson_of(store: Store, row: GameRow, post: PostRow) -> str:
    """Return the lesson for a post, or all remaining lessons if the game is over; may be empty."""
    course = tutorial(find_game(row.slug))
    if course is None or LEARNER not in post.called or row.preset != PRACTICE:
        return ""
    told = [other for other in await store.posts(row.id) if other.kind == "turn" and other.id < post.id]
    calls = sum(LEARNER in other.called for other in told)
    if row.status != "over":
        return "".join(course.lessons[:-1][calls : calls + 1])
    left = course.lessons[calls:] or course.lessons[-1:]
    return "\n".join([LEFT, *left] if len(left) > 1 else left)
