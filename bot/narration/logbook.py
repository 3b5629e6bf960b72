"""The public record of a game: its log, its status, acts of game masters, and the check of its dice."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bot.escaping import in_words, mention, person, quoted
from bot.narration.amendments import amended_in_words
from bot.narration.deadlines import bank_left, time_limit, vacation
from bot.narration.gm_events import decided, looked_at, matters, more_time, new_clock, which_roll
from bot.narration.look_back import message_link
from bot.narration.narrator import narrator_of, teller_of_steps
from bot.narration.story_counts import StoryCounts
from bot.narration.truncate import pages, pages_back
from bot.narration.undo_lines import led, struck_out
from bot.records.rated_games import hands
from bot.sessions.bot_strengths import strength_at
from bot.sessions.journal_checks import Checked
from bot.sessions.lobby import changed_options, options_of, preset_title
from bot.sessions.table import Table
from bot.sessions.table_options import pace_in_words
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow, Member, PostRow
from rules.engine.chance import Roll
from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError
from rules.engine.forced_rolls import in_order
from rules.engine.journal import line
from rules.engine.match import Match, open_rolls
from rules.engine.options import value_in_words
from rules.engine.verify import Verification

PAGE = 3600
"""The maximum number of characters in a page of the log."""

AUDIT_PAGE = 3000
"""The maximum number of characters in a page of the audit; the result of the check precedes the page."""

NOTHING = "Nothing has happened yet."

_CONSENTS = frozenset({"substitute", "propose", "agree", "refuse"})

_STANDS = {
    "paused": "It is paused.",
    "over": "It is over.",
    "ended": "It was ended.",
    "moved": "It goes on with another bot.",
}


class NoPage(HarbourmasterError):
    """The requested page does not exist."""


def log(
    row: GameRow,
    match: Match,
    entries: Sequence[EntryRow],
    viewer: int | None,
    posts: Sequence[PostRow] = (),
    page: int = 1,
) -> str:
    """Return a page of the story as `viewer` may read it; page 1 is the newest. Raises NoPage."""
    return _page(story_back(row, match, entries, viewer, posts), page) or NOTHING


def story_back(
    row: GameRow,
    match: Match,
    entries: Sequence[EntryRow],
    viewer: int | None,
    posts: Sequence[PostRow] = (),
    first: int = 1,
    counts: StoryCounts | None = None,
) -> Iterator[str]:
    """Yield the sentences that `viewer` may read, from the newest entry back to entry `first`.

    Undone sentences are struck out. The first line of each post in `posts` links to its message.
    """
    shown = (post for post in posts if post.kind == "turn" and post.message and not post.gone)
    begun = {_first_public(entries, post.first): message_link(row, post) for post in shown}
    narrator = narrator_of(row, match.shown, undo_paths_in(entries))
    narrator.counts = counts
    on_the_line = {*line([stored.entry for stored in entries], match.position.head)}
    for stored in reversed(entries[first - 1 :]):
        told = narrator.tell(stored, viewer)
        undone = stored.entry.moves and stored.entry.number not in on_the_line
        link = begun.get(stored.entry.number)
        yield from reversed(_led(f"[↗]({link}) " if link else "", struck_out(told) if undone else told))


def _first_public(entries: Sequence[EntryRow], number: int) -> int:
    """Return the number of the first public entry from `number` on, whose link everybody can read."""
    public = (stored.entry.number for stored in entries[number - 1 :] if not stored.entry.secret)
    return next(public, number)


def _led(way: str, lines: Sequence[str]) -> list[str]:
    """Return the non-empty lines, with the link `way` in front of the first line."""
    shown = [line for line in lines if line]
    return [f"{way}{shown[0]}", *shown[1:]] if shown else []


def status(table: Table, acts: Sequence[EntryRow], role: int, machine: int) -> str:
    """Return a game's status: stage, awaited players and their waiting times, players, options, game masters.

    `acts` are the entries that may make the game unrated (see `hands`). `role` is the server's role of game
    masters, or 0. `machine` is the bot's user id.
    """
    row = table.row
    lines = [f"**{table.game.title}** · game {row.id}", *_progress(table, not_rated(row, acts))]
    lines += [
        f"{member.seat}. {quoted(member.name, 40)}{_flag(table, member)}{_played_by(table, member, machine)}"
        for member in row.members
    ]
    told = ", ".join(f"{title}: {value_in_words(value)}" for title, value in changed_options(row).items())
    lines += [f"Options: preset **{preset_title(row)}**{'; ' + told if told else ''}."]
    if row.position is not None and row.position.pace is not None:
        lines.append(f"Clock set by a game master: {pace_in_words(row.pace)}.")
    if row.locked:
        lines.append("🔒 Locked: nobody new joins until a game master unlocks it with /gm task:lock.")
    lines += [masters(row, role), table.trouble]
    return "\n".join(filter(None, lines))


def _flag(table: Table, member: Member) -> str:
    """Return a seat's mark in the game; empty in a lobby, where seats have no marks yet."""
    if table.row.opening is None:
        return ""
    game, state = table.game, table.match.shown
    name, mark = game.seat_name(state, member.seat), game.seat_mark(state, member.seat)
    return f" · {mark}" if name == f"Seat {member.seat}" else f" · {name} ({mark})"


