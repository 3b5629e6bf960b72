"""Personal data: exporting it, and deleting it on request."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import asdict

import discord

from bot.handlers.responses import Response
from bot.host import Host
from bot.posts.build import action_row
from bot.posts.control_ids import ControlId
from bot.service import export_files
from bot.sessions.player_names import KnownById, forgetting, kept_of
from bot.store.rows import GameRow
from rules.engine.errors import HarbourmasterError
from rules.engine.wording import counted

log = logging.getLogger(__name__)

ASKED = (
    "⚠️ **Delete everything that is stored about you?** This cannot be undone.\n"
    "- Your preferences are deleted.\n"
    "- In every game you opened, played or mastered you become “somebody”: neither your id nor your name is"
    " stored. What was done stays, so that the others keep their games and `/game check` still checks them:"
    " moves, times, and the words of reasons you gave.\n"
    "- The bot’s messages in channels stay on Discord until a moderator deletes them. Backups and logs are"
    " deleted by the host of this bot; ask them.\n"
    "**My data** on `/harbour me` gives you a file with all of it first."
)

FORGOTTEN = (
    "Nothing about you is stored any more{games}. The bot’s messages stay in their channels until a moderator"
    " deletes them; for backups and logs ask the host of this bot."
)

NOT_YET = "Nothing was forgotten yet. First:"


async def hand_out(answer: Response) -> None:
    """Send users a file with all data about them."""
    store, user = answer.interaction.client.store, answer.interaction.user.id
    wishes = await store.wishes_of(user)
    games = []
    for row in await store.games_that_know(user):
        entries = await store.entries(row.id)
        games.append(await asyncio.to_thread(kept_of, row, entries, user))
    results = [asdict(one) for one in await store.results_of(user)]
    kept = {"user": user, "games": games, "results": results, "wishes": wishes}
    document = await asyncio.to_thread(export_files.as_json, f"harbourmaster-{user}.json", kept)
    count = counted(len(games), "game")
    await answer.say(
        f"All data about you, from {count}, as JSON. `/help topic:privacy` says why it is stored"
        " and for how long; **Forget me…** on `/harbour me` has it deleted.",
        document=document,
    )


async def ask(answer: Response) -> None:
    """Explain what forgetting deletes, and show its button. Raises HarbourmasterError for obstacles."""
    rows = await _must_be_free(answer)
    if not rows and not any(
        (await answer.interaction.client.store.wishes_of(answer.interaction.user.id)).values()
    ):
        await answer.say("Nothing about you is stored, so there is nothing to forget.")
        return
    control = ControlId("forget", "0")
    await answer.say(ASKED, [action_row("Yes, forget me", control, discord.ButtonStyle.danger)])


async def forget(answer: Response) -> None:
    """Forget the user in all games. Raises HarbourmasterError if something must be done first."""
    client, user = answer.interaction.client, answer.interaction.user.id
    # Obstacles are searched for in all games before anything changes.
    rows = await _must_be_free(answer)
    done, left = await _forget_in_games(client, user, rows)
    await client.store.forget(user, done)
    # Other processes forget the user in their games at the same time.
    count = len(done) + sum(not client.store.cluster.has(row.guild) for row in rows)
    games = {0: "", 1: "; 1 game knows you as somebody"}.get(count, f"; {count} games know you as somebody")
    told = FORGOTTEN.format(games=games)
    await answer.say("\n".join([told, *(["What could not be done:", *left] if left else [])]))


async def forget_here(client: Host, user: int) -> None:
    """Forget a user in the games of this process, after another process has forgotten the user."""
    client.store.wishes.drop(user)
    done, left = await _forget_in_games(client, user, await client.store.games_that_know(user))
    if left:
        log.warning("somebody could not be forgotten in all games: %s", " ".join(left))
    await client.store.unname(done)


async def _forget_in_games(client: Host, user: int, rows: Sequence[GameRow]) -> tuple[list[str], list[str]]:
    """Forget the user in this process's games. Returns the ids of the changed games, and the failures."""
    done, left = list[str](), list[str]()
    for row in rows:
        if not client.store.cluster.has(row.guild):
            continue
        try:
            table = await client.tables.table(row.id)
            await table.set_right(lambda row: forgetting(row, user))
            done.append(row.id)
        except HarbourmasterError as refusal:
            left.append(f"- {refusal.message}")
    return done, left


async def _must_be_free(answer: Response) -> list[GameRow]:
    """Return the games with data about the user. Raises HarbourmasterError, which lists all obstacles."""
    user = answer.interaction.user.id
    rows = await answer.interaction.client.store.games_that_know(user)
    why = [reason for row in rows if (reason := _in_the_way(row, user))]
    if why:
        raise HarbourmasterError("\n".join([NOT_YET, *(f"- {reason}" for reason in why)]))
    return rows


def _in_the_way(row: GameRow, user: int) -> str:
    try:
        forgetting(row, user)
    except KnownById:
        # A journal that contains Discord's ids is not an obstacle; the final response lists its game.
        return ""
    except HarbourmasterError as refusal:
        return refusal.message
    return ""
