"""The story of a post: what happened to the asked player, ended turns, and the post's own turn so far.

Turns of people are narrated in full. Two kinds of turns are summarised in a line or two: turns of the bot,
and others' turns that earlier posts narrated after the asked player's last turn. If a single player plays
against the bot, the player's turns are narrated only by the results of their last steps, because nobody else
reads about these turns. Undone steps form one struck-out block.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import ceil
from typing import NamedTuple

from bot.bounded import BoundedDict
from bot.escaping import quoted
from bot.narration.narrator import Narrator, is_beside_play
from bot.narration.undo_lines import struck_out
from bot.sessions.passages import Passage
from bot.sessions.recent_steps import Turn, TurnPart, told_in
from bot.store.rows import EntryRow, GameRow
from rules.engine.event import Event, TurnOver
from rules.engine.match import Match
from rules.engine.wording import counted

MOST_AUTOMATIC = 2
"""The number of the asked player's newest automatic turns that are narrated in full."""

MOST_BEFELL = 4
"""The maximum number of events affecting the asked player that are narrated one by one."""

MOST_FOLDED = 6
"""The number of newest turns that are summarised in a line or two each."""

FOLDED_LENGTH = 300
"""The maximum number of characters in a turn's summary."""

FOLD = "-# ▸ "
"""The mark before the summary of a turn."""

MOST_AT_THE_END = 2
"""The maximum number of turns that the last post of a game summarises above its result."""

MOST_UNDER_WAY = 2
"""The maximum number of lines, on a phone, of a turn in progress.

A longer turn is summarised except for its last step. In a longer story, earlier turns are summarised, too.
"""

LETTERS, SMALL_LETTERS = 42, 50
"""The number of characters in a line on a phone, in normal and in small print."""

BEFELL = "> "
"""The mark before each line about what happened to the asked player."""

KEPT_TALES = 10_000
"""The number of turns whose summaries are cached."""

_TALES: BoundedDict[tuple[object, ...], str] = BoundedDict(KEPT_TALES)
"""The summaries of turns; a key consists of the game's salt, the turn's entries and the players' names."""

SINCE = "**Since your turn:** "


@dataclass(frozen=True)
class PostStory:
    """The contents of a post; each item is at least one line.

    `rows` are the narrated entries. `befell` is what happened to the asked player, unless another part
    narrates it. `folded` summarises turns of earlier posts, and `ended` contains news and the turns that
    ended before the post. `under_way` is the post's own turn so far, which is shown only while that turn
    lasts. If the story is long, `in_short` replaces everything before `under_way` while the turn lasts.
    """

    rows: Sequence[EntryRow]
    befell: Sequence[str]
    folded: Sequence[str]
    ended: Sequence[str]
    under_way: Sequence[str]
    in_short: Sequence[str] | None = None

    def lines(self, *, live: bool) -> list[str]:
        """Return the lines of the post, either during its own turn (`live`) or after it."""
        before = [*self.befell, *self.folded, *self.ended]
        if not live:
            return before
        return [*(before if self.in_short is None else self.in_short), *self.under_way]


class _Item(NamedTuple):
    """A turn's index, from the oldest (-1: no turn), a part of an entry, and whether the entry was undone."""

    turn: int
    part: TurnPart
    struck: bool


