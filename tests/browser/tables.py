"""People at their windows, who play a game of the real bot there."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from playwright.async_api import expect

from sandbox import Message, Persona
from sandbox.world.components import StringMenu
from tests.bot.harbour import Harbour
from tests.browser.window import PATIENCE, Window

GOES_BACK = ("Take back", "Start over")
"""How the labels of buttons begin that undo something."""


async def open_game(harbour: Harbour, title: str, host: Window, guest: Window) -> None:
    """The host, Ann, opens a game of that title by the keyboard; Bo joins, and it begins."""
    harbour.crew = harbour.people("Ann", "Bo")
    await host.type("/game new")
    await host.key("Enter")
    await expect(host.option("game")).to_be_focused()
    await host.type(title)
    await expect(host.page.get_by_role("option")).to_contain_text([title])
    await host.key("Tab", "Enter")
    await guest.button("Join").click()
    await expect(host.message("At the table")).to_contain_text("Bo")
    await host.button("Start").click()
    await expect(host.board).to_be_visible()


async def decide(harbour: Harbour, windows: Mapping[str, Window], film: Path | None = None) -> None:
    """Let the seat that is awaited do the first thing it may, in as many presses as that takes.

    `film` is where the window is photographed before each press.
    """
    table = await harbour.table()
    before = table.match.position
    person = await harbour.awaited()
    window = windows[person.name]
    message = harbour.newest
    presses = 0
    while table.match.position.last == before.last:
        told = newest_private(person)
        if film is not None:
            await window.page.screenshot(path=film.with_stem(f"{film.stem}-{presses}"))
        await use_first_control(window, message)
        presses += 1

        def went_on(told: object = told) -> bool:
            return table.match.position.last > before.last or newest_private(person) != told

        async with asyncio.timeout(PATIENCE / 1000):
            await harbour.discord.world.changes.until(went_on)
        message = person.sees()[-1]
    # A move is known before what follows from it is done: until then nothing waits to be posted.
    await harbour.calm()


async def use_first_control(window: Window, message: Message) -> None:
    """Press the first button that goes on, or choose the first line of the menu that loses no ship."""
    if message.menus:
        menu = message.menus[0]
        assert isinstance(menu, StringMenu)
        await window.control(menu.custom_id).click()
        await window.page.get_by_role("option").filter(has_not_text="loses the ship").first.click()
        return
    forward = [button for button in message.buttons if not (button.label or "").startswith(GOES_BACK)]
    await window.control(forward[0].custom_id or "").click()


def newest_private(person: Persona) -> tuple[int, object] | None:
    """The private answer that `person` was given last, as it stands now."""
    private = [message for message in person.sees() if message.ephemeral and not message.loading]
    return (private[-1].id, private[-1].components) if private else None
