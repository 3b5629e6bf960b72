"""Functions that use the controls of a person's page in `/harbour me` and return the resulting text."""

from sandbox import Message, Persona, Reply
from tests.bot.harbour import Harbour

WAY, REMINDERS = "How you are notified", "How often you are reminded"


async def page_of(harbour: Harbour, person: Persona) -> Message:
    """Return the page."""
    return (await harbour.told(await person.slash("/harbour me"))).message


async def be_called(harbour: Harbour, person: Persona, way: str, placeholder: str = WAY) -> str:
    """Choose how to be notified, or, in the menu with another placeholder, how often to be reminded."""
    page = await page_of(harbour, person)
    return (await harbour.told(await person.choose(page, way, placeholder=placeholder))).message.text


async def press(harbour: Harbour, person: Persona, label: str) -> Reply:
    """Press a button of the page."""
    return await harbour.told(await person.press(await page_of(harbour, person), label))


async def be_quiet(harbour: Harbour, person: Persona, begin: str, end: str, zone: str) -> str:
    """Set quiet hours."""
    return await _fill_in(harbour, person, "Quiet hours…", {"from": begin, "to": end, "zone": zone})


async def go_away(harbour: Harbour, person: Persona, first: str, last: str) -> str:
    """Set a vacation."""
    return await _fill_in(harbour, person, "Vacation…", {"first": first, "last": last})


async def _fill_in(harbour: Harbour, person: Persona, label: str, values: dict[str, str]) -> str:
    page = await page_of(harbour, person)
    form = (await harbour.told(await person.press(page, label))).modal
    return (await harbour.told(await person.submit(form, values))).message.text
