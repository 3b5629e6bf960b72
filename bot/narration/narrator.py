"""The narrator turns events into sentences. The same journal always yields the same words."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cache, lru_cache

from bot.bounded import BoundedDict
from bot.escaping import in_words, plain, quoted
from bot.narration import gm_events, plain_story
from bot.narration.emojis import written
from bot.narration.seat_names import Sailor, SeatedAt, SeatNames, seat_names_of
from bot.narration.story_counts import StoryCounts, told_by_turn, topic
from bot.narration.undo_lines import Said
from bot.records.statistics import ranked
from bot.sessions.recent_steps import TurnPart, told_in, turns_in
from bot.sessions.undo_path import Journeys
from bot.store.rows import EntryRow, GameRow
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.event import (
    Event,
    OfEach,
    PieceWords,
    Ranks,
    SeatName,
    Story,
    StoryValue,
    TurnOver,
    Woven,
    joined_with,
)
from rules.engine.game import AnyGame, State
from rules.engine.match import Match
from rules.engine.outcome import Outcome
from rules.engine.registry import game as find_game
from rules.engine.seat import Names
from rules.engine.texts import narration

LONGEST_NAME = 30
"""The maximum number of characters of a name in a step's description."""

KEPT_STEPS = 5_000
"""The number of steps whose descriptions are cached, because lists repeatedly need the same descriptions."""

MARKDOWN = re.compile(r"\*\*|\\(?=[\W_])|<a?:\w+:\d+> ?")
"""Matches markdown for bold text, escapes and emojis."""

_STEPS: BoundedDict[tuple[str, Entry, tuple[tuple[int, str], ...]], str] = BoundedDict(KEPT_STEPS)


def _whole(event: Event) -> Event:
    return event


def is_beside_play(row: EntryRow) -> bool:
    """Return whether a public entry is not a move, but an act of a game master or of a vote."""
    entry = row.entry
    return not entry.secret and (entry.actor.role == "gm" or entry.kind not in {"start", "act", "timeout"})