def _played_by(table: Table, member: Member, machine: int) -> str:
    """Return a note if the bot plays the seat, either as its own or for an absent player; else empty."""
    if member.user == machine:
        return f" (the bot, {strength_at(table.row, member.seat)})"
    away = table.row.position is not None and member.seat in table.row.position.absent
    return " (away; the bot plays)" if away else ""


def _progress(table: Table, unrated: Sequence[str]) -> list[str]:
    """Return the stage of a game and who it waits for; `unrated` are lines about why it is not rated."""
    row = table.row
    if row.status == "lobby":
        _, most = table.game.seat_range(options_of(row))
        commitment = [f"-# Dice commitment `{row.commitment}`"] if row.commitment else []
        return [f"In its lobby: {len(row.members)} of {most} seats taken.", *commitment]
    if row.status == "cancelled":
        return ["Its lobby was closed before it began."]
    match = table.match
    lines = [match.game.headline(match.shown) or "Under way.", *unrated]
    lines += [
        f"Waits for **{quoted(row.names()[awaited.seat], 40)}** (asked <t:{awaited.since}:R>)."
        + (time_limit(row.deadline(awaited)) if row.status == "running" else "")
        + bank_left(row, awaited)
        + vacation(row.wishes_at(awaited.seat), row.updated)
        for awaited in match.position.awaited
    ]
    if row.status != "running":
        lines.append(_STANDS[row.status])
    return [*lines, f"-# Dice commitment `{match.opening.commitment}`"]


def audit(row: GameRow, match: Match, entries: Sequence[EntryRow], page: int = 1) -> str:
    """Return a page that lists forced rolls, votes, and acts of game masters and of the clock.

    Secrets are included only after the game. Page 1 is the newest. Raises NoPage.
    """
    journeys = undo_paths_in(entries)
    said = teller_of_steps(row, match)

    def told_back() -> Iterator[str]:
        for stored in reversed(entries):
            entry = stored.entry
            what = entry.what if match.finished else entry.public_what
            journey = journeys.get(entry.number)
            way = led(journey and journey.with_turns(match.game.turn_name), said)
            acts = _acts(row, entry, what, way)
            rolls = _forced(entry, entry.rolls if match.finished else open_rolls(entry))
            yield from reversed([*acts, *rolls])

    found = (
        _page(told_back(), page, AUDIT_PAGE)
        or "No game master has touched this game, and no roll was forced."
    )
    return "\n".join([found, *not_rated(row, entries)])


def not_rated(row: GameRow, entries: Sequence[EntryRow]) -> list[str]:
    """Return a line about why the game or some seats are not rated (see `hands`); empty if all are rated."""
    through = hands(stored.entry for stored in entries)
    if (act := through.intervention) is not None:
        return [f"-# Not rated, since a game master had a hand in it <t:{act.at}:f>."]
    names = [quoted(row.names()[seat], 40) for seat in sorted(through.changed)]
    return [f"-# Not rated for who took over a seat, or gave it up: {', '.join(names)}."] if names else []


