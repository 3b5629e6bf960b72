"""The tasks of game masters under `/gm`, with their forms and functions."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import Member, User, app_commands, ui

from bot.escaping import plain, quoted
from bot.handlers import (
    amendments,
    fields,
    forced_rolls,
    game_channel,
    game_masters,
    gm_access,
    lobby_controls,
    player_actions,
    undo_pages,
)
from bot.handlers.fields import Field
from bot.handlers.gm_access import reason_field
from bot.handlers.press import Visit
from bot.handlers.responses import Interaction, Response
from bot.narration import branches, undo_points
from bot.narration.state_paths import NoPart
from bot.posts import build
from bot.posts.build import ControlRow, action_row
from bot.posts.control_ids import ControlId
from bot.sessions.recent_steps import steps_to
from bot.sessions.requests import Report
from bot.sessions.table import Table
from bot.sessions.table_options import DAY, PACES, Changes, read_time
from bot.store.rows import GameRow
from rules.engine.entries import Announce, End, EntryDraft, Extend, Fresh, Note, Pause, Resume
from rules.engine.errors import HarbourmasterError
from rules.engine.forced_rolls import kinds_to_come
from rules.engine.form import MENU_LIMIT
from rules.engine.registry import game as find_game
from rules.engine.registry import games

MOVE = "move"
"""The only task that also works outside the game's channel."""

UNDO_BY_WORDS, REDO_BY_WORDS = "undo-by-words", "redo-by-words"
"""The tasks that find an older moment or undone line by words."""

MISSED = ("never", "1", "2", "3", "4", "5", "10")
"""The numbers of missed turns after which the bot can take over."""

CANDIDATES = 12
"""The maximum number of parts of the state that are listed for typed words."""


@dataclass(frozen=True)
class TaskStep(Visit):
    """A submitted form with the contents of its fields."""

    typed: Mapping[str, str]

    def field(self, name: str) -> str:
        """Return the text in the field `name`."""
        return self.typed.get(name, "")

    @property
    def reason(self) -> str:
        """The game master's reason."""
        return self.field("reason")

    @property
    def seat(self) -> int:
        """The chosen seat; 0 for none. Raises HarbourmasterError if the seat has changed hands."""
        chosen = self.field("player")
        if not chosen:
            return 0
        seat, _, user = chosen.partition(":")
        for member in self.table.row.members:
            if (str(member.seat), str(member.user)) == (seat, user):
                return member.seat
        raise HarbourmasterError("Somebody else has that seat by now, so nothing was done. Open /gm again.")

    async def tell(self, report: Report) -> None:
        """Show the result in the response."""
        await self.answer.say(await player_actions.told([report], self.table, None))


Fields = Callable[[Response, Table], Awaitable[list[Field]]]
"""The fields of a task's form. Raises HarbourmasterError if there is nothing to choose from."""


@dataclass(frozen=True)
class GmTask:
    """A task of game masters, listed in the panel while `possible`. A task without `fields` has no form."""

    label: str
    summary: str
    possible: Callable[[Interaction, Table], Awaitable[bool]]
    do: Callable[[TaskStep], Awaitable[None]]
    fields: Fields | None = None


# Fields


def _player(row: GameRow, label: str, about: str = "", *, required: bool = True) -> Field:
    """Return a menu of seats and their players. A choice is void after the seat gets another player."""
    names = row.names()
    options = [
        build.option(f"{member.seat}. {plain(names[member.seat], 80)}", f"{member.seat}:{member.user}")
        for member in row.members[:MENU_LIMIT]
    ]
    return fields.menu("player", label, options, about, required=required)


async def _only_reason(_: Response, __: Table) -> list[Field]:
    return [reason_field()]


def _options(pairs: list[tuple[str, str]]) -> list[discord.SelectOption]:
    return [build.option(label, value) for label, value in pairs[:MENU_LIMIT]]


# Conditions


async def _in_a_game(_: Interaction, table: Table) -> bool:
    return table.row.position is not None


async def _always(_: Interaction, __: Table) -> bool:
    return True