class Narrator:
    """Puts one game's entries into sentences, for everybody or for one seat.

    `seated` returns the players and their names at an entry, so old sentences stay true. `journeys` has the
    paths of undos and redos. `users` maps a name in the journal to a user.
    """

    def __init__(
        self,
        game: AnyGame,
        state: State,
        seated: SeatedAt,
        salt: str,
        journeys: Journeys,
        users: Callable[[str], int] = int,
    ) -> None:
        self.game = game
        self._state = state
        self._seated = seated
        self.salt = salt
        self.counts: StoryCounts | None = None
        """The counts of earlier stories. Without counts, the words for an entry depend only on the entry."""
        self.pieces = {piece.casefold(): seat for piece, seat in game.pieces(state).items()}
        """The seats of pieces that represent players, by the pieces' names in stories (with case folded)."""
        self._crew_at = cache(seat_names_of(game, state, seated, users))
        self._journeys = journeys

    def tell(self, row: EntryRow, viewer: int | None = None) -> list[str]:
        """Return the sentences for one entry that `viewer` may read; `None` means the public."""
        return self.tell_parts([TurnPart(row, row.events)], viewer)

    def tell_parts(self, parts: Iterable[TurnPart], viewer: int | None = None) -> list[str]:
        """Return the sentences for consecutive entries. Some sentences narrate several events."""
        lines, pending = list[str](), list[TurnPart]()
        for part in parts:
            entry = part.row.entry
            if entry.secret and viewer != entry.seat:
                continue
            before = self._acts(part) if part.begins else []
            after = self.forced(part.row)
            if before:
                lines += [*self._sentences(pending, viewer), *before]
                pending = []
            pending.append(part)
            if after and part.begins:
                lines += [*self._sentences(pending, viewer), *after]
                pending = []
        return [*lines, *self._sentences(pending, viewer)]

    def events(
        self, parts: Iterable[TurnPart], wanted: Callable[[Event], Event | None] = _whole
    ) -> Iterator[tuple[Event, str]]:
        """Yield public events with sentences; `wanted` returns the part of an event to narrate, or None."""
        return self._told(parts, None, wanted)

    def step(self, row: EntryRow) -> str:
        """Return the public description of a step, in the words of the story as plain text."""
        entry = row.entry
        members = self._seated(entry.number)
        names = {seat: plain(one.name, LONGEST_NAME) or f"Seat {seat}" for seat, one in members.items()}
        key = (self.salt, entry, tuple(names.items()))
        if key not in _STEPS:
            _STEPS[key] = self._step(row, names)
        return _STEPS[key]

    def _step(self, row: EntryRow, names: Names) -> str:
        entry = row.entry
        if entry.kind == "act" and not entry.secret:
            turn = turns_in(self.game, [row])[0]
            # `TurnOver` separates the step from the turn in progress.
            view = self.game.view(self._state, None, (*told_in(self.game, turn, None), TurnOver()))
            if told := self.game.tale(view, names) or self._first_sentence(turn.parts):
                return " ".join(told.split()).rstrip(".")
        who = names.get(entry.seat, "") or (f"Seat {entry.seat}" if entry.seat else "Game master")
        return f"{who}: {gm_events.step_in_words(entry)}"

    def _first_sentence(self, parts: Iterable[TurnPart]) -> str:
        """Return the first sentence of these parts, without markdown."""
        known = copy(self)
        # The words must not depend on counts, so that lists stay the same when the game continues.
        known.counts, known.pieces = None, {}
        told = (said for event, said in known.events(parts) if event.kind not in self.game.turn_openers)
        return MARKDOWN.sub("", next(told, "").split("\n-# ")[0])

    def ending(self, outcome: Outcome, entry: int) -> list[str]:
        """Return the result with the players at `entry`; no lines for games that have their own sentences."""
        return [] if narration(self.game) else plain_story.ended(outcome, self._crew_at(entry))

    def beside_play(self, part: TurnPart) -> list[str]:
        """Return lines about acts outside of play and about forced rolls, which even summaries contain."""
        if not part.begins:
            return []
        return [*(self._beside(part.row.entry) if is_beside_play(part.row) else []), *self.forced(part.row)]

    def _beside(self, entry: Entry) -> list[str]:
        """Return the lines that narrate the entry itself, not its events."""
        journey = self._journeys.get(entry.number)
        named = journey and journey.with_turns(self.game.turn_name)
        return gm_events.told(entry, self._crew_at, named, self.step)

    def _acts(self, part: TurnPart) -> list[str]:
        """Return the lines that precede the sentences about an entry's events."""
        entry = part.row.entry
        lines = self._beside(entry)
        done = [] if narration(self.game) else plain_story.done(entry, self._crew_at(entry.number).name)
        return [*lines, *done]

    def _sentences(self, parts: Iterable[TurnPart], viewer: int | None) -> list[str]:
        return [sentence for _, sentence in self._told(parts, viewer)]

    def _told(
        self, parts: Iterable[TurnPart], viewer: int | None, wanted: Callable[[Event], Event | None] = _whole
    ) -> Iterator[tuple[Event, str]]:
        """Yield the events of these parts with their sentences, in order."""
        known = (
            (event, part)
            for part in parts
            for event in map(self.game.load_event, part.events)
            if not event.private or getattr(event, "seat", 0) == viewer
        )
        own = Counter[tuple[int, str]]()
        ended = dict[tuple[int, int], Counter[str]]()
        for event, part in joined_with(known):
            story = event.story()
            if story is None:
                continue
            row, entry, subject = part.row, part.row.entry, topic(part.row, story.key)
            if self.counts is None or event.private or entry.secret:
                # A count of hidden events would change the public words, and so reveal these events.
                turn = _number_of(f"{_known(entry)}|{own[entry.number, subject]}|{story.gaps}")
            else:
                place = entry.number, part.start
                if place not in ended:
                    ended[place] = self._earlier(part)
                if not own[entry.number, subject]:
                    own[entry.number, subject] = ended[place][subject]
                turn = self.counts.before(row).get(subject, 0) + own[entry.number, subject]
            own[entry.number, subject] += 1
            shown = wanted(event)
            told = None if shown is None else shown.story()
            if told is not None:
                yield event, self._sentence(told, subject, turn, self._crew_at(entry.number))

    def _earlier(self, part: TurnPart) -> Counter[str]:
        """Return the count of each story in earlier parts of the same step, which belong to earlier turns."""
        events = map(self.game.load_event, part.row.events[: part.start])
        told = told_by_turn(self.game, (event for event in events if not event.private))
        stories = (event.story() for event in told)
        return Counter(topic(part.row, story.key) for story in stories if story is not None)

    def _sentence(self, story: Story, subject: str, turn: int, crew: SeatNames) -> str:
        """Return one of the story's sentences, which are used in rotation."""
        lines = narration(self.game).get(story.key)
        if lines is None:
            return plain_story.happened(story, crew.name)
        chosen = lines[(_number_of(f"{self.salt}|{subject}") + turn) % len(lines)]
        told = chosen.format(**self._gaps(story, crew))
        effect = self._played(story.effect, crew) if isinstance(story.effect, PieceWords) else story.effect
        return f"{told}\n-# {effect}." if effect else told

    def _gaps(self, story: Story, crew: SeatNames) -> dict[str, str | int | Sailor]:
        gaps = {name: self._filled(value, crew) for name, value in story.gaps.items()}
        shown = {name: written(self.game, keys) for name, keys in story.signs.items()}
        return gaps | {name: emojis for name, emojis in shown.items() if emojis}

    def _filled(self, value: StoryValue, crew: SeatNames) -> str | int | Sailor:
        if isinstance(value, Ranks):
            ended = self.game.outcome(self._state)
            # A result that was undone has no score any more.
            outcome = ended if ended and ended.ranking == value else Outcome(reason="", ranking=value)
            return "\n".join(ranked(self.game, self._state, outcome, crew.name))
        if isinstance(value, OfEach):
            return ", ".join(f"{crew.name(seat)} {quoted(what, 100)}" for seat, what in value)
        if isinstance(value, Woven):
            return "".join(crew.name(int(one)) if isinstance(one, SeatName) else _woven(one) for one in value)
        if isinstance(value, SeatName):
            return crew.sailor(int(value))
        if isinstance(value, PieceWords):
            return self._played(value, crew)
        return quoted(value, 300) if isinstance(value, str) else value

    def _played(self, words: PieceWords, crew: SeatNames) -> str:
        """Return the words, with players' names in place of the names of their pieces."""
        seats = self.pieces
        if not seats:
            return str(words)
        known = re.compile("|".join(map(re.escape, seats)), re.IGNORECASE)
        return known.sub(lambda found: str(crew.sailor(seats[found[0].casefold()])), words)

    @staticmethod
    def forced(row: EntryRow) -> list[str]:
        """Return a line for each forced roll of an entry, except secret rolls."""
        return [_set(roll) for roll in row.entry.rolls if roll.force is not None and not roll.secret]


