"""`python -m tests.docs.screenshots` takes new screenshots of chats for the documents.

The real bot plays in a sandbox, and a browser shows it. Browsers draw letters a little differently on each
machine, so no test compares these pictures: look at them. Debian's `fonts-noto-color-emoji` has the emojis.
"""

import asyncio
import io
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, async_playwright

from rules.engine.policy import steady
from sandbox import RateLimits
from sandbox.page import mount
from tests.bot import voyages
from tests.bot.harbour import Harbour, bot_in, offered
from tests.browser.conftest import BROWSERS, QUIETLY
from tests.browser.one_screen import Voyage, begin
from tests.browser.window import PHONE, Window
from tests.docs.pictures import FOLDER
from tests.sandbox.checked import CheckedSandbox

DESK = 1100
"""The width in pixels of a window that is not a phone's."""

HEIGHT = 2000
"""A height in pixels that is enough for any message, so that nothing covers one."""

PLAYED = 15
"""The number of moves before the shown turn."""

PHONES = (
    Voyage("port_flower", people=1, bots=1, luck=3),
    Voyage("acrana", people=1, bots=2, luck=3),
    Voyage("privateer", people=1, bots=1, luck=3),
    Voyage("kraken_bay", people=1, bots=1, luck=3),
    Voyage("dangerous_sea", people=1, bots=1, luck=3),
)
"""The games whose turns on a phone are shown."""

DECISIONS = {"privateer": 12, "kraken_bay": 18, "dangerous_sea": 30}
"""The number of decisions before the shown turn, if it is not `PLAYED`."""

SETTLED = 1.0
"""The timeout in seconds."""

COLOURS = 128


async def main() -> None:
    """Take all screenshots."""
    chromium = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if chromium is None:
        raise SystemExit(f"This needs a browser: one of {', '.join(BROWSERS)}.")
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright, _harbour(Path(folder)) as harbour:
            browser = await playwright.chromium.launch(executable_path=chromium, args=QUIETLY)
            await _lobby(harbour, browser)
            await _turn(harbour, browser)
            await _masters(harbour, browser)
            await _settings(harbour, browser)
            for voyage in PHONES:
                await _phone(voyage, browser)
            await browser.close()


@asynccontextmanager
async def _harbour(folder: Path) -> AsyncIterator[Harbour]:
    async with (
        CheckedSandbox(limits=RateLimits(hurry=100), mount=mount) as discord,
        bot_in(discord, folder) as bot,
    ):
        yield bot


async def _lobby(harbour: Harbour, browser: Browser) -> None:
    """Take a screenshot of a lobby with a bot seat, on the phone of somebody who has not joined yet."""
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann, bo, preset="club")
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    async with _window(harbour, browser, cato.name, PHONE) as window:
        await _keep("screen-lobby", window.message("At the table").last)
    await harbour.told(await ann.press(harbour.newest, "Remove the bot"))


async def _turn(harbour: Harbour, browser: Browser) -> None:
    """Take screenshots of a turn's post, of the player's choices, and of a spectator's look back."""
    ann, bo = harbour.crew
    cato, edda = harbour.people("Cato", "Edda")
    harbour.crew = [ann, bo, cato]
    await harbour.told(await cato.slash("/game join"))
    await harbour.lobby_control(ann, "start")
    for _ in range(PLAYED):
        await _play(harbour)
    person = await harbour.awaited()
    async with _window(harbour, browser, person.name, PHONE) as window:
        posts = window.messages.filter(has=window.page.locator(".picture"))
        await _keep("screen-turn", posts.filter(has_not_text="Only you can see this").last)
        await harbour.told(await person.slash("/game board"))
        await _keep("screen-choices", window.message("Only you can see this").last)
    async with _window(harbour, browser, edda.name, DESK) as window:
        await harbour.told(await edda.slash("/watch at"))
        await _keep("screen-look-back", window.message("Only you can see this").last)


async def _phone(voyage: Voyage, browser: Browser) -> None:
    """Take a screenshot of a turn's post, on the phone of the player who is asked."""
    with tempfile.TemporaryDirectory() as folder:
        async with _harbour(Path(folder)) as harbour:
            await begin(harbour, voyage)
            table = await harbour.table()
            post = (await harbour.table()).post
            for number in count():
                fresh = table.post is not post
                post = table.post
                asked = table.match.position.awaited[0].seat
                if number >= DECISIONS.get(voyage.game, PLAYED) and fresh and asked == 1:
                    break
                await _play(harbour)
            async with _window(harbour, browser, "Ann", PHONE) as window:
                posts = window.messages.filter(has=window.page.locator(".picture"))
                await _keep(f"phone-{voyage.game}", posts.last)


async def _play(harbour: Harbour) -> None:
    """Let the awaited player do what the bot would do."""
    person, match = await harbour.awaited(), (await harbour.table()).match
    decision = match.decision_of(match.position.awaited[0].seat)
    assert decision is not None
    action = await harbour.bot.tables.machine.choose(match, decision, steady)
    await voyages.do(harbour, person, action)


async def _masters(harbour: Harbour, browser: Browser) -> None:
    """Take a screenshot of the preview of an undo."""
    ann = harbour.crew[0]
    async with _window(harbour, browser, "Ann", DESK) as window:
        page = (await harbour.gm(ann, "undo")).message
        await harbour.told(await ann.choose(page, offered(page)[-1].value))
        await _keep("screen-undo", window.message("Go back to this").last)


async def _settings(harbour: Harbour, browser: Browser) -> None:
    """Take a screenshot of a moderator's server settings."""
    (mo,) = harbour.people("Mo")
    async with _window(harbour, browser, mo.name, DESK) as window:
        await harbour.told(await mo.slash("/settings"))
        await _keep("screen-settings", window.message("Only you can see this").last)


@asynccontextmanager
async def _window(harbour: Harbour, browser: Browser, who: str, width: int) -> AsyncIterator[Window]:
    window = await Window.open(browser, harbour.discord.url, width=width, scheme="dark")
    await window.page.set_viewport_size({"width": width, "height": HEIGHT})
    await window.go(f"/?as={who}&channel={harbour.place.name}")
    yield window
    await window.close()


async def _keep(name: str, message: Locator) -> None:
    """Save a screenshot of that message once all its pictures are loaded."""
    # New messages move to their place on the page a moment after they appear.
    await asyncio.sleep(SETTLED)
    loaded = "node => Promise.all([...node.querySelectorAll('img')].map(image => image.decode()))"
    await message.evaluate(loaded)
    shot = Image.open(io.BytesIO(await message.screenshot())).convert("RGB")
    shot.quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    asyncio.run(main())
