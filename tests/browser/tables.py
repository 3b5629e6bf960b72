"""People at their windows who play a game of the real bot."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from playwright.async_api import Locator, expect

from sandbox import Message, Persona
from sandbox.world.components import StringMenu
from tests.bot.harbour import Harbour
from tests.browser.window import PATIENCE, Window

LEADS_NOWHERE = ("Take back", "Start over", "Story", "Suggest a move")
"""The beginnings of labels of buttons that answer nothing."""

MOST_KEYS = 400
"""More keys than it takes from one end of the page to the other."""

_KEY_TOWARDS = """
goal => {
    const list = goal.closest("[role=listbox]");
    if (list) {
        const options = [...list.querySelectorAll("[role=option]")];
        const at = options.findIndex(one => one.id === list.getAttribute("aria-activedescendant"));
        const further = options.indexOf(goal) - at;
        return further > 0 ? "ArrowDown" : further < 0 ? "ArrowUp" : "";
    }
    const at = document.activeElement;
    if (at === goal) return "";
    const behind = at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_FOLLOWING;
    return at === document.body || behind ? "Tab" : "Shift+Tab";
}
"""
"""The key that brings the focus nearer to an element; empty if the element has it."""


async def open_game(harbour: Harbour, title: str, host: Window, guest: Window) -> None:
    """Open a game of that title as the host, Ann, with the keyboard. Bo joins, and it begins."""
    harbour.crew = harbour.people("Ann", "Bo")
    await host.type("/play")
    await host.key("Enter")
    await expect(host.page.locator(".composer-tail")).to_be_focused()
    await host.type("game:")
    await expect(host.option("game")).to_be_focused()
    await host.type(title)
    await expect(host.page.get_by_role("option")).to_contain_text([title])
    await host.key("Tab", "Enter")
    await guest.button("Join").click()
    await expect(host.message("At the table")).to_contain_text("Bo")
    await host.button("Start").click()
    await expect(host.board).to_be_visible()


Hand = Callable[[Window, Locator], Awaitable[None]]
"""Presses something in a window."""


async def mouse(_: Window, there: Locator) -> None:
    """Click on it."""
    await there.click()


async def keyboard(window: Window, there: Locator) -> None:
    """Go to it with Tab, or in an open menu with arrow keys, and press Enter."""
    await expect(there).to_be_visible()
    goal = await there.element_handle()
    for _ in range(MOST_KEYS):
        key = await window.page.evaluate(_KEY_TOWARDS, goal)
        if not key:
            break
        await window.key(key)
    await window.key("Enter")


async def decide(
    harbour: Harbour, windows: Mapping[str, Window], film: Path | None = None, hand: Hand = mouse
) -> None:
    """Do the first possible thing as the awaited seat, in as many presses as it takes.

    `film` is the folder for a screenshot of the window before each press. `hand` presses.
    """
    table = await harbour.table()
    before = table.match.position
    person = await harbour.awaited()
    window = windows[person.name]
    # After a private question the player goes on there: the button to the page would bring nothing new.
    page = person.sees()[-1]
    asks = page.menus or any(button.label != "Your choices" for button in page.buttons)
    message = page if page.ephemeral and asks else harbour.newest
    presses = 0
    while table.match.position.last == before.last:
        told = newest_private(person)
        if film is not None:
            await window.page.screenshot(path=film.with_stem(f"{film.stem}-{presses}"))
        await use_first_control(window, message, hand)
        presses += 1

        def went_on(told: object = told) -> bool:
            return table.match.position.last > before.last or newest_private(person) != told

        async with asyncio.timeout(PATIENCE / 1000):
            await harbour.discord.world.changes.until(went_on)
        message = person.sees()[-1]
    # A move is known before its consequences are done; until then no post is waiting.
    await harbour.calm()


async def use_first_control(window: Window, message: Message, hand: Hand) -> None:
    """Press the first button that goes on, or choose the menu's first line that loses no ship."""
    if message.menus:
        menu = message.menus[0]
        assert isinstance(menu, StringMenu)
        await hand(window, window.control(menu.custom_id))
        await hand(window, window.page.get_by_role("option").filter(has_not_text="loses the ship").first)
        return
    forward = [button for button in message.buttons if not (button.label or "").startswith(LEADS_NOWHERE)]
    await hand(window, window.control(forward[0].custom_id or ""))


def newest_private(person: Persona) -> tuple[int, object] | None:
    """Return the newest private answer to `person`, as it is now."""
    private = [message for message in person.sees() if message.ephemeral and not message.loading]
    return (private[-1].id, private[-1].components) if private else None
