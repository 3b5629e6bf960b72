"""Undo and redo: lists of moments and undone lines, previews of their boards, and the reason's form."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.escaping import quoted
from bot.handlers import fields, game_masters, gm_access, player_actions
from bot.handlers.press import Press, Visit
from bot.handlers.responses import Response
from bot.narration import branches, undo_points
from bot.narration.look_back import step_after
from bot.posts import build
from bot.posts.build import ControlRow, action_row
from bot.posts.control_ids import ControlId, Verb
from bot.sessions.recent_steps import steps_to
from bot.sessions.table import Table
from bot.store.rows import OPEN, PostRow
from rules.engine.errors import HarbourmasterError
from rules.engine.form import MENU_LIMIT
from rules.engine.match import Match

ASK_THE_OTHERS = "Ask the others…"

DANGER = discord.ButtonStyle.danger

UNRATED = "\n-# If a game master does it, the game counts for no rating; if the players agree on it, it does."
"""Text below a board to which a game master may go back."""


async def offer_moments(
    answer: Response, table: Table, verb: Verb = "point", more: Sequence[ControlRow] = ()
) -> None:
    """Show the menu of moments to go back to, with `verb` in its control and the rows `more` below it."""
    found = await undo_points.latest(answer.interaction.client.store, table.row, table.match, MENU_LIMIT)
    if not found:
        raise HarbourmasterError("Nothing has been done yet, so there is nothing to undo.")
    control = ControlId(verb, table.row.id)
    menu = _menu(control, "Go back to the moment …", [(moment.text, moment.place) for moment in found])
    await answer.say(
        "Choose the moment to go back to; you see the board before anything happens.", [menu, *more]
    )


async def offer_lines(answer: Response, table: Table, more: Sequence[ControlRow] = ()) -> None:
    """Show the menu of undone lines to resume; `more` is placed below."""
    match, entries = await table.whole()
    found = branches.undone_lines(table.row, match, entries)
    if not found:
        raise HarbourmasterError("Nothing that was undone waits to be brought back. /gm task:undo goes back.")
    control = ControlId("line", table.row.id)
    shown = [(line.text, line.place) for line in found[:MENU_LIMIT]]
    told = "Choose the undone line to go on with; you see the board before anything happens."
    await answer.say(told, [_menu(control, "Bring back the line …", shown), *more])


async def look_back(answer: Response, table: Table, to: str) -> None:
    """Show the board at the moment `to`, with the button that goes back there."""
    await look_at(answer, table, to, "undo", "Go back to this…")


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
        await look_back(visit.answer, table, place)
    else:
        await look_at(visit.answer, table, place, "ask", ASK_THE_OTHERS)


async def look_at(answer: Response, table: Table, to: str, verb: Verb, label: str) -> None:
    """Show the board at the moment `to`, with a button that has this `verb` and `label`."""
    match, entries = await table.whole()
    moment = undo_points.find(table.row, match, entries, to)
    control = ControlId(verb, table.row.id, match.position.public, (str(moment.place),))
    told = f"The board **{quoted(moment.text, 200)}**. Nothing has been undone yet."
    told += UNRATED if verb == "undo" else ""
    await _show(answer, table, match, moment.entry, told, action_row(label, control, DANGER))


async def look_along(answer: Response, table: Table, to: str) -> None:
    """Show the board at the end of the undone line `to`, with the button that resumes the line."""
    match, entries = await table.whole()
    line = branches.find(table.row, match, entries, to)
    control = ControlId("redo", table.row.id, match.position.public, (str(line.place),))
    told = f"The board at the end of the undone line **{quoted(line.text, 200)}**. Nothing has been done yet."
    button = action_row("Go on from this…", control, DANGER)
    await _show(answer, table, match, line.end, f"{told}{UNRATED}", button)


async def moment_picked(press: Press) -> None:
    """Handle a moment picked from the list."""
    gm_access.check(press.interaction, press.table.row)
    await look_back(press.answer, press.table, press.value)


async def line_picked(press: Press) -> None:
    """Handle an undone line picked from the list."""
    gm_access.check(press.interaction, press.table.row)
    await look_along(press.answer, press.table, press.value)


async def open_reason_form(press: Press) -> None:
    """Open the form that asks a game master for the reason of an undo or redo."""
    gm_access.check(press.interaction, press.table.row)
    title = "Go back" if press.control.verb == "undo" else "Bring an undone line back"
    await press.answer.ask(reason_form(title, press.control))


def reason_form(title: str, control: ControlId) -> ui.Modal:
    """Return the form that asks a game master for the reason."""
    about = "Everybody can read it in /game check."
    return fields.form(
        title, control, [fields.text("reason", "Reason", about, longest=gm_access.REASON_LENGTH)]
    )


async def undo_confirmed(press: Press) -> None:
    """Go back for the reason in the form."""
    reason = press.typed.get("reason", "")
    report = await game_masters.undo(
        press.interaction, press.table, _place(press), press.control.stamp, reason
    )
    if report.entries[0].entry.kind == "propose":
        await press.answer.say(
            "Dice or cards were seen, and you play here yourself: this table wants another player to agree. A"
            " new message asks them."
        )
        return
    await press.answer.say(
        "The game was taken back. A new message shows the board and mentions the players to move."
    )


async def redo_confirmed(press: Press) -> None:
    """Resume the undone line for the reason in the form."""
    reason = press.typed.get("reason", "")
    await game_masters.redo(press.interaction, press.table, _place(press), press.control.stamp, reason)
    await press.answer.say(
        "The line counts again. A new message shows the board and mentions the players to move."
    )


async def _show(
    answer: Response, table: Table, match: Match, entry: int, told: str, button: ControlRow
) -> None:
    client = answer.interaction.client
    steps, names = await steps_to(table.game, entry, table.entries), table.row.names_at(entry)
    board = await client.pictures.board(await client.looks.at(match, entry), steps, names, None)
    await answer.say(told, [button], board)


def _menu(control: ControlId, placeholder: str, offered: Sequence[tuple[str, int]]) -> ControlRow:
    options = [
        build.option(text[: undo_points.LISTED], str(place)) for text, place in undo_points.listed(offered)
    ]
    return build.menu(control, placeholder, options)


def _place(press: Press) -> int:
    return int(press.name) if press.name.isdecimal() else 0
