"""`/gm task:amend`: a game master types a change, sees the difference, and confirms or cancels it.

The bot stores nothing before the confirmation: the private message contains the patch.
"""

import hmac
import json
import re
from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui
from pydantic import JsonValue

from bot.escaping import display_name, plain, quoted
from bot.handlers import gm_access
from bot.handlers.press import Press, Visit
from bot.handlers.responses import Interaction
from bot.narration.amendments import amended_parts, changes_in_words
from bot.narration.seat_names import in_names
from bot.narration.state_paths import find, parts_of, patches, value_typed, values_for, with_player
from bot.posts.build import ControlRow, button
from bot.posts.control_ids import ControlId
from bot.sessions.table import Table
from bot.store.rows import GameRow
from rules.engine.amendments import Amendment
from rules.engine.entries import Amend, LookAt
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Advance, Match
from rules.engine.patch import compact, read_patch
from rules.engine.seat import Names, told_apart

LONGEST = 1500
"""The maximum number of characters in one patch."""

STALE = "The game has moved on since that was shown, so nothing was changed. This is how it would be now."

_BLOCK = re.compile(r"```json\n(.*)\n```", re.DOTALL)


class Proposal(NamedTuple):
    """A change that a game master wants, and the reason."""

    patch: str
    reason: str

    def written(self) -> str:
        """Return the proposal as JSON that is safe in a code block and contains no command mentions."""
        steps: JsonValue = json.loads(self.patch)
        text = json.dumps({"patch": steps, "reason": self.reason}, ensure_ascii=False)
        return text.replace("`", "\\u0060").replace("/", "\\/").replace("<", "\\u003c")


class _Stale(HarbourmasterError):
    """The game has changed since the difference was shown."""


async def look(visit: Visit, part: str, value: str, patch: str, reason: str) -> None:
    """Show the effect of a change: a new value of a part, or a JSON patch. Raises HarbourmasterError."""
    interaction, table, row = visit.interaction, visit.table, visit.table.row
    gm_access.check(interaction, row)
    why, patch = gm_access.reason_of(reason), patch.strip()
    if bool(patch) == bool(part) or bool(part) != bool(value):
        raise HarbourmasterError("Say what to change and its new value, or else give a whole JSON patch.")
    seat = _eyes(interaction, row)
    found = [patch] if patch else [*patches(find(table.match, seat, _names(table), part), value)]
    wished = [compact([edit.told() for edit in read_patch(one)]) for one in found]
    if any(len(one) > LONGEST for one in wished):
        raise HarbourmasterError(f"A patch may have {LONGEST} characters. Change it in several steps.")
    if any(_tells_hidden(interaction, row, table.match, one) for one in wished):
        await _enter_look(visit, why)
    await _show(visit, Proposal(_first_possible(interaction, row, table.match, wished), why))


async def pressed(press: Press) -> None:
    """Handle the buttons Confirm and Cancel below a difference."""
    interaction, table = press.interaction, press.table
    gm_access.check(interaction, table.row)
    if press.name == "no":
        await press.answer.say("Nothing was changed.")
        return
    wish = _read(interaction)

    def do(row: GameRow, match: Match) -> Advance:
        actor, wanted = gm_access.check(interaction, row), _wanted(interaction, row, match, wish.patch)
        if (match.position.public, _digest(match, wanted)) != (press.control.stamp, press.name):
            raise _Stale(STALE)
        return match.enter(Amend.of(wanted), actor, interaction.client.now(), wish.reason)

    try:
        await table.advance(do, interaction.id, display_name(interaction.user))
    except _Stale as stale:
        if _tells_hidden(interaction, table.row, table.match, wish.patch):
            await _enter_look(press, wish.reason)
        await _show(press, wish, stale.message)
        return
    await press.answer.say("It is changed. A new message tells everybody and shows the board.")


def parts_with(interaction: Interaction, table: Table, typed: str) -> list[tuple[str, str]]:
    """Return a pair for each part whose name contains all typed words: its description and its name."""
    gm_access.check(interaction, table.row)
    names = _names(table)
    words, found = typed.casefold().replace(",", " ").split(), list[tuple[str, str]]()
    for one in parts_of(table.match, _eyes(interaction, table.row)):
        if one.hidden and not _may_look(interaction, table.row, table.match):
            continue
        name = with_player(one.name, names)
        if all(word in f"{name} {one.name}".casefold() for word in words):
            found.append((f"{name}: {'hidden' if one.hidden else value_typed(one.value)}", one.name))
    return found


def values_of(interaction: Interaction, table: Table, part: str) -> list[str]:
    """Return the current value of a part, then the other values that its type enumerates."""
    gm_access.check(interaction, table.row)
    one = find(table.match, _eyes(interaction, table.row), _names(table), part)
    return values_for(table.game, one)


def _names(table: Table) -> Names:
    """Return the players' names as people type them; equal names get the marks of their seats."""
    names = {seat: plain(name, 20) for seat, name in table.row.names().items()}
    return told_apart(names, {seat: table.game.seat_mark(table.match.shown, seat) for seat in names})


