"""`./harbour try-discord CHANNEL`: test what Discord really does with the bot's messages."""

import asyncio
import tempfile
from pathlib import Path

import discord

from bot.cli import parser_of
from bot.cli.run import NOT_ACCEPTED, CannotConnect, point_at
from bot.cli.trial import NEEDS_A_PERSON, Finding, Trial
from bot.client import Harbourmaster
from bot.discord_errors import DISCORD_FAILED
from bot.service import config
from bot.service.config import Settings
from bot.service.garbage_collection import loading
from bot.store.migrate import migrate
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError

GRACE = 10.0

ABOUT = """\
Try the bot's posts, edits and threads in a text or announcement channel where nobody is disturbed, and report
what Discord did. It takes a minute, and deletes what it posted. It registers the commands as
`./harbour run` does, mentions nobody, and changes no game. To get the channel's id, switch Developer Mode on
in Discord, then choose Copy Channel ID.
"""


def run(arguments: list[str]) -> int:
    """Try everything. Return 1 if Discord does not behave as expected, else 0."""
    parser = parser_of("try-discord", ABOUT)
    parser.add_argument("channel", type=int, help="the id of the channel")
    channel: int = parser.parse_args(arguments).channel
    settings = config.load()
    settings.token()
    with tempfile.TemporaryDirectory(prefix="harbourmaster-") as folder:
        # A temporary database protects the bot's own games.
        settings = settings.model_copy(update={"database_url": f"sqlite:///{Path(folder) / 'trial.db'}"})
        findings = asyncio.run(try_in(settings, channel))
    for finding in findings:
        print(f"{'as expected' if finding.expected else 'DIFFERENT':12} {finding.points:8} {finding.told}")
    print("\nWhat only a person can try:")
    print("\n".join(f"  {line}" for line in NEEDS_A_PERSON))
    return 0 if all(finding.expected for finding in findings) else 1


async def try_in(settings: Settings, channel: int) -> list[Finding]:
    """Log in and try everything in a channel. Raises HarbourmasterError if the channel is out of reach."""
    point_at(settings)
    await migrate(settings.database_url)
    store = await Store.open(settings.database_url, Harbourmaster.now)
    with loading():  # the games
        client = Harbourmaster(settings, store)
    try:
        await client.login(settings.token())
        return await Trial(client, await _channel(client, channel)).all()
    except discord.LoginFailure as error:
        raise CannotConnect(NOT_ACCEPTED) from error
    except DISCORD_FAILED as error:
        raise CannotConnect(f"Discord does not let it be tried: {error}") from error
    finally:
        await client.shut_down(GRACE)


async def _channel(client: discord.Client, channel: int) -> discord.TextChannel:
    try:
        found = await client.fetch_channel(channel)
    except (discord.NotFound, discord.Forbidden) as error:
        raise HarbourmasterError(
            "The bot sees no channel of that id. Invite it to the server, and let it view the channel."
        ) from error
    if not isinstance(found, discord.TextChannel):
        raise HarbourmasterError(
            "Choose a text or announcement channel: only these have both posts and threads."
        )
    return found
