"""`/watch digest` shows a user in private what happened in a game since the user last looked."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.following.handlers import follow_button
from bot.following.message_text import end_of
from bot.handlers.gm_access import must_be_at_the_table
from bot.handlers.press import Visit
from bot.narration.narrator import Narrator, narrator_of
from bot.narration.truncate import latest
from bot.posts.pictures import BOARD, Attachment
from bot.records.statistics import ranking, reckoned
from bot.sessions.recent_steps import steps_to
from bot.sessions.table import Table
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow, Look
from rules.engine.journal import line
from rules.engine.match import Match
from rules.engine.texts import counting
from rules.engine.wording import counted

THEN = "board-then.png"
"""The file name of the picture of the board that the user last saw."""

BOTH = "-# The first board is as you last saw it; the second is the present one."

END = "-# The final board, the last turn and the result are covered."

ROOM = 3600
"""The maximum number of characters in a digest."""

IMPORTANT = (
    "-# Too much has happened to list all of it. These are the latest events that count in the statistics."
)

LEFT_OUT = "-# … more of it is in `/game log`."


@dataclass(frozen=True)
class Digest:
    """A digest. `fresh` is true if anything has happened since the last look, `spoils` if the result is new.

    The field `then` is the step whose board the user last saw; 0 if there is none or its board is current.
    """

    text: str
    then: int
    fresh: bool
    spoils: bool


async def show(visit: Visit) -> None:
    """Show the digest, then store that the user has looked. Raises HarbourmasterError."""
    client, table = visit.interaction.client, visit.table
    row = table.row
    must_be_at_the_table(visit.interaction, row)
    match, journal = await table.whole()
    look = await client.store.last_look(visit.user, row.id)
    found = await asyncio.to_thread(digest_of, row, match, journal, look)
    boards = await _boards(visit, table, match, found)
    notes = [BOTH] * (len(boards) > 1) + [END] * found.spoils
    page = await table.page_of_now()
    watch = [f"-# [This moment in a browser]({page})"] if page else []
    text = "\n".join([found.text, *notes, *watch])
    await visit.answer.say(text, follow_button(row, visit.user), boards)
    await client.store.note_look(Look(visit.user, row.id, match.position.last, visit.now))


async def _boards(visit: Visit, table: Table, match: Match, found: Digest) -> list[Attachment]:
    """Return the public board at the user's last look and the board now. Without news, return nothing."""
    if not found.fresh:
        return []
    now = await _board(visit, table, match, match.position.head)
    boards = [board.named(BOARD, spoiler=found.spoils) for board in now]
    if not found.then:
        return boards
    then = await visit.interaction.client.looks.at(match, found.then)
    return [*(board.named(THEN) for board in await _board(visit, table, then, found.then)), *boards]


async def _board(visit: Visit, table: Table, match: Match, entry: int) -> list[Attachment]:
    steps = await steps_to(table.game, entry, table.entries)
    pictures = visit.interaction.client.pictures
    return (await pictures.board(match, steps, table.row.names_at(entry), None))[:1]


def digest_of(row: GameRow, match: Match, journal: Sequence[EntryRow], look: Look | None) -> Digest:
    """Return the digest of events since `look`, or since the start. `journal` is the whole journal."""
    seen = look.entry if look else 0
    fresh = [one for one in journal[seen:] if not one.entry.secret]
    end = end_of(match, journal)
    spoils = end > seen
    head = f"**{match.game.title}** · game {row.id}"
    headline = "" if spoils else match.game.headline(match.shown)
    head = f"{head} · {headline}" if headline else head
    if look is not None and not fresh:
        return Digest(f"{head}\nNothing has happened since you last looked <t:{look.at}:R>.", 0, False, False)
    steps = _steps(match, journal, seen)
    played = dict.fromkeys(turn for _, turn in steps if turn)
    lines = [head, _since(look, len(played)), *(["The game is over."] if spoils else [])]
    hidden = _from_the_last_turn(steps) if spoils else len(journal) + 1
    result = _result(row, match, journal, first=look is None) if spoils else ""
    if look is None and not spoils:
        lines += [reckoned(row, match, journal)]
    narrator = narrator_of(row, match.shown, undo_paths_in(journal))
    room = ROOM - len(result) - sum(len(one) + 1 for one in lines)
    lines += [_story(narrator, match, fresh, {number for number, _ in steps}, hidden, room), result]
    before = [one.entry.number for one in journal[:seen] if one.entry.moves and not one.entry.secret]
    then = before[-1] if before and before[-1] != match.position.head else 0
    return Digest("\n".join(filter(None, lines)), then, True, spoils)


