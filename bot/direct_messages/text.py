"""The text of a direct message: a user's notifications for all their games."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.narration.deadlines import time_limit
from bot.narration.seat_names import prompt_of
from bot.store.preferences import Preferences
from bot.store.rows import GameRow, LetterRow, Urgency, urgency
from rules.engine.match import Match
from rules.engine.wording import addressed, counted

HEADING = "## ⚓ Your games"

HOW_TO_CHANGE = (
    "-# On the server, `/games` lists all that waits for you, and `/harbour me` sets how the bot notifies"
    " you: here, in the channel, or not at all."
)

MOST = 12
"""The maximum number of games listed in one message; further games are only counted."""

ROOM_FOR_MORE = 40
"""Characters reserved for the line that counts further games."""


@dataclass(frozen=True)
class LetterLine:
    """A letter, its game's current state, and the id of the linked message (0 if the id is unknown)."""

    letter: LetterRow
    row: GameRow
    match: Match
    message: int

    @property
    def is_open(self) -> bool:
        """Whether the letter's question still awaits an answer."""
        asked = self.match.awaits(self.letter.seat)
        running = self.match.position.status == "running"
        return running and asked is not None and asked.since == self.letter.asked

    @property
    def holds(self) -> bool:
        """Whether the letter is still relevant, for example because its question is unanswered."""
        if self.letter.why == "followed":
            follower = self.row.follower(self.letter.user)
            return follower is not None and not follower.closed
        if self.letter.why == "deck":
            seat, running = self.letter.seat, self.match.position.status == "running"
            comes_next = self.match.game.comes_next(self.match.shown) == seat
            return running and comes_next and self.match.awaits(seat) is None
        return self.letter.why == "news" or self.is_open

    def is_wished(self, wishes: Preferences) -> bool:
        """Return whether a user with these preferences receives the letter as a direct message."""
        match self.letter.why:
            case "followed":
                return True
            case "deck":
                return wishes.on_deck
            case _:
                return wishes.way == "direct"

    def is_late(self, wishes: Preferences) -> bool:
        """Return whether the channel must mention the user for missed news; false while the seat is asked."""
        asked = self.match.position.status == "running" and self.match.awaits(self.letter.seat) is not None
        return self.letter.why == "news" and wishes.way == "channel" and not asked

    def is_unreached(self, wishes: Preferences) -> bool:
        """Return whether the channel must mention the user, whom direct messages do not reach."""
        asks = self.letter.why in {"asked", "reminder"} and self.is_open
        return asks and wishes.way == "channel" and wishes.closed

    @property
    def urgency(self) -> tuple[bool, Urgency]:
        """The sort key: open questions come first, the most urgent at the top."""
        asked = self.match.awaits(self.letter.seat)
        if asked is None or not self.is_open:
            return True, urgency(0, self.letter.at)
        return False, urgency(self.row.deadline(asked), asked.since)

    @property
    def subject(self) -> tuple[str, int, bool]:
        """The letter's subject. A message contains only one letter per subject."""
        return self.letter.game, self.letter.seat, self.letter.why == "deck"


def letter_text(letters: Iterable[LetterLine], room: int) -> str:
    """Return a message of at most `room` characters: a line per game, the most urgent game first.

    Games that do not fit are only counted.
    """
    subjects = {one.subject: one for one in letters}.values()
    room -= len(HEADING) + len(HOW_TO_CHANGE) + ROOM_FOR_MORE
    lines: list[str] = []
    for one in sorted(subjects, key=lambda one: one.urgency)[:MOST]:
        line = _line(one)
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    left = len(subjects) - len(lines)
    more = [f"- … and {counted(left, 'more game')}"] if left else []
    return "\n".join([HEADING, *lines, *more, HOW_TO_CHANGE])


def _line(told: LetterLine) -> str:
    row, match = told.row, told.match
    there = f"https://discord.com/channels/{row.guild}/{row.channel}" + (
        f"/{told.message}" if told.message else ""
    )
    return f"- **{match.game.title}** in <#{row.channel}> ([go there]({there})): {_what(told)}"


def _what(told: LetterLine) -> str:
    row, match, letter = told.row, told.match, told.letter
    asked, decision = match.awaits(letter.seat), match.decision_of(letter.seat)
    if told.is_open and asked is not None and decision is not None:
        still = "⏰ still " if letter.why == "reminder" else ""
        asks = f"you {addressed(prompt_of(match, decision, row.names()))}."
        return f"{still}yours to decide: {asks}{time_limit(row.deadline(asked))}"
    if match.position.status == "over":
        return "🏁 the game is over, and its last post has the result."
    if match.position.status == "ended":
        return "⏹️ a game master ended the game."
    if letter.why == "deck":
        return "you are on deck: you come next."
    return "there is news that concerns you."
