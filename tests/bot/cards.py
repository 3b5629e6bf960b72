"""Functions that use the controls on the card of a server's settings."""

from sandbox import Message, Persona
from sandbox.personas.submission import Pick
from tests.bot.harbour import Harbour


async def card_of(harbour: Harbour, person: Persona) -> Message:
    """Return the card."""
    return (await harbour.told(await person.slash("/settings"))).message


async def choose(harbour: Harbour, person: Persona, placeholder: str, *picks: Pick) -> str:
    """Choose a value in the named menu. Returns the text of the card afterwards."""
    card = await card_of(harbour, person)
    return (await harbour.told(await person.choose(card, *picks, placeholder=placeholder))).message.text


async def limit(harbour: Harbour, person: Persona, /, **limits: str) -> str:
    """Fill in the card's form of limits."""
    card = await card_of(harbour, person)
    form = (await harbour.told(await person.press(card, "Limits…"))).modal
    return (await harbour.told(await person.submit(form, limits))).message.text
