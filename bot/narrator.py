"""The narrator: from events to sentences. The same entry is always told in the same words."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot import plain_story
from bot.quoting import in_words, quoted
from bot.store.rows import EntryRow, GameRow, Member
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.event import Ranks, SeatName, Story, StoryValue
from rules.engine.game import AnyGame, State
from rules.engine.outcome import Outcome
from rules.engine.registry import game as find_game
from rules.engine.texts import narration


@dataclass(frozen=True)
class Sailor:
    """A seat inside a sentence: `{seat}` is the player's name, `{seat.title}` the seat's own name."""

    name: str
    title: str

    def __str__(self) -> str:
        return f"**{self.name}**"


@dataclass(frozen=True)
class Crew:
    """Who sits where at one entry, as sentences name them."""

    sailors: Mapping[int, Sailor]

    def sailor(self, seat: int) -> Sailor:
        """A seat's player; of a seat that nobody is known to hold, its number."""
        return self.sailors.get(seat) or Sailor(f"seat {seat}", f"Seat {seat}")

    def name(self, seat: int) -> str:
        """The name of a seat's player in bold."""
        return str(self.sailor(seat)) if seat in self.sailors else f"seat {seat}"


class Narrator:
    """Tells one game's entries to everybody, or to one seat.

    `seated` says who had which seat, under which name, when an entry was made: what was told stays true.
    """

    def __init__(
        self, game: AnyGame, state: State, seated: Callable[[int], Mapping[int, Member]], salt: str
    ) -> None:
        self.game = game
        self.salt = salt
        self._state = state
        self._seated = seated

    def tell(self, row: EntryRow, viewer: int | None = None) -> list[str]:
        """The sentences for one entry that this viewer may read; the public with `None`."""
        entry = row.entry
        if entry.secret and viewer != entry.seat:
            return []
        crew = self._crew(entry.number)
        lines = self._preface(entry, crew)
        if not narration(self.game):
            lines += plain_story.done(entry, crew.name)
        lines += self._sentences(row, viewer, crew)
        return [
            *lines,
            *(self._forced(roll) for roll in entry.rolls if roll.force is not None and not roll.secret),
        ]

    def ending(self, outcome: Outcome, entry: int) -> list[str]:
        """Who came where at entry `entry`, where the game has no sentences for it."""
        return [] if narration(self.game) else plain_story.ended(outcome, self._crew(entry).name)

    def _crew(self, entry: int) -> Crew:
        seated = self._seated(entry).items()
        return Crew(
            {seat: Sailor(_told(member), self.game.seat_name(self._state, seat)) for seat, member in seated}
        )

    def _sentences(self, row: EntryRow, viewer: int | None, crew: Crew) -> list[str]:
        lines = []
        # Counted before leaving out what is private, so that everybody reads the rest in the same words.
        for place, data in enumerate(row.events):
            event = self.game.load_event(data)
            hidden = event.private and viewer != getattr(event, "seat", None)
            story = None if hidden else event.story()
            if story is not None:
                lines.append(self._sentence(story, f"{row.entry.number}|{place}", crew))
        return lines

    def _sentence(self, story: Story, place: str, crew: Crew) -> str:
        lines = narration(self.game).get(story.key)
        if lines is None:
            return plain_story.happened(story, crew.name)
        chosen = self._choose(lines, place)
        return chosen.format(**{name: _filled(value, crew) for name, value in story.gaps.items()})

    def _choose(self, lines: Sequence[str], place: str) -> str:
        digest = hashlib.sha256(f"{self.salt}|{place}".encode()).digest()
        return lines[int.from_bytes(digest[:4], "big") % len(lines)]

    def _preface(self, entry: Entry, crew: Crew) -> list[str]:
        """What no event tells: the deeds of game masters, the clock and the system."""
        why = f": {quoted(entry.reason, 200)}" if entry.reason else "."
        values = entry.what.replace(",", " ")
        what = in_words(entry.label) or "roll"
        deeds = {
            "force": f"🎲 A game master set the next {what} to {values}{why}",
            "tried": f"🎩 A game master tried in vain to act for {crew.name(entry.seat)}{why}",
            "fresh": f"🎲 A game master asked for fresh dice{why}",
            "redo": f"↪️ A game master brought back what had been undone{why}",
            "pause": f"⏸️ A game master paused the game{why}",
            "rules": (
                "📜 The bot knows newer rules of this game: from here on they count."
                " Nobody can go back behind this line."
            ),
            "resume": f"▶️ A game master lets the game go on{why}",
            "end": f"🏁 A game master ended the game{why}",
            "substitute": f"🔁 {self._handed_over(entry, crew)}{why}",
        }
        if entry.kind == "undo" and entry.actor.role == "seat":
            return ["↩️ The last move was taken back by its player."]
        if entry.kind == "undo":
            return [f"↩️ A game master took the game back{why}"]
        if entry.kind == "act" and entry.actor.role == "gm":
            return [f"🎩 A game master acted for {crew.name(entry.seat)}{why}"]
        if entry.kind == "timeout":
            return [f"⏳ {crew.name(entry.seat)} did not answer, so the rules do{why}"]
        return [deeds[entry.kind]] if entry.kind in deeds else []

    def _handed_over(self, entry: Entry, crew: Crew) -> str:
        """Whose seat is whose from here on; the new player is called."""
        before = self._crew(entry.number - 1)
        seat, title = entry.seat, crew.sailor(entry.seat).title
        flag = "" if title == f"Seat {seat}" else f" ({quoted(title, 40)})"
        return f"{crew.name(seat)}, <@{entry.what}>, takes over seat {seat}{flag} from {before.name(seat)}"

    @staticmethod
    def _forced(roll: Roll) -> str:
        given = " ".join([in_words(roll.label), *map(str, roll.values)])
        natural = " ".join(map(str, roll.natural or ()))
        return f"-# 🎲 {given} was set by a game master; the dice would have shown {natural}."


def narrator_of(row: GameRow, state: State) -> Narrator:
    """The narrator of a stored game that was started."""
    salt = row.opening.commitment if row.opening else row.id
    return Narrator(find_game(row.slug), state, row.seated, salt)


def _told(member: Member) -> str:
    """What a player is called: by a mention where the name of that time was not kept."""
    if not member.name:
        return f"<@{member.user}>"
    # A name may be made of nothing but invisible characters.
    return quoted(member.name, 40) or f"seat {member.seat}"


def _filled(value: StoryValue, crew: Crew) -> str | int | Sailor:
    if isinstance(value, Ranks):
        return _listed(value, crew)
    if isinstance(value, SeatName):
        return crew.sailor(int(value))
    return quoted(value, 300) if isinstance(value, str) else value


def _listed(ranks: Ranks, crew: Crew) -> str:
    """A line for each place; who shares one shares the better number."""
    lines, place = [], 1
    for group in ranks:
        lines.append(f"{place} · " + ", ".join(map(crew.name, group)))
        place += len(group)
    return "\n".join(lines)