class StoryWriter:
    """Composes the story of a post from a passage of the journal.

    `undone` are the undone entries of the passage, `machine` is the bot's user id.
    """

    def __init__(
        self,
        row: GameRow,
        match: Match,
        passage: Passage,
        narrator: Narrator,
        undone: Collection[int],
        machine: int,
    ) -> None:
        self._row = row
        self._match = match
        self._passage = passage
        self._narrator = narrator
        self._undone = undone
        seated = row.seated(passage.begun)
        self._against_bot = {one.user for seat, one in seated.items() if seat != passage.reader} == {machine}
        """Whether only the asked player and the bot played when the turn began."""
        self._own_automatic = [
            number
            for number, turn in enumerate(passage.turns[:-1])
            if turn.owner and turn.owner == passage.reader
            if not turn.was_played and turn.last >= passage.first
        ]
        """The asked player's automatic turns that this post narrates."""
        if narrator.counts is not None:
            narrator.counts.learn(passage.rows)

    def story(self) -> PostStory:
        """Return the story of the post."""
        passage = self._passage
        own = len(passage.turns) - 1
        items = [*self._items()]
        ended = [item for item in items if item.turn != own and item.part.row.entry.number <= passage.begun]
        going = [item for item in items if item.turn == own or item.part.row.entry.number > passage.begun]
        befell = self._befell(passage.turns[:own])
        seen = self._folded(passage.turns[:own])
        under_way = self._so_far(going)
        told = [*self._told(ended)]
        played = any(item.turn == own and item.part.decided and not item.struck for item in going)
        brief = self._before(ended) if played and not self._match.finished else None
        if brief is not None and _height([*befell, *seen, *told, *under_way]) <= MOST_UNDER_WAY:
            brief = None
        return PostStory(passage.rows, befell, seen, told, under_way, brief)

    def _items(self) -> Iterator[_Item]:
        """Return all items in order: ended turns, the turn in progress, and events outside of turns."""
        passage, first, own = self._passage, self._passage.first, len(self._passage.turns) - 1
        found = list[tuple[int, int, _Item]]()
        on_the_way = set[int]()
        for number, turn in enumerate(passage.turns):
            on_the_way |= {part.row.entry.number for part in turn.parts}
            if number == own or (turn.parts and turn.last >= first):
                found += [(part.row.entry.number, number, self._item(number, part)) for part in turn.parts]
        for row in passage.rows:
            number = row.entry.number
            if number not in on_the_way and not row.entry.secret:
                belongs = own if row.entry.moves and number > passage.begun else -1
                item = self._item(belongs, TurnPart(row, row.events))
                taken_back = row.entry.moves and number < passage.begun
                found.append((number, 0, item._replace(struck=item.struck or taken_back)))
        return (item for _, _, item in sorted(found, key=lambda one: one[:2]))

    def _item(self, turn: int, part: TurnPart) -> _Item:
        return _Item(turn, part, part.row.entry.number in self._undone)

    def _told(self, items: Sequence[_Item]) -> Iterator[str]:
        """Yield the story of these items; undone steps form a block, and turns of the bot are summarised."""
        last = {item.turn: item for item in items}
        for (struck, folded, _), group in groupby(
            items, key=lambda one: (one.struck, self._is_folded(one.turn), self._is_known(one.turn))
        ):
            some = [*group]
            if struck:
                yield from struck_out([*self._whole(some)])
            elif folded:
                over = [self._passage.turns[item.turn] for item in some if item is last[item.turn]]
                yield from self._newest(over, MOST_AT_THE_END if self._is_last else len(over))
                yield from self._result(some)
            elif self._is_known(some[0].turn):
                yield from self._whole(self._unread(some))
            else:
                yield from self._whole(some)

    def _so_far(self, items: Sequence[_Item]) -> list[str]:
        """Narrate the turn in progress; if it is long and the game goes on, its first steps are summarised.

        The next post narrates this turn in full.
        """
        told = [*self._told(items)]
        own = len(self._passage.turns) - 1
        counts = [item for item in items if item.turn == own and not item.struck]
        before = [item for item in counts if item.part.row is not counts[-1].part.row]
        if self._match.finished or _height(told) <= MOST_UNDER_WAY or not before:
            return told
        last = counts[len(before) :]
        if all(self._is_plain(item.part) for item in last):
            before, last = counts, []
        turn = self._passage.turns[own]._replace(parts=tuple(item.part for item in before))
        others = self._told([item for item in items if item not in counts])
        return [*others, *self._in_short(turn), *self._whole(last)]

    @property
    def _is_last(self) -> bool:
        """Whether the post narrates the end of the game."""
        return self._match.finished and self._passage.last >= self._match.position.last

    def _is_plain(self, part: TurnPart) -> bool:
        """Return whether a turn's summary contains everything about this part."""
        return all(event.plain for event in map(self._match.game.load_event, part.events))

    def _before(self, items: Sequence[_Item]) -> list[str]:
        """Return summaries of other players' newest turns before the turn in progress, one turn per player.

        News, undone steps and acts outside of play are narrated in full.
        """
        turns = self._passage.turns
        newest = {turn.owner: number for number, turn in enumerate(turns[:-1]) if turn.parts}
        briefly = sorted(number for owner, number in newest.items() if owner not in {0, self._passage.reader})
        told = [line for number in briefly for line in self._in_short(turns[number])]
        rest = [item for item in items if item.turn not in briefly and not item.struck and item.turn >= 0]
        acts = [item for item in rest if is_beside_play(item.part.row)]
        news = [item for item in items if item.struck or item.turn < 0]
        return [*told, *self._whole(acts), *self._told(news)]

    def _is_folded(self, turn: int) -> bool:
        """Return whether an ended turn is summarised because nobody acted in it (see `MOST_AUTOMATIC`)."""
        turns = self._passage.turns
        if not 0 <= turn < len(turns) - 1:
            return False
        return not turns[turn].was_played and turn not in self._own_automatic[-MOST_AUTOMATIC:]

    def _is_known(self, turn: int) -> bool:
        """Return whether the turn has ended and only its own player reads about it."""
        turns = self._passage.turns
        if not 0 <= turn < len(turns) - 1 or not turns[turn].was_played:
            return False
        return self._against_bot and turns[turn].owner == self._passage.reader

    def _unread(self, items: Sequence[_Item]) -> Sequence[_Item]:
        """Return acts outside of play, and parts since each turn's last decision unless they are plain."""
        steps = {item.turn: number for number, item in enumerate(items) if item.part.decided}
        return [
            item
            for number, item in enumerate(items)
            if (number >= steps.get(item.turn, 0) and not self._is_plain(item.part))
            or is_beside_play(item.part.row)
        ]

    def _whole(self, items: Iterable[_Item]) -> list[str]:
        """Return all sentences except those that begin turns, because the headline shows whose turn it is."""
        openers = self._match.game.turn_openers
        return self._only(items, lambda event: event["event"] not in openers)

    def _result(self, items: Iterable[_Item]) -> list[str]:
        """Return the ranking, if one of these steps ended the game."""
        return self._only(items, lambda event: "ranking" in event)

    def _only(self, items: Iterable[_Item], wanted: Callable[[Mapping[str, object]], bool]) -> list[str]:
        """Return the sentences for those events of `items` that `wanted` accepts."""
        parts = (item.part for item in items)
        shown = (part._replace(events=tuple(filter(wanted, part.events))) for part in parts)
        return [line for line in self._narrator.tell_parts(shown) if line]

    def _in_short(self, turn: Turn) -> list[str]:
        """Return a turn's summary, then lines about acts outside of play during the turn."""
        tale = self._tale(turn)
        told = [line for part in turn.parts for line in self._narrator.beside_play(part)]
        return [*([f"{FOLD}{tale}"] if tale else []), *told]

    def _tale(self, turn: Turn) -> str:
        """Return the game's own summary of the turn, or else the first sentences of the turn."""
        game, match = self._match.game, self._match
        names = self._row.names_at(turn.last)
        parts = tuple(
            (part.row.entry.number, part.begins, part.start, len(part.events)) for part in turn.parts
        )
        key = self._narrator.salt, parts, tuple(names.items())
        if key not in _TALES:
            view = match.view(None, (*told_in(game, turn, None), TurnOver()))
            _TALES[key] = quoted(" ".join(game.tale(view, names).split()), FOLDED_LENGTH)
        if tale := _TALES[key]:
            return tale
        openers = game.turn_openers
        events = self._narrator.events(turn.parts)
        sentences = [said.split("\n-# ")[0] for event, said in events if event.kind not in openers]
        room = FOLDED_LENGTH
        told = list[str]()
        for sentence in sentences:
            room -= len(sentence) + 1
            if told and room < 0:
                return " ".join([*told, "…"])
            told.append(sentence.replace("\n", " "))
        return " ".join(told)

    def _newest(self, turns: Sequence[Turn], most: int) -> Iterator[str]:
        """Yield a line with the number of earlier turns, if any, and summaries of the newest `most` turns."""
        if len(turns) > most:
            yield f"{FOLD}{counted(len(turns) - most, 'earlier turn')}: **Story**"
        for turn in turns[-most:]:
            yield from self._in_short(turn)

    def _folded(self, turns: Sequence[Turn]) -> list[str]:
        """Return summaries of others' turns in earlier posts, since the asked player's own turn."""
        first, reader = self._passage.first, self._passage.reader
        told = [turn for turn in turns if turn.parts and turn.last < first and turn.owner not in {0, reader}]
        before = [turn for turn in told if any(part.events for part in turn.parts)] if reader else []
        return [*self._newest(before, MOST_FOLDED)]

    def _befell(self, turns: Sequence[Turn]) -> list[str]:
        """Return what happened to the asked player in others' turns."""
        reader, game, state = self._passage.reader, self._match.game, self._match.shown
        if not reader or all(turn.owner != reader or not turn.was_played for turn in turns):
            # Several players are asked, or the asked player has had no turn yet.
            return []

        def befell(turn: Turn, event: Event) -> Event | None:
            if event.kind in game.turn_openers:
                return None
            by_others = turn.owner not in {0, reader} or not turn.was_played
            if not (event.by_itself or by_others) or reader not in game.befalls(state, event):
                return None
            return game.share(state, event, reader)

        lines = [
            said.replace("\n-# ", f"\n{BEFELL}-# ")
            for number, turn in enumerate(turns)
            if not self._is_told_below(number)
            for _, said in self._narrator.events(self._counting(turn), partial(befell, turn))
        ]
        if not lines:
            return []
        first, *others = lines[-MOST_BEFELL:]
        more = (
            [f"-# {len(lines) - MOST_BEFELL} more before that: **Story**"] if len(lines) > MOST_BEFELL else []
        )
        return [BEFELL + line for line in (SINCE + first, *others, *more)]

    def _is_told_below(self, turn: int) -> bool:
        """Return whether another part of the post narrates the turn."""
        if turn in self._own_automatic:
            return True
        parts = self._passage.turns[turn].parts
        return bool(parts) and parts[-1].row.entry.number >= self._passage.first and not self._is_folded(turn)

    def _counting(self, turn: Turn) -> list[TurnPart]:
        return [part for part in turn.parts if part.row.entry.number not in self._undone]


def _height(told: Iterable[str]) -> int:
    """Return the approximate number of lines on a phone."""
    lines = (line.removeprefix(BEFELL) for text in told for line in text.split("\n"))
    return sum(ceil(len(line) / (SMALL_LETTERS if line.startswith("-# ") else LETTERS)) for line in lines)
