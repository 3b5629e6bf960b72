"""The narrator: from events to sentences. The same entry is always told in the same words."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.quoting import in_words, quoted
from bot.store.rows import EntryRow, GameRow
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.event import Ranks, SeatName, Story, StoryValue
from rules.engine.game import AnyGame, State
from rules.engine.registry import game as find_game
from rules.engine.texts import narration


@dataclass(frozen=True)
class Sailor:
    """A seat inside a sentence: `{seat}` is the player's name, `{seat.title}` the seat's own name."""

    name: str
    title: str

    def __str__(self) -> str:
        return f"**{self.name}**"


class Narrator:
    """Tells one game's entries to everybody, or to one seat.

    `former` are the users who had a seat at the time of the story, where somebody else has it now.
    """

    def __init__(
        self,
        game: AnyGame,
        state: State,
        names: Mapping[int, str],
        salt: str,
        former: Mapping[int, str] | None = None,
    ) -> None:
        self.game = game
        self.salt = salt
        # A name may be made of nothing but invisible characters.
        told = {seat: quoted(name, 40) or f"seat {seat}" for seat, name in names.items()}
        told |= {seat: f"<@{user}>" for seat, user in (former or {}).items()}
        self.sailors = {seat: Sailor(name, game.seat_name(state, seat)) for seat, name in told.items()}

    def tell(self, row: EntryRow, viewer: int | None = None) -> list[str]:
        """The sentences for one entry that this viewer may read; the public with `None`."""
        entry = row.entry
        if entry.secret and viewer != entry.seat:
            return []
        lines = [*self._preface(entry), *self._sentences(row, viewer)]
        return [
            *lines,
            *(self._forced(roll) for roll in entry.rolls if roll.force is not None and not roll.secret),
        ]

    def name(self, seat: int) -> str:
        """The name of a seat's player in bold."""
        return str(self.sailors[seat]) if seat in self.sailors else f"seat {seat}"

    def _sentences(self, row: EntryRow, viewer: int | None) -> list[str]:
        lines = []
        # Counted before leaving out what is private, so that everybody reads the rest in the same words.
        for place, data in enumerate(row.events):
            event = self.game.load_event(data)
            hidden = event.private and viewer != getattr(event, "seat", None)
            story = None if hidden else event.story()
            if story is not None:
                lines.append(self._sentence(story, f"{row.entry.number}|{place}"))
        return lines

    def _sentence(self, story: Story, place: str) -> str:
        chosen = self._choose(narration(self.game).get(story.key, ()), place)
        return chosen.format(**{name: self._filled(value) for name, value in story.gaps.items()})

    def _choose(self, lines: Sequence[str], place: str) -> str:
        if not lines:
            return ""
        digest = hashlib.sha256(f"{self.salt}|{place}".encode()).digest()
        return lines[int.from_bytes(digest[:4], "big") % len(lines)]

    def _filled(self, value: StoryValue) -> str | int | Sailor:
        if isinstance(value, Ranks):
            return self._listed(value)
        if isinstance(value, SeatName):
            return self.sailors.get(int(value), Sailor(f"seat {value}", f"Seat {value}"))
        return quoted(value, 300) if isinstance(value, str) else value

    def _listed(self, ranks: Ranks) -> str:
        """A line for each place; who shares one shares the better number."""
        lines, place = [], 1
        for group in ranks:
            lines.append(f"{place} · " + ", ".join(map(self.name, group)))
            place += len(group)
        return "\n".join(lines)

    def _preface(self, entry: Entry) -> list[str]:
        """What no event tells: the deeds of game masters, the clock and the system."""
        why = f": {quoted(entry.reason, 200)}" if entry.reason else "."
        values = entry.what.replace(",", " ")
        what = in_words(entry.label) or "roll"
        deeds = {
            "force": f"🎲 A game master set the next {what} to {values}{why}",
            "tried": f"🎩 A game master tried in vain to act for {self.name(entry.seat)}{why}",
            "fresh": f"🎲 A game master asked for fresh dice{why}",
            "redo": f"↪️ A game master brought back what had been undone{why}",
            "pause": f"⏸️ A game master paused the game{why}",
            "resume": f"▶️ A game master lets the game go on{why}",
            "end": f"🏁 A game master ended the game{why}",
            "substitute": f"🔁 {self.name(entry.seat)} takes over a seat{why}",
        }
        if entry.kind == "undo" and entry.actor.role == "seat":
            return ["↩️ The last move was taken back by its player."]
        if entry.kind == "undo":
            return [f"↩️ A game master took the game back{why}"]
        if entry.kind == "act" and entry.actor.role == "gm":
            return [f"🎩 A game master acted for {self.name(entry.seat)}{why}"]
        if entry.kind == "timeout":
            return [f"⏳ {self.name(entry.seat)} did not answer, so the rules do{why}"]
        return [deeds[entry.kind]] if entry.kind in deeds else []

    @staticmethod
    def _forced(roll: Roll) -> str:
        given = " ".join([in_words(roll.label), *map(str, roll.values)])
        natural = " ".join(map(str, roll.natural or ()))
        return f"-# 🎲 {given} was set by a game master; the dice would have shown {natural}."


def narrator_of(row: GameRow, state: State, seated: Mapping[int, str] | None = None) -> Narrator:
    """The narrator of a stored game that was started.

    `seated` are the users on the seats at the time of the story, where that may be others than now.
    """
    now = {member.seat: str(member.user) for member in row.members}
    former = {seat: user for seat, user in (seated or {}).items() if user != now.get(seat)}
    salt = row.opening.commitment if row.opening else row.id
    return Narrator(find_game(row.slug), state, row.names(), salt, former)