async def _asks_somebody(_: Interaction, table: Table) -> bool:
    running = table.row.status == "running"
    return running and bool(table.match.position.awaited)


def _accepted(draft: EntryDraft) -> Callable[[Interaction, Table], Awaitable[bool]]:
    """Return a function that checks whether a game master can make the entry `draft` now."""

    async def possible(interaction: Interaction, table: Table) -> bool:
        if table.row.position is None:
            return False
        try:
            draft.must_be_possible(table.match, gm_access.check(interaction, table.row))
        except HarbourmasterError:
            return False
        return True

    return possible


def _entering(label: str, summary: str, draft: EntryDraft) -> GmTask:
    """Return the task that makes the entry `draft` and needs only a reason."""

    async def enter(step: TaskStep) -> None:
        await step.tell(await game_masters.enter(step, draft, step.reason))

    return GmTask(label, summary, _accepted(draft), enter, _only_reason)


# Undo and redo


async def _undo(step: TaskStep) -> None:
    await undo_pages.offer_moments(step, more=[_by_words(step.table.row, UNDO_BY_WORDS)])


async def _words(_: Response, __: Table) -> list[Field]:
    return [fields.text("to", "Which one", "Its number, or some of its words.")]


async def _can_undo(interaction: Interaction, table: Table) -> bool:
    if table.row.position is None:
        return False
    return bool(await undo_points.latest(interaction.client.store, table.row, table.match, 1))


async def _redo(step: TaskStep) -> None:
    await undo_pages.offer_lines(step, [_by_words(step.table.row, REDO_BY_WORDS)])


def _by_words(row: GameRow, task: str) -> ControlRow:
    """Return the button that opens the form for finding an older moment or line."""
    return action_row("Find an older one…", ControlId("gm", row.id, 0, (task,)))


async def _never(_: Interaction, __: Table) -> bool:
    return False


async def _can_redo(_: Interaction, table: Table) -> bool:
    if table.row.position is None:
        return False
    match, entries = await table.whole()
    return bool(branches.undone_lines(table.row, match, entries))


async def _fresh(step: TaskStep) -> None:
    await step.tell(await game_masters.fresh(step, step.reason))


# Dice


async def _force_fields(_: Response, table: Table) -> list[Field]:
    kinds = _rolls_to_come(table)
    about = "One number for each die or card, with blanks between them."
    shown = [fields.text("values", "The values", about, longest=1000)]
    if kinds:
        shown.append(fields.menu("roll", "Only for this kind of roll", _options(kinds), required=False))
    player = _player(table.row, "Only for this player's roll", required=False)
    return [*shown, player, reason_field()]


async def _force(step: TaskStep) -> None:
    values, roll = step.field("values"), step.field("roll")
    await step.tell(await game_masters.force(step, values, step.reason, roll, step.seat))


def _rolls_to_come(table: Table) -> list[tuple[str, str]]:
    """Return a description and the label of each kind of roll that can be forced."""
    summaries: dict[str, list[str]] = {}
    for kind in kinds_to_come(table.game, table.match.shown):
        summaries.setdefault(kind.label, []).append(kind.summary)
    return [
        (f"{label}: {' … '.join(dict.fromkeys((told[0], told[-1])))}", label)
        for label, told in summaries.items()
    ]


async def _waits_forced(_: Interaction, table: Table) -> bool:
    return table.row.position is not None and bool(table.match.forced)


# For a player


async def _act_fields(_: Response, table: Table) -> list[Field]:
    about = "In notation. Several actions, with / between them, are done in order until one is impossible."
    return [_player(table.row, "Player"), fields.text("action", "What", about, longest=400), reason_field()]


async def _act(step: TaskStep) -> None:
    headway = await game_masters.act(step, step.seat, step.field("action"), step.reason)
    await step.answer.say(await player_actions.told_of(headway, step.table, None))


async def _skip_fields(_: Response, table: Table) -> list[Field]:
    about = "Leave empty for the player whose turn it is."
    return [_player(table.row, "Player", about, required=False), reason_field()]


