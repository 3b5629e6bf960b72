"""People who play a game of the real bot at their windows."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Locator, expect

from bot.posts.control_ids import parse
from sandbox import Message, Persona
from sandbox.world.components import StringMenu
from tests.bot.harbour import Harbour
from tests.browser.window import PATIENCE, Window

LEADS_NOWHERE = ("Take back", "Start over", "Story", "Suggest a move")
"""The beginnings of labels of buttons that answer nothing."""

MOST_KEYS = 400
"""More key presses than are needed from one end of the page to the other."""

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
"""Return the key that brings the focus nearer to an element; empty if the element has it."""


async def open_game(harbour: Harbour, title: str, host: Window, guest: Window) -> None:
    """Open a game by the keyboard as its host, Ann. Bo joins, and the game begins."""
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
    await expect(host.message("At the table")).to_contain_text("2 there")
    await host.button("Start").click()
    await expect(host.board).to_be_visible()


Hand = Callable[[Window, Locator], Awaitable[None]]
"""Presses something in a window."""


class Step(NamedTuple):
    """The next press: a button, or the menu entry with an index."""

    control: str
    entry: int | None = None


Way = Callable[[Message], Step]
"""Chooses the next press in a message."""


async def mouse(_: Window, there: Locator) -> None:
    """Click on it."""
    await there.click()


async def thumb(_: Window, there: Locator) -> None:
    """Tap on the control."""
    await there.tap()


async def keyboard(window: Window, there: Locator) -> None:
    """Go to the control with Tab, or in an open menu with arrow keys, and press Enter."""
    await expect(there).to_be_visible()
    for _ in range(MOST_KEYS):
        # An edit of the message replaces the element.
        key = await there.evaluate(_KEY_TOWARDS)
        if not key:
            break
        await window.key(key)
    await window.key("Enter")


def first_way(message: Message) -> Step:
    """Return the first menu entry that loses no ship, or, without a menu, the first button that leads on."""
    if menus := menus_of(message):
        safe = (at for at, one in enumerate(menus[0].options) if "loses the ship" not in one.label)
        return Step(menus[0].custom_id, next(safe))
    return next(
        Step(button.custom_id or "")
        for button in message.buttons
        if not (button.label or "").startswith(LEADS_NOWHERE)
    )


def way_to(path: Sequence[str]) -> Way:
    """Return a function that chooses the next step to the action of `path`, or opens the private page."""

    def way(message: Message) -> Step:
        for button in message.buttons:
            if _leads(_path_of(button.custom_id), path):
                return Step(button.custom_id or "")
        for menu in menus_of(message):
            for at, option in enumerate(menu.options):
                if _leads((*_path_of(menu.custom_id), *option.value.split("/")), path):
                    return Step(menu.custom_id, at)
        mine = (button.custom_id or "" for button in message.buttons if button.label == "Your choices")
        return next(map(Step, mine), None) or first_way(message)

    return way


def menus_of(message: Message) -> list[StringMenu]:
    """Return the menus of choices in a message."""
    return [menu for menu in message.menus if isinstance(menu, StringMenu)]


def _path_of(custom_id: str | None) -> tuple[str, ...]:
    """Return the answers in a control's id, or an empty tuple for a control of another kind."""
    control = parse(custom_id or "")
    return control.path if control is not None and control.verb in {"answer", "pick", "confirm"} else ()


def _leads(part: tuple[str, ...], path: Sequence[str]) -> bool:
    return bool(part) and tuple(path[: len(part)]) == part


async def decide(
    harbour: Harbour,
    windows: Mapping[str, Window],
    film: Path | None = None,
    hand: Hand = mouse,
    way: Way = first_way,
) -> None:
    """Let the awaited seat decide in as many presses as needed. By default, do the first possible action.

    `film` is the folder for a screenshot of the window before each press. `hand` presses.
    """
    table = await harbour.table()
    before = table.match.position
    person = await harbour.awaited()
    window = windows[person.name]
    # After a private question, continue there. The post's button to that page would show nothing new.
    page = person.sees()[-1]
    asks = page.menus or any(button.label != "Your choices" for button in page.buttons)
    message = page if page.ephemeral and asks else harbour.newest
    presses = 0
    while table.match.position.last == before.last:
        told = newest_private(person)
        if film is not None:
            await window.page.screenshot(path=film.with_stem(f"{film.stem}-{presses}"))
        await use(window, way(message), hand)
        presses += 1

        def went_on(told: object = told) -> bool:
            return table.match.position.last > before.last or newest_private(person) != told

        async with asyncio.timeout(PATIENCE / 1000):
            await harbour.discord.world.changes.until(went_on)
        message = person.sees()[-1]
    # The move is stored before its consequences. Wait until the consequences are posted, too.
    await harbour.calm()


async def use(window: Window, step: Step, hand: Hand) -> None:
    """Press a button, or open a menu and choose one of its entries."""
    await hand(window, window.control(step.control))
    if step.entry is not None:
        await hand(window, window.page.get_by_role("option").nth(step.entry))


def newest_private(person: Persona) -> tuple[int, object] | None:
    """Return the newest private answer to `person`, as it is now."""
    private = [message for message in person.sees() if message.ephemeral and not message.loading]
    return (private[-1].id, private[-1].components) if private else None
