"""The narrator: from events to sentences. The same entry is always told in the same words."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from bot.quoting import in_words, quoted
from bot.store.rows import EntryRow, GameRow
from bot.tables.journeys import Journeys
from bot.telling import deeds, plain_story
from bot.telling.crew import Crew, Sailor, SeatedAt, crew_of
from bot.telling.emojis import Emojis
from bot.telling.tally import place
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.event import OfEach, Ranks, SeatName, Story, StoryValue, told_together
from rules.engine.game import AnyGame, State
from rules.engine.outcome import Outcome
from rules.engine.registry import game as find_game
from rules.engine.texts import narration


class Narrator:
    """Tells one game's entries to everybody, or to one seat.

    `seated` says who had which seat, under which name, when an entry was made: what was told stays true.
    `journeys` say where undos and redos led, `users` who it is whom the journal calls by some name. With
    `emojis` signs stand where sentences have a gap for them, else words.
    """

    def __init__(
        self,
        game: AnyGame,
        state: State,
        seated: SeatedAt,
        salt: str,
        journeys: Journeys,
        users: Callable[[str], int] = int,
        emojis: Emojis | None = None,
    ) -> None:
        self.game = game
        self._emojis = emojis or Emojis()
        self.salt = salt
        self._crew_at = cache(crew_of(game, state, seated, users))
        self._journeys = journeys

    def tell(self, row: EntryRow, viewer: int | None = None) -> list[str]:
        """The sentences for one entry that this viewer may read; the public with `None`."""
        entry = row.entry
        if entry.secret and viewer != entry.seat:
            return []
        crew = self._crew_at(entry.number)
        lines = deeds.told(entry, self._crew_at, self._journeys.get(entry.number))
        if not narration(self.game):
            lines += plain_story.done(entry, crew.name)
        lines += self._sentences(row, viewer, crew)
        return [
            *lines,
            *(self._forced(roll) for roll in entry.rolls if roll.force is not None and not roll.secret),
        ]

    def ending(self, outcome: Outcome, entry: int) -> list[str]:
        """Who came where at entry `entry`, where the game has no sentences for it."""
        return [] if narration(self.game) else plain_story.ended(outcome, self._crew_at(entry))

    def _sentences(self, row: EntryRow, viewer: int | None, crew: Crew) -> list[str]:
        lines, counts = [], Counter[int | None]()
        heard: dict[int | None, list[str]] = {}
        for event in told_together(map(self.game.load_event, row.events)):
            reader = getattr(event, "seat", 0) if event.private else None
            counts[reader] += 1
            story = event.story() if reader in {None, viewer} else None
            if story is not None:
                moment = f"{_known(row.entry)}|{reader}|{counts[reader]}|{story.gaps}"
                lines.append(self._sentence(story, moment, crew, heard.setdefault(reader, [])))
        return lines

    def _sentence(self, story: Story, moment: str, crew: Crew, heard: list[str]) -> str:
        lines = narration(self.game).get(story.key)
        if lines is None:
            return plain_story.happened(story, crew.name)
        chosen = self._choose(lines, moment, heard)
        told = chosen.format(**self._gaps(story, crew))
        return f"{told}\n-# {story.effect}." if story.effect else told

    def _gaps(self, story: Story, crew: Crew) -> dict[str, str | int | Sailor]:
        gaps = {name: _filled(value, crew) for name, value in story.gaps.items()}
        shown = {name: self._emojis.written(self.game, keys) for name, keys in story.signs.items()}
        return gaps | {name: emojis for name, emojis in shown.items() if emojis}

    def _choose(self, lines: Sequence[str], moment: str, heard: list[str]) -> str:
        """One of the lines that were used least in this entry: a whirlpool tells of dozens of ships alike."""
        fewest = min(map(heard.count, lines))
        fresh = [line for line in lines if heard.count(line) == fewest]
        digest = hashlib.sha256(f"{self.salt}|{moment}".encode()).digest()
        chosen = fresh[int.from_bytes(digest[:4], "big") % len(fresh)]
        heard.append(chosen)
        return chosen

    @staticmethod
    def _forced(roll: Roll) -> str:
        given = " ".join([in_words(roll.label), *map(str, roll.values)])
        natural = " ".join(map(str, roll.natural or ()))
        return f"-# 🎲 {given} was set by a game master; the dice would have shown {natural}."


def _known(entry: Entry) -> str:
    """What everybody knows of an entry: its words follow from that, and from what they tell.

    Its number counts secret entries, which could be counted by the words that were chosen.
    """
    return f"{entry.at}|{entry.kind}|{entry.seat}|{entry.public_what}"


def narrator_of(row: GameRow, state: State, journeys: Journeys, emojis: Emojis | None = None) -> Narrator:
    """The narrator of a stored game that was started."""
    salt = row.opening.commitment if row.opening else row.id
    return Narrator(find_game(row.slug), state, row.seated, salt, journeys, row.user_of, emojis)


def _filled(value: StoryValue, crew: Crew) -> str | int | Sailor:
    if isinstance(value, Ranks):
        return _listed(value, crew)
    if isinstance(value, OfEach):
        return ", ".join(f"{crew.name(seat)} {quoted(what, 100)}" for seat, what in value)
    if isinstance(value, SeatName):
        return crew.sailor(int(value))
    return quoted(value, 300) if isinstance(value, str) else value


def _listed(ranks: Ranks, crew: Crew) -> str:
    """A line for each place; who shares one shares the better, and a team has one."""
    places = Outcome(reason="", ranking=ranks).places(crew.team)
    return "\n".join(f"{place(places[group[0]])} {', '.join(map(crew.name, group))}" for group in ranks)