def masters(row: GameRow, role: int) -> str:
    """Return a line with the named game masters and the server's `role` of game masters (0 for none)."""
    named = (
        person(user, row.name_of(user)) + (" (also plays)" if row.seats_of(user) else "")
        for user in row.masters
    )
    others = f"members with the role <@&{role}> or Manage Server" if role else "members with Manage Server"
    return f"Game masters: {', '.join(named)}, and {others}."


def listed(lines: Sequence[str], number: int) -> str:
    """Return page `number` of a list whose most important line comes first. Raises NoPage."""
    found = ["\n".join(reversed(page.split("\n"))) for page in pages(lines[::-1], PAGE)]
    if number > len(found):
        raise NoPage(f"There is no page {number}: the first is 1, the last is {len(found)}.")
    more = f"-# The list goes on, on page {number + 1}; choose it with the option `page`."
    return "\n".join([found[number - 1], *([more] if number < len(found) else [])])


def _page(newest_first: Iterable[str], number: int, length: int = PAGE) -> str:
    found = [*islice(pages_back(newest_first, length), number)]
    if number > len(found):
        raise NoPage(f"There is no page {number}: the first is the newest, the last is {len(found)}.")
    earlier = f"-# What came before is on page {number + 1}; choose it with the option `page`."
    return "\n".join([*([earlier] if found[-1].more else []), found[-1].text])


def check(checked: Checked, row: GameRow) -> str:
    """Return the result of verifying the journal of the game in `row`."""
    match, found = checked.match, checked.found
    seed = match.public_seed()
    lines = [f"Commitment `{match.opening.commitment}`"]
    if found.problems:
        lines += ["❌ **The journal is not in order.**", *(f"- {problem}" for problem in found.problems[:10])]
    elif found.replayed_from != 1:
        lines.append(
            "✅ The chain of hashes is unbroken: nothing was changed or left out since it was entered."
        )
        lines.append(_of_older_rules(found))
    elif seed is None:
        lines.append(
            "✅ The chain of hashes is unbroken, and replaying the journal leads to the board as it stands."
        )
        lines.append("When the game is over its seed becomes public, and anyone can check every roll.")
    else:
        lines.append(f"✅ The chain of hashes is unbroken, and {_rolled(found)}.")
        lines.append(f"Seed `{seed.hex()}`: its SHA-256 is the commitment that the lobby showed.")
    if row.position != match.position:
        lines.append(
            f"-# Checked <t:{checked.at}:R>; the game has gone on. A long one is not checked all the time."
        )
    return "\n".join(lines)


def _of_older_rules(found: Verification) -> str:
    """Return a sentence about the replayed part of a match that began under other rules."""
    if not found.replayed_from:
        return "This game was played under other rules than this bot's, so its moves are not played again."
    return (
        "What was played under older rules is not played again; what follows was, and leads to the board as"
        f" it stands: {found.rolls_checked} rolls in it come from the seed."
    )


def _rolled(found: Verification) -> str:
    """Return in words the number of rolls from the seed and the number of forced rolls."""
    if not found.forced:
        return f"all {found.rolls} rolls come from the seed"
    were = "1 was" if found.forced == 1 else f"{found.forced} were"
    return (
        f"{found.rolls - found.forced} of {found.rolls} rolls come from the seed; {were} set by game masters"
        " (`/game check` lists them next to the seed’s own values)"
    )


