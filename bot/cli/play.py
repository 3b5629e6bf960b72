"""`./harbour play`: the real bot in a sandbox on this machine, with a page for playing in a browser."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from bot.cli import parser_of
from bot.cli.signals import when_told_to_stop
from bot.service.config import PROJECT
from rules.engine.errors import HarbourmasterError
from sandbox import Sandbox, page

PORT = 8765

PAUSE = 0.5
"""Seconds between the end of a bot that died and its restart."""

REFUSED = 1
"""The exit code of a bot that cannot run and has printed the reason; a restart would not help."""

GREETING = """\
Harbourmaster is ready. Open this page in a browser:

    {address}

It shows a channel with several people in it; choose at the top who you are. Type /play to open a game,
let others join, and start. To be two people at once, open the page in two windows.
Ctrl-C ends it, and the games with it."""


def run(arguments: list[str]) -> int:
    """Serve the page until Ctrl-C or SIGTERM. Raises HarbourmasterError if the port is taken."""
    parser = parser_of("play", "Play on this machine, without a token.")
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"the page's port, 0 for any free one ({PORT})"
    )
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="harbourmaster-") as folder:
        asyncio.run(_play(chosen.port, Path(folder)))
    return 0


async def _play(port: int, folder: Path) -> None:
    discord = Sandbox(port=port, mount=page.mount)
    try:
        await discord.start()
    except OSError as error:
        raise HarbourmasterError(
            f"Port {port} is taken. Is it being played already? Else choose another: ./harbour play --port 0"
        ) from error
    stopped = asyncio.Event()
    when_told_to_stop(stopped.set)
    keeper = asyncio.create_task(_keep_running(discord, folder))
    stopping = asyncio.create_task(stopped.wait())
    greeting = asyncio.create_task(_greet(discord))
    try:
        done, _ = await asyncio.wait({keeper, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (greeting, stopping, keeper):
            task.cancel()
        await asyncio.gather(greeting, stopping, keeper, return_exceptions=True)
        await discord.stop()
    if keeper in done:
        keeper.result()


async def _greet(discord: Sandbox) -> None:
    await discord.wait_for_bot("/game")
    print(GREETING.format(address=discord.url), flush=True)


async def _keep_running(discord: Sandbox, folder: Path) -> None:
    """Run the bot as a separate program, and restart it whenever it dies. Games on disk survive a restart."""
    settings = {
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "DATABASE_URL": f"sqlite:///{folder / 'games.db'}",
        # The port in the settings may be in use by another bot on this machine.
        "METRICS_PORT": "0",
    }
    while True:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", cwd=PROJECT, env={**os.environ, **settings}
        )
        try:
            code = await bot.wait()
        finally:
            if bot.returncode is None:
                bot.terminate()
                await bot.wait()
        if code == REFUSED:
            raise HarbourmasterError("The bot could not start; the reason is printed above.")
        print(f"The bot stopped (exit code {code}); it is started again.", flush=True)
        await asyncio.sleep(PAUSE)
