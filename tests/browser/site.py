"""A game on the web, and the windows that show it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Page

from tests.bot.harbour import Harbour
from tests.bot.harbour import harbour as open_harbour
from tests.bot.web.visitors import free_port, on_the_web, page_of, switch_on
from tests.browser.window import PHONE


class Site:
    """A race of Ann and <Bo> with its page, and the errors in browsers."""

    def __init__(self, harbour: Harbour, browser: Browser, address: str) -> None:
        self.harbour = harbour
        self.browser = browser
        self.address = address
        self.troubles: list[str] = []

    async def window(self, width: int, *, scripts: bool = True) -> tuple[Page, BrowserContext]:
        """Open a window of the given width, with the dark theme on a phone."""
        context = await self.browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if width < 1000 else "light",
            java_script_enabled=scripts,
            has_touch=width <= PHONE,
            permissions=["clipboard-read", "clipboard-write"],
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: self.troubles.append(line.text) if line.type == "error" else None)
        page.on("request", lambda one: None if "127.0.0.1" in one.url else self.troubles.append(one.url))
        return page, context

    async def sail(self) -> None:
        """Let the player whose turn it is do the first possible action."""
        table = await self.harbour.table()
        seat = table.match.position.awaited[0].seat
        action = table.match.legal_actions(seat)[0]
        await self.harbour.told(await self.harbour.crew[seat - 1].slash("/game do", action=str(action)))


@asynccontextmanager
async def watched_race(browser: Browser, folder: Path) -> AsyncIterator[Site]:
    """Play a race of four moments whose page is on the web. The test fails if a browser had an error."""
    port = free_port()
    async with open_harbour(folder, **on_the_web(port)) as harbour:
        await switch_on(harbour)
        await harbour.start_race(*harbour.people("Ann", "<script>Bo"))
        found = Site(harbour, browser, f"http://127.0.0.1:{port}{await page_of(harbour)}")
        for _ in range(3):
            await found.sail()
        yield found
        assert found.troubles == []
