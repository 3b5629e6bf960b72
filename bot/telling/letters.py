"""Direct messages: what somebody who wishes for them is told, of all their games together."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.store.rows import GameRow, LetterRow
from bot.store.wishes import Wishes
from bot.telling.deadlines import time_limit
from rules.engine.match import Match
from rules.engine.wording import addressed

HOW_TO_CHANGE = (
    "-# On the server, `/game mine` lists all that waits for you, and `/harbour me calls` says how the bot"
    " calls you: here, in the channel, or not at all."
)

MOST = 12
"""Games in one message; the others are counted."""


@dataclass(frozen=True)
class LetterLine:
    """A letter with its game as it stands, and the message that leads there (0: not known)."""

    letter: LetterRow
    row: GameRow
    match: Match
    message: int

    @property
    def is_open(self) -> bool:
        """Whether the question that it tells of still waits for an answer."""
        asked = self.match.awaits(self.letter.seat)
        running = self.match.position.status == "running"
        return running and asked is not None and asked.since == self.letter.asked

    @property
    def holds(self) -> bool:
        """Whether it still tells something: an answered question need not be told."""
        if self.letter.why == "followed":
            follower = self.row.follower(self.letter.user)
            return follower is not None and not follower.closed
        if self.letter.why == "deck":
            seat, running = self.letter.seat, self.match.position.status == "running"
            comes_next = self.match.game.comes_next(self.match.shown) == seat
            return running and comes_next and self.match.awaits(seat) is None
        return self.letter.why == "news" or self.is_open

    def is_wished(self, wishes: Wishes) -> bool:
        """Whether whoever wishes that is told it by a direct message."""
        match self.letter.why:
            case "followed":
                return True
            case "deck":
                return wishes.on_deck
            case _:
                return wishes.way == "direct"

    def is_for_the_channel(self, wishes: Wishes) -> bool:
        """Whether whoever wishes that is called to it in the channel, now that their quiet hours are over.

        Whoever is asked something by now is reminded of that.
        """
        asked = self.match.position.status == "running" and self.match.awaits(self.letter.seat) is not None
        return self.letter.why == "news" and wishes.way == "channel" and not asked

    @property
    def subject(self) -> tuple[str, int, bool]:
        """What it is about: of letters about the same one is enough."""
        return self.letter.game, self.letter.seat, self.letter.why == "deck"


def letter_text(letters: Iterable[LetterLine]) -> str:
    """One message with a line for each game, and how to hear of them otherwise."""
    lines = [_line(one) for one in {one.subject: one for one in letters}.values()]
    more = [f"- … and {len(lines) - MOST} more games"] if len(lines) > MOST else []
    return "\n".join(["## ⚓ Your games", *lines[:MOST], *more, HOW_TO_CHANGE])


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
        asks = f"you {addressed(match.game.prompt(match.shown, decision))}."
        return f"{still}yours to decide: {asks}{time_limit(row.deadline(asked))}"
    if match.position.status == "over":
        return "🏁 the game is over, and its last post has the result."
    if match.position.status == "ended":
        return "⏹️ a game master ended the game."
    if letter.why == "deck":
        return "you are on deck: you come next."
    return "there is news that concerns you."