async def _skip(step: TaskStep) -> None:
    seat = step.seat
    if not seat:
        awaited = step.table.match.position.awaited
        if len(awaited) != 1:
            raise HarbourmasterError("The game waits for several players: choose the one to skip.")
        seat = awaited[0].seat
    await step.tell(await game_masters.skip(step, seat, step.reason))


async def _substitute_fields(_: Response, table: Table) -> list[Field]:
    about = "With everything in the seat; this bot itself may, too."
    return [
        _player(table.row, "Whose seat"),
        fields.person("newcomer", "Who takes it", about),
        reason_field(),
    ]


async def _substitute(step: TaskStep) -> None:
    newcomer = _chosen(step, "newcomer")
    await step.tell(await game_masters.substitute(step, step.seat, newcomer, step.reason))


async def _kick_fields(answer: Response, table: Table) -> list[Field]:
    row, machine = table.row, answer.interaction.client.tables.machine.user
    seated = [(f"{one.seat}. {plain(one.name, 80)}", one.user) for one in row.members]
    people = [*seated, *((f"waiting: {plain(guest.name, 80)}", guest.user) for guest in row.waiting)]
    found = {str(user): label for label, user in people if user != machine}
    options = _options([(label, user) for user, label in found.items()])
    if not options:
        raise HarbourmasterError("You are alone here, so there is nobody to take out.")
    return [fields.menu("player", "Player", options), reason_field()]


async def _kick(step: TaskStep) -> None:
    await step.answer.say(await game_masters.take_out(step, step.field("player"), step.reason))


# The table


async def _clock_fields(_: Response, table: Table) -> list[Field]:
    if table.row.status == "lobby":
        raise HarbourmasterError(game_masters.CLOCK_OF_A_LOBBY)
    paces, missed = (_options([(name, name) for name in names]) for names in (PACES, MISSED))
    about = "In somebody else's turn: from 5 min to 2 d."
    return [
        fields.menu("pace", "Pace", paces, required=False),
        fields.text("turn", "Time for a turn", "From 1 h to 14 d, or: no limit.", required=False),
        fields.text("answer", "Time for an answer", about, required=False),
        fields.menu("missed", "The bot plays after missed turns", missed, required=False),
        reason_field(),
    ]


async def _clock(step: TaskStep) -> None:
    changes = Changes(*(step.field(name).strip() for name in ("pace", "turn", "answer", "missed")))
    await step.tell(await game_masters.set_clock(step, changes, step.reason))


async def _extend_fields(_: Response, table: Table) -> list[Field]:
    return [
        fields.text("time", "How much more", "As 30 min, 12 h, 2 d."),
        _player(table.row, "Player", "Leave empty for everybody whose turn it is.", required=False),
        reason_field(),
    ]


async def _extend(step: TaskStep) -> None:
    seconds = read_time(step.field("time"))
    await step.tell(await game_masters.extend(step, step.seat, seconds, step.reason))


async def _lock(step: TaskStep) -> None:
    await step.answer.say(await game_masters.turn_lock(step, step.reason))


async def _note_fields(_: Response, __: Table) -> list[Field]:
    return [
        fields.text("text", "The line", "Everybody can read it.", longest=gm_access.REASON_LENGTH, tall=True),
        fields.tick("call", "Mention everybody", "The line mentions all players."),
    ]


async def _note(step: TaskStep) -> None:
    draft = Announce() if step.field("call") else Note()
    await step.tell(await game_masters.write(step, draft, step.field("text")))


async def _masters_fields(_: Response, table: Table) -> list[Field]:
    row = table.row
    there = [(plain(row.name_of(user), 80) or str(user), str(user)) for user in row.masters]
    ways = {"add": "Name one more", "hand over": "Name one in my place", "remove": "Take the office away"}
    return [
        fields.one_of("what", "What", ways),
        fields.person("member", "Who is to be one", "They must see this channel.", required=False),
        fields.menu("master", "Who stops being one", _options(there), required=False),
        fields.text(
            "reason", "Reason", "For taking it from somebody else.", required=False,
            longest=gm_access.REASON_LENGTH,
        ),
    ]  # fmt: skip