def _set(roll: Roll) -> str:
    given = " ".join([in_words(roll.label), *map(str, roll.values)])
    natural = " ".join(map(str, roll.natural or ()))
    return f"-# 🎲 {given} was set by a game master; the dice would have shown {natural}."


def _woven(words: str) -> str:
    """Escape the words between two names, but keep the spaces around the words."""
    bare = words.strip()
    return words.replace(bare, quoted(bare, 300)) if bare else words


def _known(entry: Entry) -> str:
    """Return an id of the entry from public data. The entry's number would reveal secret entries."""
    return f"{entry.at}|{entry.kind}|{entry.seat}|{entry.public_what}"


@lru_cache(maxsize=4096)
def _number_of(text: str) -> int:
    """Return a number that depends only on the text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def teller_of_steps(row: GameRow, match: Match) -> Said:
    """Return a function that describes a step of the match, like `Narrator.step`."""
    salt = row.opening.commitment if row.opening else row.id
    return Narrator(match.game, match.shown, row.seated, salt, {}, row.user_of).step


def narrator_of(row: GameRow, state: State, journeys: Journeys) -> Narrator:
    """Return the narrator of a stored game that has begun."""
    salt = row.opening.commitment if row.opening else row.id
    return Narrator(find_game(row.slug), state, row.seated, salt, journeys, row.user_of)