def _eyes(interaction: Interaction, row: GameRow) -> int | None:
    """Return the seat whose view the game master has; `None` for the public view."""
    seats = row.seats_of(interaction.user.id)
    return seats[0] if seats else None


def _wanted(interaction: Interaction, row: GameRow, match: Match, patch: str) -> Amendment:
    """Return the patch as an amendment. Hidden parts can change only if the user may see hidden things."""
    try:
        return match.amendment(patch, _eyes(interaction, row), sees_all=_may_look(interaction, row, match))
    except HarbourmasterError as refusal:
        told = in_names(match, row.names(), refusal.message)
        # Unlike NotNow, this error lets users correct the form, because another change may be possible.
        raise HarbourmasterError(told, refusal.detail) from refusal


def _may_look(interaction: Interaction, row: GameRow, match: Match) -> bool:
    """Return whether the user has no seat, and the table allowed game masters to see hidden things."""
    return _eyes(interaction, row) is None and match.opening.table.get("master_look") == "yes"


def _tells_hidden(interaction: Interaction, row: GameRow, match: Match, patch: str) -> bool:
    """Return whether the response to the patch would reveal hidden things."""
    if not _may_look(interaction, row, match):
        return False
    answers = list[Amendment | str]()
    for sees_all in (False, True):
        try:
            answers.append(match.amendment(patch, None, sees_all=sees_all))
        except HarbourmasterError as refusal:
            answers.append(refusal.message)
    return answers[0] != answers[1]


async def _enter_look(visit: Visit, reason: str) -> None:
    """Record in the journal that a game master sees hidden things."""

    def do(row: GameRow, match: Match) -> Advance:
        return match.enter(LookAt(0), gm_access.check(visit.interaction, row), visit.now, reason)

    await visit.table.advance(do, visit.once, display_name(visit.interaction.user))


def _first_possible(interaction: Interaction, row: GameRow, match: Match, wished: Sequence[str]) -> str:
    """Return the first possible patch; if none is possible, the first patch, whose refusal says why."""
    for patch in wished if len(wished) > 1 else ():
        try:
            _wanted(interaction, row, match, patch)
        except HarbourmasterError:
            continue
        return patch
    return wished[0]


async def _show(visit: Visit, wish: Proposal, news: str = "") -> None:
    interaction, row, match = visit.interaction, visit.table.row, visit.table.match
    wanted = _wanted(interaction, row, match, wish.patch)
    stamp, digest = match.position.public, _digest(match, wanted)
    names = row.names()

    def name(seat: int) -> str:
        return f"**{quoted(names.get(seat, '?'), 40)}**"

    lines = [*([news] if news else []), f"**This would change**, because: {quoted(wish.reason, 200)}"]
    lines += [f"- {line}" for line in changes_in_words(wanted.told, name)]
    lines += [
        f"- {line}: changed. What is hidden is not shown here; `/gm task:look` shows it, on record."
        for line in amended_parts(wanted, name)
    ]
    lines += [
        f"Nothing has been changed yet. {_public(wanted)}",
        "The game will count for no rating, even if `/gm task:undo` takes the change back.",
        f"-# As a patch:\n```json\n{wish.written()}\n```",
    ]
    actor = gm_access.check(interaction, row)
    after = match.enter(Amend.of(wanted), actor, visit.now, wish.reason).match
    board = await interaction.client.pictures.board(after, (), names, None)
    buttons: ControlRow = ui.ActionRow(
        button("Confirm", ControlId("amend", row.id, stamp, (digest,)), discord.ButtonStyle.danger),
        button("Cancel", ControlId("amend", row.id, stamp, ("no",))),
    )
    await visit.answer.say("\n".join(lines), [buttons], board)


def _public(wanted: Amendment) -> str:
    """Return a sentence that says which part of the change everybody will read."""
    if not wanted.hides:
        return "Everybody will read what was changed, and why."
    if not wanted.told:
        return "Everybody will read whose hidden things were changed, and why, but not what."
    return "Everybody will read the open changes and the reason; of hidden changes, only whose they are."


def _digest(match: Match, wanted: Amendment) -> str:
    """Return a keyed digest of the changes and old values, from which nobody can guess hidden values."""
    return hmac.digest(match.seed, repr(wanted).encode(), "sha256").hex()[:16]


def _read(interaction: Interaction) -> Proposal:
    """Read the proposal from the private message whose button was pressed. Raises HarbourmasterError."""
    message = interaction.message
    parts = message.components if message else []
    texts = [part.content for part in parts if isinstance(part, discord.TextDisplay)]
    found = _BLOCK.search("\n".join(texts))
    if found is None:
        raise HarbourmasterError(
            "That message no longer says what was to be changed. Start again with /gm task:amend."
        )
    told = json.loads(found[1])
    patch = json.dumps(told["patch"], ensure_ascii=False)
    read_patch(patch)
    return Proposal(patch, str(told["reason"]))