async def _masters(step: TaskStep) -> None:
    what = step.field("what")
    if what == "remove":
        if not step.field("master"):
            raise HarbourmasterError("Choose who stops being game master.")
        told = await gm_access.dismiss(step, step.field("master"), step.reason)
    else:
        name = gm_access.hand_over if what == "hand over" else gm_access.appoint
        told = await name(step, _chosen(step, "member"))
    await step.answer.say(told)


async def _amend_fields(_: Response, __: Table) -> list[Field]:
    return [
        fields.text("part", "What to change", "Its words; without a value it is looked up.", required=False),
        fields.text("value", "What it is to be", required=False),
        fields.text(
            "patch", "Or a JSON patch", "RFC 6902, of the game's state.", required=False,
            longest=amendments.LONGEST, tall=True,
        ),
        reason_field(),
    ]  # fmt: skip


async def _amend(step: TaskStep) -> None:
    part, value, patch = (step.field(name) for name in ("part", "value", "patch"))
    if part and not value and not patch:
        await step.answer.say(_candidates(step, part) or "No part of this game has these words.")
        return
    try:
        await amendments.look(step, part, value, patch, step.reason)
    except NoPart as refusal:
        listed = _candidates(step, part)
        raise HarbourmasterError("\n".join(filter(None, [refusal.message, listed]))) from refusal


def _candidates(step: TaskStep, words: str) -> str:
    """Return lines about the parts whose names contain these words: their current and possible values."""
    found = amendments.parts_with(step.interaction, step.table, words)[:CANDIDATES]
    lines = []
    for text, part in found:
        values = amendments.values_of(step.interaction, step.table, part)
        may_be = f" (may be: {', '.join(map(quoted, values))})" if values else ""
        lines.append(f"- {quoted(text, 150)}{may_be}")
    return "\n".join(["**Parts with these words**, each with its present value:", *lines]) if lines else ""


async def _look_fields(_: Response, table: Table) -> list[Field]:
    about = "At what this player sees; leave out for all, in words."
    return [_player(table.row, "Whose", about, required=False), reason_field()]


async def _look(step: TaskStep) -> None:
    table, seat = step.table, step.seat
    report = await game_masters.look(step, seat, step.reason)
    told = f"-# As of now; everybody is told that you looked.\n{game_masters.hidden(report, seat)}"
    if not seat:
        await step.answer.say(told)
        return
    steps = await steps_to(table.game, report.match.position.head, table.entries, seat)
    pictures, names = step.interaction.client.pictures, report.row.names()
    await step.answer.say(told, pictures=await pictures.board(report.match, steps, names, seat))


async def _may_look(interaction: Interaction, table: Table) -> bool:
    if table.row.position is None or table.row.seats_of(interaction.user.id):
        return False
    return table.match.opening.table.get("master_look") == "yes" and table.match.keeps_secrets


# Moving


async def move_fields(answer: Response, table: Table | None) -> list[Field]:
    """Return the fields for a move: the new channel, and which game. `table` is this channel's game."""
    found = _options(await movable(answer.interaction))
    goal: ui.ChannelSelect[ui.Modal] = ui.ChannelSelect(custom_id="to", required=False, min_values=0)
    shown: list[Field] = [
        ui.Label(text="Where it goes on", description="Leave out for this channel.", component=goal)
    ]
    if found:
        about = "Leave out for the game of this channel." if table is not None else ""
        shown.append(fields.menu("game", "Which game", found, about, required=table is None))
    return shown


async def movable(interaction: Interaction) -> list[tuple[str, str]]:
    """Return the server's open games that the user may move: games they opened, or all for a moderator."""
    found = await interaction.client.store.open_on_server(
        interaction.guild_id or 0,
        MENU_LIMIT,
        creator=0 if interaction.permissions.manage_guild else interaction.user.id,
        id_from="",
        slugs=[*games()],
    )
    return [(f"{find_game(one.slug).title} ({one.id})", one.id) for one in found]


