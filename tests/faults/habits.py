"""People's own settings: how and when they are notified, what they always answer, what they follow."""

from rules.engine.registry import game as find_game
from sandbox import Message, Persona
from sandbox.world.components import StringMenu
from tests.bot.own_page import WAY
from tests.faults.crew import Crew

WAYS = ("direct", "direct", "direct", "channel", "none")
"""The ways to be notified, repeated by frequency."""

NIGHTS = (("22:00", "7:00"), ("0:00", "11:30"), ("12:00", "23:59"))
"""Quiet hours. At any time of day, it is night for somebody."""


async def call(crew: Crew) -> None:
    """Choose how to be notified."""
    person = somebody(crew)
    page = await _own_page(crew, person)
    menu = next((menu for menu in page.menus if menu.placeholder == WAY), None) if page else None
    if page is not None and menu is not None:
        await crew.pick(person, page, menu, crew.luck.choice(WAYS), "wish")
    page = await _own_page(crew, person)
    if page is not None and (deck := crew.control(page, "Tell me") or crew.control(page, "Do not tell")):
        await crew.press(person, page, deck)


async def sleep(crew: Crew) -> None:
    """Choose when not to be notified."""
    person, (begin, end) = somebody(crew), crew.luck.choice(NIGHTS)
    page = await _own_page(crew, person)
    if page is None:
        return
    shown = await crew.press(person, page, crew.control(page, "Quiet hours"))
    if shown.reply.interaction.modal is not None:
        values = {"from": begin, "to": end, "zone": "Europe/Berlin"}
        await crew.submit(person, shown.reply.modal, "wish", values)


async def _own_page(crew: Crew, person: Persona) -> Message | None:
    """Return a person's settings so far, with their controls."""
    return (await crew.slash("/harbour me", "look", by=person)).reply.interaction.origin_message


async def answer_always(crew: Crew) -> None:
    """Choose a permanent answer that holds from the first turn of every game, or choose none."""
    person = somebody(crew)
    shown = await crew.slash("/game orders", "look", by=person)
    page = shown.reply.interaction.origin_message
    title = find_game(crew.game).title if crew.game else ""
    for menu in page.menus if page else ():
        if isinstance(menu, StringMenu) and menu.placeholder == f"Begin {title} with …":
            await crew.pick(person, shown.reply.message, menu, crew.luck.choice(menu.options).value, "wish")


async def follow(crew: Crew) -> None:
    """Follow the game as any of its players, or stop following it."""
    how = crew.luck.choice(["turn", "turn", "round", "end", "stop"])
    await crew.slash("/watch follow", "wish", by=crew.luck.choice(crew.everybody), how=how)


async def shut(crew: Crew) -> None:
    """Refuse direct messages, or allow them again."""
    user = somebody(crew).user
    user.takes_dms = not user.takes_dms


async def look(crew: Crew) -> None:
    """Look at earlier games here, and at everybody's results."""
    line = crew.luck.choice(["/watch records", "/watch stats", "/watch digest", "/game log", "/game status"])
    await crew.slash(line, "look", by=crew.luck.choice(crew.everybody))


HABITS = (call, call, call, sleep, answer_always, follow, follow, shut, look, look)
"""The habits, repeated by frequency."""


def somebody(crew: Crew) -> Persona:
    """Return one of the people who began the game."""
    return crew.luck.choice(crew.people)