def _acts(row: GameRow, entry: Entry, what: str, way: str) -> list[str]:
    """Return the audit lines of an entry; `what` is its visible part, and `way` describes an undo or redo."""
    player = entry.actor.player
    user = row.user_of(player) if player else 0
    by = person(user, row.name_of(user)) if player else "the game" if entry.what == "moot" else "the clock"
    why = f" — “{quoted(entry.reason, 200)}”" if entry.reason else ""
    seated = row.seated(entry.number)
    sitting = seated.get(entry.seat)
    seat = person(sitting.user, sitting.name) if sitting else f"seat {entry.seat}"
    shown = quoted(what, 200)
    named = row.user_of(entry.what) if entry.names_somebody else 0
    whom = person(named, row.name_of(named))
    before = row.seated(entry.number - 1).get(entry.seat)
    former = person(before.user, before.name) if before else f"seat {entry.seat}"
    said = {
        "act": f"acted for {seat}: {shown or 'what only they may know'}",
        "tried": f"tried in vain to act for {seat}: {shown or 'what is told when the game is over'}",
        "timeout": f"{'skipped' if entry.actor.role == 'gm' else 'let the rules answer for'} {seat}",
        "absent": f"let the bot play for {seat}, who missed {what}",
        "force": f"set {_forced_roll(entry, seat)}",
        "unforce": f"no longer sets {_forced_roll(entry, seat)}",
        "fresh": "asked for fresh dice",
        "undo": f"took the game back{way}",
        "redo": f"brought an undone line back{way}",
        "substitute": f"took {former} out of the game"
        if entry.label
        else f"gave the seat of {former} to {seat}",
        "propose": f"asked {_asked(row, entry, seat)}{way}",
        "agree": f"agreed to {matters()[entry.matter].name}",
        "refuse": _refused(entry),
        "pause": "paused the game",
        "resume": "let the game go on",
        "restored": f"the host brought back a copy made <t:{entry.what}:f>",
        "rules": f"brought the rules up to date: version {entry.what}",
        "end": "ended the game",
        "note": "noted",
        "announce": "mentioned all players",
        "amend": f"changed the game{_changed(row, entry)}",
        "appoint": f"made {whom} a game master, too",
        "dismiss": f"took the office of game master from {whom}",
        "handover": f"handed the office of game master over to {whom}",
        "lock": "locked the game",
        "unlock": "unlocked the game",
        "clock": f"set the clock: {new_clock(entry)}",
        "look": f"looked at {looked_at(entry, seat)}",
        "extend": f"gave {seat if entry.seat else 'everybody'} {more_time(entry)}",
    }
    told = entry.actor.role in {"gm", "timeout"} or entry.kind in _CONSENTS
    if entry.actor.role == "seat" and not entry.seat and decided(entry):
        # The entry carries out a matter that the table has agreed to.
        by, told = f"the table agreed, and last {by}", True
    return [f"<t:{entry.at}:f> {by} {said[entry.kind]}{why}"] if told and entry.kind in said else []


def _changed(row: GameRow, entry: Entry) -> str:
    names = {seat: person(member.user, member.name) for seat, member in row.seated(entry.number).items()}
    told = amended_in_words(entry, lambda seat: names.get(seat, f"seat {seat}"))
    return f": {'; '.join(told)}" if told else ""


def _asked(row: GameRow, entry: Entry, seat: str) -> str:
    if entry.matter != "seat":
        return f"for {matters()[entry.matter].name}"
    return f"whether {mention(row.user_of(entry.what))} may take over the seat of {seat}"


def _refused(entry: Entry) -> str:
    if entry.what == "moot":
        return "went on, so that nobody is asked any more"
    if entry.seat or entry.what == "decided":
        return f"did not agree to {matters()[entry.matter].name}"
    return "withdrew the question"


def _forced_roll(entry: Entry, seat: str) -> str:
    whose = f" for {seat}" if entry.seat else ""
    what = in_words(entry.label) or "roll"
    which = which_roll(entry, what) if entry.ahead or not entry.label else what
    return f"{which} to {in_order(entry.what)}{whose}"


def _forced(entry: Entry, rolls: Sequence[Roll]) -> list[str]:
    """Return a line for each forced roll in `rolls`, with the value that the dice would have shown."""
    lines = []
    for roll in rolls:
        if roll.force is not None:
            values, natural = " ".join(map(str, roll.values)), " ".join(map(str, roll.natural or ()))
            lines.append(f"<t:{entry.at}:f> forced {in_words(roll.label)}: {values} instead of {natural}")
    return lines