async def _move(step: TaskStep) -> None:
    interaction, table = step.interaction, step.table
    if table.row.guild != interaction.guild_id:
        raise HarbourmasterError("That game is played on another server; it cannot come here.")
    to = _goal(step)
    place = game_channel.there(interaction, to) if to else game_channel.here(interaction)
    await lobby_controls.move(step, place)
    await step.answer.say(f"**{table.game.title}** goes on in <#{place}>.")


def _chosen(step: TaskStep, name: str) -> Member | User:
    """Return the user that a form names. Raises HarbourmasterError if the form names nobody."""
    found = _named(step, name, discord.AppCommandOptionType.user)
    if not isinstance(found, Member | User):
        raise HarbourmasterError("Choose somebody of this server. Nothing was done.")
    return found


def _goal(step: TaskStep) -> app_commands.AppCommandChannel | app_commands.AppCommandThread | None:
    """Return the channel that a form names, if any."""
    found = _named(step, "to", discord.AppCommandOptionType.channel)
    known = (app_commands.AppCommandChannel, app_commands.AppCommandThread)
    return found if isinstance(found, known) else None


def _named(step: TaskStep, name: str, kind: discord.AppCommandOptionType) -> object:
    """Return the object whose id is in the form, from the data that Discord sends with the form."""
    data = dict[str, Any](step.interaction.data or {})
    if not step.field(name):
        return None
    option: Any = {"name": name, "type": kind.value, "value": step.field(name)}
    return getattr(app_commands.Namespace(step.interaction, data.get("resolved", {}), [option]), name)


TASKS: Mapping[str, GmTask] = {
    "undo": GmTask("Go back", "To an earlier moment, after a look.", _can_undo, _undo),
    UNDO_BY_WORDS: GmTask(
        "Go back to an older moment", "", _never,
        lambda step: undo_pages.look_back(step, step.field("to")), _words,
    ),
    "redo": GmTask("Bring back", "A line that was undone, after a look.", _can_redo, _redo),
    REDO_BY_WORDS: GmTask(
        "Bring an older line back", "", _never,
        lambda step: undo_pages.look_along(step, step.field("to")), _words,
    ),
    "act": GmTask("Act for somebody", "Something legal; it is marked.", _asks_somebody, _act, _act_fields),
    "skip": GmTask("Skip", "Do what the rules say for absent players.", _asks_somebody, _skip, _skip_fields),
    "pause": _entering("Pause", "Stop all play until you let it go on.", Pause()),
    "resume": _entering("Let it go on", "End the pause.", Resume()),
    "extend": GmTask(
        "Give more time", "For what is asked now.",
        _accepted(Extend(0, DAY)), _extend, _extend_fields,
    ),
    "clock": GmTask("Change the clock", "How long players may take.", _in_a_game, _clock, _clock_fields),
    "substitute": GmTask(
        "Give a seat away", "With everything in it.", _in_a_game, _substitute, _substitute_fields
    ),
    "kick": GmTask("Take somebody out", "Of the lobby, or the bot plays on.", _always, _kick, _kick_fields),
    "lock": GmTask(
        "Lock or unlock", "Nobody new joins; buttons are for the table.", _always, _lock, _only_reason
    ),
    "note": GmTask("Write a line", "Into the log; can mention everybody.", _in_a_game, _note, _note_fields),
    "masters": GmTask("Game masters", "Name one, or take the office.", _always, _masters, _masters_fields),
    "force": GmTask("Force a roll", "It stays marked for ever.", _in_a_game, _force, _force_fields),
    "forced": GmTask("Forced rolls", "See those that wait, or cancel one.", _waits_forced, forced_rolls.show),
    "fresh-dice": GmTask(
        "Fresh dice", "After an undo: others than those seen.",
        _accepted(Fresh()), _fresh, _only_reason,
    ),
    "look": GmTask("See what is hidden", "Everybody is told.", _may_look, _look, _look_fields),
    "amend": GmTask("Amend", "Change what no rule foresaw, after a look.", _in_a_game, _amend, _amend_fields),
    MOVE: GmTask("Move the game", "To another channel.", _always, _move),
    "end": _entering("End the game", "Without a result.", End()),
}  # fmt: skip
"""The task of each name, the most frequent tasks first."""
