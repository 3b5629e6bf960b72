"""`./harbour run`: run the bot on Discord until it is stopped."""

import asyncio
import logging

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli import parser_of
from bot.cli.signals import when_told_to_stop
from bot.client import Harbourmaster
from bot.service import config, exporter, logs
from bot.service.config import Settings, SettingsProblem
from bot.service.connection import reach
from bot.service.garbage_collection import loading
from bot.service.health import Health
from bot.store.addresses import is_server, read_url
from bot.store.db_errors import may_come_back
from bot.store.errors import StoreError
from bot.store.lock import alone_on, spare_on
from bot.store.migrate import migrate
from bot.store.store import Store
from bot.store.transactions import Transactions

log = logging.getLogger(__name__)


AGAIN = 1.0
"""Seconds until the next attempt if the database is lost during the start."""

NOT_ACCEPTED = (
    "Discord does not accept this DISCORD_TOKEN. Copy the bot's token again from the page “Bot” of your"
    " application in the Discord developer portal."
)

AUTHENTICATION_FAILED = 4004
"""The gateway's code for a wrong token, or a token that was changed while the bot ran."""


class CannotConnect(SettingsProblem):
    """Discord refuses the connection; the message says what to do."""


def run(arguments: list[str]) -> int:
    """Run the bot until SIGTERM or Ctrl-C. Raises HarbourmasterError if the bot cannot run."""
    parser_of("run", "Start the bot on Discord.").parse_args(arguments)
    settings = config.load()
    logs.begin(settings)
    token = settings.token()
    health = Health()
    if is_server(read_url(settings.database_url)):
        with exporter.shown(settings.metrics_port, health):
            asyncio.run(take_turns(settings, token, health))
    else:
        with alone_on(settings.database_url), exporter.shown(settings.metrics_port, health):
            asyncio.run(play_alone(settings, token, health))
    return 0


async def play_alone(settings: Settings, token: str, health: Health) -> None:
    """Run the bot on a database file, which no other process uses, until the bot is stopped."""
    stopped = asyncio.Event()
    when_told_to_stop(stopped.set)
    await migrate(settings.database_url)
    store = await Store.open(settings.database_url, Harbourmaster.now)
    await _serve(settings, token, health, stopped, store)


async def take_turns(settings: Settings, token: str, health: Health) -> None:
    """Run the bot for a cluster of servers whenever a cluster is free, until the bot is stopped."""
    stopped = asyncio.Event()
    when_told_to_stop(stopped.set)
    spare = spare_on(settings.database_url, settings.clusters)
    while (held := await spare.wait(stopped, health.waits)) is not None:
        try:
            await _serve(settings, token, health, stopped, await _opened(settings, held))
        except StoreError as error:
            if not may_come_back(error):
                raise
            log.warning("the database went away at the start: %s", error.detail or error.message)
            await asyncio.sleep(AGAIN)


async def _opened(settings: Settings, held: Transactions) -> Store:
    try:
        return await Store.open(settings.database_url, Harbourmaster.now, held)
    except BaseException:
        await held.close()
        raise


async def _serve(
    settings: Settings, token: str, health: Health, stopped: asyncio.Event, store: Store
) -> None:
    """Run the bot until it is stopped, or another process has taken over."""
    point_at(settings)
    with loading():  # the games
        client = Harbourmaster(settings, store)
    serving = asyncio.create_task(_log_in(client, token))
    waiting = asyncio.create_task(stopped.wait())
    overtaken = asyncio.create_task(store.overtaken())
    watching = asyncio.create_task(health.watch(store, client))
    try:
        await asyncio.wait({serving, waiting, overtaken}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        lost = overtaken.done()
        log.info("another process plays on: leaving Discord" if lost else "stopping")
        for task in (waiting, overtaken, watching):
            task.cancel()
        if lost:
            # Cancel the login first, because it would start work that nothing stops.
            serving.cancel()
            await asyncio.wait({serving})
        await client.shut_down(0 if lost else settings.shutdown_grace)
        log.info("stopped")
    if stopped.is_set() or lost:
        # The login may still be in progress, but its result no longer matters.
        serving.cancel()
        await asyncio.wait({serving})
    else:
        await serving


def point_at(settings: Settings) -> None:
    """If the settings contain addresses, make discord.py use these instead of Discord's."""
    if settings.discord_api_url:
        Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


async def _log_in(client: Harbourmaster, token: str) -> None:
    """Log in, and stay connected until the client is closed. Retry as needed. Raises CannotConnect."""

    async def log_in() -> None:
        try:
            await client.login(token)
        except Exception:
            # The next attempt to log in opens another HTTP session.
            await client.http.close()
            client.http.connector = discord.utils.MISSING
            raise

    try:
        await reach(log_in)
        await reach(client.connect)
    except discord.LoginFailure as error:
        raise CannotConnect(NOT_ACCEPTED) from error
    except discord.ConnectionClosed as error:
        told = (
            NOT_ACCEPTED if error.code == AUTHENTICATION_FAILED else f"Discord closed the connection: {error}"
        )
        raise CannotConnect(told) from error
    except discord.PrivilegedIntentsRequired as error:
        raise CannotConnect(
            "Discord refuses the intents of this bot, though it asks for none that need permission."
        ) from error
    except discord.HTTPException as error:
        raise CannotConnect(f"Discord refuses this bot: {error}") from error
