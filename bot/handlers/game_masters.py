"""The acts of game masters. After the game has begun, each act becomes a journal entry."""

from collections.abc import Callable, Sequence

from discord import Member, User

from bot.escaping import display_name, plain, quoted
from bot.handlers.action_series import ActionSeries, SeriesProgress, read_line
from bot.handlers.gm_access import check, has_role, must_stand_above, reason_of
from bot.handlers.player_actions import own_lines
from bot.handlers.press import Visit
from bot.handlers.responses import Interaction
from bot.narration.branches import end_of
from bot.narration.undo_points import position_before
from bot.sessions import vote_rules
from bot.sessions.lobby import LobbyRefusal, kick, left_to_machine, lock, reseated
from bot.sessions.requests import Doing, Report
from bot.sessions.table_options import DAY, Changes, changed_pace, in_time
from bot.sessions.undo_path import steps_between
from bot.store.rows import Barred, EntryRow, GameRow
from bot.store.rows import Member as Seated
from rules.engine import entries
from rules.engine.action import Action
from rules.engine.chance import Value, read_values
from rules.engine.entry import Actor
from rules.engine.errors import HarbourmasterError, IllegalAction, NotNow
from rules.engine.forced_rolls import grouped, kinds_to_come
from rules.engine.game import RollKind
from rules.engine.match import Advance, Match

MOST_TIME = 14 * DAY
"""The maximum number of seconds that one act can add."""

CLOCK_OF_A_LOBBY = "The game has not begun: the lobby’s **Options** set its clock for all to see."

HIDDEN = (
    "That is not possible for {player} now. The reason would reveal something hidden, so it is not shown."
    " Your try is on record. Ask them for a line of their own, or use /gm task:skip."
)
"""Replaces a refusal of the rules that could reveal a secret."""

MatchChange = Callable[[Match, Actor], Advance]
"""Makes the entry of a game master."""


async def force(visit: Visit, values: str, reason: str, roll: str, seat: int) -> Report:
    """Set the values of a coming roll. Raises HarbourmasterError, such as NotNow or NotAGameMaster."""
    game, state = visit.table.game, visit.table.match.shown
    wanted = _values(values, kinds_to_come(game, state))
    try:
        grouped(game, state, wanted, roll, seat)
    except NotNow as refusal:
        # Unlike NotNow, this error lets users correct the form, because other values may fit.
        raise HarbourmasterError(refusal.message) from refusal
    return await enter(visit, entries.Force(wanted, roll, seat), reason)


async def unforce(visit: Visit, place: int, stamp: int, reason: str) -> Report:
    """Cancel a forced roll. `stamp` is the number of public entries when the rolls were listed."""

    def change(match: Match, actor: Actor) -> Advance:
        if match.position.public != stamp or not 1 <= place <= len(match.forced):
            raise HarbourmasterError("The game has moved on since that was shown. Use /gm task:forced again.")
        return match.enter(entries.Unforce(match.forced[place - 1]), actor, visit.now, reason_of(reason))

    return await _do(visit, change)


