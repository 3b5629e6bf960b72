"""Handlers of following and unfollowing: followers of a game get direct messages about it."""

from collections.abc import Mapping

from discord import ui

from bot.following.followers import with_follower, without_follower
from bot.handlers.gm_access import must_be_at_the_table
from bot.handlers.press import Press, Visit
from bot.posts.build import ControlRow, action_row, button
from bot.posts.control_ids import ControlId
from bot.store.rows import OPEN, FollowPace, GameRow
from rules.engine.registry import game as find_game

STOP = "stop"
"""The value in the path of a control that ends the following."""

PACES: Mapping[FollowPace, str] = {
    "turn": "Each turn",
    "round": "Each round",
    "end": "Only the end",
}

TOLD: Mapping[FollowPace, str] = {
    "turn": "a direct message at each turn",
    "round": "a direct message at each round",
    "end": "a direct message when it is over",
}

WHEN = (
    "-# News within a minute comes as one message. Your quiet hours and vacations count here, too"
    " (`/harbour me`). Each message has a button to unfollow the game."
)

CLOSED = (
    "🔕 The bot’s direct messages do not reach you, so you do not follow {game} any more. Allow them for this"
    " server in Discord’s settings, then use `/watch follow` again."
)


def follow_button(row: GameRow, user: int) -> list[ControlRow]:
    """Return the button “Follow”, or “Following…” for a follower; empty if the game is over."""
    if row.status not in OPEN:
        return []
    label = "Following…" if row.follower(user) else "Follow"
    return [action_row(label, ControlId("follow", row.id))]


async def follow(visit: Visit, pace: FollowPace | None) -> None:
    """Make the visitor a follower. The default pace is the visitor's earlier pace, or else each turn.

    Raises HarbourmasterError if the game is over or has too many followers.
    """
    told, choices = await _followed(visit, pace)
    await visit.answer.say(told, [choices])


async def _followed(visit: Visit, pace: FollowPace | None) -> tuple[str, ControlRow]:
    must_be_at_the_table(visit.interaction, visit.table.row)
    user, match = visit.user, visit.table.match
    known = visit.table.row.follower(user)
    chosen = pace or (known.pace if known else "turn")
    await visit.table.set_right(lambda row: with_follower(row, match, user, chosen))
    told = f"🔭 You follow {_game(visit.table.row)}: {TOLD[chosen]}.\n{WHEN}"
    return told, _choices(visit.table.row.id, chosen)


async def stop(visit: Visit) -> None:
    """Remove the visitor from the game's followers."""
    user, row = visit.user, visit.table.row
    follows = row.follower(user) is not None
    if follows:
        await visit.table.set_right(lambda row: without_follower(row, user))
    told = "You do not follow {game} any more." if follows else "You do not follow {game}."
    await visit.answer.say(told.format(game=_game(row)))


async def pressed(press: Press) -> None:
    """Handle Follow, Unfollow, and a change of pace."""
    if press.name == STOP:
        await stop(press)
        return
    pace = next((pace for pace in PACES if pace == press.name), None)
    if pace is not None:
        await follow(press, pace)
        return
    # The user may still be reading the message with the button, so the response is a second message.
    told, choices = await _followed(press, None)
    await press.answer.add(told, [choices])


async def own_up(press: Press) -> None:
    """After a press, tell a follower once that direct messages failed, and end the following."""
    user, follower = press.user, press.table.row.follower(press.user)
    if follower is None or not follower.closed:
        return
    await press.table.set_right(lambda row: without_follower(row, user))
    await press.answer.add(CLOSED.format(game=_game(press.table.row)))


def _game(row: GameRow) -> str:
    return f"**{find_game(row.slug).title}** (game {row.id})"


def _choices(game: str, chosen: FollowPace) -> ControlRow:
    buttons = [
        button(label, ControlId("follow", game, 0, (pace,)), disabled=pace == chosen)
        for pace, label in PACES.items()
    ]
    return ui.ActionRow(*buttons, button("Unfollow", ControlId("follow", game, 0, (STOP,))))
