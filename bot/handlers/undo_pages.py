"""Undo and redo: lists of moments and of undone lines, and previews of their boards."""

from collections.abc import Sequence

import discord

from bot.escaping import quoted
from bot.handlers import game_masters, gm_access, player_actions
from bot.handlers.press import Press, Visit
from bot.narration import branches, undo_points
from bot.narration.look_back import step_after
from bot.posts import build
from bot.posts.build import ControlRow, action_row
from bot.posts.control_ids import ControlId, Verb
from bot.sessions.recent_steps import steps_to
from bot.store.rows import OPEN, PostRow
from rules.engine.errors import HarbourmasterError
from rules.engine.form import MENU_LIMIT
from rules.engine.match import Match

ASK_THE_OTHERS = "Ask the others…"

DANGER = discord.ButtonStyle.danger

UNRATED = "\n-# If a game master does it, the game counts for no rating; if the players agree on it, it does."
"""Text below a board to which a game master may go back."""


async def offer_moments(visit: Visit, verb: Verb = "point", more: Sequence[ControlRow] = ()) -> None:
    """Show a menu of moments to go back to, above the rows `more`; `verb` belongs to the menu's control."""
    store, table = visit.interaction.client.store, visit.table
    found = await undo_points.latest(store, table.row, table.match, MENU_LIMIT)
    if not found:
        raise HarbourmasterError("Nothing has been done yet, so there is nothing to undo.")
    control = ControlId(verb, table.row.id)
    menu = _menu(control, "Go back to the moment …", [(moment.text, moment.place) for moment in found])
    told = "Choose the moment to go back to; you see the board before anything happens."
    await visit.answer.say(told, [menu, *more])


async def offer_lines(visit: Visit, more: Sequence[ControlRow]) -> None:
    """Show a menu of undone lines to resume, and the rows `more` below the menu."""
    match, entries = await visit.table.whole()
    found = branches.undone_lines(visit.table.row, match, entries)
    if not found:
        raise HarbourmasterError("Nothing that was undone waits to be brought back. /gm task:undo goes back.")
    control = ControlId("line", visit.table.row.id)
    shown = [(line.text, line.place) for line in found[:MENU_LIMIT]]
    told = "Choose the undone line to go on with; you see the board before anything happens."
    await visit.answer.say(told, [_menu(control, "Bring back the line …", shown), *more])


async def look_back(visit: Visit, to: str) -> None:
    """Show the board at the moment `to`, with the button that goes back there."""
    await look_at(visit, to, "undo", "Go back to this…")


async def look_behind(visit: Visit, post: PostRow) -> None:
    """Show a post's first board, with a button to go back or to ask the others. Raises NotAtTheTable."""
    table, row = visit.table, visit.table.row
    is_master = gm_access.is_one(visit.interaction, row)
    if not is_master:
        player_actions.seat_of(row, visit.user)
    if row.status not in OPEN or row.position is None:
        raise HarbourmasterError("That game is not under way, so there is nothing to undo.")
    journal = await visit.interaction.client.store.entries(row.id)
    place = str(undo_points.before_step(row, table.match, journal, step_after(journal, post)).place)
    if is_master:
        await look_back(visit, place)
    else:
        await look_at(visit, place, "ask", ASK_THE_OTHERS)


async def look_at(visit: Visit, to: str, verb: Verb, label: str) -> None:
    """Show the board at the moment `to`, with a button that has this `verb` and `label`."""
    match, entries = await visit.table.whole()
    moment = undo_points.find(visit.table.row, match, entries, to)
    control = ControlId(verb, visit.table.row.id, match.position.public, (str(moment.place),))
    told = f"The board **{quoted(moment.text, 200)}**. Nothing has been undone yet."
    told += UNRATED if verb == "undo" else ""
    await _show(visit, match, moment.entry, told, action_row(label, control, DANGER))


async def look_along(visit: Visit, to: str) -> None:
    """Show the board at the end of the undone line `to`, with the button that resumes the line."""
    match, entries = await visit.table.whole()
    line = branches.find(visit.table.row, match, entries, to)
    control = ControlId("redo", visit.table.row.id, match.position.public, (str(line.place),))
    told = f"The board at the end of the undone line **{quoted(line.text, 200)}**. Nothing has been done yet."
    button = action_row("Go on from this…", control, DANGER)
    await _show(visit, match, line.end, f"{told}{UNRATED}", button)


async def moment_picked(press: Press) -> None:
    """Handle a moment picked from the list."""
    gm_access.check(press.interaction, press.table.row)
    await look_back(press, press.value)


async def line_picked(press: Press) -> None:
    """Handle an undone line picked from the list."""
    gm_access.check(press.interaction, press.table.row)
    await look_along(press, press.value)


async def undo_confirmed(press: Press) -> None:
    """Go back. The submitted form contains the reason."""
    reason = press.typed.get("reason", "")
    report = await game_masters.undo(press, press.number, press.control.stamp, reason)
    told = "The game was taken back. A new message shows the board and mentions the players to move."
    if report.entries[0].entry.kind == "propose":
        told = (
            "Dice or cards were seen, and you play here yourself: this table wants another player to agree. A"
            " new message asks them."
        )
    await press.answer.say(told)


async def redo_confirmed(press: Press) -> None:
    """Resume the undone line. The submitted form contains the reason."""
    await game_masters.redo(press, press.number, press.control.stamp, press.typed.get("reason", ""))
    told = "The line counts again. A new message shows the board and mentions the players to move."
    await press.answer.say(told)


async def _show(visit: Visit, match: Match, entry: int, told: str, button: ControlRow) -> None:
    client, table = visit.interaction.client, visit.table
    steps, names = await steps_to(table.game, entry, table.entries), table.row.names_at(entry)
    board = await client.pictures.board(await client.looks.at(match, entry), steps, names, None)
    await visit.answer.say(told, [button], board)


def _menu(control: ControlId, placeholder: str, offered: Sequence[tuple[str, int]]) -> ControlRow:
    options = [
        build.option(text[: undo_points.LISTED], str(place)) for text, place in undo_points.listed(offered)
    ]
    return build.menu(control, placeholder, options)