async def undo(visit: Visit, place: int, stamp: int, reason: str) -> Report:
    """Go back to the position before the public entry `place`, if there are still `stamp` public entries.

    If the game master plays, a table option can require that another player agrees first.
    """

    def do(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> tuple[GameRow, Advance]:
        actor, goal, why = check(visit.interaction, row), position_before(match, place), reason_of(reason)
        if match.position.public != stamp or not goal:
            raise HarbourmasterError("The game has moved on since that was shown. Use /gm task:undo again.")
        asked = _must_agree(visit, row, match, steps_between(journal, goal, match.position.head))
        if not asked:
            return row, match.enter(entries.Undo(goal), actor, visit.now, why)
        vote_rules.must_be_silent(row)
        seat = row.seats_of(visit.user)[0]
        advance = match.enter(entries.AskFor("undo", seat, asked=asked, to=goal), actor, visit.now, why)
        return vote_rules.asking(row, match, advance, row.names()[seat], journal[goal - 1].turn)

    return await visit.table.travel(do, visit.once, display_name(visit.interaction.user))


def _must_agree(visit: Visit, row: GameRow, match: Match, steps: Sequence[EntryRow]) -> tuple[int, ...]:
    """Return the seats, one of which must agree before a playing game master undoes `steps`; may be empty."""
    own = row.seats_of(visit.user)
    wants = match.opening.table.get("master_undo") == "another player"
    if not own or not wants or not vote_rules.shows(match.game, steps):
        return ()
    return tuple(seat for seat in vote_rules.players(row, match, visit.machine) if seat not in own)


async def redo(visit: Visit, place: int, stamp: int, reason: str) -> Report:
    """Resume an undone line. `stamp` is the number of public entries when the line was offered."""

    def change(match: Match, actor: Actor) -> Advance:
        end = end_of(match, place)
        if match.position.public != stamp or not end:
            raise HarbourmasterError("The game has moved on since that was shown. Use /gm task:redo again.")
        return match.enter(entries.Redo(end), actor, visit.now, reason_of(reason))

    return await _travel(visit, change)


async def fresh(visit: Visit, reason: str) -> Report:
    """Change the coming rolls, because players saw these rolls before an undo."""
    why = reason_of(reason)
    return await _travel(visit, lambda match, actor: match.enter(entries.Fresh(), actor, visit.now, why))


async def act(visit: Visit, seat: int, line: str, reason: str) -> SeriesProgress:
    """Do typed actions for a seat. Refusals that could reveal a secret are recorded. Raises IllegalAction."""
    why, player = reason_of(reason), _player(visit.table.row, seat)

    def doing(action: Action, _: int) -> Doing:
        def do(row: GameRow, match: Match) -> Advance:
            actor = check(visit.interaction, row)
            _must_still_be(player, row, seat)
            try:
                return match.act(seat, action, actor, visit.now, why)
            except IllegalAction as refusal:
                if _is_hidden(match, seat, action):
                    return match.enter(entries.Tried(seat, str(action)), actor, visit.now, why)
                raise _of_seat(refusal, row, match, seat) from refusal

        return do

    def settled(report: Report) -> None:
        if report.entries[0].entry.kind == "tried":
            raise IllegalAction("hidden", HIDDEN.format(player=_name(report.row, seat)))

    wanted, name = read_line(visit, seat, line), display_name(visit.interaction.user)
    return await ActionSeries(visit, seat, doing, name, settled=settled).carry_out(wanted)


def _is_hidden(match: Match, seat: int, action: Action) -> bool:
    """Return whether only the seat's player may know if the action is possible."""
    decision = match.decision_of(seat)
    return action.secret or (decision is not None and decision.secret)


def _of_seat(refusal: IllegalAction, row: GameRow, match: Match, seat: int) -> IllegalAction:
    """Rephrase for the game master a refusal that addresses the seat's player."""
    name = _name(row, seat)
    if match.decision_of(seat) is None:
        asked = " and ".join(_name(row, awaited.seat) for awaited in match.position.awaited)
        told = f"Nothing is asked of {name} at the moment: the game waits for {asked}."
        return IllegalAction(refusal.code, told, refusal.at)
    return IllegalAction(refusal.code, f"To {name} the rules say: {refusal.message}", refusal.at)


def _name(row: GameRow, seat: int) -> str:
    return f"**{quoted(row.names().get(seat, '?'), 40)}**"


def _player(row: GameRow, seat: int) -> int:
    return next((member.user for member in row.members if member.seat == seat), 0)


def _must_still_be(player: int, row: GameRow, seat: int) -> None:
    if _player(row, seat) != player:
        raise HarbourmasterError(
            f"{_name(row, seat)} has that seat by now. Nothing was done; look at the game, then try again."
        )


async def skip(visit: Visit, seat: int, reason: str) -> Report:
    """Do what the rules prescribe for an absent seat. Raises NotNow if the seat has answered."""
    table = visit.table
    asked, player = table.match.awaits(seat), _player(table.row, seat)

    def change(match: Match, actor: Actor) -> Advance:
        _must_still_be(player, table.row, seat)
        if match.awaits(seat) != asked:
            raise NotNow(f"{_name(table.row, seat)} has answered meanwhile, so nobody was skipped.")
        return match.enter(entries.Timeout(seat), actor, visit.now, reason_of(reason))

    return await _do(visit, change)


async def substitute(visit: Visit, seat: int, newcomer: Member | User, reason: str) -> Report:
    """Give a seat to a person or the bot. If the newcomer may know secrets, the other players must agree."""
    machine = visit.machine
    if newcomer.bot and newcomer.id != machine:
        raise HarbourmasterError(
            "That bot cannot play. Choose a person, or this bot itself to play the seat for now."
        )
    former = _player(visit.table.row, seat)
    seated, why = Seated(seat, newcomer.id, display_name(newcomer)), reason_of(reason)

    def do(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        master = check(visit.interaction, row)
        _must_still_be(former, row, seat)
        player = row.player_of(newcomer.id)
        given = entries.Substitute(seat, player)
        row = row.with_master(visit.user, display_name(visit.interaction.user))
        if newcomer.id == machine:
            return left_to_machine(row, seat, machine), match.enter(given, master, visit.now, why)
        suspect = vote_rules.knows_too_much(row, seated) or _masters(newcomer, visit.interaction, row)
        asked = vote_rules.electors(row, newcomer.id, visit.user, machine)
        changed = reseated(row, seated)
        if not suspect or not asked or not match.keeps_secrets:
            return changed, match.enter(given, master, visit.now, why)
        if row.vote is not None and row.vote.matter != "seat":
            vote_rules.must_be_silent(row)
        advance = match.enter(entries.Propose(seat, player, asked=asked), master, visit.now, why)
        return vote_rules.asking(row, match, advance, seated.name)

    return await visit.table.reseat(do, visit.once)


def _masters(newcomer: Member | User, interaction: Interaction, row: GameRow) -> bool:
    """Return whether the newcomer is a game master, according to the data that Discord sent."""
    granted = newcomer.resolved_permissions if isinstance(newcomer, Member) else None
    moderates = granted is not None and granted.manage_guild
    named = newcomer.id in {*row.masters, interaction.user.id}
    return moderates or named or has_role(interaction, newcomer)


async def extend(visit: Visit, seat: int, seconds: int, reason: str) -> Report:
    """Give a seat more time; seat 0 means all seats that are asked. Raises NotNow if no clock runs."""
    if seconds > MOST_TIME:
        raise HarbourmasterError(f"Give at most {in_time(MOST_TIME)} at once.")
    return await enter(visit, entries.Extend(seat, seconds), reason)


async def take_out(visit: Visit, player: str, reason: str) -> str:
    """Remove and exclude a player; in a begun game the bot plays the seat.

    Raises HarbourmasterError if `player` is the bot, the user, absent, or protected by `must_stand_above`.
    """
    machine, why = visit.machine, reason_of(reason)

    def meant(row: GameRow) -> tuple[int, str, int]:
        check(visit.interaction, row)
        found = _there(row, player)
        user = found[0]
        if user == machine:
            raise HarbourmasterError(
                "The bot plays there. “Remove the bot” takes it out of a lobby; in a game /gm task:substitute"
                " gives its seat to somebody."
            )
        if user == visit.user:
            raise HarbourmasterError("That is you. /game leave gets up from a lobby, and gives up in a game.")
        must_stand_above(visit.interaction, row, user, "takes them out of it")
        return found

    def in_lobby(row: GameRow) -> GameRow:
        user, name, _ = meant(row)
        return kick(row, Barred(user, name, visit.user, why))

    def under_way(row: GameRow, match: Match) -> tuple[GameRow, Advance]:
        _, _, seat = meant(row)
        actor = check(visit.interaction, row)
        advance = match.enter(entries.Kick(seat, str(machine)), actor, visit.now, why)
        row = row.with_master(visit.user, display_name(visit.interaction.user))
        return left_to_machine(row, seat, machine), advance

    if visit.table.row.status == "lobby":
        await visit.table.rearrange(in_lobby, visit.once)
        return "They are out of the lobby, and everybody can read why. They cannot join it again."
    await visit.table.reseat(under_way, visit.once)
    return "They are out of the game, and the bot plays their seat. Everybody is told why."


def _there(row: GameRow, player: str) -> tuple[int, str, int]:
    """Return (user, name, seat) of a player given by name, seat number or mention; seat 0 means the queue."""
    wanted = player.strip().casefold()
    people = [(one.user, one.name, one.seat) for one in row.members]
    people += [(guest.user, guest.name, 0) for guest in row.waiting]
    for user, name, seat in people:
        if wanted in {str(seat) if seat else "", name.casefold(), f"<@{user}>", str(user)}:
            return user, name, seat
    raise HarbourmasterError("Nobody of that name is here. Choose somebody from the suggestions.")


async def turn_lock(visit: Visit, reason: str) -> str:
    """Lock the game against new players, or unlock it."""
    why = reason_of(reason)

    def in_lobby(row: GameRow) -> GameRow:
        check(visit.interaction, row)
        return lock(row)

    def under_way(match: Match, actor: Actor) -> Advance:
        draft = entries.Unlock() if match.position.office.locked else entries.Lock()
        return match.enter(draft, actor, visit.now, why)

    if visit.table.row.status == "lobby":
        row = await visit.table.rearrange(in_lobby, visit.once)
    else:
        row = (await _do(visit, under_way)).row
    if row.locked:
        return "Locked: nobody new joins, and buttons are for those at the table. /gm task:lock ends it."
    return "Unlocked: everybody may join again and use the buttons."


async def set_clock(visit: Visit, changes: Changes, reason: str) -> Report:
    """Change a running game's pace. Raises HarbourmasterError if a time is invalid or nothing changes."""
    if visit.table.row.status == "lobby":
        raise LobbyRefusal(CLOCK_OF_A_LOBBY)

    def change(match: Match, actor: Actor) -> Advance:
        draft = entries.SetClock(changed_pace(match.pace, changes))
        return match.enter(draft, actor, visit.now, reason_of(reason))

    return await _do(visit, change)


async def look(visit: Visit, seat: int, reason: str) -> Report:
    """Record a look at a seat's secrets (of all seats if `seat` is 0), before the secrets are shown.

    Raises HarbourmasterError if the table did not allow it, the game master plays, or nothing is hidden.
    """

    def change(match: Match, actor: Actor) -> Advance:
        if visit.table.row.seats_of(visit.user):
            raise HarbourmasterError(
                "You play here yourself, so you may see no more than your own seat. Ask a game master who"
                " does not play, or name one with /gm task:masters."
            )
        if match.opening.table.get("master_look") != "yes":
            raise HarbourmasterError(
                "This table did not allow that before it began, so nobody looks. A new lobby can, by the"
                " option “Looking at what is hidden”."
            )
        if not match.keeps_secrets:
            raise HarbourmasterError("Nothing is hidden in this game now: /game board shows all there is.")
        return match.enter(entries.LookAt(seat), actor, visit.now, reason_of(reason))

    return await _do(visit, change)


def hidden(report: Report, seat: int) -> str:
    """Return what only the player of `seat` may know; for seat 0, return this for each seat."""
    names, match = report.row.names(), report.match
    lines = []
    for one in [seat] if seat else names:
        own = own_lines(report.row, match, one) or ["nothing that the others do not know."]
        lines += [f"Only {_name(report.row, one)} reads:", *own]
    return "\n".join(lines)


async def write(visit: Visit, draft: entries.Note | entries.Announce, text: str) -> Report:
    """Write a line into the game's log. An announcement mentions all players."""
    if not plain(text):
        raise HarbourmasterError("Write what everybody at the table should read.")
    return await enter(visit, draft, text)


async def enter(visit: Visit, draft: entries.EntryDraft, reason: str) -> Report:
    """Make an entry that needs only a reason. Raises NotNow, NotAGameMaster."""
    why = reason_of(reason)
    return await _do(visit, lambda match, actor: match.enter(draft, actor, visit.now, why))


async def _do(visit: Visit, change: MatchChange) -> Report:
    """Do `change`. The user must be a game master when the game's queue reaches the request."""

    def do(row: GameRow, match: Match) -> Advance:
        return change(match, check(visit.interaction, row))

    return await visit.table.advance(do, visit.once, display_name(visit.interaction.user))


async def _travel(visit: Visit, change: MatchChange) -> Report:
    """Do what `_do` does, for a `change` that needs the journal."""

    def do(row: GameRow, match: Match, _: Sequence[EntryRow]) -> tuple[GameRow, Advance]:
        return row, change(match, check(visit.interaction, row))

    return await visit.table.travel(do, visit.once, display_name(visit.interaction.user))


def _values(typed: str, rolls: Sequence[RollKind]) -> tuple[Value, ...]:
    words = {word.casefold(): word for roll in rolls for word in roll.words}
    values = tuple(words.get(str(value).casefold(), value) for value in read_values(typed))
    if not values or any(isinstance(value, str) and value not in words.values() for value in values):
        example = f", for example: {_example(rolls[0])}" if rolls else ""
        raise HarbourmasterError(f"Write the values with blanks between them{example}.")
    return values


def _example(roll: RollKind) -> str:
    return " ".join(str(roll.sides[(3 * place) % len(roll.sides)]) for place in range(1, roll.count + 1))
