"""Messages to followers: the public story since the last message, and the result."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from bot.narration.narrator import narrator_of
from bot.narration.truncate import latest
from bot.narration.undo_lines import struck_out
from bot.records.statistics import ranking
from bot.sessions.undo_path import Chapter
from bot.store.rows import EntryRow, GameRow
from rules.engine.match import Match
from rules.engine.wording import counted

HEADING = "## 🔭 Games you follow"

HOW_TO_CHANGE = "-# `/watch follow` in the game’s channel sets how often you get these messages."

LEFT_OUT = "-# … earlier events are in `/game log`."

MOST = 20
"""The maximum number of games in one message; each has a button."""

LEAST = 250
"""The minimum number of characters per game. Games that do not fit are only counted."""


@dataclass(frozen=True)
class Followed:
    """A followed game with entries to narrate; `undone` are the numbers of undone steps in `chapter`.

    `message` is the id of the message to link to (0 for none), `page` the game's address in a browser.
    """

    row: GameRow
    match: Match
    chapter: Chapter
    undone: Set[int]
    message: int
    page: str = ""

    @property
    def tells_the_end(self) -> bool:
        """Whether one of the narrated entries ended the game."""
        return end_of(self.match, self.chapter.entries) > 0


def end_of(match: Match, entries: Sequence[EntryRow]) -> int:
    """Return the number of the entry that ended the game; 0 if none of `entries` did."""
    if match.position.status == "over":
        return next((one.entry.number for one in entries if one.entry.number == match.position.head), 0)
    ends = [one.entry.number for one in entries if one.entry.kind == "end" or one.entry.matter == "end"]
    return ends[-1] if ends and match.finished else 0


def not_counting(match: Match, entries: Sequence[EntryRow]) -> set[int]:
    """Return the numbers of the undone steps among a game's newest entries."""
    counts, first = set[int](), entries[0].entry.number if entries else 0
    head = match.position.head
    while entries and head >= first:
        counts.add(head)
        head = entries[head - first].entry.parent
    return {line.entry.number for line in entries if line.entry.moves} - counts


def followed_text(games: Sequence[Followed], room: int) -> str:
    """Return a message of about `room` characters; games that do not fit are only counted."""
    room -= len(HEADING) + len(HOW_TO_CHANGE) + 40
    share = max(LEAST, room // max(1, len(games)))
    blocks: list[str] = []
    for game in games[:MOST]:
        block = _block(game, share)
        if len(block) + 1 > room:
            break
        room -= len(block) + 1
        blocks.append(block)
    left = len(games) - len(blocks)
    more = [f"-# … and {counted(left, 'more game')}."] if left else []
    return "\n".join([HEADING, *blocks, *more, HOW_TO_CHANGE])


def story_of(game: Followed) -> Iterable[str]:
    """Return the public sentences of the entries; undone steps are struck out."""
    narrator = narrator_of(game.row, game.match.shown, game.chapter.journeys)
    for line in game.chapter.entries:
        told = narrator.tell(line)
        yield from struck_out(told) if line.entry.number in game.undone else told


def _block(game: Followed, room: int) -> str:
    row, match = game.row, game.match
    there = f"https://discord.com/channels/{row.guild}/{row.channel}" + (
        f"/{game.message}" if game.message else ""
    )
    headline = match.game.headline(match.shown)
    where = f" · {headline}" if headline else ""
    head = f"### {match.game.title}{where}\n-# in <#{row.channel}> · [go there]({there})"
    head += f" · [watch]({game.page})" if game.page else ""
    story = [*story_of(game)]
    end = _ending(row, match, "\n".join(story)) if game.tells_the_end else []
    left = room - len(head) - sum(len(line) + 1 for line in end) - len(LEFT_OUT) - 2
    return "\n".join([head, *filter(None, [latest(story, max(left, 2), LEFT_OUT)]), *end])


def _ending(row: GameRow, match: Match, story: str) -> list[str]:
    """Return a sentence about the end of the game, and the lines of the ranking that `story` lacks."""
    if match.position.status == "ended":
        return ["⏹️ The game was ended without a result."]
    return ["🏁 **The game is over.**", *(line for line in ranking(row, match) if line not in story)]