def _since(look: Look | None, turns: int) -> str:
    count = counted(turns, "turn")
    if look is None:
        return f"You look for the first time: {count} so far."
    return f"Since you last looked <t:{look.at}:R>: {count if turns else 'no step that counts'}."


def _steps(match: Match, journal: Sequence[EntryRow], seen: int) -> list[tuple[int, str]]:
    """Return the public steps of the current line after entry `seen`, each with its turn."""
    found, turn = list[tuple[int, str]](), ""
    for number in line([one.entry for one in journal], match.position.head):
        if number > seen and not journal[number - 1].entry.secret:
            found.append((number, turn))
        turn = journal[number - 1].turn
    return found


def _from_the_last_turn(steps: Sequence[tuple[int, str]]) -> int:
    """Return the number of the first step in the last turn."""
    first, last = steps[-1] if steps else (0, "")
    for number, turn in reversed(steps):
        if turn != last:
            break
        first = number
    return first


def _result(row: GameRow, match: Match, journal: Sequence[EntryRow], *, first: bool) -> str:
    """Return the ranking and, at the user's `first` look, the statistics; all lines are spoilers."""
    told = ranking(row, match) or ["The game was ended without a result."]
    figures = reckoned(row, match, journal).splitlines() if first else []
    return "\n".join(["**Result**", *map(_covered, (*told, *figures))])


def _covered(text: str) -> str:
    """Return one line as a spoiler. Each line needs its own spoiler, because small print ends a spoiler."""
    small = "-# " if text.startswith("-# ") else ""
    return f"{small}||{text.removeprefix(small)}||"


def _story(
    narrator: Narrator,
    match: Match,
    fresh: Sequence[EntryRow],
    counts: set[int],
    hidden: int,
    room: int,
) -> str:
    """Return all public sentences or, if they exceed `room` characters, the latest important sentences.

    Important sentences are about events that the game counts, and about entries outside of play.
    """
    there = [one for one in fresh if one.entry.number in counts or not one.entry.moves]
    whole = [*_told(narrator, there, hidden)]
    if sum(len(one) + 1 for one in whole) < room:
        return "\n".join(whole)
    kinds = {one.event for one in counting(match.game).counted}
    matters = [one for one in there if not one.entry.moves or _is_one_of(match, one, kinds)]
    short = [*_told(narrator, matters or there, hidden)]
    return "\n".join([IMPORTANT, latest(short, max(room - len(IMPORTANT) - len(LEFT_OUT) - 2, 2), LEFT_OUT)])


def _told(narrator: Narrator, entries: Sequence[EntryRow], hidden: int) -> Iterator[str]:
    """Yield the sentences of these entries without the small print below them."""
    for one in entries:
        for told in narrator.tell(one):
            sentence = told.split("\n-# ")[0]
            if not sentence.startswith("-# "):
                yield _covered(sentence) if one.entry.number >= hidden else sentence


def _is_one_of(match: Match, row: EntryRow, kinds: set[str]) -> bool:
    """Return whether the entry has a public event of one of these kinds."""
    return any(one["event"] in kinds and not match.game.load_event(one).private for one in row.events)
