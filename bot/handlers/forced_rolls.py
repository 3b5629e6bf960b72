"""The list of forced rolls that were not used yet, and the menu that cancels a forced roll."""

import discord

from bot.escaping import in_words, plain, quoted
from bot.handlers import game_masters, gm_access
from bot.handlers.press import Press, Visit
from bot.posts import build
from bot.posts.build import ControlRow, action_row
from bot.posts.control_ids import ControlId
from bot.store.rows import GameRow
from rules.engine.forced_rolls import Waiting, in_order
from rules.engine.form import MENU_LIMIT
from rules.engine.match import Match


async def show(visit: Visit) -> None:
    """Show the forced rolls that were not used yet, and to game masters a menu for cancelling such rolls."""
    row, match = visit.table.row, visit.table.match
    if not match.forced:
        await visit.answer.say("No forced roll waits in this game.")
        return
    lines = [f"{place}. {quoted(_told(row, force))}" for place, force in enumerate(match.forced, 1)]
    text = "\n".join(["Forced rolls that wait until such a roll comes:", *lines])
    rows = [_menu(row, match)] if gm_access.is_one(visit.interaction, row) else []
    await visit.answer.say(text, rows)


async def picked(press: Press) -> None:
    """Handle the choice of a forced roll: show the button that opens the form for cancelling it."""
    gm_access.check(press.interaction, press.table.row)
    control = ControlId("unforce", press.table.row.id, press.control.stamp, (press.value,))
    button = action_row("Cancel this roll…", control, discord.ButtonStyle.danger)
    waiting = dict(enumerate(press.table.match.forced, 1))
    roll = waiting.get(press.number)
    text = quoted(_told(press.table.row, roll)) if roll else "That roll is no longer waiting."
    await press.answer.say(text, [button] if roll else ())


async def cancelled(press: Press) -> None:
    """Cancel the roll. The submitted form contains the reason."""
    await game_masters.unforce(press, press.number, press.control.stamp, press.typed.get("reason", ""))
    await press.answer.say("The forced roll is cancelled; everybody is told.")


def _told(row: GameRow, force: Waiting) -> str:
    """Return a forced roll in words: its kind, its player and its values."""
    whose = f" of {plain(row.names().get(force.seat, ''), 30) or f'seat {force.seat}'}" if force.seat else ""
    return f"{in_words(force.label) or 'any roll'}{whose}: {in_order(force.what)}"


def _menu(row: GameRow, match: Match) -> ControlRow:
    options = [
        build.option(_told(row, force), str(place))
        for place, force in enumerate(match.forced[:MENU_LIMIT], 1)
    ]
    return build.menu(ControlId("forced", row.id, match.position.public), "Cancel …", options)
